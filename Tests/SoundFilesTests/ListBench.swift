// SPDX-License-Identifier: Apache-2.0
// Players of lists for tests.

import Quantities

@testable import SoundFiles

/// Tests of players of lists.
protocol ListBench {}

extension ListBench {
  func queue(
    _ paths: [String],
    seed: UInt64? = nil,
    repeats: TrackOrder.Repetition = .off,
    crossing: Crossing = .gapless
  ) -> TrackQueue {
    let order = TrackOrder(paths.map { Track($0) }, seed: seed, repeats: repeats)
    return TrackQueue(order, of: "the list", crossing: crossing)
  }

  func player(
    _ queue: TrackQueue,
    width: Int = 1,
    rate: SampleRate = rate48,
    lanes: FileLanes? = nil
  ) throws -> SoundFilePlayer {
    try SoundFilePlayer(list: queue, filling: width, rate: rate, lanes: lanes)
  }
}
