// SPDX-License-Identifier: Apache-2.0
// Sound that is silenced while time runs: silenced sessions, inputs without permission, secondary
// sources.

import Quantities
import RenderCore
import RuleProofs
import SeededNumbers
import Testing

@Suite("Silence while time runs")
struct SilenceTests {
  private let controller = RenderController.make()
  private let bus = BusNode(channels: 2)

  private func publish(_ session: TestSession) {
    controller.publish(
      PlanDescription(
        segments: [session.description],
        buses: [BusDescription(node: bus, driverChannels: [0, 1])]
      ),
      blockFrames: 64
    )
  }

  /// A session with a plugin, post to output 0 and pre to output 1.
  private func makeSession(_ plugin: PluginNode) -> TestSession {
    var session = TestSession(
      inputs: [0],
      nodes: chain([plugin]),
      outputs: [[.node(0, output: 0)]],
      map: [(0, 0)]
    )
    session.description.sends.append(
      SendDescription(node: SendNode(gain: 1), bus: 0, isPost: false, map: [(0, 1)])
    )
    return session
  }

  @Test(
    "a silenced session is exactly silent while its graph goes on, then as before to the bit",
    .proves("BG-05", at: .offline)
  )
  func silentGate() {
    let plugin = GainPlugin.node(gain: 0.5)
    let session = makeSession(plugin)
    publish(session)
    controller.openNow(session)
    controller.ramp(session.strip.fader, to: LinearGain(Decibels(-3.3)), over: FrameCount(1))
    let driver = HandDriver(controller: controller, outputs: 2)
    var numbers = SeededNumbers(seed: 20)
    let input = numbers.samples(512)
    _ = driver.render([input], frames: 64)
    let before = driver.render([input], frames: 512)

    controller.silence(session.strip, true, over: FrameCount(240))
    let ones = [Float](repeating: 1, count: 512)
    let falling = driver.render([ones], frames: 512)
    for output in falling {
      #expect(zip(output, output.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 <= 0.5 / 239 })
      #expect(output[239...].allSatisfy { $0 == 0 })
    }
    let runs = plugin.runs
    let stem = SharedAudioRing(channels: 1, capacity: 1024)
    controller.tap(session.strip, to: stem)
    #expect(driver.render([input], frames: 512).joined().allSatisfy { $0 == 0 })
    #expect(stem.readAll()[0].allSatisfy { $0 == 0 })
    #expect(plugin.runs == runs + 8)

    controller.silence(session.strip, false, over: FrameCount(240))
    let rising = driver.render([ones], frames: 512)
    for output in rising { #expect(zip(output, output.dropFirst()).allSatisfy { $0 <= $1 }) }
    #expect(driver.render([input], frames: 512) == before)
  }

  @Test(
    "a session silenced before it starts, or while it measures, is never heard",
    .proves("BG-05", at: .offline)
  )
  func silencedFromTheStart() {
    let session = makeSession(GainPlugin.node(gain: 1))
    publish(session)
    controller.openNow(session)
    controller.silence(session.strip, true, over: FrameCount(480))
    let driver = HandDriver(controller: controller, outputs: 2)
    let ones = [Float](repeating: 1, count: 512)
    #expect(driver.render([ones], frames: 512).joined().allSatisfy { $0 == 0 })
    controller.measure(session.strip, true)
    #expect(driver.render([ones], frames: 512).joined().allSatisfy { $0 == 0 })
    controller.silence(session.strip, false, over: FrameCount(100))
    #expect(driver.render([ones], frames: 512)[0][511] == 1)
    #expect(driver.render([ones], frames: 512)[0] == ones)
  }

  @Test(
    "inputs without permission are exact zeros of the same length, measured or not",
    .proves("PERM-02", "ANC-OPT-04", at: .offline),
    arguments: [false, true]
  )
  func zeroInputs(isMeasuring: Bool) {
    let plugin = GainPlugin.node(gain: 1)
    let session = makeSession(plugin)
    publish(session)
    controller.measure(session.strip, isMeasuring)
    controller.zeroInputs(session.strip, true)
    controller.openNow(session)
    let driver = HandDriver(controller: controller, outputs: 2)
    var numbers = SeededNumbers(seed: 21)
    let input = numbers.samples(512)
    let zeros = [Float](repeating: 0, count: 512)
    #expect(driver.render([input], frames: 512)[0].map(\.bitPattern) == zeros.map(\.bitPattern))
    #expect(session.strip.calls == 8)
    #expect(plugin.runs == (isMeasuring ? 0 : 8))

    // The input fades in within a cycle once it is permitted, and fades out within one.
    controller.zeroInputs(session.strip, false)
    let ones = [Float](repeating: 1, count: 128)
    let granted = driver.render([ones], frames: 128)[0]
    #expect(zip(granted, granted.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 <= 1 / 63 })
    #expect(granted[63...].allSatisfy { $0 == 1 })
    #expect(driver.render([input], frames: 512)[0] == input)
    controller.zeroInputs(session.strip, true)
    let denied = driver.render([ones], frames: 128)[0]
    #expect(zip(denied, denied.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 <= 1 / 63 })
    #expect(denied[63...].allSatisfy { $0 == 0 })
  }

  @Test(
    "a session that asks for inputs and for the start in one cycle hears nothing first",
    .proves("PERM-02", at: .offline)
  )
  func zeroInputsAfterOpening() {
    let session = makeSession(GainPlugin.node(gain: 1))
    publish(session)
    controller.openNow(session)
    controller.zeroInputs(session.strip, true)
    let ones = [Float](repeating: 1, count: 256)
    let output = HandDriver(controller: controller, outputs: 2).render([ones], frames: 256)[0]
    #expect(output.allSatisfy { $0 == 0 })
  }

  @Test("players go on where inputs are zeros", .proves("PERM-02", at: .offline))
  func playersAreNoInputs() {
    let (session, player) = gameWithMusic(gain: nil)
    publish(session)
    controller.zeroInputs(session.strip, true)
    controller.openNow(session)
    controller.setPlaying(player, true)
    let ones = [Float](repeating: 1, count: 512)
    let output = HandDriver(controller: controller, outputs: 2).render([ones], frames: 512)
    #expect(output[0].allSatisfy { $0 == 0 })
    #expect(output[1][511] == 0.25)
  }

  @Test(
    "a secondary source falls silent alone, runs on, and comes back to the bit",
    .proves("SIL-03", at: .offline)
  )
  func secondarySource() {
    let gain = SourceGain()
    let (session, player) = gameWithMusic(gain: gain)
    publish(session)
    controller.openNow(session)
    controller.setPlaying(player, true)
    let driver = HandDriver(controller: controller, outputs: 2)
    let ones = [Float](repeating: 1, count: 512)
    #expect(driver.render([ones], frames: 512)[1][511] == 0.25)
    let read = player.ring.framesRead

    controller.ramp(gain.level, to: .silence, over: FrameCount(100), after: FrameCount(30))
    let falling = driver.render([ones], frames: 512)
    #expect(falling[0] == ones)
    #expect(falling[1][..<30].allSatisfy { $0 == 0.25 })
    #expect(zip(falling[1], falling[1].dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.0026 })
    #expect(falling[1][129...].allSatisfy { $0 == 0 })
    #expect(player.ring.framesRead == read + 512)

    controller.ramp(gain.level, to: .unity, over: FrameCount(100))
    _ = driver.render([ones], frames: 128)
    #expect(driver.render([ones], frames: 128)[1].allSatisfy { $0 == 0.25 })
  }

  /// Publishes effects from an input on channel 0, and music (a player of 0.25) on channel 1.
  private func gameWithMusic(gain: SourceGain?) -> (TestSession, PlayerNode) {
    let ring = SharedAudioRing(channels: 1, capacity: 8192)
    let music = [Float](repeating: 0.25, count: 8192)
    _ = unsafe music.withUnsafeBufferPointer { unsafe ring.writeInterleaved($0) }
    let player = PlayerNode(id: 5, ring: ring)
    var session = TestSession(
      inputs: [0],
      outputs: [[.source(0, channel: 0)], [.source(1, channel: 0)]]
    )
    session.description.sources.append(.player(player, gain: gain))
    return (session, player)
  }
}
