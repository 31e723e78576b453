// SPDX-License-Identifier: Apache-2.0
// Sessions that feed sessions, in the same cycle.

import Quantities
import RenderCore
import RuleProofs
import SeededNumbers
import Testing

@Suite("A session that feeds another")
struct FeedTests {
  private let controller = RenderController.make()

  private func publish(_ sessions: [TestSession], channels: Int = 2, blockFrames: Int = 64) {
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

  /// A session whose only source is the strip of the one at `segment`, times `gain`.
  private func reader(id: UInt32, of segment: Int, isPost: Bool, gain: Float = 1, to: Int)
    -> TestSession
  {
    var session = TestSession(
      id: id,
      inputs: [],
      nodes: chain([GainPlugin.node(gain: gain)]),
      outputs: [[.node(0, output: 0)]],
      map: [(0, to)]
    )
    session.description.sources = [.session(segment, channels: 1, isPost: isPost)]
    return session
  }

  @Test(
    "is heard in the same cycle, whoever stands first in the preset",
    .proves("IAA-01", at: .offline),
    arguments: [false, true]
  )
  func sameCycle(readerFirst: Bool) {
    let feeder = TestSession(id: 1, inputs: [0], map: [(0, 0)])
    let reader = reader(id: 2, of: readerFirst ? 1 : 0, isPost: false, gain: 3, to: 1)
    publish(readerFirst ? [reader, feeder] : [feeder, reader])
    controller.openNow(feeder)
    controller.openNow(reader)
    var numbers = SeededNumbers(seed: 30)
    let input = numbers.samples(1000)
    let outputs = HandDriver(controller: controller, outputs: 2).render(
      [input],
      frames: 1000,
      cycle: 77
    )
    #expect(outputs[0] == input)
    #expect(outputs[1] == input.map { $0 * 3 })
  }

  @Test(
    "hands on its pre signal before duck, fader and mute, its post signal after them",
    .proves("IAA-01", at: .offline)
  )
  func taps() {
    let feeder = TestSession(id: 1, inputs: [0], map: [(0, 0)])
    let pre = reader(id: 2, of: 0, isPost: false, to: 0)
    let post = reader(id: 3, of: 0, isPost: true, to: 1)
    var mute = feeder.description
    mute.sends = []
    var silent = feeder
    silent.description = mute
    publish([silent, pre, post])
    for session in [silent, pre, post] { controller.openNow(session) }
    controller.ramp(feeder.strip.trim, to: LinearGain(factor: 0.5), over: FrameCount(1))
    controller.ramp(feeder.strip.fader, to: LinearGain(factor: 0.5), over: FrameCount(1))
    let driver = HandDriver(controller: controller, outputs: 2)
    let ones = [Float](repeating: 1, count: 256)
    var outputs = driver.render([ones], frames: 256)
    #expect(outputs[0][255] == 0.5 && outputs[1][255] == 0.25)
    controller.ramp(feeder.strip.mute, to: .silence, over: FrameCount(64))
    outputs = driver.render([ones], frames: 256)
    #expect(outputs[0].allSatisfy { $0 == 0.5 })
    #expect(zip(outputs[1], outputs[1].dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.0041 })
    #expect(outputs[1][255] == 0)
  }

  @Test(
    "feeds exact zeros while it is suspended, along its own ramp",
    .proves("IAA-01", at: .offline)
  )
  func suspended() {
    let feeder = TestSession(id: 1, inputs: [0], map: [(0, 0)])
    let reader = reader(id: 2, of: 0, isPost: false, to: 1)
    publish([feeder, reader])
    controller.openNow(reader)
    let driver = HandDriver(controller: controller, outputs: 2)
    let ones = [Float](repeating: 1, count: 512)
    #expect(driver.render([ones], frames: 512)[1].allSatisfy { $0 == 0 })
    controller.openNow(feeder)
    #expect(driver.render([ones], frames: 512)[1][511] == 1)
    controller.close(feeder.strip, over: FrameCount(240))
    let outputs = driver.render([ones], frames: 512)
    #expect(outputs[0] == outputs[1])
    #expect(outputs[1][239...].allSatisfy { $0 == 0 })
    #expect(reader.strip.calls == 24)
  }

  @Test("that hears itself in a circle ends in the cycle before, and nothing hangs")
  func circle() {
    let first = reader(id: 1, of: 1, isPost: false, to: 0)
    let second = reader(id: 2, of: 0, isPost: false, to: 1)
    let own = reader(id: 3, of: 2, isPost: false, to: 1)
    publish([first, second, own])
    for session in [first, second, own] { controller.openNow(session) }
    let outputs = HandDriver(controller: controller, outputs: 2).render([], frames: 640)
    #expect(outputs.joined().allSatisfy { $0 == 0 })
  }

  /// Three chains of three sessions each, in an inconvenient order, with a fourth that hears all.
  private func makeRig(_ controller: RenderController) -> [TestSession] {
    // Places 0…2 hear 3…5, and these hear 6…8; place 9 hears 0…2.
    var sessions = (0..<9).map { index -> TestSession in
      let plugins = (0..<20).map { GainPlugin.node(gain: 1 - Float($0 + index) / 300) }
      var session = TestSession(
        id: UInt32(index),
        inputs: [index % 3],
        nodes: chain(plugins),
        outputs: [[.node(19, output: 0)]],
        map: [(0, index % 2)]
      )
      if index < 6 {
        session.description.sources = [
          .session(index + 3, channels: 1, isPost: index % 2 == 0)
        ]
      }
      return session
    }
    var all = TestSession(id: 9, inputs: [], outputs: [(0..<3).map { .source($0, channel: 0) }])
    all.description.sources = (0..<3).map { .session($0, channels: 1, isPost: true) }
    sessions.append(all)
    let lone = TestSession(
      id: 10,
      inputs: [1],
      nodes: chain((0..<40).map { _ in GainPlugin.node(gain: 0.99) }),
      outputs: [[.node(39, output: 0)]]
    )
    sessions.append(lone)
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

  private func perform(_ controller: RenderController) -> [[Float]] {
    let sessions = makeRig(controller)
    let shape = SidechainShape(
      threshold: LinearGain(factor: 0.2),
      idle: LinearGain(factor: 0.7),
      attack: FrameCount(500),
      hold: FrameCount(700),
      release: FrameCount(900)
    )
    let driver = HandDriver(controller: controller, outputs: 2)
    var numbers = SeededNumbers(seed: 31)
    let inputs = (0..<3).map { _ in numbers.samples(1024) }
    var heard: [[Float]] = [[], []]
    for round in 0..<100 {
      let session = sessions[Int.random(in: 0..<sessions.count, using: &numbers)]
      switch round % 4 {
      case 0: controller.close(session.strip, over: FrameCount(100))
      case 1: controller.open(session.strip, over: FrameCount(50), after: FrameCount(30))
      case 2:
        let gain = LinearGain(factor: Float.random(in: 0...1, using: &numbers))
        controller.ramp(session.strip.duck, to: gain, over: FrameCount(333))
        let ducker = sessions[Int.random(in: 0..<sessions.count, using: &numbers)]
        controller.sidechain(session.strip, follows: ducker.strip, shape)
      default:
        controller.silence(session.strip, Bool.random(using: &numbers), over: FrameCount(222))
        controller.zeroInputs(session.strip, Bool.random(using: &numbers))
      }
      for (channel, samples) in driver.render(inputs, frames: 1024, cycle: 1024).enumerated() {
        heard[channel] += samples
      }
      _ = controller.poll()
    }
    return heard
  }

  @Test("sounds the same to the bit whoever renders it")
  func workers() {
    let alone = perform(controller)
    #expect(alone[0].contains { $0 != 0 })
    let other = RenderController.make()
    let workers = other.patientWorkers(3)
    let together = perform(other)
    workers.dismiss()
    #expect(together == alone)
  }
}
