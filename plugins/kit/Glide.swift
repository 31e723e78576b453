// SPDX-License-Identifier: Apache-2.0
// Values that begin and end their way gently.

/// A value that goes to a new one along a cubic curve, and is exactly that at the end.
///
/// It keeps its pace when the target is moved on the way, so that it follows a control that a host
/// sets in every run; and it never goes beyond its target. It costs more than a `Ramp`.
///
/// > Threading: Realtime.
package struct Glide {
  /// The value of the last frame.
  package private(set) var value: Float
  /// Where it goes.
  package private(set) var target: Float
  /// The curve over the share of the way that lies behind: start + c1 x + c2 x² + c3 x³.
  private var start: Float = 0
  private var c1: Float = 0
  private var c2: Float = 0
  private var c3: Float = 0
  private var left = 0
  private let frames: Int
  private let share: Float

  /// Makes a glide that begins at `value` and takes `seconds` for each way.
  package init(_ value: Float, seconds: Double, rate: Double) {
    self.value = value
    target = value
    frames = max(1, Int(clamping: seconds * rate))
    share = 1 / Float(frames)
  }

  /// Whether the value stands still.
  @inline(__always)
  package var isSettled: Bool { @_noLocks get { left == 0 } }

  /// Whether the value stands still at `value`.
  @inline(__always)
  @_noLocks
  package func rests(at value: Float) -> Bool { left == 0 && self.value == value }

  /// Begins the way to `target`; at once without a way when `jumps`.
  @_noLocks
  package mutating func go(to target: Float, jumps: Bool = false) {
    guard jumps || target != self.target else { return }
    self.target = target
    if jumps {
      value = target
      left = 0
      return
    }
    let distance = target - value
    var pace: Float = 0
    if left > 0 {
      let x = Float(frames &- left) * share
      pace = (3 * c3 * x + 2 * c2) * x + c1
    }
    // From 0 to 3 distances, a cubic curve does not turn round before its end.
    pace = pace * distance <= 0 ? 0 : abs(pace) > 3 * abs(distance) ? 3 * distance : pace
    start = value
    c1 = pace
    c2 = 3 * distance - 2 * pace
    c3 = pace - 2 * distance
    left = frames
  }

  /// The value of the next frame.
  @inline(__always)
  @_noLocks
  package mutating func next() -> Float {
    guard left > 0 else { return value }
    left &-= 1
    if left == 0 {
      value = target
    } else {
      let x = Float(frames &- left) * share
      value = start + ((c3 * x + c2) * x + c1) * x
    }
    return value
  }
}
