// SPDX-License-Identifier: Apache-2.0
// Loops of decks: their ends, their lengths in beats, and the way in and out.

import Quantities
import RenderCore
import RigErrors
import RigModel
import SoundFiles

extension PlayerControl {
  /// What can be done with the loop of a player.
  enum LoopAction: Hashable {
    /// Let it begin where the player is.
    case begin
    /// Let it end where the player is, and play it.
    case end
    /// Play it, from its beginning where the player has left it, or leave it.
    case turn(on: Bool)
    /// Make it so many beats long and play it; a new one begins where the player is.
    case beats(Double)
    /// Play one of so many beats, or leave it where it is played and that long.
    case toggle(beats: Double)
    /// Make it so many times as long.
    case stretch(Double)
    /// Let it begin so many beats later.
    case move(Double)
  }

  /// Does something with the loop of a player.
  ///
  /// - Throws: why there can be no such loop; nothing has changed then.
  func loop(_ action: LoopAction, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    try session.checkTrack(of: player.source)
    guard player.file.stream == nil else {
      throw .refused("'\(player.source)' plays a stream, which has no places to go back to.")
    }
    try context.guards.checkLock(session.path(of: player.source, .position_seconds))
    let place = player.quantised(player.position)
    let fresh = PlayerLoop(start: place, turn: player.track.turn)
    var loop = player.loop ?? fresh
    func length(of beats: Double) -> Seconds {
      Seconds(player.place(beats, from: loop.start).value - loop.start.value)
    }
    switch action {
    case .begin: loop = fresh
    case .end:
      guard player.loop != nil else {
        throw .refused("'\(player.source)' has no loop: set its beginning first, by loop_in.")
      }
      loop.length = Seconds(place.value - loop.start.value)
      if loop.length.value <= 0, player.beats.isQuantised {
        loop.length = Seconds(player.place(1, from: loop.start).value - loop.start.value)
      }
      loop.isOn = true
    case .turn(let isOn):
      guard player.loop.map({ $0.length > .zero }) == true || !isOn else {
        throw .refused(
          "'\(player.source)' has no loop: set one by loop_in and loop_out, or loop_beats."
        )
      }
      if player.loop == nil { return }
      loop.isOn = isOn
    case .beats(let beats):
      // As it is already: what takes changes back plays nothing that was not played.
      if !loop.isOn, abs(loop.length.value - length(of: beats).value) < 1e-9 { return }
      if !loop.isOn { loop = fresh }
      loop.length = length(of: beats)
      loop.isOn = beats > 0
    case .toggle(let beats):
      guard PlayerLoop.beats.contains(beats) else {
        let (least, most) = (PlayerLoop.beats.lowerBound, PlayerLoop.beats.upperBound)
        throw .data("A loop has \(least.short) to \(most.short) beats.")
      }
      if !loop.isOn { loop = fresh }
      loop.isOn = !loop.isOn || abs(loop.length.value - length(of: beats).value) > 1e-9
      loop.length = length(of: beats)
    case .stretch(let factor):
      guard loop.length > .zero else {
        throw .refused("'\(player.source)' has no loop to change.")
      }
      loop.length = Seconds(loop.length.value * factor)
      let beats = player.beats(in: loop.length, from: loop.start)
      guard factor > 1 || beats > PlayerLoop.beats.lowerBound - 1e-6 else {
        throw .refused("A loop is halved until it has 1/32 of a beat.")
      }
    case .move(let beats):
      guard loop.length > .zero else {
        throw .refused("'\(player.source)' has no loop to move.")
      }
      loop.start = player.place(beats, from: loop.start)
      guard loop.start >= .zero, loop.start < player.track.duration else {
        throw .refused("The loop of '\(player.source)' can't be moved out of its track.")
      }
    }
    if loop.isOn != (player.loop?.isOn == true) {
      try context.guards.checkLock(session.path(of: player.source, .loop_active))
    }
    try check(loop, of: player)
    if loop.isOn {
      let path = session.path(of: player.source, .loop_beats)
      let beats = player.beats(in: loop.length, from: loop.start)
      try context.guards.check(beats, path, unit: nil)
    }
    try set(loop, index, of: session) { () throws(RigError) in
      try play(loop, index, of: session)
    }
  }

