// SPDX-License-Identifier: Apache-2.0
// Values that are changed while they sound.

/// A value that goes to a new one in a straight line, and is exactly that at the end.
///
/// For gains and shares: the quickest. Where the corners at both ends of the way are heard, as in a
/// filter's frequency or on a bass that is cut, there is `Glide`; a gain with times of its own for
/// down and up, in decibels, is a `GainRide`.
///
/// > Threading: Realtime.
package struct Ramp {
  /// The value of the last frame.
  package private(set) var value: Float
  /// Where it goes.
  package private(set) var target: Float
  private var step: Float = 0
  private var left = 0
  private var frames: Int

  /// Makes a ramp that begins at `value` and takes `seconds` for each way.
  package init(_ value: Float, seconds: Double, rate: Double) {
    self.value = value
    target = value
    frames = max(1, Int(clamping: seconds * rate))
  }

  /// Takes so long for the ways that begin from now on.
  @_noLocks
  package mutating func take(seconds: Double, rate: Double) {
    frames = max(1, Int(clamping: seconds * rate))
  }

  /// Whether the value stands still.
  @inline(__always)
  package var isSettled: Bool { @_noLocks get { left == 0 } }

  /// Begins the way to `target`; at once without a way when `jumps`.
  @_noLocks
  package mutating func go(to target: Float, jumps: Bool = false) {
    guard jumps || target != self.target else { return }
    self.target = target
    if jumps {
      value = target
      left = 0
    } else {
      left = frames
      step = (target - value) / Float(frames)
    }
  }

  /// The value of the next frame.
  @inline(__always)
  @_noLocks
  package mutating func next() -> Float {
    guard left > 0 else { return value }
    left &-= 1
    // From the end: a sum of steps would drift.
    value = target - step * Float(left)
    return value
  }

  /// Goes on by `frames` at once, to where as many calls of `next` lead.
  @_noLocks
  package mutating func skip(_ frames: Int) {
    guard left > 0 else { return }
    left = max(0, left &- frames)
    value = target - step * Float(left)
  }
}

extension Int {
  /// A number of frames: cut off, and never a trap.
  @_noLocks
  package init(clamping value: Double) {
    self = value >= 4e18 ? .max : value <= -4e18 ? .min : value == value ? Int(value) : 0
  }
}
