// SPDX-License-Identifier: Apache-2.0
// Meters at the end of strips read the same as those of an output that hears nothing else.

import Quantities
import SeededNumbers
import Testing

@testable import RenderCore

@Suite("The meters at the end of a strip")
struct PostMeterTests {
  /// A pair and a single channel, both in a group, each on an output of its own; a third session
  /// controls a duck.
  private struct Mixer {
    let controller = RenderController.make()
    let driver: HandDriver
    let group = SharedGainNode()
    let sessions: [TestSession]
    let buses = [BusNode(channels: 2), BusNode(channels: 1), BusNode(channels: 1)]

    init(isPost: Bool = true) {
      driver = HandDriver(controller: controller, outputs: 4)
      var sessions = [
        TestSession(id: 0, inputs: [0, 1], bus: 0, isPost: isPost),
        TestSession(id: 1, inputs: [2], bus: 1, isPost: isPost),
        TestSession(id: 2, inputs: [3], bus: 2, isPost: isPost),
      ]
      for index in 0..<2 { sessions[index].description.sharedGains = [0] }
      var plan = PlanDescription(
        segments: sessions.map(\.description),
        buses: zip(buses, [[0, 1], [2], [3]]).map {
          BusDescription(node: $0, driverChannels: $1)
        }
      )
      plan.sharedGains = [group]
      controller.publish(plan, blockFrames: 64)
      for session in sessions { controller.openNow(session) }
      self.sessions = sessions
    }

    func set(_ gain: GainReference, to factor: Float, over frames: Int = 1) {
      controller.ramp(gain, to: LinearGain(factor: factor), over: FrameCount(frames))
    }

    func lean(_ left: Float, _ right: Float, over frames: Int = 1) {
      controller.lean(
        sessions[0].strip,
        left: LinearGain(factor: left),
        right: LinearGain(factor: right),
        over: FrameCount(frames)
      )
    }
  }

  private static func isAbout(_ one: Float, _ other: Float) -> Bool {
    abs(one - other) <= 1e-6 * max(1, abs(other))
  }

  @Test(
    "read what an output does that hears the strip alone, whatever stands still or moves: 300 changes",
    arguments: [16, 64, 480, 999]
  )
  func moves(cycle: Int) {
    let mixer = Mixer()
    var numbers = SeededNumbers(seed: 50)
    let voice = mixer.sessions[2].strip
    let shape = SidechainShape(
      threshold: LinearGain(factor: 0.1),
      idle: LinearGain(factor: 0.75),
      attack: FrameCount(100),
      hold: FrameCount(200),
      release: FrameCount(300)
    )
    for change in 0..<300 {
      let strip = mixer.sessions[numbers.roll(2)].strip
      let frames = numbers.roll(2) == 0 ? 1 : 1 + numbers.roll(2_000)
      let factor = abs(numbers.samples(1)[0])
      switch numbers.roll(9) {
      case 0: mixer.set(strip.trim, to: factor * 3, over: frames)
      case 1: mixer.set(strip.fader, to: factor, over: frames)
      case 2: mixer.set(strip.duck, to: factor, over: frames)
      case 3: mixer.set(strip.mute, to: Float(numbers.roll(2)), over: frames)
      case 4: mixer.set(mixer.group.fader, to: factor, over: frames)
      case 5: mixer.set(mixer.group.mute, to: Float(numbers.roll(2)), over: frames)
      case 6: mixer.lean(factor, 1, over: frames)
      case 7: mixer.lean(1, factor, over: frames)
      case 8: mixer.controller.sidechain(strip, follows: numbers.roll(2) == 0 ? nil : voice, shape)
      default: break
      }
      mixer.controller.measure(strip, numbers.roll(20) == 0)
      let length = 1 + numbers.roll(3_000)
      let inputs = (0..<4).map { _ in numbers.samples(length) }
      _ = mixer.driver.render(inputs, frames: length, cycle: cycle)
      for (session, bus) in zip(mixer.sessions, mixer.buses) {
        let (read, heard) = (session.strip.takePostLevels(), bus.takeLevels())
        #expect(read.count == heard.count)
        for (own, other) in zip(read, heard) {
          #expect(
            Self.isAbout(own.peak, other.peak) && Self.isAbout(own.rms, other.rms),
            "change \(change): \(own), not \(other)"
          )
        }
      }
    }
  }

  @Test("need no send behind the fader, and leave the meters in front of it alone")
  func places() {
    let mixer = Mixer(isPost: false)
    let strip = mixer.sessions[0].strip
    mixer.set(strip.trim, to: 2)
    mixer.set(strip.fader, to: 0.25)
    mixer.set(mixer.group.fader, to: 0.5)
    mixer.lean(0.5, 1)
    _ = mixer.driver.render([], frames: 64)
    _ = (strip.takeLevels(), strip.takePostLevels())
    let half = [Float](repeating: 0.5, count: 400_000)
    _ = mixer.driver.render([half, half], frames: 400_000)
    let (pre, post) = (strip.takeLevels(), strip.takePostLevels())
    #expect(pre.map(\.peak) == [1, 1])
    #expect(post.map(\.peak) == [0.0625, 0.125])
    for (level, expected) in zip(post, [Float(0.0625), 0.125]) {
      #expect(abs(level.rms - expected) <= 1e-6)
    }
  }

  @Test("read nothing of a strip that is silent, muted or full of what is no number")
  func silence() {
    let mixer = Mixer()
    let strip = mixer.sessions[0].strip
    let half = [Float](repeating: 0.5, count: 48_000)
    let nan = [Float](repeating: .nan, count: 48_000)
    _ = mixer.driver.render([half, nan], frames: 48_000)
    #expect(strip.takePostLevels().map(\.peak) == [0.5, 0])
    mixer.set(strip.mute, to: 0)
    _ = mixer.driver.render([half, half], frames: 64)
    _ = strip.takePostLevels()
    _ = mixer.driver.render([half, half], frames: 48_000)
    #expect(strip.takeLevels().map(\.peak) == [0.5, 0.5])
    #expect(strip.takePostLevels().map(\.peak) == [0, 0])
    mixer.set(strip.mute, to: 1)
    mixer.controller.close(strip, over: FrameCount(1))
    _ = mixer.driver.render([half, half], frames: 64)
    _ = strip.takePostLevels()
    for _ in 0..<10 { _ = mixer.driver.render([half, half], frames: 48_000) }
    let read = strip.takePostLevels()
    #expect(read.allSatisfy { $0.peak == 0 && $0.rms < 1e-6 })
  }
}