  /// Gives a player a loop, and takes it back where it can't be played.
  func set(
    _ loop: PlayerLoop?,
    _ index: Int,
    of session: LiveChannel,
    _ play: () throws(RigError) -> Void
  ) throws(RigError) {
    let before = session.players[index]?.setLoop
    session.players[index]?.setLoop = loop
    do throws(RigError) { try play() } catch {
      session.players[index]?.setLoop = before
      throw error
    }
  }

  /// Refuses loops that are too short, or longer than what is kept of a track.
  func check(_ loop: PlayerLoop, of player: LivePlayer) throws(RigError) {
    guard loop.length != .zero || loop.isOn else { return }
    let frames = loop.length.frames(at: sampleRate).value
    guard frames >= PlayerLoop.leastFrames else {
      let least = FrameCount(PlayerLoop.leastFrames).seconds(at: sampleRate)
      throw .refused("A loop ends at least \(least.value.short) s behind its beginning.")
    }
    guard player.ring.audio.longestLoop >= PlayerLoop.leastFrames else {
      throw .refused("'\(player.source)' has too many channels to keep what a loop needs.")
    }
    let most = longestLoop(of: player)
    guard loop.length <= most else {
      let seconds = (most.value * 100).rounded(.down) / 100
      let length = (loop.length.value * 100).rounded() / 100
      throw .refused(
        "A loop is at most \(seconds.short) s long, and this one would be \(length.short) s."
      )
    }
  }

  /// How long a loop of a player may be.
  func longestLoop(of player: LivePlayer) -> Seconds {
    PlayerRing.longestLoop(channels: player.ring.audio.channels, rate: sampleRate)
  }

  /// The first frame of a player's ring that will be there when the renderer hears of a change.
  private func oldest(of player: LivePlayer) -> Int {
    let oldest = player.ring.audio.oldest
    return oldest == 0 ? 0 : oldest + 2 * context.blockFrames + slack
  }

  /// What a kernel looks back at, and a few cycles.
  private var slack: Int { 2_048 }

  /// Lets the renderer play a loop, or leave it; one that the player has left far behind is jumped
  /// to.
  private func play(
    _ loop: PlayerLoop,
    _ index: Int,
    of session: LiveChannel
  ) throws(RigError) {
    guard let player = session.players[index] else { return }
    session.players[index]?.lastWay = 0
    guard loop.isOn else { return controller.setLoop(of: player.node, to: nil) }
    // What is on its way somewhere plays the loop from there on.
    guard player.jump == nil else { return }
    // One that has come to its end is sent back by a jump.
    if !player.hasEnded, isWithinReach(loop, of: player) {
      if fits(loop, player) { return apply(loop, player) }
      let (past, kept) = player.wantedPast
      if grow(index, of: session, past: past, keeping: kept) { return }
    }
    try jump(index, of: session, to: loop.start)
  }

  /// The same in a ring that has taken the place of another one.
  func playAgain(_ loop: PlayerLoop, _ index: Int, of session: LiveChannel) {
    do throws(RigError) {
      try play(loop, index, of: session)
    } catch {
      session.players[index]?.loop?.isOn = false
    }
  }

  /// Whether the ring can keep all of a loop.
  private func fits(_ loop: PlayerLoop, _ player: LivePlayer) -> Bool {
    loop.length.frames(at: sampleRate).value <= player.ring.audio.longestLoop
  }

  /// Whether the ring still has all of a loop, and the player has not left it long ago.
  private func isWithinReach(_ loop: PlayerLoop, of player: LivePlayer) -> Bool {
    let ring = player.ring
    guard let start = ring.frame(at: loop.start, turn: loop.turn) else { return false }
    return start >= oldest(of: player)
  }

