// SPDX-License-Identifier: Apache-2.0
// Players without sound: where each would be in its file, on a clock that counts frames.

import ControlTower
import Presets
import Quantities
import RigEngine
import RigErrors
import SoundFiles

/// The players of a rig that is simulated.
struct VirtualPlayers {
  private(set) var sessions: [VirtualSession]
  private let rate: SampleRate

  /// Looks up how long the files of `rig` are.
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

  /// Lets players run and stand as the effects say, from the frame `now` on.
  ///
  /// Who is to sound waits until those before it are silent, as the conductor has it.
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
  struct Place: Hashable {
    /// The session, with the source where it has several.
    var name: String
    var position: Int
    var isRunning: Bool
  }

  /// Where all players are, in the order of the preset.
  mutating func places(at now: Int) -> [Place] {
    for index in sessions.indices { sessions[index].advance(to: now) }
    return sessions.flatMap { session in
      session.players.map { player in
        Place(
          name: session.players.count == 1
            ? session.id.name : "\(session.id.name).\(player.source)",
          position: player.position,
          isRunning: session.isSounding && player.isPlaying
        )
      }
    }
  }

  /// The player that reaches its end next, and when; not before `now`.
  func nextEnd(from now: Int) -> (frame: Int, id: SessionID, player: Int)? {
    var next: (frame: Int, id: SessionID, player: Int)?
    for session in sessions {
      for index in session.players.indices {
        guard let frame = session.end(of: index, from: now) else { continue }
        if frame < next?.frame ?? .max { next = (frame, session.id, index) }
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
  /// The places of the players that the rig has stopped itself.
  private var halted: [Int] = []

  init(_ session: Session, rate: SampleRate) throws(RigError) {
    id = session.configuration.id
    var players: [VirtualPlayer] = []
    for source in session.sources {
      guard case .player(let player) = source.kind else { continue }
      players.append(try VirtualPlayer(source, player, rate: rate))
    }
    self.players = players
    isLive = players.count < session.sources.count || session.sources.isEmpty
  }

  /// Whether its graph runs or is about to.
  var isSounding: Bool { runsFrom != nil }

  /// Whether a player plays, or something that always does.
  var isPlaying: Bool { isLive || players.contains(where: \.isPlaying) }

  mutating func start(at frame: Int) {
    if runsFrom == nil { runsFrom = frame }
  }

  /// Stops once the sound has died away.
  mutating func stop(at now: Int, after release: Int) {
    guard isSounding else { return }
    advance(to: now + release)
    runsFrom = nil
  }

  /// Whether it would still play with this player paused; with all of them, without a name.
  func isPlaying(without source: String?) -> Bool {
    guard !players.isEmpty else { return false }
    return isLive || players.contains { $0.isPlaying && source != nil && $0.source != source }
  }

  /// Stops what plays, as the rig does when its output is gone.
  fileprivate mutating func halt(at now: Int) {
    halted = players.indices.filter { players[$0].isPlaying }
    pause(nil, at: now)
    isHeld = true
  }

  /// Lets go on what that has stopped.
  fileprivate mutating func goOn(at now: Int) {
    advance(to: now)
    for index in halted { players[index].isPlaying = true }
    halted = []
  }

  mutating func pause(_ source: String?, at now: Int) {
    advance(to: now)
    for index in indices(of: source) { players[index].isPlaying = false }
  }

  /// Lets players play; those at their end begin again.
  mutating func play(_ source: String?, at now: Int) {
    advance(to: now)
    for index in indices(of: source) {
      if players[index].hasEnded { players[index].jump(to: players[index].cuePoint) }
      players[index].isPlaying = true
    }
  }

  mutating func jump(_ source: String?, to place: (VirtualPlayer) -> Int, at now: Int) {
    advance(to: now)
    for index in indices(of: source) { players[index].jump(to: place(players[index])) }
  }

  /// The player of this name; all of them without one.
  private func indices(of source: String?) -> [Int] {
    players.indices.filter { source == nil || players[$0].source == source }
  }

  mutating func end(_ index: Int, at now: Int) {
    advance(to: now)
    players[index].isPlaying = false
    players[index].hasEnded = true
  }

  /// Brings the positions up to date.
  mutating func advance(to now: Int) {
    guard let start = runsFrom, start < now else { return }
    for index in players.indices { players[index].advance(by: now - start) }
    runsFrom = now
  }

  fileprivate func end(of index: Int, from now: Int) -> Int? {
    let player = players[index]
    guard player.isPlaying, !player.loops else { return nil }
    let left = player.length - player.position
    if left <= 0 { return now }
    return runsFrom.map { max(now, $0 + left) }
  }
}

/// A player that is simulated; places and lengths are frames of the rig.
struct VirtualPlayer {
  let source: String
  let length: Int
  let loops: Bool
  let cuePoint: Int
  let startsPlaying: Bool
  var isPlaying: Bool
  var hasEnded = false
  private(set) var position: Int

  init(_ source: Source, _ player: Player, rate: SampleRate) throws(RigError) {
    self.source = source.name
    do throws(SoundFileError) {
      let file = try SoundFilePlayer(file: player.file, rate: rate, diskThread: nil)
      length = file.duration.frames(at: rate).value
    } catch {
      throw .data(error.description)
    }
    loops = player.loops
    cuePoint = player.cuePoint.frames(at: rate).value
    startsPlaying = player.startsPlaying
    isPlaying = player.startsPlaying
    position = cuePoint
  }

  mutating func jump(to frame: Int) {
    position = min(frame, length)
    hasEnded = false
  }

  mutating func advance(by frames: Int) {
    guard isPlaying else { return }
    position = loops ? (position + frames) % max(length, 1) : min(position + frames, length)
  }
}
