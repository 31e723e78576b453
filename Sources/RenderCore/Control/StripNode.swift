// SPDX-License-Identifier: Apache-2.0
// The control half of a session's strip and of a send.

package import Quantities
internal import Synchronization

/// A gain that commands can ramp, and its owner.
///
/// > Threading: Control.
@safe
package struct GainReference {
  let pointer: UnsafeMutablePointer<GainRamp>
  let owner: AnyObject

  init(_ ramp: UnsafeMutablePointer<GainRamp>, of owner: AnyObject) {
    unsafe pointer = unsafe ramp
    self.owner = owner
  }
}

/// The level of one channel at a moment.
package struct ChannelLevel: Hashable, Sendable {
  /// The highest magnitude since the last reading, linear.
  package var peak: Float
  /// The root of the mean square over about 300 ms, linear.
  package var rms: Float

  /// Describes a level.
  package init(peak: Float, rms: Float) {
    self.peak = peak
    self.rms = rms
  }
}

/// A session's strip in the mixer; it lives as long as the session and outlasts plans.
///
/// > Threading: Control.
@safe
package final class StripNode {
  /// Names the strip in reports.
  package let id: UInt32
  /// How many channels are metered and can be recorded.
  package let channels: Int
  /// How often it got a command to close; a report of an earlier one says nothing of the present
  /// one.
  package internal(set) var closings = 0
  let strip: UnsafeMutablePointer<Strip>
  private let meters: MeterBank
  private let postMeters: MeterBank
  private let counters: UnsafeMutablePointer<StripCounters>

  /// Makes a suspended strip of `channels` channels with all gains at 1.
  package init(id: UInt32, channels: Int) {
    self.id = id
    self.channels = channels
    meters = MeterBank(channels: channels)
    postMeters = MeterBank(channels: channels)
    unsafe counters = .allocate(capacity: 1)
    unsafe counters.initialize(to: StripCounters())
    unsafe strip = .allocate(capacity: 1)
    unsafe strip.initialize(
      to: Strip(
        id: id,
        meters: meters.meters,
        postMeters: postMeters.meters,
        counters: counters
      )
    )
  }

  deinit {
    unsafe strip.deallocate()
    unsafe counters.deinitialize(count: 1)
    unsafe counters.deallocate()
  }

  /// The fixed level before everything else.
  package var trim: GainReference { unsafe GainReference(&strip.pointee.trim, of: self) }
  /// The tower's duck.
  package var duck: GainReference { unsafe GainReference(&strip.pointee.duck, of: self) }
  /// The user's fader.
  package var fader: GainReference { unsafe GainReference(&strip.pointee.fader, of: self) }
  /// The user's mute: 1 or 0.
  package var mute: GainReference { unsafe GainReference(&strip.pointee.mute, of: self) }
  /// What the crossfader leaves of it, on the sends that follow it.
  package var crossfade: GainReference { unsafe GainReference(&strip.pointee.crossfade, of: self) }

  /// How often the session's segment was called.
  package var calls: Int { unsafe Int(counters.pointee.calls.current) }
  /// Chunks that held NaN or infinity and were replaced by silence.
  package var invalidChunks: Int { unsafe Int(counters.pointee.invalidChunks.current) }
  /// Time spent in the session's segment, in nanoseconds.
  package var nanoseconds: UInt64 { unsafe counters.pointee.nanoseconds.current }
  /// Cycles that took longer than their sound lasts, and most of that in the session's segment.
  package var overruns: Int { unsafe Int(counters.pointee.overruns.current) }

  /// What a duck with a side chain was at the end of the last chunk.
  package var duckGain: LinearGain {
    LinearGain(factor: Float(bitPattern: unsafe counters.pointee.duckBits.load(ordering: .relaxed)))
  }

  /// Reads the level of each output channel, behind the trim, and starts new peaks.
  package func takeLevels() -> [ChannelLevel] {
    meters.takeLevels()
  }

  /// Reads the level of each output channel behind everything that the strip does to it, and starts
  /// new peaks.
  package func takePostLevels() -> [ChannelLevel] {
    postMeters.takeLevels()
  }
}

/// The level of one send, which outlasts plans.
///
/// > Threading: Control.
@safe
package final class SendNode {
  let ramp: UnsafeMutablePointer<GainRamp>

  /// Makes a send with a linear `gain`.
  package init(gain: Float) {
    unsafe ramp = .allocate(capacity: 1)
    unsafe ramp.initialize(to: GainRamp(gain))
  }

  deinit {
    unsafe ramp.deallocate()
  }

  /// The level of the send.
  package var level: GainReference { unsafe GainReference(ramp, of: self) }
}

/// The gain of one source, or the gate of one insert, which outlasts plans; it is in one place
/// only.
///
/// It acts in measurement too, because it says whether the source is to be heard and not how loud.
///
/// > Threading: Control.
@safe
package final class SourceGain {
  let ramp: UnsafeMutablePointer<GainRamp>
  /// What comes in before the gain, if that is measured.
  let meter: UnsafeMutablePointer<Meter>?

  /// Makes a gain of exactly 1, which leaves every sample as it is.
  package init(isMetered: Bool = false) {
    unsafe ramp = .allocate(capacity: 1)
    unsafe ramp.initialize(to: GainRamp(1))
    unsafe meter = isMetered ? .allocate(capacity: 1) : nil
    unsafe meter?.initialize(to: Meter())
  }

  deinit {
    unsafe ramp.deallocate()
    unsafe meter?.deallocate()
  }

  /// The level itself.
  package var level: GainReference { unsafe GainReference(ramp, of: self) }

  /// The highest magnitude before the gain since the last call; 0 where it is not measured.
  package func takePeak() -> Float { unsafe meter?.pointee.takePeak() ?? 0 }
}

/// The meters of a number of channels.
@safe
final class MeterBank {
  let meters: UnsafeMutableBufferPointer<Meter>

  init(channels: Int) {
    unsafe meters = .allocate(capacity: channels)
    for index in 0..<channels { unsafe meters.initializeElement(at: index, to: Meter()) }
  }

  deinit {
    unsafe meters.deallocate()
  }

  func takeLevels() -> [ChannelLevel] {
    (0..<(unsafe meters.count)).map { index in
      unsafe ChannelLevel(
        peak: meters[index].takePeak(),
        rms: meters[index].meanSquare.squareRoot()
      )
    }
  }
}
