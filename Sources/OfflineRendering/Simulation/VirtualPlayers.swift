// SPDX-License-Identifier: Apache-2.0
// Players without sound: where each would be in its file, on a clock that counts frames.

import ControlTower
import Quantities
import RigEngine
import RigErrors
import RigModel
import SoundFiles

/// The players of a rig that is simulated.
struct VirtualPlayers {
  private(set) var sessions: [VirtualSession]
  private let rate: SampleRate

  /// Reads how long the files of `rig` are.
  init(_ rig: Rig, rate: SampleRate) throws(RigError) {
    self.rate = rate
    sessions = []
    for session in rig.sessions { sessions.append(try VirtualSession(session, rate: rate)) }
  }

  /// The session of this name, if the preset has it.
  subscript(_ id: SessionID) -> VirtualSession? {
    get { sessions.first { $0.id == id } }
    set {
      guard let newValue, let index = sessions.firstIndex(where: { $0.id == id }) else { return }
      sessions[index] = newValue
    }
  }

  /// Starts and stops players as the effects say, from the frame `now` on.
  ///
  /// A player that is to sound waits until those before it are silent, as in the engine.
  mutating func carryOut(_ effects: [TowerEffect], at now: Int) {
    let rate = rate
    let release = HostTimes.release.frames(at: rate).value
    var silentAfter = 0
    for effect in effects {
      switch effect.action {
      case .suspend(let id):
        self[id]?.stop(at: now, after: release)
        silentAfter = release
      case .sound(let id, let delay):
        self[id]?.start(at: now + max(silentAfter, delay.frames(at: rate).value))
      case .pause(let id):
        self[id]?.halt(at: now)
      case .resume(let id):
        self[id]?.goOn(at: now)
      default:
        continue
      }
    }
  }

  /// Lets sessions play again that have been paused for their output, where that is over.
  mutating func release(_ isOver: (SessionID) -> Bool) {
    for index in sessions.indices where sessions[index].isHeld && isOver(sessions[index].id) {
      sessions[index].isHeld = false
    }
  }

  /// Where a player is.
  struct PlayerState: Hashable {
    /// The session, with the source where it has several.
    var name: String
    var position: Int
    var isRunning: Bool
  }

  /// Where all players are, in the order of the preset.
  mutating func states(at now: Int) -> [PlayerState] {
    for index in sessions.indices { sessions[index].advance(to: now) }
    return sessions.flatMap { session in
      session.players.map { player in
        PlayerState(
          name: session.players.count == 1
            ? session.id.name : "\(session.id.name).\(player.source)",
          position: session.restingPosition(of: player),
          isRunning: session.isSounding && player.isPlaying
        )
      }
    }
  }

  /// A player that comes to an end.
  struct End {
    let frame: Int
    let id: SessionID
    let player: Int
    /// Whether another track of its list begins then.
    let goesOn: Bool
  }

  /// The player that reaches the end of a track or of all next, and when; not before `now`.
  func nextEnd(from now: Int) -> End? {
    var next: End?
    for session in sessions {
      for index in session.players.indices {
        guard let end = session.end(of: index, from: now) else { continue }
        if end.frame < next?.frame ?? .max { next = end }
      }
    }
    return next
  }
}

/// A session's players, and whether they run.
struct VirtualSession {
  let id: SessionID
  var players: [VirtualPlayer]
  /// Whether it has sources that sound by themselves.
  let isLive: Bool
  /// Whether the tower has paused it, and nobody has wanted it to play since.
  var isHeld = false
  /// From when on its graph runs; everything before is in the players' positions already.
  private var runsFrom: Int?
  /// When it stops running, once its sound has died away.
  private var runsUntil: Int?
  /// The positions of the players that the rig has stopped itself.
  private var halted: [Int] = []

  init(_ session: Session, rate: SampleRate) throws(RigError) {
    id = session.seat.configuration.id
    var players: [VirtualPlayer] = []
    for source in session.channel.sources {
      guard case .player(let player) = source.kind else { continue }
      players.append(try VirtualPlayer(source, player, rate: rate))
    }
    self.players = players
    isLive = players.count < session.channel.sources.count || session.channel.sources.isEmpty
  }

