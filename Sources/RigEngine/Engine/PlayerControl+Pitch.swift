// SPDX-License-Identifier: Apache-2.0
// Players that play faster or slower than their tracks were made.

import Quantities
import RenderCore
import RigErrors
import RigModel
import SoundFiles

extension PlayerControl {
  /// Lets a player play faster or slower, within a cycle; a stream keeps its sender's time.
  func set(_ pitch: PlayerPitch, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    guard !player.track.track.isStream || pitch.rate == 1 else {
      throw .refused("'\(player.source)' plays a stream, which is as fast as its sender.")
    }
    session.players[index]?.pitch = pitch
    followPitches()
  }

  /// Sets the pitch of a player; of one that follows a leader, that of the leader, so that this one
  /// gets it.
  func setPitch(_ percent: Double, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    guard let (leader, led) = leaderPitch(for: percent, of: player) else {
      var pitch = player.pitch
      pitch.percent = percent
      return try set(pitch, index, of: session)
    }
    let (low, high) = (PlayerPitch.percents.lowerBound, PlayerPitch.percents.upperBound)
    guard low...high ~= led else {
      let words = "\(low.short) to \(high.short) %"
      throw .refused("'\(leader.session.name)' leads, and its pitch would be beyond \(words).")
    }
    let path = leader.session.path(of: leader.player.source, .pitch_percent)
    try context.guards.check(led, path, unit: "%")
    var pitch = leader.player.pitch
    pitch.percent = led
    try set(pitch, leader.index, of: leader.session)
  }

  /// Lets a player keep the pitch of its track, however fast it plays.
  ///
  /// - Throws: that not enough of its track is in memory for that.
  func lockKey(_ isLocked: Bool, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    guard !isLocked || player.ring.audio.longestLoop > 0 else {
      throw .refused("'\(player.source)' keeps too little of its track in memory for a key lock.")
    }
    session.players[index]?.pitch.isKeyLocked = isLocked
    controller.lockKey(of: player.node, isLocked)
  }

  /// Lets a player whose place in the renderer is new be in the hands of its user as the one before
  /// it: as fast, as quantised, as synced.
  func keepHand(of before: LivePlayer, _ index: Int, of session: LiveChannel) {
    session.players[index]?.pitch = before.pitch
    if let node = session.players[index]?.node {
      controller.lockKey(of: node, before.pitch.isKeyLocked)
    }
    session.players[index]?.beats.isQuantised = before.beats.isQuantised
    session.players[index]?.beats.isSynced = before.beats.isSynced
    session.players[index]?.cueButton.name = before.cueButton.name
    if let player = session.players[index], player.node !== before.node, before.platter.goesBack,
      player.track.track == before.track.track
    {
      session.players[index]?.platter = before.platter
      let (isHeld, isReversed) = (before.platter.isHeld, before.platter.isReversed)
      controller.turn(player.node, isHeld: isHeld, isReversed: isReversed)
    }
    followPitch(index, of: session, over: FrameCount(1))
  }

  /// Lets all players play as fast as they are to: among the tracks of a list there may be streams.
  func followPitches() {
    controller.together {
      for channel in live.channels {
        for index in channel.players.indices {
          followPitch(index, of: channel, over: FrameCount(context.blockFrames))
        }
      }
    }
  }

  private func followPitch(_ index: Int, of session: LiveChannel, over frames: FrameCount) {
    guard let player = session.players[index] else { return }
    let rate = rate(of: player)
    guard rate != player.rate else { return }
    session.players[index]?.rate = rate
    controller.setRate(of: player.node, to: rate, over: frames)
  }
}
