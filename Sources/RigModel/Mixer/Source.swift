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

/// A file or a stream that a session plays, or a list of them.
package struct Player: Hashable, Sendable {
  /// The path of the file, or of the list, from the root, without links: the same file has the same
  /// path, however presets spell it.
  ///
  /// Of a stream it is the address.
  package var file: String
  /// How a list is played; `nil` for a single file.
  package var playlist: Playlist?
  /// Whether it starts again at its end.
  package var loops = false
  /// Where `cue` goes and where playing starts.
  package var cuePoint = Seconds.zero
  /// How loud its tracks are made; `nil`: they are left as they are.
  package var loudness: TargetLoudness?
  /// How much of a stream is kept back.
  package var streamBuffer = Seconds(4)
  /// Whether it plays as soon as its session is active.
  package var startsPlaying = true

  /// Makes a player of `file`.
  package init(file: String) {
    self.file = file
  }
}

/// How loud the tracks of a player are made.
package struct TargetLoudness: Hashable, Sendable {
  /// What is made as loud as the others: each track, the tracks of a folder together, or nothing.
  package enum Mode: String, CaseIterable, Sendable { case track, album, off }

  /// In LUFS; ReplayGain 2 has the same.
  package var target = -18.0
  package var mode = Mode.track
  /// The highest true peak that a gain may lead to, in dBTP.
  package var peakLimit = -1.0

  package init() {}
}

/// How a list of files is played.
package struct Playlist: Hashable, Sendable {
  /// What happens at the end of a list, or of a track.
  package enum Repetition: String, CaseIterable, Sendable { case all, one, off }

  /// What says for how long two tracks are heard together.
  package enum Measure: String, CaseIterable, Sendable { case time, loudness }

  /// The gains of two tracks while both are heard.
  package enum Curve: String, CaseIterable, Sendable { case full, power, linear }

  /// The number that a shuffled order is made from; `nil`: the order of the list.
  package var seed: UInt64?
  package var repeats = Repetition.all
  /// For how long two tracks are heard together; less than 0 for a pause between them.
  package var crossfade = Seconds.zero
  package var measure = Measure.time
  package var curve = Curve.full
  /// How many tracks one can go back.
  package var history = 100

  package init() {}
}
