// SPDX-License-Identifier: Apache-2.0
// Where the sound of a channel comes from.

package import JACKVocabulary
package import Quantities

/// Where sound enters a session.
package struct Source: Hashable, Sendable {
  /// The name of the source, a node name in the graph.
  package var name: String
  /// How many channels it has.
  package var channels: Int
  /// What makes the sound.
  package var kind: Kind
  /// Whether it is secondary audio, silenced while others come first: a game's soundtrack (SIL-03).
  package var isSecondary = false

  /// Whether it hears an input of the rig; JACK sources are programs.
  package var isInput: Bool {
    if case .route = kind { true } else { false }
  }

  /// Whether it hears the input to which the tower routes the session.
  package var followsRoute: Bool {
    if case .route(Send.currentRoute, _) = kind { true } else { false }
  }

  /// What makes the sound of a source.
  package enum Kind: Hashable, Sendable {
    /// JACK ports of other programs, for each channel; a pattern in several channels is dealt out
    /// to them as in `Route.connections`.
    case jack([[PortPattern]])
    /// Channels (from 1) of an input route, or of `currentRoute`: of the input to which the session
    /// is routed.
    case route(String, channels: [Int])
    /// A file.
    case player(Player)
    /// Silence in place of a missing source: of this file, if it is a player.
    case silent(file: String?)
    /// Output channels (from 1) of the graph of another session, at a point of its strip (IAA-01).
    case session(String, channels: [Int], tap: Send.Tap)
    /// The signal of the one session that has this one as an insert in its chain (IAA-02).
    case insert
  }

  /// Makes a source.
  package init(name: String, channels: Int, kind: Kind) {
    self.name = name
    self.channels = channels
    self.kind = kind
  }
}

/// A file that a session plays.
package struct Player: Hashable, Sendable {
  /// The path of the file from the root, without links: the same file has the same path, however
  /// presets spell it.
  package var file: String
  /// Whether it starts again at its end.
  package var loops = false
  /// Where `cue` goes and where playing starts.
  package var cuePoint = Seconds.zero
  /// Whether it plays as soon as its session is active.
  package var startsPlaying = true

  /// Makes a player of `file`.
  package init(file: String) {
    self.file = file
  }
}
