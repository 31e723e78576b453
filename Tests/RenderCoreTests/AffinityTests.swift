// SPDX-License-Identifier: Apache-2.0
// Which thread renders a session: the one whose core still has it in its caches.

import FileDriver
import Quantities
import RenderCore
import Testing

@Suite("Threads of sessions", .serialized)
struct AffinityTests {
  /// Publishes two sessions that meet in every cycle.
  private func publish(_ pair: PairOfPlugins, by controller: RenderController) {
    let sessions = [0, 1].map { number in
      TestSession(
        id: UInt32(number),
        inputs: [0],
        nodes: chain([pair.node(number)] + (0..<100).map { _ in GainPlugin.node(gain: 1) }),
        outputs: [[.node(100, output: 0)]],
        map: [(0, 0)]
      )
    }
    controller.publish(
      PlanDescription(
        segments: sessions.map(\.description),
        buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
      ),
      blockFrames: 256
    )
    for session in sessions { controller.openNow(session) }
  }

  @Test(
    "a thread goes on with the session that it rendered last, whichever takes longer",
    arguments: [1, 3]
  )
  func stays(_ helpers: Int) {
    let controller = RenderController.make()
    let pair = PairOfPlugins()
    let driver = HandDriver(controller: controller, outputs: 1)
    let workers = controller.patientWorkers(helpers)
    publish(pair, by: controller)
    for _ in 0..<50 { _ = driver.render(frames: 256, cycle: 256) }
    workers.dismiss()
    #expect(pair.meetings == 50)
    #expect(pair.changes(of: 0) == 0)
    #expect(pair.changes(of: 1) == 0)
  }

  @Test("rendering to files uses as many threads as it is given")
  func offline() throws {
    let controller = RenderController.make()
    let pair = PairOfPlugins()
    publish(pair, by: controller)
    let driver = FileDriver(
      processor: controller.processor,
      sampleRate: SampleRate(hertz: 48_000),
      outputs: [],
      threads: 2
    )
    try driver.render(frames: 256 * 20)
    #expect(pair.meetings == 20)
  }
}
