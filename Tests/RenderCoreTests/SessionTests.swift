// SPDX-License-Identifier: Apache-2.0
// A session's life in the renderer: graph, suspension, measurement, faults.

import Glibc
import Quantities
import RenderCore
import RuleProofs
import SeededNumbers
import Synchronization
import Testing

@Suite("A session in the renderer")
struct SessionTests {
  private let controller = RenderController.make()

  private func publish(_ sessions: [TestSession], channels: Int = 1, blockFrames: Int = 64) {
    controller.publish(
      PlanDescription(
        segments: sessions.map(\.description),
        buses: [
          BusDescription(node: BusNode(channels: channels), driverChannels: Array(0..<channels))
        ]
      ),
      blockFrames: blockFrames
    )
  }

  /// A session with a gain of one that has sounded for a while already, and its driver.
  private func openSession() -> (TestSession, HandDriver) {
    let session = TestSession(
      inputs: [0],
      nodes: chain([GainPlugin.node(gain: 1)]),
      outputs: [[.node(0, output: 0)]]
    )
    publish([session])
    controller.openNow(session)
    let driver = HandDriver(controller: controller, outputs: 1)
    _ = driver.render([[Float](repeating: 1, count: 256)], frames: 256)
    return (session, driver)
  }

  @Test("runs its graph in order, sums fan-in and reuses buffers without mixing signals up")
  func graph() {
    // in -> a(2) -> b(3) -+-> d(0.5) -> out 0
    // in -> c(5) ---------+        a, c -> out 1
    let plugins = [2, 3, 5, 0.5].map { GainPlugin.node(gain: $0) }
    let nodes = [
      NodeDescription(plugin: plugins[0], inputs: [[.source(0, channel: 0)]]),
      NodeDescription(plugin: plugins[1], inputs: [[.node(0, output: 0)]]),
      NodeDescription(plugin: plugins[2], inputs: [[.source(0, channel: 0)]]),
      NodeDescription(plugin: plugins[3], inputs: [[.node(1, output: 0), .node(2, output: 0)]]),
    ]
    let session = TestSession(
      inputs: [0],
      nodes: nodes,
      outputs: [[.node(3, output: 0)], [.node(0, output: 0), .node(2, output: 0)]]
    )
    publish([session], channels: 2)
    controller.openNow(session)
    var numbers = SeededNumbers(seed: 5)
    let input = numbers.samples(500)
    let outputs = HandDriver(controller: controller, outputs: 2).render(
      [input],
      frames: 500,
      cycle: 77
    )
    #expect(outputs[0] == input.map { ($0 * 2 * 3 + $0 * 5) * 0.5 })
    #expect(outputs[1] == input.map { $0 * 2 + $0 * 5 })
    #expect(plugins[0].runs == 7 * 2 - 1)
  }

  @Test("says which closing a silence was, so that an earlier one is not taken for the last one's")
  func closings() {
    let (session, driver) = openSession()
    let ones = [Float](repeating: 1, count: 256)
    controller.close(session.strip, over: FrameCount(64))
    _ = driver.render([ones], frames: 256)
    controller.openNow(session)
    _ = driver.render([ones], frames: 256)
    controller.close(session.strip, over: FrameCount(2_000))
    #expect(controller.poll() == [.closed(strip: session.strip.id, closings: 1)])
    #expect(session.strip.closings == 2)
    #expect(driver.render([ones], frames: 256)[0].allSatisfy { $0 > 0 })
    #expect(controller.poll().isEmpty)
  }

  @Test("takes the commands of a decision in one cycle, however far apart they were given")
  func together() {
    let (session, driver) = openSession()
    let ones = [Float](repeating: 1, count: 64)
    controller.together {
      controller.ramp(session.strip.fader, to: LinearGain(factor: 0.5), over: FrameCount(1))
      #expect(driver.render([ones], frames: 64)[0].allSatisfy { $0 == 1 })
      controller.together {
        controller.ramp(session.strip.duck, to: LinearGain(factor: 0.5), over: FrameCount(1))
      }
      #expect(driver.render([ones], frames: 64)[0].allSatisfy { $0 == 1 })
      #expect(!controller.isSettled)
    }
    #expect(!controller.isSettled)
    #expect(driver.render([ones], frames: 64)[0].dropFirst().allSatisfy { $0 == 0.25 })
  }

