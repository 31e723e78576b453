// SPDX-License-Identifier: Apache-2.0
// A control as a button: when it is pressed, and when it is let go.

import RigModel

/// What a control has said so far, as far as buttons go.
struct ButtonState: Sendable {
  /// Whether a control is down, and whether it has just come there.
  struct Press {
    let isDown: Bool
    let isPress: Bool
  }

  private var isDown = false
  /// The one value that it has ever had; `nil` before any, and for good once it has had another
  /// one.
  private var only: Int?
  private var hasMoved = false

  /// Takes a move.
  ///
  /// A note is struck each time. A control is pressed as it comes to its middle, and let go once it
  /// has come a sixteenth of its way below, so that a pedal that trembles there turns nothing. One
  /// that has never said anything but one value is a button that does not say that it was let go:
  /// it is pressed each time.
  mutating func take(_ move: ControlMove) -> Press {
    defer { note(move.value) }
    if move.address.kind == .note {
      isDown = move.value > 0
      return Press(isDown: isDown, isPress: isDown)
    }
    let middle = (move.address.kind.highest + 1) / 2
    let wasDown = isDown
    isDown = move.value >= (wasDown ? middle - middle / 8 : middle)
    let isAgain = !hasMoved && only == move.value
    return Press(isDown: isDown, isPress: isDown && (!wasDown || isAgain))
  }

  private mutating func note(_ value: Int) {
    if let only, only != value { hasMoved = true }
    only = only ?? value
  }
}
