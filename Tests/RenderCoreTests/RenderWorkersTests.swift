// SPDX-License-Identifier: Apache-2.0
// Sessions rendered side by side sound as if they were rendered one after the other.

import Quantities
import RenderCore
import SeededNumbers
import Synchronization
import Testing

@Suite("Helpers of the driver's thread", .serialized)
struct RenderWorkersTests {
  /// Twelve sessions of so many plugins each, all summed into two channels.
  private func makeRig(
    _ controller: RenderController,
    plugins count: Int = 20,
    counting counter: RunCounter? = nil
  ) -> [TestSession] {
    let sessions = (0..<12).map { number in
      let plugins = (0..<count).map {
        GainPlugin.node(gain: 0.9 + Float($0 + number) / 200, counting: counter)
      }
      return TestSession(
        id: UInt32(number),
        inputs: [number % 3],
        nodes: chain(plugins),
        outputs: [[.node(count - 1, output: 0)]],
        map: [(0, number % 2)]
      )
    }
    controller.publish(
      PlanDescription(
        segments: sessions.map(\.description),
        buses: [BusDescription(node: BusNode(channels: 2), driverChannels: [0, 1])]
      ),
      blockFrames: 1024
    )
    for session in sessions { controller.openNow(session) }
    return sessions
  }

  /// Renders `rounds` cycles with faders moving and sessions coming and going, and returns the
  /// output.
  private func perform(_ controller: RenderController, rounds: Int) -> [[Float]] {
    let sessions = makeRig(controller)
    let driver = HandDriver(controller: controller, outputs: 2)
    var numbers = SeededNumbers(seed: 10)
    let inputs = (0..<3).map { _ in numbers.samples(1024) }
    var heard: [[Float]] = [[], []]
    for round in 0..<rounds {
      let session = sessions[Int.random(in: 0..<sessions.count, using: &numbers)]
      switch round % 4 {
      case 0: controller.close(session.strip, over: FrameCount(100))
      case 1: controller.open(session.strip, over: FrameCount(50), after: FrameCount(30))
      default:
        let gain = LinearGain(factor: Float.random(in: 0...1, using: &numbers))
        controller.ramp(session.strip.fader, to: gain, over: FrameCount(333))
      }
      for (channel, samples) in driver.render(inputs, frames: 1024, cycle: 1024).enumerated() {
        heard[channel] += samples
      }
      _ = controller.poll()
    }
    return heard
  }

  @Test("change nothing in what is heard, to the bit")
  func identical() {
    let alone = perform(RenderController.make(), rounds: 200)
    let controller = RenderController.make()
    let workers = controller.patientWorkers(3)
    #expect(workers.count == 3)
    let together = perform(controller, rounds: 200)
    workers.dismiss()
    #expect(together == alone)
  }

  @Test("really render sessions, and none after they were sent away")
  func helping() {
    let controller = RenderController.make()
    let counter = RunCounter()
    // As many as are worth sharing on the fastest processor.
    _ = makeRig(controller, plugins: 80, counting: counter)
    let driver = HandDriver(controller: controller, outputs: 2)
    let workers = RenderWorkers(of: controller.processor, count: 2, realtimePriority: nil)
    var rounds = 0
    while counter.foreign.load(ordering: .relaxed) == 0, rounds < 100_000 {
      _ = driver.render([], frames: 1024, cycle: 1024)
      rounds += 1
    }
    workers.dismiss()
    let atTheEnd = counter.foreign.load(ordering: .relaxed)
    #expect(atTheEnd > 0)
    for _ in 0..<50 { _ = driver.render([], frames: 1024, cycle: 1024) }
    #expect(counter.foreign.load(ordering: .relaxed) == atTheEnd)
  }

  @Test("come and go without leaving a thread or a processor behind")
  func comeAndGo() {
    weak var processor: RenderProcessor?
    for _ in 0..<50 {
      let controller = RenderController.make()
      let workers = RenderWorkers(of: controller.processor, count: 2, realtimePriority: nil)
      processor = controller.processor
      #expect(workers.count == 2)
    }
    #expect(processor == nil)
  }
}
