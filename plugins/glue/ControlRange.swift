// SPDX-License-Identifier: Apache-2.0
// From where to where a control goes.

/// A control's range, as its Turtle has it.
struct ControlRange {
  let lowest: Float
  let highest: Float
  let standard: Float

  /// The value itself, the nearest in the range, or the usual one where it is no number.
  @_noLocks
  func clamp(_ value: Float) -> Float {
    value == value ? min(max(value, lowest), highest) : standard
  }
}