  /// Lets the renderer play a loop.
  private func apply(_ loop: PlayerLoop, _ player: LivePlayer) {
    controller.setLoop(of: player.node, to: frames(of: loop, in: player.ring))
  }

  /// The frames of a ring that a loop has; `nil` where that has begun behind it.
  private func frames(of loop: PlayerLoop, in ring: PlayerRing) -> (start: Int, length: Double)? {
    guard let start = ring.frame(at: loop.start, turn: loop.turn) else { return nil }
    return (start, loop.length.value * sampleRate.hertz)
  }

  // MARK: Beat jumps

  /// Lets a player go so many beats on, or back, with the loop that it plays.
  ///
  /// Within what is in memory that is exact: the music goes on in the same beat, whenever the
  /// command comes. Further away the disk is waited for, as for any jump.
  ///
  /// - Throws: that the track does not go that far.
  func jump(byBeats beats: Double, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    try session.checkTrack(of: player.source)
    try context.guards.checkLock(session.path(of: player.source, .position_seconds))
    let target = player.place(beats, from: player.position)
    let way = target.value - player.position.value
    guard player.file.stream == nil, target >= .zero, target < player.track.duration else {
      throw .refused("'\(player.source)' has nothing \(beats.short) beats from where it is.")
    }
    var loop = player.loop
    if let played = player.playedLoop {
      loop?.start = Seconds(played.start.value + way)
      guard played.start.value + way >= 0 else {
        throw .refused("The loop of '\(player.source)' can't begin before its track.")
      }
    }
    let place = session.path(of: player.source, .position_seconds)
    try context.guards.check(target.value, place, unit: "s")
    let played = loop.flatMap { $0.isOn ? $0 : nil }
    let moved = played.flatMap {
      isWithinReach($0, of: player) ? frames(of: $0, in: player.ring) : nil
    }
    let isThere = player.jump == nil && !player.hasEnded && (played == nil) == (moved == nil)
    try set(loop, index, of: session) { () throws(RigError) in
      guard isThere, let frames = frames(of: way, within: player) else {
        // What is read again begins where its loop does.
        return try jump(index, of: session, to: played?.start ?? target)
      }
      session.players[index]?.lastWay = beats
      controller.setLoop(of: player.node, to: moved, shiftedBy: frames)
    }
  }

  /// Has the disk give what a ring had not got any more when the renderer heard of a loop, or a
  /// jump by beats, unless something else was wanted since.
  func noteStray(ofPlayer id: UInt32, move: Int) {
    for channel in live.channels {
      for index in channel.players.indices {
        guard let player = channel.players[index], player.node.id == id, player.node.moves == move,
          player.jump == nil
        else { continue }
        let target = player.playedLoop?.start ?? player.place(player.lastWay, from: player.position)
        do throws(RigError) {
          try jump(index, of: channel, to: target)
        } catch {
          channel.players[index]?.loop?.isOn = false
        }
      }
    }
  }

  /// How many frames of its ring are a way, where the ring has all of it.
  private func frames(of way: Double, within player: LivePlayer) -> Double? {
    let audio = player.ring.audio
    let frames = way * sampleRate.hertz
    let whole = Int(clamping: frames.rounded())
    let isKept =
      whole < 0
      ? audio.framesRead + whole >= oldest(of: player) : whole <= audio.readable - slack
    return isKept ? frames : nil
  }

  /// Plays the loop of a player in its new ring, if that begins within the loop, or leaves it.
  func loopAfterJump(_ index: Int, of session: LiveChannel) {
    guard let player = session.players[index], let loop = player.loop, loop.isOn else { return }
    // What keeps the beat may begin somewhat before the loop.
    let early = player.keptBeat(at: player.position)?.value ?? 0
    let isWithin =
      player.position < loop.end
      && (player.position.value >= loop.start.value - early
        || player.file.isSameFrame(player.position, loop.start))
    guard isWithin, isWithinReach(loop, of: player) else {
      session.players[index]?.loop?.isOn = false
      return
    }
    playAgain(loop, index, of: session)
  }
}
