// SPDX-License-Identifier: Apache-2.0
// Which deck leads the beat.

import RenderCore

/// The beat that decks have in common.
///
/// > Threading: Control.
final class LiveSync {
  /// The path of the deck that leads; `nil` while no deck follows one.
  var leader: String?
  /// Whether its user has chosen it; otherwise another one leads once it stops.
  var isChosen = false
  /// What the transport follows, if it follows a deck.
  var clock: Clock?

  /// A deck that the transport follows.
  struct Clock {
    let node: PlayerNode
    /// How many of the clock's beats come before the one from which the deck's are counted.
    let firstBeat: Double
    /// The track of the deck, and its beats, for which that counts.
    let turn: Int
    let beats: RingBeats

    func isSame(as other: Clock?) -> Bool {
      other.map {
        node === $0.node && beats == $0.beats && abs(firstBeat - $0.firstBeat) < 1e-3
      } ?? false
    }
  }
}
