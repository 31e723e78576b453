// SPDX-License-Identifier: Apache-2.0
// A gain that moves to its target in equal steps and lands on it exactly.

/// A linear gain that never jumps.
///
/// > Threading: Realtime, once a plan uses it.
public struct GainRamp: BitwiseCopyable, Sendable {
  /// The gain of the next frame.
  public private(set) var current: Float
  /// Where the gain is or is going.
  private(set) var target: Float
  private var step: Float = 0
  private var remainingFrames = 0
  private var delayFrames = 0

  /// Makes a settled gain.
  @_noLocks
  public init(_ gain: Float) {
    current = gain
    target = gain
  }

  /// Whether the gain will not move any more.
  public var isSettled: Bool {
    @_noLocks get { remainingFrames == 0 }
  }

  /// Whether the gain is settled at exactly 1, so that samples can be copied.
  public var isUnity: Bool {
    @_noLocks get { remainingFrames == 0 && current == 1 }
  }

  /// Moves to `gain` in `frames` equal steps (at least one), holding still for `delay` frames first.
  ///
  /// Whatever was under way or waiting is replaced; the way starts from where the gain is now.
  @_noLocks
  public mutating func retarget(_ gain: Float, overFrames frames: Int, afterFrames delay: Int = 0) {
    // What stands where it is to be stays a single number, to the bit.
    if isSettled && current == gain { return }
    target = gain
    remainingFrames = max(frames, 1)
    delayFrames = max(delay, 0)
    step = (gain - current) / Float(remainingFrames)
  }

  /// Multiplies `curve` by the gain of each of the next `frames` frames.
  @_noLocks
  mutating func multiply(into curve: UnsafeMutablePointer<Float>, frames: Int) {
    var frame = min(delayFrames, frames)
    delayFrames &-= frame
    for index in 0..<frame { unsafe curve[index] *= current }
    while frame < frames && remainingFrames > 0 {
      remainingFrames &-= 1
      // Counted from the target, so that rounding errors do not add up and the last frame is exact.
      current = target - step * Float(remainingFrames)
      unsafe curve[frame] *= current
      frame &+= 1
    }
    for index in frame..<frames { unsafe curve[index] *= current }
  }

  /// Takes the gain of the next frame.
  @_noLocks
  mutating func next() -> Float {
    if delayFrames > 0 {
      delayFrames &-= 1
    } else if remainingFrames > 0 {
      remainingFrames &-= 1
      current = target - step * Float(remainingFrames)
    }
    return current
  }

  /// Lets `frames` frames go by without samples to apply them to.
  @_noLocks
  mutating func skip(frames: Int) {
    let waited = min(delayFrames, frames)
    delayFrames &-= waited
    let walked = min(remainingFrames, frames &- waited)
    guard walked > 0 else { return }
    remainingFrames &-= walked
    current = target - step * Float(remainingFrames)
  }
}
