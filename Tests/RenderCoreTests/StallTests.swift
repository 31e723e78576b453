// SPDX-License-Identifier: Apache-2.0
// A driver that stands still for a while, and the commands that it was given meanwhile.

import Quantities
import RenderCore
import SeededNumbers
import Testing

@Suite("A driver that stands still", .serialized)
struct StallTests {
  /// A rig of three sessions that gets a great many commands.
  private final class Stage {
    let controller = RenderController.make()
    let driver: HandDriver
    private let sessions = (0..<3).map { TestSession(id: UInt32($0), inputs: [$0], map: [(0, $0)]) }
    private let bus = BusNode(channels: 3)
    private var numbers = SeededNumbers(seed: 3)
    private(set) var events: Set<RenderEvent> = []

    init() {
      driver = HandDriver(controller: controller, outputs: 3)
      publish()
    }

    private func publish() {
      controller.publish(
        PlanDescription(
          segments: sessions.map(\.description),
          buses: [BusDescription(node: bus, driverChannels: [0, 1, 2])]
        ),
        blockFrames: 64
      )
    }

    func tell() {
      let session = sessions[Int.random(in: 0..<3, using: &numbers)]
      let gain = LinearGain(factor: Float.random(in: 0...1, using: &numbers))
      switch Int.random(in: 0..<100, using: &numbers) {
      case 0..<30: controller.ramp(session.strip.fader, to: gain, over: FrameCount(100))
      case 30..<60: controller.ramp(session.send.level, to: gain, over: FrameCount(50))
      case 60..<70: controller.ramp(bus.fader, to: gain, over: FrameCount(10))
      case 70..<85: controller.open(session.strip, over: FrameCount(10), after: FrameCount(20))
      case 85..<99: controller.close(session.strip, over: FrameCount(10))
      default: publish()
      }
    }

    /// The end of a second of ones, in which everything has come to rest.
    func rest() -> [Float] {
      let ones = [[Float]](repeating: [Float](repeating: 1, count: 480), count: 3)
      for _ in 0..<100 { _ = cycle(ones) }
      return cycle(ones).map { $0[479] }
    }

    func cycle(_ inputs: [[Float]] = []) -> [[Float]] {
      defer { events.formUnion(controller.poll()) }
      return driver.render(inputs, frames: 480, cycle: 480)
    }

    /// For each session whether its last closing was reported.
    var closings: [Bool] {
      sessions.map {
        events.contains(.closed(strip: $0.strip.id, closings: $0.strip.closings))
      }
    }
  }

  @Test("ends in what it was told, as one that never stood still")
  func consistency() {
    let (steady, stalled) = (Stage(), Stage())
    for number in 0..<20_000 {
      steady.tell()
      if number % 10 == 0 { _ = steady.cycle() }
      stalled.tell()
    }
    #expect(!stalled.controller.isSettled)
    #expect(stalled.controller.refusedCommands > 10_000)
    let (expected, heard) = (steady.rest(), stalled.rest())
    #expect(heard == expected)
    #expect(heard.contains { $0 > 0 })
    #expect(stalled.closings == steady.closings)
    #expect(stalled.closings.contains(true))
    #expect(stalled.controller.plansInUse == 1)
    #expect(stalled.controller.isSettled)
    #expect(stalled.controller.processor.lostReports == 0)
  }

  @Test("keeps what commands refer to until they have been carried out")
  func owners() {
    let controller = RenderController.make()
    let driver = HandDriver(controller: controller, outputs: 1)
    weak var strip: StripNode?
    weak var plugin: PluginNode?
    do {
      let session = TestSession(inputs: [0])
      strip = session.strip
      controller.ramp(session.strip.fader, to: .silence, over: FrameCount(1))
      let value = GainPlugin(gain: 1)
      let node = value.node()
      plugin = node
      unsafe controller.setControl(value.gain, to: 0.5, of: node)
    }
    #expect(strip != nil)
    #expect(plugin != nil)
    _ = driver.render(frames: 64)
    _ = controller.poll()
    #expect(strip == nil)
    #expect(plugin == nil)
  }

  @Test("is told everything by who settles without it")
  func settling() {
    let stage = Stage()
    for _ in 0..<20_000 { stage.tell() }
    stage.controller.settleWithoutDriver()
    #expect(stage.controller.isSettled)
    _ = stage.controller.poll()
    #expect(stage.controller.plansInUse == 1)
  }
}
