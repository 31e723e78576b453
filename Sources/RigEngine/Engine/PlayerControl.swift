// SPDX-License-Identifier: Apache-2.0
// Play, pause, seek and cue.

package import ControlTower
import Presets
package import Quantities
package import RenderCore
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
package struct PlayerControl: EnginePart {
  let context: EngineContext
  let towerControl: TowerControl

  /// Plays, pauses or moves a player; playing activates its session, if the tower lets it.
  ///
  /// Which player is meant may be left out where a session has one. Returns the session, and the index of the player among
  /// its sources.
  ///
  /// Files are read beside this thread, on which others go on meanwhile; of several jumps of a player the last one counts.
  @discardableResult
  package nonisolated(nonsending) func control(
    _ name: String,
    source: String?,
    _ action: PlayerAction
  ) async throws(RigError) -> (LiveSession, Int) {
    let (session, index) = try findPlayer(name, source)
    guard let player = session.players[index] else { return (session, index) }
    guard let gesture = action.gesture(on: player.source) else {
      session.players[index]?.cuePoint = player.position
      return (session, index)
    }
    let rings = try await readAhead(for: gesture, on: session)
    guard try context.find(name) === session, session.players[index]?.file === player.file else {
      throw .busy("Session '\(name)' has changed meanwhile; try again.")
    }
    try perform(gesture, on: session, rings)
    return (session, index)
  }

  private func findPlayer(
    _ name: String,
    _ source: String?
  ) throws(RigError) -> (LiveSession, Int) {
    let session = try context.find(name)
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

  // MARK: Gestures

  /// Does to a session what a gesture asks for, as far as the tower grants it.
  ///
  /// - Throws: the tower's refusal, or why a file can't be read there; then nothing has been asked or done.
  package func perform(
    _ gesture: Gesture,
    on session: LiveSession,
    _ prepared: [String: SharedAudioRing] = [:]
  ) throws(RigError) {
    let id = session.session.configuration.id
    let steps = session.sourceStates.steps(of: gesture, id)
    var rings = prepared
    for jump in jumps(steps, of: session) where rings[jump.player.source] == nil {
      rings[jump.player.source] = try jump.ring()
    }
    for step in steps {
      switch step {
      case .ask(let event): try towerControl.handle(event)
      case .play(let source): set([source], of: session, toPlay: true)
      case .pause(let source): set([source], of: session, toPlay: false)
      case .jump(let source, _): jump(session, source, to: rings[source])
      }
    }
  }

  /// What the tower would be asked for a gesture, and how it would decide; nothing is done.
  package func whatIf(_ gesture: Gesture, on session: LiveSession) -> [Decision] {
    var tower = towerControl.tower
    var decisions: [Decision] = []
    let steps = session.sourceStates.steps(of: gesture, session.session.configuration.id)
    for case .ask(let event) in steps {
      decisions.append(tower.decide(event))
      if decisions.last?.refusal != nil { break }
    }
    return decisions
  }

  /// Reads what a gesture needs of files, beside this thread.
  private nonisolated(nonsending) func readAhead(
    for gesture: Gesture,
    on session: LiveSession
  ) async throws(RigError) -> [String: SharedAudioRing] {
    let steps = session.sourceStates.steps(of: gesture, session.session.configuration.id)
    let jumps = jumps(steps, of: session)
    guard !jumps.isEmpty else { return [:] }
    let rings = try await BackgroundQueue.shared.performAtOnce { () throws(RigError) in
      var rings: [String: SharedAudioRing] = [:]
      for jump in jumps { rings[jump.player.source] = try jump.ring() }
      return rings
    }
    guard let rings else { throw .inputOutput("The disk has not answered for too long.") }
    return rings
  }

  private func jumps(_ steps: [GestureStep], of session: LiveSession) -> [PlayerJump] {
    steps.compactMap { step in
      guard case .jump(let source, let position) = step, let player = session.player(source)
      else { return nil }
      return PlayerJump(player: player, position: position ?? player.cuePoint)
    }
  }

  /// Goes on at another position of the file; the player's state stays.
  private func jump(_ session: LiveSession, _ source: String, to ring: SharedAudioRing?) {
    guard let ring, let index = session.players.firstIndex(where: { $0?.source == source }),
      let player = session.players[index], player.file.isNewest(ring)
    else { return }
    controller.exchangeRing(of: player.node, with: ring)
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
        try? towerControl.handle(.setPlaying(session.session.configuration.id, false))
      }
    }
  }

  /// Lets the players of a session play that are to play from the start.
  func start(_ session: LiveSession) {
    for case let player? in session.players where player.isPlaying {
      controller.setPlaying(player.node, true)
    }
  }

  /// Stops all players of a session, and returns the sources of those that did play.
  @discardableResult
  func pauseAll(of session: LiveSession) -> [String] {
    let playing = session.players.compactMap { $0?.isPlaying == true ? $0?.source : nil }
    set(playing, of: session, toPlay: false)
    return playing
  }

  /// Lets the players of a session go on that were stopped because its output went.
  func goOn(_ session: LiveSession) {
    set(session.settings.stopped, of: session, toPlay: true)
    session.settings.stopped = []
  }

  private func set(_ sources: [String], of session: LiveSession, toPlay isPlaying: Bool) {
    for index in session.players.indices {
      guard let player = session.players[index], sources.contains(player.source) else { continue }
      session.players[index]?.isPlaying = isPlaying
      controller.setPlaying(player.node, isPlaying)
    }
  }
}

extension LiveSession {
  /// The player of that source.
  fileprivate func player(_ source: String) -> LivePlayer? {
    players.lazy.compactMap(\.self).first { $0.source == source }
  }
}

/// A player and where in its file it is to go on.
private struct PlayerJump {
  let player: LivePlayer
  let position: Seconds

  /// Reads the first moments from there.
  func ring() throws(RigError) -> SharedAudioRing {
    do throws(SoundFileError) {
      return try player.file.makeRing(at: position)
    } catch {
      throw .data(error.description)
    }
  }
}

extension PlayerAction {
  /// What it asks of the session; `nil` for what concerns the player alone.
  fileprivate func gesture(on source: String) -> Gesture? {
    switch self {
    case .play: .play(source: source)
    case .pause: .pause(source: source)
    case .seek(let position): .seek(source: source, to: position)
    case .cue: .cue(source: source)
    case .setCue: nil
    }
  }
}
