// SPDX-License-Identifier: Apache-2.0
// How often the times of plugins are measured.

import Quantities
import RenderCore
import Testing

@Suite("Times of plugins")
struct PluginTimeTests {
  private let controller = RenderController.make()
  private let plugin = GainPlugin.node(gain: 1)

  private func start() -> HandDriver {
    let session = TestSession(
      id: 1,
      inputs: [0],
      nodes: chain([plugin]),
      outputs: [[.node(0, output: 0)]],
      map: [(0, 0)]
    )
    controller.play(session, blockFrames: 1_024)
    return HandDriver(controller: controller, outputs: 1)
  }

  @Test(
    "are taken in one block of an odd number, so that those of 2, 4, 8 … blocks are not always the same",
    arguments: [(64, 17), (256, 5), (512, 3), (1_024, 1)]
  )
  func sampled(frames: Int, every: Int) {
    let driver = start()
    var taken: [Int] = []
    var last = plugin.nanoseconds
    for cycle in 1...(3 * every) {
      _ = driver.render(frames: frames, cycle: frames)
      if plugin.nanoseconds != last { taken.append(cycle) }
      last = plugin.nanoseconds
    }
    #expect(taken == [every, 2 * every, 3 * every])
    #expect(plugin.runs == 3 * every)
  }
}
