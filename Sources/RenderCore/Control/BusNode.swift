// SPDX-License-Identifier: Apache-2.0
// The control half of a route.

internal import CRealtime
package import Quantities

/// A route in the mixer; it lives as long as the route and outlasts plans.
///
/// Signal flow of an output: sum of the sends → on a monitor, the output that it hears → graph →
/// fader × mute × dim × night, balance → + what is direct → mono → limiter → polarity × gate →
/// delay → + what measures. An input has its meters alone.
///
/// > Threading: Control.
@safe
package final class BusNode {
  /// How many channels the route has.
  package let channels: Int
  let state: UnsafeMutablePointer<BusState>
  private let meters: MeterBank
  private var past: UnsafeMutablePointer<Float>?
  /// The delay that was set for the route.
  package internal(set) var delay = FrameCount.zero

  /// Makes a bus of `channels` channels that leaves everything as it is.
  package init(channels: Int) {
    self.channels = channels
    meters = MeterBank(channels: channels)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: BusState(meters: meters.meters))
  }

  deinit {
    unsafe state.deallocate()
    if let past = unsafe past { unsafe tarmac_pages_unmap(past, pastBytes) }
  }

  /// The level of the whole route, in front of what is direct.
  package var fader: GainReference { unsafe GainReference(&state.pointee.fader, of: self) }
  /// The mute of the whole route, at the same place: 1 or 0.
  package var mute: GainReference { unsafe GainReference(&state.pointee.mute, of: self) }
  /// A second level, at the same place.
  package var dim: GainReference { unsafe GainReference(&state.pointee.dim, of: self) }
  /// A third level, at the same place.
  package var night: GainReference { unsafe GainReference(&state.pointee.night, of: self) }
  /// The balance, at the same place: from the odd channels alone, -1, to the even ones alone, 1.
  package var balance: GainReference { unsafe GainReference(&state.pointee.balance, of: self) }
  /// How much of each channel is the mean of all, 0 to 1; behind what is direct.
  package var mono: GainReference { unsafe GainReference(&state.pointee.mono, of: self) }
  /// 1, or -1 where the sound is inverted; behind the limiter.
  package var polarity: GainReference { unsafe GainReference(&state.pointee.polarity, of: self) }
  /// Closed while the route's graph or limiter is exchanged; behind both.
  package var gate: GainReference { unsafe GainReference(&state.pointee.gate, of: self) }

  /// On a monitor: how loud what is sent to it is, and the output that it hears beside that.
  package var cue: GainReference { unsafe GainReference(&state.pointee.monitor.cue, of: self) }
  package var main: GainReference { unsafe GainReference(&state.pointee.monitor.main, of: self) }
  /// On a monitor: how far both are on one ear each, 0 to 1.
  package var split: GainReference { unsafe GainReference(&state.pointee.monitor.split, of: self) }
  /// On a monitor: which ear that is, from 0, the cue on the left one, to 1, on the right one.
  package var swap: GainReference { unsafe GainReference(&state.pointee.monitor.swap, of: self) }

  /// The longest delay.
  package static let longestDelay = FrameCount(OutputDelay.longest)

  /// Room for what is delayed, every page of it there; `nil` where the system has none.
  func preparePast() -> UnsafeMutablePointer<Float>? {
    if let past = unsafe past { return unsafe past }
    guard let pages = unsafe tarmac_pages_map(pastBytes) else { return nil }
    let samples = unsafe pages.assumingMemoryBound(to: Float.self)
    for position in stride(from: 0, to: channels * OutputDelay.capacity, by: 1_024) {
      unsafe tarmac_page_touch(samples + position)
    }
    unsafe past = unsafe samples
    return unsafe samples
  }

  private var pastBytes: Int { channels * OutputDelay.capacity * MemoryLayout<Float>.stride }

  /// Reads the level of each channel, as it leaves, and starts new peaks.
  package func takeLevels() -> [ChannelLevel] {
    meters.takeLevels()
  }
}

extension RenderController {
  /// Delays a route by so many frames, at most `BusNode.longestDelay`; the other delay fades in
  /// over `frames`.
  ///
  /// - Returns: `false` where there is no memory for that, and the delay stays as it is.
  package func delay(_ bus: BusNode, by delay: FrameCount, over frames: FrameCount) -> Bool {
    guard delay != bus.delay else { return true }
    guard let past = unsafe bus.preparePast() else { return false }
    bus.delay = min(delay, BusNode.longestDelay)
    let command = unsafe RenderCommand.delay(
      bus.state,
      bus.delay.value,
      past: past,
      overFrames: frames.value
    )
    send(command, to: bus)
    return true
  }
}
