// SPDX-License-Identifier: Apache-2.0
// How late a signal is that passes an inserted session.

public import Quantities

/// The delay of what passes an insert, channel by channel; it outlasts plans, and stands in one place only.
///
/// > Threading: Control.
@safe
public final class InsertDelay {
  let lines: UnsafeMutableBufferPointer<DelayLine>
  /// The longest delay; what is delayed for longer passes early.
  public static let longest = FrameCount(DelayLine.longest)

  /// Makes a way past an insert of so many channels, which delays nothing.
  public init(channels: Int) {
    unsafe lines = .allocate(capacity: channels)
    for index in 0..<channels { unsafe lines.initializeElement(at: index, to: DelayLine()) }
  }

  deinit {
    unsafe lines.deinitialize()
    unsafe lines.deallocate()
  }

  /// Delays each channel by so many frames from the next cycle on; channels that are not named are not delayed.
  public func set(_ delays: [FrameCount]) {
    for index in unsafe 0..<lines.count {
      unsafe lines[index].setDelay(index < delays.count ? delays[index].value : 0)
    }
  }
}
