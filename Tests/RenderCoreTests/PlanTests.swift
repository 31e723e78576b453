// SPDX-License-Identifier: Apache-2.0
// Plans come and go while audio runs.

import Quantities
import RenderCore
import SeededNumbers
import Testing

@Suite("Exchanging plans", .serialized)
struct PlanTests {
  @Test("is inaudible for sessions that stay, and frees what nobody uses any more")
  func exchange() {
    var guests: [WeakPlugin] = []
    let controller = RenderController.make()
    let driver = HandDriver(controller: controller, outputs: 1)
    let bus = BusNode(channels: 1)
    let stays = TestSession(id: 1, inputs: [0])
    controller.publish(plan([stays], bus), blockFrames: 64)
    controller.openNow(stays)
    controller.ramp(stays.strip.fader, to: LinearGain(factor: 0.5), over: FrameCount(1000))
    var numbers = SeededNumbers(seed: 7)
    let input = numbers.samples(6400)
    var heard: [Float] = []
    for index in 0..<100 {
      let plugin = GainPlugin.node(gain: 1)
      guests.append(WeakPlugin(node: plugin))
      let guest = TestSession(
        id: 2,
        inputs: [],
        nodes: [NodeDescription(plugin: plugin, inputs: [[]])],
        outputs: [[.node(0, output: 0)]]
      )
      controller.publish(plan([stays, guest], bus), blockFrames: 64)
      controller.openNow(guest)
      heard += driver.render([Array(input[index * 64..<index * 64 + 64])], frames: 64)[0]
      _ = controller.poll()
    }
    let steady = RenderController.make()
    let twin = TestSession(id: 1, inputs: [0])
    steady.publish(plan([twin], BusNode(channels: 1)), blockFrames: 64)
    steady.openNow(twin)
    steady.ramp(twin.strip.fader, to: LinearGain(factor: 0.5), over: FrameCount(1000))
    #expect(heard == HandDriver(controller: steady, outputs: 1).render([input], frames: 6400)[0])

    controller.publish(plan([stays], bus), blockFrames: 64)
    _ = driver.render([], frames: 64)
    _ = controller.poll()
    #expect(controller.plansInUse == 1)
    #expect(guests.count == 100 && guests.allSatisfy { $0.node == nil })
    #expect(controller.refusedCommands == 0)
  }

  private func plan(_ sessions: [TestSession], _ bus: BusNode) -> PlanDescription {
    PlanDescription(
      segments: sessions.map(\.description),
      buses: [BusDescription(node: bus, driverChannels: [0])]
    )
  }
}

/// A plugin that another object keeps.
private struct WeakPlugin {
  weak var node: PluginNode?
}
