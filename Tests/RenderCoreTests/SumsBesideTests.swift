// SPDX-License-Identifier: Apache-2.0
// What hears sums is rendered side by side, too: buses, the graphs of outputs, their limiters.

import Quantities
import RenderCore
import SeededNumbers
import Synchronization
import Testing

@Suite("Buses and outputs on helpers of the driver's thread", .serialized)
struct SumsBesideTests {
  /// What two segments are for.
  enum Place: CaseIterable {
    case buses, graphs, limiters
  }

  @Test("are rendered side by side where none of them hears the other", arguments: Place.allCases)
  func meeting(_ place: Place) {
    let controller = RenderController.make()
    let pair = PairOfPlugins()
    let outputs = [0, 1].map { BusDescription(node: BusNode(channels: 1), driverChannels: [$0]) }
    let sessions = [0, 1].map {
      TestSession(id: UInt32($0), inputs: [$0], bus: place == .buses ? 2 + $0 : $0)
    }
    let through = [0, 1].map { number in
      TestSession(
        id: UInt32(2 + number),
        through: [pair.node(number)] + (0..<100).map { _ in GainPlugin.node(gain: 1) },
        stage: place == .buses ? .bus : .output,
        bus: place == .buses ? number : nil
      )
    }
    var buses = outputs
    for number in 0..<2 {
      switch place {
      case .buses: buses.append(BusDescription(node: BusNode(channels: 1), through: 2 + number))
      case .graphs: buses[number].graph = 2 + number
      case .limiters: buses[number].limiter = 2 + number
      }
    }
    controller.publish(
      PlanDescription(segments: (sessions + through).map(\.description), buses: buses),
      blockFrames: 256
    )
    for session in sessions + through { controller.openNow(session) }
    let driver = HandDriver(controller: controller, outputs: 2)
    let workers = controller.patientWorkers(1)
    for _ in 0..<50 { _ = driver.render(frames: 256, cycle: 256) }
    workers.dismiss()
    #expect(pair.meetings == 50)
  }

  /// Renders cycles of a mixer with moving faders: six sessions to four buses, of which the last
  /// hears two of the others, to two outputs with graphs and limiters; returns what was heard.
  private func perform(_ controller: RenderController, cycle: Int) -> [[Float]] {
    func gains(_ number: Int) -> [PluginNode] {
      (0..<30).map { GainPlugin.node(gain: 0.95 + Float(number + $0) / 500) }
    }
    var sessions = (0..<6).map { TestSession(id: UInt32($0), inputs: [$0 % 3], bus: 2 + $0 % 4) }
    for number in 0..<6 {
      sessions[number].description.sends.append(
        SendDescription(node: SendNode(gain: 1), bus: number % 2, isPost: true, map: [(0, 0)])
      )
    }
    // In an order in which one that hears another is between two that don't.
    let targets = [4, 0, 1, 0]
    let segments =
      targets.enumerated().map { number, target in
        TestSession(id: UInt32(6 + number), through: gains(number), stage: .bus, bus: target)
      }
      + (0..<4).map { TestSession(id: UInt32(10 + $0), through: gains(4 + $0), stage: .output) }
    var buses = [0, 1].map { BusDescription(node: BusNode(channels: 1), driverChannels: [$0]) }
    for number in 0..<2 {
      (buses[number].graph, buses[number].limiter) = (10 + number, 12 + number)
    }
    buses += (0..<4).map { BusDescription(node: BusNode(channels: 1), through: 6 + $0) }
    controller.publish(
      PlanDescription(segments: (sessions + segments).map(\.description), buses: buses),
      blockFrames: 512
    )
    for session in sessions + segments { controller.openNow(session) }
    let driver = HandDriver(controller: controller, outputs: 2)
    var numbers = SeededNumbers(seed: 12)
    var heard: [[Float]] = [[], []]
    for _ in 0..<100 {
      let strip = (sessions + segments.prefix(4)).randomElement(using: &numbers)?.strip
      let gain = LinearGain(factor: Float.random(in: 0...1, using: &numbers))
      if let strip { controller.ramp(strip.fader, to: gain, over: FrameCount(333)) }
      let inputs = (0..<3).map { _ in numbers.samples(512) }
      for (channel, samples) in driver.render(inputs, frames: 512, cycle: cycle).enumerated() {
        heard[channel] += samples
      }
      _ = controller.poll()
    }
    return heard
  }

  @Test("sound as if one thread had rendered them all, to the bit", arguments: [64, 480, 512])
  func identical(cycle: Int) {
    let alone = perform(RenderController.make(), cycle: cycle)
    let controller = RenderController.make()
    let workers = controller.patientWorkers(1)
    let together = perform(controller, cycle: cycle)
    workers.dismiss()
    let isSame = together == alone
    #expect(isSame)
    #expect(alone.allSatisfy { channel in channel.contains { $0 != 0 } })
  }

  @Test("leave an output's sum as it is where a thread does not come back from its graph")
  func givenUp() {
    let controller = RenderController.make()
    let absent = AbsentPlugin()
    let workers = RenderWorkers(of: controller.processor, count: 1, realtimePriority: nil)
    let driver = HandDriver(controller: controller, outputs: 2)
    func publish() {
      let session = TestSession(id: 0, inputs: [0], map: [(0, 0)])
      // The driver's thread begins with the longer one.
      let graphs = [200, 300].enumerated().map { number, count in
        let plugins = (0..<count).map { GainPlugin.node(gain: $0 == 0 ? 0.5 : 1) }
        var graph = TestSession(
          id: UInt32(1 + number),
          through: number == 0 ? plugins + [absent.node] : plugins,
          stage: .output
        )
        graph.description.outputs = [[.node(count - 1, output: 0)]]
        return graph
      }
      let buses = graphs.indices.map { number in
        var bus = BusDescription(node: BusNode(channels: 1), driverChannels: [number])
        bus.graph = 1 + number
        return bus
      }
      controller.publish(
        PlanDescription(segments: ([session] + graphs).map(\.description), buses: buses),
        blockFrames: 1024
      )
      for strip in [session] + graphs { controller.openNow(strip) }
    }
    func render() -> Float {
      driver.render([[Float](repeating: 1, count: 1024)], frames: 1024, cycle: 1024)[0][1023]
    }
    publish()
    absent.holds.store(false, ordering: .releasing)
    _ = render()
    #expect(render() == 0.5)
    absent.holds.store(true, ordering: .releasing)
    // Each thread keeps what it has rendered last: where that is the driver's, this begins again.
    var rounds = 0
    while absent.guests.load(ordering: .acquiring) == 0, rounds < 10_000 {
      _ = render()
      rounds += 1
      if rounds.isMultiple(of: 20), absent.guests.load(ordering: .acquiring) == 0 { publish() }
    }
    #expect(absent.guests.load(ordering: .acquiring) == 1)
    #expect(render() == 1)
    #expect(controller.poll().contains(.hung(strip: 1)))
    absent.holds.store(false, ordering: .releasing)
    TestBlock.wait { absent.guests.load(ordering: .acquiring) == 0 }
    #expect(render() == 1)
    workers.dismiss()
  }
}
