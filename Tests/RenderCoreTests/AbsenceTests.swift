// SPDX-License-Identifier: Apache-2.0
// A helper thread that does not return from a plugin: what it costs, and what goes on.

import Quantities
import RenderCore
import Synchronization
import Testing

@Suite("A helper that does not come back from a plugin", .serialized)
struct AbsenceTests {
  /// Three sessions that are worth sharing; the plugin that keeps helpers is in the first one.
  private final class Stage {
    let controller = RenderController.make()
    let plugin = AbsentPlugin()
    let driver: HandDriver
    private(set) var workers: RenderWorkers
    private(set) var sessions: [TestSession] = []
    private let bus = BusNode(channels: 3)
    private(set) var events: [RenderEvent] = []

    init() {
      driver = HandDriver(controller: controller, outputs: 3)
      workers = RenderWorkers(of: controller.processor, count: 2, realtimePriority: nil)
      begin()
    }

    /// Makes sessions that no thread has rendered yet; the driver's thread begins with the longest,
    /// which is not the first one.
    private func begin() {
      let absent = plugin.node
      sessions = (0..<3).map { number in
        let gains = (0..<(number == 0 ? 200 : 300)).map { _ in GainPlugin.node(gain: 1) }
        return TestSession(
          id: UInt32(number),
          inputs: [0],
          nodes: chain(number == 0 ? gains + [absent] : gains),
          outputs: [[.node(gains.count - 1, output: 0)]],
          map: [(0, number)]
        )
      }
      publish()
      for session in sessions { controller.openNow(session) }
    }

    func publish() {
      controller.publish(
        PlanDescription(
          segments: sessions.map(\.description),
          buses: [BusDescription(node: bus, driverChannels: [0, 1, 2])]
        ),
        blockFrames: 1024
      )
    }

    /// Renders a block of ones; returns the last frame of each session.
    func render() -> [Float] {
      let heard = driver.render([[Float](repeating: 1, count: 1024)], frames: 1024, cycle: 1024)
      events += controller.poll()
      return heard.map { $0[1023] }
    }

    /// Renders until a helper has entered the plugin, and does not return.
    ///
    /// Each thread keeps its sessions: where the driver's thread has taken the plugin, this begins
    /// again.
    func loseHelper() {
      var rounds = 0
      while plugin.guests.load(ordering: .acquiring) == 0, rounds < 10_000 {
        _ = render()
        rounds += 1
        if rounds.isMultiple(of: 20), plugin.guests.load(ordering: .acquiring) == 0 { begin() }
      }
    }

    func recall() {
      plugin.holds.store(false, ordering: .releasing)
      TestBlock.wait { self.plugin.guests.load(ordering: .acquiring) == 0 }
    }

    func newWorkers() {
      workers.dismiss()
      workers = RenderWorkers(of: controller.processor, count: 2, realtimePriority: nil)
    }
  }

  @Test("costs its own session, which is named; the others go on")
  func others() {
    let stage = Stage()
    stage.loseHelper()
    #expect(stage.plugin.guests.load(ordering: .acquiring) == 1)
    #expect(stage.events == [.hung(strip: 0)])
    for _ in 0..<50 { #expect(stage.render() == [0, 1, 1]) }
    stage.recall()
    for _ in 0..<50 { #expect(stage.render() == [0, 1, 1]) }
    #expect(stage.events == [.hung(strip: 0)])
  }

  @Test("is not waited for when the workers are dismissed, and has no part in the next one")
  func dismissal() {
    let stage = Stage()
    stage.loseHelper()
    stage.newWorkers()
    #expect(stage.plugin.guests.load(ordering: .acquiring) == 1)
    #expect(stage.render() == [0, 1, 1])
    stage.recall()
    for _ in 0..<50 { #expect(stage.render() == [0, 1, 1]) }
  }

  @Test("keeps its plan; the next one does without the session, and nobody else enters the plugin")
  func plans() {
    let stage = Stage()
    stage.loseHelper()
    let runs = stage.plugin.runs.load(ordering: .relaxed)
    stage.publish()
    for _ in 0..<50 { #expect(stage.render() == [0, 1, 1]) }
    #expect(stage.controller.plansInUse == 2)
    stage.publish()
    #expect(stage.render() == [0, 1, 1])
    #expect(stage.controller.plansInUse == 2)
    #expect(stage.plugin.runs.load(ordering: .relaxed) == runs)
    stage.recall()
    #expect(stage.render() == [0, 1, 1])
  }

  @Test("does not keep anybody waiting for the end of its session")
  func closing() {
    let stage = Stage()
    stage.loseHelper()
    stage.controller.close(stage.sessions[0].strip, over: FrameCount(100))
    _ = stage.render()
    #expect(stage.events == [.hung(strip: 0), .closed(strip: 0, closings: 1)])
    stage.recall()
  }

  @Test("finds its plan and its processor when it comes back after all else has gone")
  func late() {
    weak var processor: RenderProcessor?
    let plugin: AbsentPlugin
    do {
      let stage = Stage()
      processor = stage.controller.processor
      plugin = stage.plugin
      stage.loseHelper()
    }
    #expect(plugin.guests.load(ordering: .acquiring) == 1)
    #expect(processor != nil)
    plugin.holds.store(false, ordering: .releasing)
    TestBlock.wait { processor == nil }
  }
}
