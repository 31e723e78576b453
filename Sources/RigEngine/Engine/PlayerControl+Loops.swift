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
    /// Make it so many times as long.
    case stretch(Double)
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
    let fresh = PlayerLoop(start: player.position, turn: player.track.turn)
    var loop = player.loop ?? fresh
    switch action {
    case .begin: loop = fresh
    case .end:
      guard player.loop != nil else {
        throw .refused("'\(player.source)' has no loop: set its beginning first, by loop_in.")
      }
      loop.length = Seconds(player.position.value - loop.start.value)
      loop.isOn = true
    case .turn(let isOn):
      guard player.loop.map({ $0.length > .zero }) == true || !isOn else {
        throw .refused(
          "'\(player.source)' has no loop: set one by loop_in and loop_out, or loop_beats."
        )
      }
      loop.isOn = isOn
    case .beats(let beats):
      if !loop.isOn { loop = fresh }
      loop.length = Seconds(beats * player.beat.value)
      loop.isOn = beats > 0
    case .stretch(let factor):
      guard loop.length > .zero else {
        throw .refused("'\(player.source)' has no loop to change.")
      }
      loop.length = Seconds(loop.length.value * factor)
    }
    try check(loop, of: player)
    session.players[index]?.loop = loop
    try play(loop, index, of: session)
  }

  /// Refuses loops that are too short, or longer than what is kept of a track.
  private func check(_ loop: PlayerLoop, of player: LivePlayer) throws(RigError) {
    guard loop.length != .zero || loop.isOn else { return }
    let frames = loop.length.frames(at: sampleRate).value
    guard frames >= PlayerLoop.leastFrames else {
      let least = FrameCount(PlayerLoop.leastFrames).seconds(at: sampleRate)
      throw .refused("A loop ends at least \(least.value.short) s behind its beginning.")
    }
    let most = longest(of: player)
    guard frames <= most else {
      let seconds = FrameCount(most).seconds(at: sampleRate).value
      let words = (seconds * 10).rounded(.down) / 10
      throw .refused(
        "A loop is at most \(words.short) s long, and this one would be \(loop.length.value.short) s."
      )
    }
  }

  /// How many frames a loop of a player has at most.
  ///
  /// The ring keeps more than that: some of it goes by until the renderer knows of the loop.
  private func longest(of player: LivePlayer) -> Int {
    player.ring.audio.kept - 2 * context.blockFrames - slack
  }

  /// What a kernel looks back at, and a few cycles.
  private var slack: Int { 4_096 }

  /// Lets the renderer play a loop, or leave it; one that the player has left far behind is jumped
  /// to.
  private func play(
    _ loop: PlayerLoop,
    _ index: Int,
    of session: LiveChannel
  ) throws(RigError) {
    guard let player = session.players[index] else { return }
    guard loop.isOn else { return controller.setLoop(of: player.node, to: nil) }
    // What is on its way somewhere plays the loop from there on.
    guard player.jump == nil else { return }
    if isWithinReach(loop, of: player) { return apply(loop, player) }
    try jump(index, of: session, to: loop.start)
  }

  /// Whether the ring still has all of a loop, and the player has not left it long ago.
  private func isWithinReach(_ loop: PlayerLoop, of player: LivePlayer) -> Bool {
    let ring = player.ring
    guard let start = ring.frame(at: loop.start, turn: loop.turn) else { return false }
    return start >= ring.audio.framesRead - longest(of: player) - context.blockFrames
  }

  private func apply(_ loop: PlayerLoop, _ player: LivePlayer) {
    controller.setLoop(of: player.node, to: frames(of: loop, in: player.ring))
  }

  /// The frames of a ring that a loop has; `nil` where that has begun behind it.
  private func frames(of loop: PlayerLoop, in ring: PlayerRing) -> Range<Int>? {
    guard let start = ring.frame(at: loop.start, turn: loop.turn) else { return nil }
    return start..<start + loop.length.frames(at: sampleRate).value
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
    let way = beats * player.beat.value
    let target = Seconds(player.position.value + way)
    guard player.file.stream == nil, target >= .zero, target < player.track.duration else {
      throw .refused("'\(player.source)' has nothing \(beats.short) beats from where it is.")
    }
    var loop = player.loop
    if let played = player.loop, played.isOn {
      loop?.start = Seconds(played.start.value + way)
      guard played.start.value + way >= 0 else {
        throw .refused("The loop of '\(player.source)' can't begin before its track.")
      }
    }
    session.players[index]?.loop = loop
    let played = loop.flatMap { $0.isOn ? $0 : nil }
    let moved = played.flatMap { self.frames(of: $0, in: player.ring) }
    guard player.jump == nil, (played == nil) == (moved == nil),
      let frames = frames(of: way, within: player)
    else {
      // What is read again begins where its loop does.
      return try jump(index, of: session, to: played?.start ?? target)
    }
    session.players[index]?.hasEnded = false
    controller.shift(player.node, by: frames, to: moved)
  }

  /// How many frames of its ring are a way, where the ring has all of it.
  private func frames(of way: Double, within player: LivePlayer) -> Int? {
    let (audio, position) = (player.ring.audio, player.position.value)
    let start = player.ring.frame(at: Seconds(position + way), turn: player.track.turn)
    guard start != nil else { return nil }
    let frames = Int(clamping: (way * sampleRate.hertz).rounded())
    let isKept = frames < 0 ? -frames <= longest(of: player) : frames <= audio.readable - slack
    return isKept ? frames : nil
  }

  /// Plays the loop of a player in its new ring, if that begins within the loop, or leaves it.
  func loopAfterJump(_ index: Int, of session: LiveChannel) {
    guard let player = session.players[index], let loop = player.loop, loop.isOn else { return }
    guard isWithinReach(loop, of: player), player.position < loop.end else {
      session.players[index]?.loop?.isOn = false
      return
    }
    apply(loop, player)
  }
}