  /// Whether its graph runs and will go on, or is about to start.
  var isSounding: Bool { runsFrom != nil && runsUntil == nil }

  /// Whether a player or a live source plays.
  var isPlaying: Bool { isLive || players.contains(where: \.isPlaying) }

  mutating func start(at frame: Int) {
    advance(to: frame)
    if runsFrom == nil { runsFrom = frame }
    runsUntil = nil
  }

  /// Stops once the sound has died away.
  mutating func stop(at now: Int, after release: Int) {
    guard isSounding else { return }
    advance(to: now)
    runsUntil = now + release
  }

  /// Where a player is, or will be once the session's sound has died away.
  func restingPosition(of player: VirtualPlayer) -> Int {
    var player = player
    player.advance(by: remainingFrames)
    return player.position
  }

  /// For how many frames players read on while the session's sound dies away.
  private var remainingFrames: Int {
    guard let start = runsFrom, let end = runsUntil else { return 0 }
    return max(0, end - start)
  }

  /// Stops the players that play, as the rig does when its output is gone.
  fileprivate mutating func halt(at now: Int) {
    halted = players.indices.filter { players[$0].isPlaying }
    advance(to: now)
    for index in halted { players[index].pause(after: remainingFrames) }
    isHeld = true
  }

  /// Starts the players again that `halt` has stopped.
  fileprivate mutating func goOn(at now: Int) {
    advance(to: now)
    for index in halted { players[index].isPlaying = true }
    halted = []
  }

  /// The state of its sources.
  var sourceStates: SourceStates {
    SourceStates(
      players.map { player in
        SourceStates.PlayerState(
          source: player.source,
          startsPlaying: player.startsPlaying,
          isPlaying: player.isPlaying,
          hasEnded: player.hasEnded
        )
      },
      hasLiveSources: isLive,
      isSounding: isSounding,
      isHeld: isHeld
    )
  }

  /// Whether the files have all positions that `steps` go to.
  func canJump(_ steps: [GestureStep]) -> Bool {
    steps.allSatisfy { step in
      guard case .jump(let source, let target?) = step else { return true }
      return players.allSatisfy { $0.source != source || target <= $0.duration }
    }
  }

  /// Carries out a step of a gesture.
  mutating func perform(_ step: GestureStep, at now: Int) {
    advance(to: now)
    switch step {
    case .ask: return
    case .play(let source): with(source) { $0.isPlaying = true }
    case .pause(let source): with(source, pause)
    case .jump(let source, let target): with(source) { $0.jump(to: target) }
    }
  }

  private mutating func with(_ source: String, _ body: (inout VirtualPlayer) -> Void) {
    guard let index = players.firstIndex(where: { $0.source == source }) else { return }
    body(&players[index])
  }

  /// Pauses a player; while the session's sound dies away, the player still reads on.
  private func pause(_ player: inout VirtualPlayer) {
    player.pause(after: remainingFrames)
  }

  mutating func end(_ index: Int, at now: Int) {
    advance(to: now)
    players[index].isPlaying = false
    players[index].hasEnded = true
  }

  /// Brings the positions up to date.
  mutating func advance(to now: Int) {
    guard let start = runsFrom else { return }
    let end = min(now, runsUntil ?? now)
    if start < end {
      for index in players.indices { players[index].advance(by: end - start) }
      runsFrom = end
    }
    if let runsUntil, runsUntil < now { (runsFrom, self.runsUntil) = (nil, nil) }
  }

  fileprivate func end(of index: Int, from now: Int) -> VirtualPlayers.End? {
    let player = players[index]
    guard player.isPlaying, let start = runsFrom, let rest = player.untilNext ?? player.untilEnd
    else { return nil }
    let frame = start + rest
    if let runsUntil, frame > runsUntil { return nil }
    return VirtualPlayers.End(
      frame: max(now, frame),
      id: id,
      player: index,
      goesOn: player.untilNext != nil
    )
  }
}

extension SourceStates {
  /// A session without players.
  static let live = Self([], hasLiveSources: true, isSounding: false, isHeld: false)
}
