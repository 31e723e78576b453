// SPDX-License-Identifier: Apache-2.0
// A renderer behind a relay, and graphs that run elsewhere.

import Glibc
import Quantities
import RenderCore
import SeededNumbers
import Synchronization
import Testing

@Suite("A relay")
struct RelayTests {
  private let controller = RenderController.make()

  private func publish(_ plugin: PluginNode, blockFrames: Int = 64) -> RenderRelay {
    let session = TestSession(
      inputs: [0],
      nodes: chain([plugin]),
      outputs: [[.node(0, output: 0)]]
    )
    controller.publish(
      PlanDescription(
        segments: [session.description],
        buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
      ),
      blockFrames: blockFrames
    )
    controller.openNow(session)
    return RenderRelay(
      to: controller.processor,
      inputs: 1,
      outputs: 1,
      longestBlock: 64,
      patience: Seconds(120)
    )
  }

  /// One cycle of a driver; waits afterwards until the renderer has nothing to do.
  private func exchange(_ relay: RenderRelay, _ input: [Float], waits: Bool = true) -> [Float] {
    let output = TestBlock.pass(input) { relay.exchange($0) }
    if waits { TestBlock.wait { !relay.isBusy } }
    return output
  }

  @Test("gives back what was rendered, one cycle later")
  func delay() throws {
    let relay = publish(GainPlugin.node(gain: 2))
    let thread = try #require(RelayThread(serving: relay, realtimePriority: nil))
    defer { thread.dismiss() }
    var numbers = SeededNumbers(seed: 60)
    let blocks = (0..<50).map { _ in numbers.samples(64) }
    var heard = blocks.map { exchange(relay, $0) }
    #expect(heard.removeFirst() == [Float](repeating: 0, count: 64))
    // The first rendered block opens the gate.
    #expect(Array(heard.dropFirst()) == blocks[1..<49].map { $0.map { $0 * 2 } })
    #expect(relay.late == 0)
  }

  @Test(
    "is exactly silent while the renderer is stuck, and goes on with the present block after that"
  )
  func stuck() throws {
    let plugin = StuckPlugin()
    let relay = publish(plugin.node)
    let thread = try #require(RelayThread(serving: relay, realtimePriority: nil))
    defer { thread.dismiss() }
    for number in 1...3 { _ = exchange(relay, [Float](repeating: Float(number), count: 64)) }
    plugin.holds.store(true, ordering: .releasing)
    let silence = [Float](repeating: 0, count: 64)
    #expect(exchange(relay, [Float](repeating: 4, count: 64), waits: false) != silence)
    for number in 5...20 {
      let heard = exchange(relay, [Float](repeating: Float(number), count: 64), waits: false)
      #expect(heard == silence, "\(number)")
    }
    #expect(relay.isBusy)
    plugin.holds.store(false, ordering: .releasing)
    TestBlock.wait { !relay.isBusy }
    #expect(exchange(relay, [Float](repeating: 21, count: 64)) == silence)
    #expect(exchange(relay, silence) == [Float](repeating: 21, count: 64))
    #expect(relay.late > 10)
  }

  @Test("that is silenced puts out zeros whatever is rendered")
  func silenced() throws {
    let relay = publish(GainPlugin.node(gain: 2))
    let thread = try #require(RelayThread(serving: relay, realtimePriority: nil))
    defer { thread.dismiss() }
    let ones = [Float](repeating: 1, count: 64)
    for _ in 0..<3 { _ = exchange(relay, ones) }
    #expect(exchange(relay, ones) == ones.map { $0 * 2 })
    relay.silence()
    for _ in 0..<5 { #expect(exchange(relay, ones) == ones.map { _ in 0 }) }
  }

  @Test("waits for the renderer when the driver keeps no time")
  func patient() throws {
    let plugin = StuckPlugin()
    let relay = publish(plugin.node)
    let thread = try #require(RelayThread(serving: relay, realtimePriority: nil))
    defer { thread.dismiss() }
    relay.setPatient(true)
    plugin.naps.store(true, ordering: .releasing)
    _ = exchange(relay, [Float](repeating: 1, count: 64), waits: false)
    for number in 2...20 {
      let heard = exchange(relay, [Float](repeating: Float(number), count: 64), waits: false)
      if number > 2 { #expect(heard == [Float](repeating: Float(number - 1), count: 64)) }
    }
    #expect(relay.late == 0)
  }

  @Test("is silent for a cycle whose length differs from the one before")
  func otherLength() throws {
    let relay = publish(GainPlugin.node(gain: 1))
    let thread = try #require(RelayThread(serving: relay, realtimePriority: nil))
    defer { thread.dismiss() }
    for _ in 0..<3 { _ = exchange(relay, [Float](repeating: 1, count: 64)) }
    #expect(exchange(relay, [Float](repeating: 1, count: 32)) == [Float](repeating: 0, count: 32))
    #expect(exchange(relay, [Float](repeating: 1, count: 32)) == [Float](repeating: 1, count: 32))
    // Longer than promised: nothing of it can be kept.
    #expect(exchange(relay, [Float](repeating: 1, count: 100)) == [Float](repeating: 0, count: 100))
    #expect(exchange(relay, [Float](repeating: 1, count: 32)) == [Float](repeating: 0, count: 32))
  }
}

@Suite("A graph that runs elsewhere")
struct ExchangeTests {
  @Test("gets its inputs by the driver's outputs, and its outputs by the driver's inputs")
  func exchange() {
    let controller = RenderController.make()
    let session = TestSession(
      inputs: [0, 1],
      nodes: [
        NodeDescription(
          sends: [1, 2],
          returns: [2],
          inputs: [[.source(0, channel: 0)], [.source(0, channel: 0), .source(0, channel: 1)]]
        )
      ],
      outputs: [[.node(0, output: 0)]]
    )
    controller.publish(
      PlanDescription(
        segments: [session.description],
        buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
      ),
      blockFrames: 32
    )
    var numbers = SeededNumbers(seed: 61)
    let inputs = (0..<3).map { _ in numbers.samples(400) }
    let driver = HandDriver(controller: controller, outputs: 3)
    let silent = driver.render(inputs, frames: 400, cycle: 100)
    #expect(silent.allSatisfy { $0.allSatisfy { $0 == 0 } })
    controller.openNow(session)
    // Cycles are longer than the plan's blocks.
    _ = driver.render(inputs, frames: 100, cycle: 100)
    let outputs = driver.render(inputs, frames: 400, cycle: 100)
    #expect(outputs[0] == inputs[2])
    #expect(outputs[1] == inputs[0])
    #expect(outputs[2] == zip(inputs[0], inputs[1]).map { $0 + $1 })
  }
}
