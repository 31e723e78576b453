// SPDX-License-Identifier: Apache-2.0
// Play, pause, seek and cue.

import ControlTower
import Presets
package import Quantities
import RenderCore
package import RigErrors
import SoundFiles

/// What can be done with a player.
package enum PlayerAction: Hashable, Sendable {
  case play
  case pause
  /// Go to a position in the file.
  case seek(Seconds)
  /// Go to the cue point and wait there.
  case cue
  /// Make the present position the cue point.
  case setCue
}

/// Plays, pauses and moves players, and lets the tower know.
///
/// > Threading: Control.
package struct PlayerControl: StagePart {
  let stage: Stage
  let desk: TowerDesk

  /// Plays, pauses or moves a player; playing activates its session, if the tower lets it.
  ///
  /// Which player is meant may be left out where a session has one. Returns the session, and the place of the player among
  /// its sources.
  @discardableResult
  package func control(
    _ session: String,
    source: String?,
    _ action: PlayerAction
  ) throws(RigError) -> (LiveSession, Int) {
    let (session, index) = try findPlayer(session, source)
    switch action {
    case .play: try setPlaying(session, index, true)
    case .pause: try setPlaying(session, index, false)
    case .seek(let position): try jump(session, index, to: position)
    case .cue:
      try setPlaying(session, index, false)
      try jump(session, index, to: session.players[index]?.cuePoint ?? .zero)
    case .setCue:
      if let player = session.players[index] { session.players[index]?.cuePoint = player.position }
    }
    return (session, index)
  }

  private func findPlayer(
    _ name: String,
    _ source: String?
  ) throws(RigError) -> (LiveSession, Int) {
    let session = try stage.find(name)
    let candidates = session.players.indices.filter { index in
      guard let player = session.players[index] else { return false }
      return source == nil || player.source == source
    }
    let names = session.players.compactMap { $0?.source }.joined(separator: ", ")
    guard let index = candidates.first else {
      let what = source.map { "no player '\($0)'" } ?? "no player"
      let rest = names.isEmpty ? "" : "; it has \(names)"
      throw .data("Session '\(session.name)' has \(what)\(rest).")
    }
    guard candidates.count == 1 else {
      throw .data("Session '\(session.name)' has several players: say which of \(names).")
    }
    return (session, index)
  }

  private func setPlaying(_ session: LiveSession, _ index: Int, _ play: Bool) throws(RigError) {
    guard let player = session.players[index] else { return }
    if play && player.hasEnded { try jump(session, index, to: player.cuePoint) }
    let others = session.players.indices.contains { other in
      other != index && session.players[other]?.isPlaying == true
    }
    let isLive = session.players.contains { $0 == nil }
    // While something else of it sounds, the session plays on; one that is silent must not be woken by a pause.
    if play || !(others || isLive) {
      try desk.handle(.setPlaying(session.session.configuration.id, play))
    }
    session.players[index]?.isPlaying = play
    controller.setPlaying(player.node, play)
  }

  /// Activates a session; a file that has been played to its end and plays by itself begins again.
  package func activate(_ session: LiveSession) throws(RigError) {
    let wasSounding = session.gate.isSounding
    let id = session.preset.configuration.id
    // What was paused because its output went, and has no player to press play on, plays on when asked for.
    try desk.handle(
      session.settings.isHeld && session.isLive ? .setPlaying(id, true) : .activate(id)
    )
    guard !wasSounding else { return }
    for (index, source) in session.session.sources.enumerated() {
      guard case .player(let player) = source.kind, player.startsPlaying,
        session.players[index]?.hasEnded == true
      else { continue }
      try setPlaying(session, index, true)
    }
  }

  /// Goes on at another position of the file; the player's state stays.
  private func jump(_ session: LiveSession, _ index: Int, to position: Seconds) throws(RigError) {
    guard let player = session.players[index] else { return }
    do throws(SoundFileError) {
      controller.exchangeRing(of: player.node, with: try player.file.makeRing(at: position))
    } catch {
      throw .data(error.description)
    }
    session.players[index]?.hasEnded = false
    // The old ring may have come to its end meanwhile, which is not to be the end of the new one.
    if player.isPlaying { controller.setPlaying(player.node, true) }
  }

  /// Notes that a player has played its last frame, unless it was sent somewhere else since.
  package func noteEnd(ofPlayer id: UInt32, jumps: Int) {
    for session in live.strips {
      for index in session.players.indices {
        guard let node = session.players[index]?.node, node.id == id, node.jumps == jumps else {
          continue
        }
        session.players[index]?.isPlaying = false
        session.players[index]?.hasEnded = true
        let isQuiet = session.players.allSatisfy { $0?.isPlaying == false }
        guard isQuiet, let known = live.session(session.name), known === session else { continue }
        // The category allowed playing, so that it stops can't be refused.
        try? desk.handle(.setPlaying(session.session.configuration.id, false))
      }
    }
  }

  /// Lets the players of a session play that are to play from the start.
  func start(_ session: LiveSession) {
    for case let player? in session.players where player.isPlaying {
      controller.setPlaying(player.node, true)
    }
  }

  /// Stops all players of a session, and returns the places of those that did play.
  @discardableResult
  func pauseAll(of session: LiveSession) -> [Int] {
    let playing = session.players.indices.filter { session.players[$0]?.isPlaying == true }
    set(playing, of: session, toPlay: false)
    return playing
  }

  /// Lets the players of a session go on that were stopped because its output went.
  func goOn(_ session: LiveSession) {
    set(session.settings.stopped, of: session, toPlay: true)
    session.settings.stopped = []
  }

  private func set(_ places: [Int], of session: LiveSession, toPlay isPlaying: Bool) {
    for index in places where session.players.indices.contains(index) {
      session.players[index]?.isPlaying = isPlaying
      if let player = session.players[index] { controller.setPlaying(player.node, isPlaying) }
    }
  }
}
