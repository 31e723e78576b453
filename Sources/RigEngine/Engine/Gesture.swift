// SPDX-License-Identifier: Apache-2.0
// What people do to a session, once for all: a live rig, a simulated one, one that is rendered, and
// `what-if`.

package import ControlTower
package import Quantities
import RigModel

/// What somebody does to a session; players are meant by their source, or all of them.
package enum Gesture: Hashable, Sendable {
  /// Asks for the session to be active.
  case activate
  /// Makes players ready: those at their end go to their cue points.
  case prepare(source: String? = nil)
  /// Lets it sound, with its players; those at their end begin again.
  case play(source: String? = nil)
  /// Stops players, and the session with the last of them.
  case pause(source: String? = nil)
  /// Goes to a position in its files.
  case seek(source: String? = nil, to: Seconds)
  /// Goes to the cue points, and waits there.
  case cue(source: String? = nil)
}

/// One thing that a gesture does: a question to the tower, or what is done to a player once all
/// before it is granted.
package enum GestureStep: Hashable, Sendable {
  case ask(TowerEvent)
  case play(source: String)
  case pause(source: String)
  /// Goes to a position in the file; to the cue point without one.
  case jump(source: String, to: Seconds?)
}

/// How the sources of a session are, sounding or simulated: what gestures go by.
package struct SourceStates {
  /// How a player is.
  package struct PlayerState {
    let source: String
    let startsPlaying: Bool
    var isPlaying: Bool
    var hasEnded: Bool
    /// Whether it has no track: what is done to all does nothing to it.
    var isEmpty: Bool

    package init(
      source: String,
      startsPlaying: Bool,
      isPlaying: Bool,
      hasEnded: Bool,
      isEmpty: Bool = false
    ) {
      (self.source, self.startsPlaying) = (source, startsPlaying)
      (self.isPlaying, self.hasEnded, self.isEmpty) = (isPlaying, hasEnded, isEmpty)
    }
  }

  private var players: [PlayerState]
  private let hasLiveSources: Bool
  private let isSounding: Bool
  private let isHeld: Bool

  /// Describes a session.
  ///
  /// - Parameters:
  ///   - players: its players, in the order of the preset.
  ///   - hasLiveSources: whether it has sources that sound by themselves.
  ///   - isSounding: whether its graph runs.
  ///   - isHeld: whether the tower has paused it, and nobody has wanted it to play since.
  package init(
    _ players: [PlayerState],
    hasLiveSources: Bool,
    isSounding: Bool,
    isHeld: Bool
  ) {
    (self.players, self.hasLiveSources) = (players, hasLiveSources)
    (self.isSounding, self.isHeld) = (isSounding, isHeld)
  }

  /// What a gesture does to the session of this name, in order; the first question that the tower
  /// refuses ends it.
  package func steps(of gesture: Gesture, _ id: SessionID) -> [GestureStep] {
    switch gesture {
    case .activate: activation(of: id)
    case .prepare(let source):
      [.ask(.prepare(id))]
        + named(source).filter(\.hasEnded).map { .jump(source: $0.source, to: nil) }
    case .play(let source): starts(named(source), of: id, isWholeSession: source == nil)
    case .pause(let source): stops(source, of: id)
    case .seek(let source, let position):
      named(source).map { .jump(source: $0.source, to: position) }
    case .cue(let source):
      stops(source, of: id) + named(source).map { .jump(source: $0.source, to: nil) }
    }
  }

  private func named(_ source: String?) -> [PlayerState] {
    players.filter { source.map { [name = $0.source] in name == $0 } ?? !$0.isEmpty }
  }

  /// What was paused because its output went, and has no player to press play on, plays on when
  /// asked for.
  ///
  /// Files that have been played to their end and play by themselves begin again, unless the
  /// session sounds already.
  private func activation(of id: SessionID) -> [GestureStep] {
    let isToPlay = isHeld && players.isEmpty
    let ended = isSounding ? [] : players.filter { $0.hasEnded && $0.startsPlaying }
    return [.ask(isToPlay ? .setPlaying(id, true) : .activate(id))]
      + starts(ended, of: id, isWholeSession: false)
  }

  /// The tower is asked once; a session without players sounds by itself when it is granted.
  private func starts(
    _ players: [PlayerState],
    of id: SessionID,
    isWholeSession: Bool
  ) -> [GestureStep] {
    guard !players.isEmpty || isWholeSession else { return [] }
    return [.ask(.setPlaying(id, true))]
      + players.flatMap { player -> [GestureStep] in
        let start = GestureStep.play(source: player.source)
        return player.hasEnded ? [.jump(source: player.source, to: nil), start] : [start]
      }
  }

  /// While something else of it sounds, the session plays on; one that is silent must not be woken
  /// by a pause.
  private func stops(_ source: String?, of id: SessionID) -> [GestureStep] {
    let playsOn =
      !players.isEmpty
      && (hasLiveSources
        || players.contains { $0.isPlaying && source != nil && $0.source != source })
    return (playsOn ? [] : [.ask(.setPlaying(id, false))])
      + named(source).map { .pause(source: $0.source) }
  }
}

extension LiveChannel {
  /// How its sources are.
  var sourceStates: SourceStates {
    let starting = current.sources.compactMap { source -> String? in
      guard case .player(let player) = source.kind, player.startsPlaying else { return nil }
      return source.name
    }
    return SourceStates(
      players.compactMap { player in
        player.map { player in
          SourceStates.PlayerState(
            source: player.source,
            startsPlaying: starting.contains(player.source),
            isPlaying: player.isPlaying,
            hasEnded: player.hasEnded,
            isEmpty: player.isEmpty
          )
        }
      },
      hasLiveSources: players.contains { $0 == nil } || players.isEmpty,
      isSounding: gate.isSounding && !settings.onlyFeedsSessions,
      isHeld: settings.isHeld
    )
  }
}
