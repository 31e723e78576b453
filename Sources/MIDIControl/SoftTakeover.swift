// SPDX-License-Identifier: Apache-2.0
// How a control takes hold of a value that was set elsewhere: without a jump.

import Quantities
import RigModel

/// Whether a control has hold of its value.
///
/// The rule is Mixxx's: a control that is within 3/128 of the value takes it, and so does one that
/// has come past it; a control that had hold of it within the last 50 ms has it still, however far
/// the next move goes.
struct SoftTakeover: Sendable {
  static let nearness = 3.0 / 128
  static let grip = Seconds(0.05)

  /// Where the control was when it moved last.
  private var last: Double?
  /// When it took the value last.
  private var taken: MonotonicTime?

  init() {}

  /// Where the value is to be, if the control moves it; both from 0 to 1.
  mutating func move(
    to position: Double,
    from value: Double,
    by mode: MIDIBinding.Takeover,
    at now: MonotonicTime
  ) -> Double? {
    let before = last
    last = position
    switch mode {
    case .jump: return position
    case .pickup:
      guard takes(position, before, value, now) else { return nil }
      taken = now
      return position
    case .scale:
      // What is left of both ways shrinks by the same part.
      guard let before else { return nil }
      if position >= before {
        return before >= 1 ? value : value + (position - before) * (1 - value) / (1 - before)
      }
      return value - (before - position) * value / before
    }
  }

  private func takes(
    _ position: Double,
    _ before: Double?,
    _ value: Double,
    _ now: MonotonicTime
  ) -> Bool {
    if (position - value).magnitude <= Self.nearness { return true }
    if let taken, now.elapsed(since: taken) <= Self.grip { return true }
    guard let before else { return false }
    return (before - value).magnitude <= Self.nearness || (before < value) != (position < value)
  }
}