  @Test("takes a decision of more commands than wait at a time in their order, in parts")
  func largeDecision() {
    let (session, driver) = openSession()
    let ones = [Float](repeating: 1, count: 64)
    controller.together {
      for number in 1...5_000 {
        controller.ramp(
          session.strip.fader,
          to: LinearGain(factor: Float(number) / 5_000),
          over: FrameCount(1)
        )
      }
    }
    let first = driver.render([ones], frames: 64)[0]
    #expect(first.last == 4_096.0 / 5_000)
    _ = controller.poll()
    _ = driver.render([ones], frames: 64)
    #expect(driver.render([ones], frames: 64)[0].allSatisfy { $0 == 1 })
    #expect(controller.refusedCommands == 904)
  }

  @Test(
    "is silent and not called at all once its release ramp has run, and goes on where it was",
    .proves("INT-24", at: .offline)
  )
  func suspension() {
    let plugin = GainPlugin.node(gain: 1)
    let session = TestSession(
      id: 9,
      inputs: [0],
      nodes: chain([plugin]),
      outputs: [[.node(0, output: 0)]]
    )
    publish([session])
    let driver = HandDriver(controller: controller, outputs: 1)
    let ones = [Float](repeating: 1, count: 4096)
    #expect(driver.render([ones], frames: 256)[0].allSatisfy { $0 == 0 })
    #expect(plugin.runs == 0)

    controller.openNow(session)
    #expect(driver.render([ones], frames: 256)[0][255] == 1)
    controller.close(session.strip, over: FrameCount(240))
    let release = driver.render([ones], frames: 320)[0]
    #expect(zip(release, release.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 <= 1 / 239 })
    #expect(release[239...].allSatisfy { $0 == 0 })
    #expect(controller.poll() == [.closed(strip: 9, closings: 1)])

    let runs = plugin.runs
    #expect(driver.render([ones], frames: 4096)[0].allSatisfy { $0 == 0 })
    #expect(plugin.runs == runs)
    #expect(session.strip.calls == 8)
    // The same instance goes on, with the state that it had.
    controller.openNow(session)
    #expect(driver.render([ones], frames: 256)[0][255] == 1)
    #expect(plugin.runs > runs)
  }

  @Test("starts only after the loser is silent, when opened with the loser's release as delay")
  func loserFirst() {
    let loser = TestSession(id: 1, inputs: [0], map: [(0, 0)])
    let winner = TestSession(id: 2, inputs: [1], map: [(0, 1)])
    publish([loser, winner], channels: 2)
    controller.openNow(loser)
    let driver = HandDriver(controller: controller, outputs: 2)
    let ones = [Float](repeating: 1, count: 2000)
    _ = driver.render([ones, ones], frames: 128)
    controller.close(loser.strip, over: FrameCount(500))
    controller.open(winner.strip, over: FrameCount(100), after: FrameCount(500))
    let outputs = driver.render([ones, ones], frames: 2000)
    let lastOfLoser = outputs[0].lastIndex { $0 != 0 } ?? -1
    let firstOfWinner = outputs[1].firstIndex { $0 != 0 } ?? -1
    #expect(lastOfLoser == 498)
    #expect(firstOfWinner > lastOfLoser)
    #expect(firstOfWinner <= 500 + 64)
    #expect(outputs[1][1999] == 1)
  }

  @Test("counts denormals as zero while it is rendered, and never after that on the same thread")
  func denormals() {
    let session = TestSession(
      inputs: [0],
      nodes: chain([GainPlugin.node(gain: 0.5)]),
      outputs: [[.node(0, output: 0)]]
    )
    publish([session])
    controller.openNow(session)
    let driver = HandDriver(controller: controller, outputs: 1)
    // Read back from memory, so that the compiler doesn't divide.
    let least = Atomic(Float.leastNormalMagnitude.bitPattern)
    let half = { (Float(bitPattern: least.load(ordering: .relaxed)) / 2).bitPattern }
    // The address is glibc's FE_DFL_ENV.
    _ = unsafe fesetenv(UnsafePointer(bitPattern: -1))
    #expect(half() != 0)
    let inputs = [[Float](repeating: .leastNormalMagnitude, count: 256)]
    #expect(driver.render(inputs, frames: 256)[0].allSatisfy { $0.bitPattern == 0 })
    #expect(half() != 0)
  }

