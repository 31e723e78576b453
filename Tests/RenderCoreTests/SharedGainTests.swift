// SPDX-License-Identifier: Apache-2.0
// Gains that several strips share.

import Quantities
import RenderCore
import SeededNumbers
import Testing

@Suite("A gain that strips share")
struct SharedGainTests {
  /// Four sessions on an output each: the second and third in a group, the third in another one as
  /// well, the fourth before its fader.
  private struct Mixer {
    let controller = RenderController.make()
    let driver: HandDriver
    let groups = [SharedGainNode(), SharedGainNode()]
    let sessions: [TestSession]

    init() {
      driver = HandDriver(controller: controller, outputs: 4)
      var sessions = (0..<4).map {
        TestSession(id: UInt32($0), inputs: [$0], bus: $0, isPost: $0 < 3)
      }
      sessions[1].description.sharedGains = [0]
      sessions[2].description.sharedGains = [0, 1]
      sessions[3].description.sharedGains = [0, 1]
      var plan = PlanDescription(
        segments: sessions.map(\.description),
        buses: (0..<4).map { BusDescription(node: BusNode(channels: 1), driverChannels: [$0]) }
      )
      plan.sharedGains = groups
      controller.publish(plan, blockFrames: 64)
      for session in sessions { controller.openNow(session) }
      self.sessions = sessions
    }
  }

  @Test(
    "turns all of them beside their own faders, behind the pre tap, also while it moves",
    arguments: [1, 16, 64, 480],
    [0, 1]
  )
  func members(cycle: Int, helpers: Int) {
    let mixer = Mixer()
    let workers = RenderWorkers(
      of: mixer.controller.processor,
      count: helpers,
      realtimePriority: nil
    )
    defer { withExtendedLifetime(workers) {} }
    let set = { (gain: GainReference, factor: Float, frames: Int) in
      mixer.controller.ramp(gain, to: LinearGain(factor: factor), over: FrameCount(frames))
    }
    set(mixer.sessions[1].strip.fader, 0.5, 1)
    _ = mixer.driver.render([], frames: 64)
    set(mixer.groups[0].fader, 0.25, 100)
    set(mixer.groups[1].mute, 0, 50)
    var numbers = SeededNumbers(seed: 30)
    let inputs = (0..<4).map { _ in numbers.samples(200) }
    let heard = mixer.driver.render(inputs, frames: 200, cycle: cycle)
    var far: Float = 0
    for frame in 0..<200 {
      let first = 1 - 0.75 * min(1, Float(frame + 1) / 100)
      let second = 1 - min(1, Float(frame + 1) / 50)
      let gains = [1, 0.5 * first, first * second, 1]
      for index in 0..<4 {
        far = max(far, abs(heard[index][frame] - inputs[index][frame] * gains[index]))
      }
    }
    #expect(far < 1e-6)
    #expect(heard[2][50...].allSatisfy { $0 == 0 })
  }

  @Test("leaves a measurement at its level, but mutes it", arguments: [16, 480])
  func measurement(cycle: Int) {
    let mixer = Mixer()
    for session in mixer.sessions { mixer.controller.measure(session.strip, true) }
    mixer.controller.ramp(mixer.groups[0].fader, to: LinearGain(factor: 0.1), over: FrameCount(1))
    _ = mixer.driver.render([], frames: 64)
    var numbers = SeededNumbers(seed: 31)
    let inputs = (0..<4).map { _ in numbers.samples(480) }
    #expect(mixer.driver.render(inputs, frames: 480, cycle: cycle) == inputs)
    mixer.controller.ramp(mixer.groups[0].mute, to: .silence, over: FrameCount(1))
    _ = mixer.driver.render([], frames: 64)
    let heard = mixer.driver.render(inputs, frames: 480, cycle: cycle)
    #expect(heard[0] == inputs[0])
    #expect(heard[1...].allSatisfy { $0.allSatisfy { $0 == 0 } })
  }
}
