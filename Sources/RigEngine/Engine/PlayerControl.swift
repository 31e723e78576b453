// SPDX-License-Identifier: Apache-2.0
// Prepare, play, pause, seek and cue.

package import ControlTower
package import Quantities
import RenderCore
package import RigErrors
import RigModel
package import SoundFiles

/// What can be done with a player.
package enum PlayerAction: Hashable, Sendable {
  /// Be ready: one that has ended goes to its cue point.
  case prepare
  case play
  case pause
  /// Go to a position in the file.
  case seek(Seconds)
  /// Go to the cue point and wait there.
  case cue
  /// Make the present position the cue point.
  case setCue
  /// Go to another track, and play it if the player plays; one that plays is not emptied.
  case go(TrackStep)
}

/// Plays, pauses and moves players, and lets the tower know.
///
/// > Threading: Control.
package struct PlayerControl: EnginePart {
  let context: EngineContext
  let towerControl: TowerControl

  /// Plays, pauses or moves a player; playing activates its session, if the tower lets it.
  ///
  /// Which player is meant may be left out where a session has one. Returns the session, and the
  /// index of the player among its sources.
  @discardableResult
  package func control(
    _ session: String,
    source: String?,
    _ action: PlayerAction
  ) throws(RigError) -> (LiveChannel, Int) {
    let (session, index, player) = try find(session, source)
    let name = player.source
    switch action {
    case .prepare: try perform(.prepare(source: name), on: session)
    case .play:
      let waits = !player.isPlaying && player.cueButton.held == nil && !player.hasEnded
      let place = player.position
      try perform(.play(source: name), on: session)
      // Play that is pressed while a cue is held lets it play on.
      session.players[index]?.cueButton.held = nil
      let path = session.path(of: name, .set_cue)
      if waits, player.cueButton.mode == .denon, player.file.stream == nil,
        (try? context.guards.checkLock(path)) != nil
      {
        session.players[index]?.cuePoint = place
      }
    case .pause:
      try perform(.pause(source: name), on: session)
      session.players[index]?.cueButton.held = nil
    case .seek(let position): try perform(.seek(source: name, to: position), on: session)
    case .cue: try goToCue(index, of: session)
    case .setCue: try setCue(index, of: session)
    case .go(let step):
      for word in [step.word, .position_seconds] {
        try context.guards.checkLock(session.path(of: name, word))
      }
      if step == .eject {
        // What is on air is not taken out by a finger that has slipped.
        guard !player.isPlaying else {
          throw .refused("'\(session.subject(of: name))' plays: pause it first.")
        }
        // What is being loaded is not wanted any more.
        session.players[index]?.followed = player.requests
        // Nor does it go on once its output is back.
        if session.settings.stopped.contains(name) {
          try perform(.pause(source: name), on: session)
          session.settings.stopped.removeAll { $0 == name }
        }
      }
      try go(step, index, of: session)
    }
    return (session, index)
  }

  /// Whether a player plays a list.
  package func playsList(_ session: String, source: String?) throws(RigError) -> Bool {
    try find(session, source).player.file.tracks.list != nil
  }

  /// The player that is meant, which may be left out where a session has one, with its session and
  /// its index among the sources.
  package func find(
    _ name: String,
    _ source: String?
  ) throws(RigError) -> (session: LiveChannel, index: Int, player: LivePlayer) {
    let session = try context.find(name)
    let players = session.players.enumerated().compactMap { index, player in
      player.map { (index: index, player: $0) }
    }
    let candidates = players.filter { source == nil || $0.player.source == source }
    let names = players.map(\.player.source).joined(separator: ", ")
    guard let found = candidates.first else {
      let what = source.map { "no player '\($0)'" } ?? "no player"
      let rest = names.isEmpty ? "" : "; it has \(names)"
      throw .data("Session '\(session.name)' has \(what)\(rest).")
    }
    guard candidates.count == 1 else {
      throw .data("Session '\(session.name)' has several players: say which of \(names).")
    }
    return (session, found.index, found.player)
  }

  // MARK: Gestures

  /// Does to a session what a gesture asks for, as far as the tower grants it.
  ///
  /// A jump is asked for and waits for no disk; `LivePlayer.jump` says what has not come yet.
  ///
  /// - Throws: the tower's refusal, or that a position is outside of a file; then nothing has been
  ///   done.
  package func perform(_ gesture: Gesture, on session: LiveChannel) throws(RigError) {
    let steps = try granted(gesture, on: session)
    // A session whose player starts in a later cycle than its gate opens would fade its first
    // moments in.
    try controller.together { () throws(RigError) in
      for step in steps { try carryOut(step, on: session) }
    }
  }

  private func carryOut(_ step: GestureStep, on session: LiveChannel) throws(RigError) {
    switch step {
    case .ask(let event): try towerControl.handle(event)
    case .play(let source): set([source], of: session, toPlay: true)
    case .pause(let source): set([source], of: session, toPlay: false)
    case .jump(let source, let position):
      guard let index = session.index(ofPlayer: source) else { return }
      try jump(index, of: session, to: position)
    }
  }

  /// The questions to the tower for a gesture, unless something else prevents it.
  func questions(of gesture: Gesture, on session: LiveChannel) throws(RigError) -> [TowerEvent] {
    try granted(gesture, on: session).compactMap { step in
      if case .ask(let event) = step { event } else { nil }
    }
  }

  /// The steps of a gesture, none of which an operator has locked, or leads out of its file.
  private func granted(
    _ gesture: Gesture,
    on session: LiveChannel
  ) throws(RigError) -> [GestureStep] {
    try session.checkTracks(for: gesture)
    let steps = session.sourceStates.steps(of: gesture, session.id)
    try context.guards.check(steps, of: session, in: towerControl.tower)
    for case .jump(let source, let position) in steps {
      guard let index = session.index(ofPlayer: source) else { continue }
      try check(index, of: session, position)
    }
    return steps
  }

  /// What the tower would be asked for a gesture, and how it would decide; nothing is done.
  ///
  /// - Throws: that there is no track to do it to.
  package func whatIf(
    _ gesture: Gesture,
    on session: LiveChannel
  ) throws(RigError) -> [Decision] {
    try session.checkTracks(for: gesture)
    var tower = towerControl.tower
    var decisions: [Decision] = []
    let steps = session.sourceStates.steps(of: gesture, session.id)
    for case .ask(let event) in steps {
      decisions.append(tower.decide(event))
      if decisions.last?.refusal != nil { break }
    }
    return decisions
  }

  /// Lets the players of a session play that are to play from the start; where the rig has paused
  /// it (`isHeld`) they wait, too.
  func start(_ session: LiveChannel, isHeld: Bool = false) {
    if isHeld {
      let waiting = pauseAll(of: session)
      session.settings.stopped += waiting.filter { !session.settings.stopped.contains($0) }
    }
    for case let player? in session.players where player.isPlaying && player.jump == nil {
      controller.setPlaying(player.node, true, isOnset: player.isOnset(player.position))
    }
  }

  /// Stops all players of a session, and returns the sources of those that did play.
  @discardableResult
  func pauseAll(of session: LiveChannel) -> [String] {
    let playing = session.players.compactMap { $0?.isPlaying == true ? $0?.source : nil }
    set(playing, of: session, toPlay: false)
    return playing
  }

  /// Lets the players of a session go on that were stopped because its output went.
  func goOn(_ session: LiveChannel) {
    set(session.settings.stopped, of: session, toPlay: true)
    session.settings.stopped = []
  }

  /// Plays or pauses all of a session, as its program asks; what is no player of it the program
  /// starts and stops itself.
  package func setPlaying(_ session: LiveChannel, _ isPlaying: Bool) throws(RigError) {
    if !isPlaying, session.isMixed {
      try towerControl.ask(.setPlaying(session.id, false))
    }
    try perform(isPlaying ? .play() : .pause(), on: session)
  }

  /// Tells the tower what the players of a session do, where it takes them for something else
  /// (PLY-A3).
  ///
  /// To be called whenever something else than a gesture has changed them.
  func report(_ session: LiveChannel) {
    let id = session.id
    guard !session.isLive, let state = towerControl.tower.session(id),
      state.configuration.category.behaviour.allowsPlay
    else { return }
    let arePlaying = session.players.contains { $0?.isPlaying == true }
    guard arePlaying == state.isPaused, arePlaying || !session.isMixed else { return }
    towerControl.tell(.playersChanged(id, arePlaying: arePlaying))
  }

  func set(_ sources: [String], of session: LiveChannel, toPlay isPlaying: Bool) {
    // What begins on the beat of another deck begins in the cycle in which that was looked at.
    controller.together {
      for index in session.players.indices {
        set(index, sources, of: session, toPlay: isPlaying)
      }
    }
  }

  private func set(
    _ index: Int,
    _ sources: [String],
    of session: LiveChannel,
    toPlay isPlaying: Bool
  ) {
    guard let player = session.players[index], sources.contains(player.source),
      !player.isEmpty || !isPlaying
    else { return }
    session.players[index]?.isPlaying = isPlaying
    if !isPlaying { session.players[index]?.beats.isOnBeat = false }
    if isPlaying, !player.isPlaying {
      session.players[index]?.beats.heldAt = player.ring.audio.framesRead
    }
    // What is at its beginning has been read from the former file.
    if isPlaying, player.jump == nil, player.file.isReplaced, player.isUnplayedOnset {
      session.players[index]?.jump = renewed(player)
      session.players[index]?.jump?.whenSettled(hooks.ringCame)
      land(index, of: session)
      return
    }
    // One that is to be elsewhere plays from there.
    guard player.jump == nil || !isPlaying else { return }
    let isJoining = isPlaying && !player.isPlaying && comeOnBeat(index, of: session)
    let isOnset = !isJoining && player.isOnset(player.position)
    controller.setPlaying(player.node, isPlaying, isOnset: isOnset)
  }
}

