// SPDX-License-Identifier: Apache-2.0
// A player of one channel that is heard as it is.

import Quantities
import RenderCore

/// A renderer with one session that plays one player at full level.
struct PlayerBench {
  let controller = RenderController.make()
  private let bus = BusNode(channels: 1)

  /// A ring of a deck that holds some samples.
  static func ring(
    _ samples: ArraySlice<Float>,
    capacity: Int,
    readFrom start: Int = 0
  ) -> SharedAudioRing {
    let ring = SharedAudioRing(channels: 1, capacity: capacity, loops: 48_000, readFrom: start)
    _ = unsafe samples.withUnsafeBufferPointer { unsafe ring.writeInterleaved($0) }
    return ring
  }

  /// Starts a player.
  func start(_ player: PlayerNode) -> HandDriver {
    let strip = StripNode(id: 1, channels: 1)
    let send = SendDescription(node: SendNode(gain: 1), bus: 0, isPost: true, map: [(0, 0)])
    let segment = SegmentDescription(
      strip: strip,
      sources: [.player(player)],
      outputs: [[.source(0, channel: 0)]],
      sends: [send]
    )
    let outputs = [BusDescription(node: bus, driverChannels: [0])]
    let plan = PlanDescription(segments: [segment], buses: outputs)
    controller.publish(plan, blockFrames: 64)
    controller.open(strip, over: FrameCount(1), after: .zero)
    controller.setPlaying(player, true)
    return HandDriver(controller: controller, outputs: 1)
  }
}
