// SPDX-License-Identifier: Apache-2.0
// Control and audio on two threads, with helpers: what `make sanitize-threads` watches.

import Foundation
import Quantities
import RenderCore
import SeededNumbers
import Synchronization
import Testing

@Suite("A renderer on a thread of its own", .serialized)
struct SwapStressTests {
  /// Renders one cycle after the other until it is stopped, on a thread that no test can hold up:
  /// the threads of tasks are few, and other tests wait on them.
  private final class Driver: Sendable {
    private let isOver = Atomic(false)
    private let hasEnded = Atomic(false)
    let cycles = Atomic(0)

    func start(_ processor: RenderProcessor) {
      Thread.detachNewThread { [self] in
        let ones = [Float](repeating: 1, count: 64)
        while !isOver.load(ordering: .acquiring) {
          _ = TestBlock.pass(ones) { processor.render($0) }
          cycles.add(1, ordering: .releasing)
        }
        hasEnded.store(true, ordering: .releasing)
      }
    }

    /// Waits until a cycle ends that has not begun yet.
    func waitForCycle() {
      let cycle = cycles.load(ordering: .acquiring)
      TestBlock.wait { cycles.load(ordering: .acquiring) > cycle + 1 }
    }

    func stop() {
      isOver.store(true, ordering: .releasing)
      TestBlock.wait { hasEnded.load(ordering: .acquiring) }
    }
  }

  @Test("goes on while plans are swapped, sessions come and go, files are exchanged and values set")
  func swaps() {
    let controller = RenderController.make()
    let processor = controller.processor
    let workers = RenderWorkers(of: processor, count: 1, realtimePriority: nil)
    let bus = BusNode(channels: 1)
    let player = PlayerNode(id: 99, ring: silence())
    var sessions: [TestSession] = []
    var numbers = SeededNumbers(seed: 12)
    let driver = Driver()
    driver.start(processor)

    for round in 0..<600 {
      if sessions.count < 6 {
        // Long enough that waking helpers pays.
        let gains = (0..<40).map { _ in GainPlugin.node(gain: 1) }
        sessions.append(session(UInt32(round), gains, player: round == 0 ? player : nil))
      } else {
        // The first session has the player, and stays.
        sessions.remove(at: Int.random(in: 1..<sessions.count, using: &numbers))
      }
      publish(sessions, to: bus, controller)
      for session in sessions { controller.open(session.strip, over: FrameCount(9), after: .zero) }
      let other = sessions[Int.random(in: 0..<sessions.count, using: &numbers)]
      controller.close(other.strip, over: FrameCount(5))
      let gain = LinearGain(factor: Float.random(in: 0...1, using: &numbers))
      controller.ramp(sessions[0].strip.fader, to: gain, over: FrameCount(100))
      controller.exchangeRing(of: player, with: silence())
      controller.setPlaying(player, round.isMultiple(of: 2))
      _ = controller.poll()
      driver.waitForCycle()
    }
    // The result is determined by the last plan.
    let last = session(1_000, [GainPlugin.node(gain: 0.5)], player: nil)
    publish([last], to: bus, controller)
    controller.openNow(last)
    TestBlock.wait {
      _ = controller.poll()
      return controller.isSettled
    }
    driver.stop()
    workers.dismiss()
    let hands = HandDriver(controller: controller, outputs: 1)
    #expect(hands.render([[Float](repeating: 1, count: 640)], frames: 640)[0].last == 0.5)
  }

  private func silence() -> SharedAudioRing { SharedAudioRing(channels: 1, capacity: 64) }

  private func session(
    _ id: UInt32,
    _ gains: [PluginNode],
    player: PlayerNode?
  ) -> TestSession {
    var session = TestSession(
      id: id,
      inputs: [0],
      nodes: chain(gains),
      outputs: [[.node(gains.count - 1, output: 0)]]
    )
    if let player { session.description.sources.append(.player(player)) }
    return session
  }

  private func publish(
    _ sessions: [TestSession],
    to bus: BusNode,
    _ controller: RenderController
  ) {
    controller.publish(
      PlanDescription(
        segments: sessions.map(\.description),
        buses: [BusDescription(node: bus, driverChannels: [0])]
      ),
      blockFrames: 64
    )
  }
}
