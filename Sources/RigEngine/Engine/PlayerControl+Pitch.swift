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
    guard player.file.stream == nil || pitch.rate == 1 else {
      throw .refused("'\(player.source)' plays a stream, which is as fast as its sender.")
    }
    session.players[index]?.pitch = pitch
    let cycle = FrameCount(context.blockFrames)
    controller.setRate(of: player.node, to: pitch.rate, over: cycle)
  }

  /// Lets a player whose place in the renderer is new play as fast as the one before it.
  func keepPitch(_ pitch: PlayerPitch, _ index: Int, of session: LiveChannel) {
    guard let player = session.players[index], pitch != player.pitch else { return }
    session.players[index]?.pitch = pitch
    controller.setRate(of: player.node, to: pitch.rate, over: FrameCount(1))
  }
}