extension PlayerControl {
  /// Asks for the beginning of the file that has the name by now, which is at the same place in it.
  private func renewed(_ player: LivePlayer) -> RingRequest? {
    do throws(SoundFileError) {
      return try player.file.requestRing(at: player.position, renews: true)
    } catch {
      hooks.complain("\(error.description).")
      return nil
    }
  }
}

extension LiveChannel {
  fileprivate func checkTracks(for gesture: Gesture) throws(RigError) {
    switch gesture {
    case .play(let source), .seek(let source, _), .cue(let source): try checkTrack(of: source)
    case .activate, .prepare, .pause: break
    }
  }

  /// Refuses to go on where all players that are meant are empty.
  func checkTrack(of source: String?) throws(RigError) {
    let meant = players.filter { source == nil || $0?.source == source }
    guard !meant.isEmpty, meant.allSatisfy({ $0?.isEmpty == true }) else { return }
    if meant.contains(where: { $0?.isLoading == true }) {
      throw .busy("The track of '\(source.map(subject) ?? name)' is being loaded: wait for it.")
    }
    let subject = source.map(subject) ?? name
    throw .refused("'\(subject)' has no track: load one first.")
  }

  /// The name of a player for people.
  fileprivate func subject(of source: String) -> String {
    players.count == 1 ? name : "\(name).\(source)"
  }

  /// Where the player of that source is.
  fileprivate func index(ofPlayer source: String) -> Int? {
    players.firstIndex { $0?.source == source }
  }
}
