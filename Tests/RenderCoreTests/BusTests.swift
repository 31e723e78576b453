// SPDX-License-Identifier: Apache-2.0
// Buses inside a rig: their input is summed, processed and sent on in the same cycle.

import Quantities
import RenderCore
import SeededNumbers
import Testing

@Suite("A bus inside of the rig")
struct BusTests {
  /// Two sessions and two buses: both sessions go to the first bus, the first bus to the second,
  /// the second bus and the first session to the output.
  private struct Mixer {
    let controller = RenderController.make()
    let driver: HandDriver
    let sessions: [TestSession]
    let buses: [TestSession]

    init(_ plugins: [PluginNode]) {
      driver = HandDriver(controller: controller, outputs: 1)
      var sessions = (0..<2).map { TestSession(id: UInt32($0), inputs: [$0], bus: 1) }
      sessions[0].description.sends.append(
        SendDescription(node: SendNode(gain: 1), bus: 0, isPost: true, map: [(0, 0)])
      )
      let buses = plugins.enumerated().map { index, plugin in
        TestSession(
          id: UInt32(2 + index),
          through: [plugin],
          stage: .bus,
          bus: index + 1 < plugins.count ? index + 2 : 0
        )
      }
      controller.publish(
        PlanDescription(
          segments: (sessions + buses).map(\.description),
          buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
            + buses.indices.map { BusDescription(node: BusNode(channels: 1), through: 2 + $0) }
        ),
        blockFrames: 64
      )
      for session in sessions + buses { controller.openNow(session) }
      (self.sessions, self.buses) = (sessions, buses)
    }
  }

  @Test(
    "sums what is sent to it, and sends it on to outputs and other buses",
    arguments: [16, 64, 480]
  )
  func sums(cycle: Int) {
    let mixer = Mixer([GainPlugin.node(gain: 0.5), GainPlugin.node(gain: 0.25)])
    mixer.controller.ramp(
      mixer.buses[0].strip.fader,
      to: LinearGain(factor: 0.5),
      over: FrameCount(1)
    )
    var numbers = SeededNumbers(seed: 20)
    for mute in [Float(1), 0] {
      mixer.controller.ramp(
        mixer.buses[1].strip.mute,
        to: LinearGain(factor: mute),
        over: FrameCount(1)
      )
      let inputs = (0..<2).map { _ in numbers.samples(1_000) }
      let heard = mixer.driver.render(inputs, frames: 1_000, cycle: cycle)[0]
      let expected = (0..<1_000).map { frame in
        let wet = (inputs[0][frame] + inputs[1][frame]) * 0.5 * 0.5 * 0.25 * mute
        return inputs[0][frame] + wet
      }
      #expect(Array(heard[1...]) == Array(expected[1...]))
    }
  }

  @Test("is heard on after the last that was sent to it, and not before", arguments: [16, 480])
  func tail(cycle: Int) {
    let mixer = Mixer([LatePlugin(frames: 700).node])
    var numbers = SeededNumbers(seed: 21)
    let (sound, silence) = (numbers.samples(480), [Float](repeating: 0, count: 480))
    let first = mixer.driver.render([silence, sound], frames: 480, cycle: cycle)[0]
    #expect(first.allSatisfy { $0 == 0 })
    // The last input fades out, and is not repeated.
    for session in mixer.sessions { mixer.controller.close(session.strip, over: FrameCount(16)) }
    let last = [Float](repeating: 0.5, count: 16)
    let heard = mixer.driver.render([silence, last], frames: 1_440, cycle: cycle)[0]
    #expect(Array(heard[221..<700]) == Array(sound[1...]))
    #expect(heard[700..<715].allSatisfy { $0 > 0 })
    #expect(heard[716...].allSatisfy { $0 == 0 })
    #expect(mixer.buses[0].strip.takeLevels()[0].peak > 0)
  }
}