  @Test("measures bit for bit: denormals, negative zeros and NaN payloads come out as they went in")
  func measurement() {
    let plugin = GainPlugin.node(gain: 3)
    let session = TestSession(inputs: [0], nodes: chain([plugin]), outputs: [[.node(0, output: 0)]])
    let bus = BusNode(channels: 1)
    controller.publish(
      PlanDescription(
        segments: [session.description],
        buses: [BusDescription(node: bus, driverChannels: [0])]
      ),
      blockFrames: 64
    )
    let quiet = LinearGain(Decibels(-20))
    for gain in [
      session.strip.fader, session.strip.duck, session.strip.trim, session.send.level, bus.fader,
    ] {
      controller.ramp(gain, to: quiet, over: FrameCount(1))
    }
    controller.measure(session.strip, true)
    controller.open(session.strip, over: FrameCount(480), after: .zero)
    var numbers = SeededNumbers(seed: 6)
    let pattern = (0..<5000).map { _ in
      Float(bitPattern: UInt32.random(in: 0...(.max), using: &numbers))
    }
    let output = HandDriver(controller: controller, outputs: 1).render(
      [pattern],
      frames: 5000,
      cycle: 96
    )
    #expect(output[0].map(\.bitPattern) == pattern.map(\.bitPattern))
    #expect(plugin.runs == 0)
  }

  @Test("cannot hurt others with NaN or infinity: the channel is silent for the block and counted")
  func invalidSamples() {
    let broken = TestSession(id: 1, inputs: [0])
    let healthy = TestSession(id: 2, inputs: [1])
    publish([broken, healthy])
    controller.openNow(broken)
    controller.openNow(healthy)
    var poison = [Float](repeating: 0.25, count: 256)
    poison[100] = .nan
    poison[200] = .infinity
    let ones = [Float](repeating: 0.5, count: 256)
    let output = HandDriver(controller: controller, outputs: 1).render(
      [poison, ones],
      frames: 256
    )[0]
    #expect(output[64..<128].allSatisfy { $0 == 0.5 })
    #expect(output[192..<256].allSatisfy { $0 == 0.5 })
    #expect(output[1..<64].allSatisfy { $0 == 0.75 })
    #expect(output[128..<192].allSatisfy { $0 == 0.75 })
    #expect(broken.strip.invalidChunks == 2)
    #expect(healthy.strip.invalidChunks == 0)
  }

  @Test("counts cycles that took too long against the session that took most of them")
  func overruns() {
    let plugin = StuckPlugin()
    let slow = TestSession(
      inputs: [0],
      nodes: chain([plugin.node]),
      outputs: [[.node(0, output: 0)]]
    )
    let quick = TestSession(id: 2, inputs: [1])
    publish([slow, quick])
    controller.openNow(slow)
    controller.openNow(quick)
    let driver = HandDriver(controller: controller, outputs: 1)
    // 64 frames last 1.3 ms, and the plugin sleeps for 2 ms.
    plugin.naps.store(true, ordering: .releasing)
    let ones = [Float](repeating: 1, count: 64)
    for _ in 0..<3 { _ = driver.render([ones, ones], frames: 64) }
    #expect(slow.strip.overruns == 3)
    #expect(quick.strip.overruns == 0)
  }

  @Test("obeys an idle cue while it measures, and leaves every other level out to the bit")
  func cueWhileMeasuring() {
    let session = TestSession(inputs: [0])
    publish([session])
    controller.measure(session.strip, true)
    controller.openNow(session)
    let driver = HandDriver(controller: controller, outputs: 1)
    let input = [Float](repeating: 0.3, count: 2048)
    #expect(driver.render([input], frames: 256)[0].allSatisfy { $0 == 0.3 })
    controller.ramp(session.send.level, to: LinearGain(factor: 0.5), over: FrameCount(240))
    #expect(driver.render([input], frames: 512)[0].allSatisfy { $0 == 0.3 })
    controller.ramp(session.send.level, to: .silence, over: FrameCount(240))
    #expect(driver.render([input], frames: 512)[0].last == 0)
    controller.ramp(session.send.level, to: .unity, over: FrameCount(240))
    #expect(driver.render([input], frames: 512)[0].last == 0.3)
  }
}
