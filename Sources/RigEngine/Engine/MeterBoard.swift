// SPDX-License-Identifier: Apache-2.0
// Meters for people: peaks that fall slowly, loads over half a second.

package import Loudness
import Quantities
package import RenderCore
import RigModel

/// The meters of a rig, renewed by the host's tick, read by any number of clients.
///
/// > Threading: Control.
package final class MeterBoard {
  private var levels: [Place: [ChannelLevel]] = [:]
  private var loads: [ObjectIdentifier: Load] = [:]
  private var clips: [ObjectIdentifier: Int] = [:]

  /// Where a peak that falls has come to silence: below what 24 bits can say.
  private static let least = LinearGain(Decibels(-144)).factor

  /// The loudness meters of outputs, and what they listen to.
  private var loudness: [ObjectIdentifier: (bus: BusNode, meter: LoudnessMeter)] = [:]

  /// Where a level is taken: of strips there are two places, of outputs one.
  private struct Place: Hashable {
    let owner: ObjectIdentifier
    var isPost = false
  }

  private struct Load {
    var nanoseconds: UInt64
    var since: MonotonicTime
    var percent = 0.0
  }

  /// Takes a new reading of `owner`'s levels; older peaks fall over `elapsed`.
  func renew(_ owner: AnyObject, _ readings: [ChannelLevel], elapsed: Seconds) {
    if readings.contains(where: { $0.peak > 1 }) { clips[ObjectIdentifier(owner), default: 0] += 1 }
    renew(Place(owner: ObjectIdentifier(owner)), readings, elapsed: elapsed)
  }

  /// Takes a new reading of the levels at the end of a strip.
  func renewPost(_ owner: AnyObject, _ readings: [ChannelLevel], elapsed: Seconds) {
    renew(Place(owner: ObjectIdentifier(owner), isPost: true), readings, elapsed: elapsed)
  }

  private func renew(_ place: Place, _ readings: [ChannelLevel], elapsed: Seconds) {
    let fall = LinearGain(Decibels(HostTimes.meterFall.value * Float(elapsed.value))).factor
    let old = levels[place] ?? []
    levels[place] = readings.enumerated().map { index, reading in
      let fallen = index < old.count ? old[index].peak * fall : 0
      let peak = max(reading.peak, fallen < Self.least ? 0 : fallen)
      return ChannelLevel(peak: peak, rms: reading.rms)
    }
  }

  /// Takes a new reading of the time that `owner` has used so far.
  func renew(_ owner: AnyObject, nanoseconds: UInt64, now: MonotonicTime) {
    let key = ObjectIdentifier(owner)
    guard let load = loads[key] else {
      loads[key] = Load(nanoseconds: nanoseconds, since: now)
      return
    }
    let span = now.elapsed(since: load.since)
    guard span >= HostTimes.loadWindow else { return }
    let used = nanoseconds >= load.nanoseconds ? nanoseconds - load.nanoseconds : 0
    loads[key] = Load(
      nanoseconds: nanoseconds,
      since: now,
      percent: Double(used) / 1e7 / span.value
    )
  }

  // MARK: Loudness

  /// Has what has left meanwhile measured, on the outputs whose presets ask for that and on no
  /// others.
  func measureLoudness(of routes: [LiveRoute], through controller: RenderController) {
    let wanted = routes.filter { $0.isOutput && $0.route.measuresLoudness }.map(\.bus)
    for (key, old) in loudness where !wanted.contains(where: { $0 === old.bus }) {
      controller.listen(to: old.bus, by: nil)
      loudness[key] = nil
    }
    for bus in wanted where loudness[ObjectIdentifier(bus)] == nil {
      let hertz = controller.sampleRate.hertz
      guard let meter = LoudnessMeter(channels: bus.channels, hertz: hertz) else { continue }
      controller.listen(to: bus, by: meter.ring)
      loudness[ObjectIdentifier(bus)] = (bus, meter)
    }
    for (_, meter) in loudness.values { meter.look() }
  }

  /// How loud an output is; `nil` where that is not measured.
  package func loudness(of owner: AnyObject) -> Loudness? {
    loudness[ObjectIdentifier(owner)]?.meter.reading
  }

  /// Measures the loudness of an output from scratch.
  func resetLoudness(of owner: AnyObject) { loudness[ObjectIdentifier(owner)]?.meter.reset() }

  package func levels(of owner: AnyObject) -> [ChannelLevel] {
    levels[Place(owner: ObjectIdentifier(owner))] ?? []
  }

  /// The levels at the end of a strip.
  package func postLevels(of owner: AnyObject) -> [ChannelLevel] {
    levels[Place(owner: ObjectIdentifier(owner), isPost: true)] ?? []
  }

  /// How many readings of `owner` have gone over full scale since the count was reset.
  package func clips(of owner: AnyObject) -> Int { clips[ObjectIdentifier(owner)] ?? 0 }

  /// Resets the counts of clips.
  package func resetClips() { clips = [:] }

  /// The part of real time that `owner` takes, in percent.
  package func load(of owner: AnyObject) -> Double {
    loads[ObjectIdentifier(owner)]?.percent ?? 0
  }

  /// Forgets everybody, when the rig has changed.
  func forgetAll() {
    levels = [:]
    loads = [:]
    clips = [:]
  }
}
