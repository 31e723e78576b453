// SPDX-License-Identifier: Apache-2.0
// Players that play faster or slower than their tracks were made.

import Quantities
import RenderCore
import RigErrors
import SoundFiles

extension PlayerControl {
  /// Lets a player play faster or slower, within a cycle; a stream keeps its sender's time.
  func set(_ pitch: PlayerPitch, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    guard !player.track.track.isStream || pitch.rate == 1 else {
      throw .refused("'\(player.source)' plays a stream, which is as fast as its sender.")
    }
    session.players[index]?.pitch = pitch
    followPitch(index, of: session, over: FrameCount(context.blockFrames))
  }

  /// Lets a player whose place in the renderer is new play as fast as the one before it.
  func keepPitch(_ pitch: PlayerPitch, _ index: Int, of session: LiveChannel) {
    session.players[index]?.pitch = pitch
    followPitch(index, of: session, over: FrameCount(1))
  }

  /// Lets all players play as fast as they are to: among the tracks of a list there may be streams.
  func followPitches() {
    for channel in live.channels {
      for index in channel.players.indices {
        followPitch(index, of: channel, over: FrameCount(context.blockFrames))
      }
    }
  }

  private func followPitch(_ index: Int, of session: LiveChannel, over frames: FrameCount) {
    guard let player = session.players[index], player.pitch.rate != 1 || player.rate != 1 else {
      return
    }
    let rate = player.track.track.isStream ? 1 : player.pitch.rate
    guard rate != player.rate else { return }
    session.players[index]?.rate = rate
    controller.setRate(of: player.node, to: rate, over: frames)
  }
}
