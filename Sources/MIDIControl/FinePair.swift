// SPDX-License-Identifier: Apache-2.0
// The two halves of a control of 14 bits, whichever of them a controller sends first.

/// A control of 14 bits, which moves by halves of 7.
///
/// Most controllers send the coarse half first, some the fine one, and some leave the fine one out
/// where it is 0, as the standard lets them. So a coarse half takes the fine one that was heard
/// right before it: a controller that sends the fine one first means it so, and one that sends it
/// afterwards corrects it in the same moment. For a controller that has left a fine half out it
/// counts as 0 until it comes.
struct FinePair: Sendable {
  private var coarse: Int?
  private var fine = 0
  /// Whether the half that came last was the fine one.
  private var wasFine = false
  /// Whether the controller leaves fine halves out.
  private var leavesOutFine = false

  /// What both halves say together; `nil` until the coarse one has come.
  var value: Int? { coarse.map { $0 << 7 | fine } }

  /// Takes a coarse half; returns the value, if that has changed.
  mutating func takeCoarse(_ half: Int) -> Int? {
    defer { wasFine = false }
    // The fine half follows, or has been heard already.
    guard coarse != half else { return nil }
    if coarse != nil, !wasFine { leavesOutFine = true }
    if !wasFine || leavesOutFine { fine = 0 }
    coarse = half
    return value
  }

  /// Takes a fine half; returns the value, unless its coarse half is still to come.
  mutating func takeFine(_ half: Int) -> Int? {
    (fine, wasFine) = (half, true)
    return value
  }

  /// Moves by steps of the fine half, as the messages "increment" and "decrement" do.
  mutating func step(_ steps: Int) -> Int {
    let moved = min(max((value ?? 0) + steps, 0), 16_383)
    (coarse, fine) = (moved >> 7, moved & 0x7F)
    return moved
  }
}
