// SPDX-License-Identifier: Apache-2.0
// The cue button of a deck, in the ways that DJs know.

/// How a deck's cue button works, and what it does at the moment.
struct CueButton {
  /// The ways in which it works.
  ///
  /// All of them go back to the cue point and wait there if the deck plays, and play from it for as
  /// long as the button is held if the deck waits there already.
  enum Mode: String, CaseIterable {
    /// Anywhere else it sets the cue point: as on Pioneer's players, and in Mixxx.
    case pioneer
    /// Anywhere else it goes to the cue point, which is set where a waiting deck is started.
    case denon
    /// Cue and play: the deck waits at the cue point until the button is let go; anywhere else it
    /// sets the cue point first.
    case cup

    /// The names of the ways, and of those that are the same.
    static let names = ["pioneer", "mixxx", "denon", "numark", "cup"]

    /// The way with a name.
    init?(named name: String) {
      switch name {
      case "mixxx": self = .pioneer
      case "numark": self = .denon
      default: self.init(rawValue: name)
      }
    }
  }

  /// What a button that is held does.
  enum Held: Hashable {
    /// It plays from the cue point, until it is let go.
    case cue
    /// The same from a hot cue.
    case hotCue(Int)
    /// It waits until it is let go.
    case start
  }

  /// The name of its way to work.
  var name = Mode.pioneer.rawValue
  var held: Held?
  /// The buttons that are down: that of the cue is 0, those of hot cues have their numbers.
  var down: Set<Int> = []

  var mode: Mode { Mode(named: name) ?? .pioneer }
}
