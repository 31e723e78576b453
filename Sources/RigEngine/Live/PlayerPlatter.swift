// SPDX-License-Identifier: Apache-2.0
// The platter of a deck, as hands have left it.

import Quantities
import SoundFiles

/// What hands do to the platter of a deck.
struct PlayerPlatter: Hashable {
  /// Whether a hand holds it.
  var isHeld = false
  /// Whether its motor turns it backwards.
  var isReversed = false
  /// How far hands have moved it in all.
  var place = 0.0

  /// How far hands can move it in all, in seconds.
  static let places = -86_400.0...86_400
  /// How much of what was heard is fetched for one that goes back: at first, which is there soon,
  /// and once that is there; and how much of it is to be left when more is fetched.
  static let past = (first: Seconds(1), most: Seconds(7), least: Seconds(3))
  /// How much a ring keeps for it, with any number of channels and at any rate.
  static let kept = Seconds(8)

  /// Whether it may go back.
  var goesBack: Bool { isHeld || isReversed }
}

/// A ring that is to take the place of a player's, with the same sound and more of its past.
struct PlayerGrowth {
  let request: RingRequest
  /// How much of what was heard it keeps at least.
  let kept: Seconds
  /// The ring whose place it takes, and how many frames of that come before its own.
  let ring: PlayerRing
  let shift: Int
}
