// SPDX-License-Identifier: Apache-2.0
// Which deck leads the beat.

/// The beat that decks have in common.
///
/// > Threading: Control.
final class LiveSync {
  /// The path of the deck that leads; `nil` while no deck follows one.
  var leader: String?
  /// Whether its user has chosen it; otherwise another one leads once it stops.
  var isChosen = false
}
