// SPDX-License-Identifier: Apache-2.0
// Platters that are held, moved by hand or turned backwards, and rings with more past for them.

import Quantities
import RenderCore
import RigErrors
import RigModel
import SoundFiles

extension PlayerControl {
  /// Changes what a hand or the motor does to a player's platter, and moves it by some seconds of
  /// its track.
  ///
  /// - Throws: why it can't be moved; nothing has changed then.
  func turn(
    _ index: Int,
    of session: LiveChannel,
    by seconds: Double = 0,
    _ change: (inout PlayerPlatter) -> Void = { _ in }
  ) throws(RigError) {
    guard let player = session.players[index] else { return }
    var platter = player.platter
    change(&platter)
    platter.place += seconds
    guard platter != player.platter else { return }
    if platter.isHeld || platter.isReversed || seconds != 0 {
      try session.checkTrack(of: player.source)
      try context.guards.checkLock(session.path(of: player.source, .position_seconds))
      guard player.file.stream == nil else {
        throw .refused("'\(player.source)' plays a stream, which has no places to go back to.")
      }
      guard !player.hasEnded else {
        throw .refused("'\(player.source)' has come to its end: go to its cue point first.")
      }
    }
    session.players[index]?.platter = platter
    // A deck that waits goes there.
    if seconds != 0, !player.isPlaying, !platter.isHeld {
      let place = min(max(0, player.position.value + seconds), player.track.duration.value)
      return try jump(index, of: session, to: Seconds(place))
    }
    controller.turn(
      player.node,
      isHeld: platter.isHeld,
      isReversed: platter.isReversed,
      by: seconds * sampleRate.hertz
    )
    fetchPast(index, of: session)
  }

  /// Lets go of the platter of a player that goes on with another track.
  func release(_ index: Int, of session: LiveChannel) {
    guard let player = session.players[index], player.platter.goesBack else { return }
    session.players[index]?.platter.isHeld = false
    session.players[index]?.platter.isReversed = false
    controller.turn(player.node, isHeld: false, isReversed: false)
  }

  /// Fetches what is before the places of platters that go back; for whenever time has gone by.
  func followPlatters() {
    for channel in live.channels {
      for index in channel.players.indices where channel.players[index]?.platter.goesBack == true {
        fetchPast(index, of: channel)
      }
    }
  }

  private func fetchPast(_ index: Int, of session: LiveChannel) {
    guard let player = session.players[index], player.platter.goesBack, player.growth == nil else {
      return
    }
    let audio = player.ring.audio
    let kept = FrameCount(audio.framesRead - audio.oldest).seconds(at: sampleRate)
    guard kept < PlayerPlatter.past.least, player.position > kept else { return }
    let isFirst = kept < PlayerPlatter.past.first
    let past = isFirst ? PlayerPlatter.past.first : PlayerPlatter.past.most
    guard let begin = player.ring.past(past, turn: player.track.turn),
      // At the beginning of a track there is no more.
      begin.shift < audio.oldest - PlayerLoop.leastFrames
    else { return }
    grow(index, of: session, past: past, keeping: player.wantedPast.kept)
  }

  // MARK: Rings with more past

  /// Has a player go on with a ring of the same sound that begins so long before what is heard, and
  /// keeps as much of what was heard as is wanted; nothing of that is heard.
  ///
  /// - Returns: whether there can be such a ring; it comes when the disk has given it.
  @discardableResult
  func grow(
    _ index: Int,
    of session: LiveChannel,
    past: Seconds,
    keeping kept: Seconds
  ) -> Bool {
    guard let player = session.players[index], player.jump == nil, !player.hasEnded,
      player.ring.audio.longestLoop > 0, player.file.stream == nil,
      let (frame, shift) = player.ring.past(past, turn: player.track.turn)
    else { return false }
    if let growth = player.growth, growth.kept >= kept, growth.ring === player.ring { return true }
    let more = RingPast(frame: frame, heard: player.ring.audio.framesRead - shift, kept: kept)
    let position = player.file.position(of: player.ring)
    guard let request = try? player.file.requestRing(at: position, past: more) else { return false }
    session.players[index]?.growth = PlayerGrowth(
      request: request,
      kept: kept,
      ring: player.ring,
      shift: shift
    )
    landGrowth(index, of: session)
    request.whenSettled(hooks.ringCame)
    return true
  }

  /// Hands the renderer a ring with more past, where that has come.
  func landGrowth(_ index: Int, of session: LiveChannel) {
    guard let player = session.players[index], let growth = player.growth,
      let outcome = growth.request.outcome
    else { return }
    if case .ring(let ring) = outcome, growth.ring === player.ring, player.jump == nil,
      ring.track.turn == player.track.turn
    {
      let heard = player.ring.audio.framesRead - growth.shift
      ring.audio.read(from: heard)
      // The disk was slower than the music: it is let on, and looked at again.
      let ahead = heard + 2 * context.blockFrames + PlayerLoop.leastFrames
      guard ring.audio.framesWritten >= ahead || ring.audio.isFinished else { return }
      session.players[index]?.growth = nil
      join(ring, shift: growth.shift, index, of: session)
      return
    }
    session.players[index]?.growth = nil
    // The lane has left the ring that is heard for the one that is not.
    guard player.jump == nil, !player.hasEnded, !player.file.isFilling(player.ring) else { return }
    try? jump(index, of: session, to: player.file.position(of: player.ring))
  }

  private func join(_ ring: PlayerRing, shift: Int, _ index: Int, of session: LiveChannel) {
    guard let player = session.players[index] else { return }
    let beats = player.beats(in: ring, near: player.position, at: sampleRate)
    session.players[index]?.ring = ring
    session.players[index]?.beats.sent = beats
    session.players[index]?.beats.heldAt -= shift
    controller.exchangeRing(
      of: player.node,
      with: ring.audio,
      beats: beats,
      ratio: player.beats.ratio,
      keepsTime: player.beats.keepsTime,
      joins: shift
    )
    if let loop = player.playedLoop { playAgain(loop, index, of: session) }
    fetchPast(index, of: session)
  }
}

extension LivePlayer {
  /// How much of what was heard its loop and its platter want in its ring, and to be kept there.
  var wantedPast: (past: Seconds, kept: Seconds) {
    let platter = self.platter.goesBack
    let loop = playedLoop
    // All of a loop, and what an interpolator looks back at.
    let behind = loop.map { Seconds(max(0, position.value - $0.start.value) + 0.1) } ?? .zero
    return (
      max(behind, platter ? PlayerPlatter.past.first : .zero),
      max(loop?.length ?? .zero, platter ? PlayerPlatter.kept : .zero)
    )
  }
}
