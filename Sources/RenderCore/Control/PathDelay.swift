// SPDX-License-Identifier: Apache-2.0
// How late signals are on a way that is shorter than another one.

package import Quantities

/// The delay of a way, channel by channel; it outlasts plans, and is used in one place only.
///
/// While the session sounds, another delay fades in within 1,024 frames, as soon as so many frames
/// are known.
///
/// > Threading: Control.
@safe
package final class PathDelay {
  let lines: UnsafeMutableBufferPointer<DelayLine>
  /// The longest delay; what is to be delayed for longer comes early.
  package static let longest = FrameCount(DelayLine.longest)

  var channels: Int { unsafe lines.count }

  /// Makes a way of so many channels that delays nothing.
  package init(channels: Int) {
    unsafe lines = .allocate(capacity: channels)
    for index in 0..<channels { unsafe lines.initializeElement(at: index, to: DelayLine()) }
  }

  deinit {
    unsafe lines.deinitialize()
    unsafe lines.deallocate()
  }

  /// Delays each channel by so many frames from the next cycle on; channels that are not named are
  /// not delayed.
  package func set(_ delays: [FrameCount]) {
    for index in unsafe 0..<lines.count {
      unsafe lines[index].setDelay(index < delays.count ? delays[index].value : 0)
    }
  }
}
