// SPDX-License-Identifier: Apache-2.0
// The plugins on the sum of an output: in which order, and which sound bypasses them.

import Quantities
import RenderCore
import RuleProofs
import SeededNumbers
import Testing

@Suite("The graph of an output")
struct OutputGraphTests {
  /// A rig with one mono output, which has a graph and a limiter; each session hears an input of
  /// its own.
  private struct Output {
    let controller = RenderController.make()
    let driver: HandDriver
    let bus = BusNode(channels: 1)
    var sessions: [TestSession]

    init(sessions count: Int, graph: PluginNode, limiter: PluginNode? = nil) {
      driver = HandDriver(controller: controller, outputs: 1)
      sessions = (0..<count).map { TestSession(id: UInt32($0), inputs: [$0]) }
      var description = BusDescription(node: bus, driverChannels: [0])
      var through: [TestSession] = []
      func strip(_ plugin: PluginNode) -> Int {
        let id = count + through.count
        through.append(TestSession(id: UInt32(id), through: [plugin], stage: .output))
        return id
      }
      description.graph = strip(graph)
      description.limiter = limiter.map(strip)
      // The sessions in front of the fader, one behind it, one that measures.
      if count > 3 { sessions[2].description.stage = .direct }
      controller.publish(
        PlanDescription(
          segments: (sessions + through).map(\.description),
          buses: [description]
        ),
        blockFrames: 64
      )
      for session in sessions + through { controller.openNow(session) }
    }
  }

  @Test(
    "stands before its fader, its limiter behind that and what is direct, and what measures passes both by",
    .proves("VOL-02", "MEAS-01"),
    arguments: [16, 64, 480]
  )
  func order(cycle: Int) {
    let output = Output(
      sessions: 4,
      graph: GainPlugin.node(gain: 0.5),
      limiter: GainPlugin.node(gain: 0.25)
    )
    output.controller.measure(output.sessions[3].strip, true)
    output.controller.ramp(output.bus.fader, to: LinearGain(factor: 0.3), over: FrameCount(1))
    var numbers = SeededNumbers(seed: 8)
    for mute in [Float(1), 0] {
      output.controller.ramp(
        output.bus.mute,
        to: LinearGain(factor: mute),
        over: FrameCount(1)
      )
      let inputs = (0..<4).map { _ in numbers.samples(1_000) }
      let heard = output.driver.render(inputs, frames: 1_000, cycle: cycle)[0]
      let expected = (0..<1_000).map { frame in
        let sum = (inputs[0][frame] + inputs[1][frame]) * 0.5 * (0.3 * mute)
        return (sum + inputs[2][frame]) * 0.25 + inputs[3][frame]
      }
      #expect(Array(heard[1...]) == Array(expected[1...]))
    }
  }

  @Test("goes on when nobody sounds any more", arguments: [16, 64, 480])
  func tail(cycle: Int) {
    let output = Output(sessions: 1, graph: LatePlugin(frames: 700).node)
    var numbers = SeededNumbers(seed: 9)
    let sound = numbers.samples(480)
    _ = output.driver.render([sound], frames: 480, cycle: cycle)
    output.controller.close(output.sessions[0].strip, over: FrameCount(1))
    let silence = [Float](repeating: 0, count: 960)
    let heard = output.driver.render([silence], frames: 960, cycle: cycle)[0]
    #expect(Array(heard[221..<700]) == Array(sound[1...]))
    #expect(heard[700...].allSatisfy { $0 == 0 })
  }

  @Test(
    "lets a measurement through bit for bit, whatever it still holds of earlier sound",
    .proves("MEAS-01"),
    arguments: [16, 64, 480]
  )
  func measurement(cycle: Int) {
    let frames = 48_000
    let output = Output(
      sessions: 2,
      graph: LatePlugin(frames: 3 * frames).node,
      limiter: GainPlugin.node(gain: 0.25)
    )
    var numbers = SeededNumbers(seed: 10)
    let silence = [Float](repeating: 0, count: frames)
    _ = output.driver.render([numbers.samples(frames), silence], frames: frames, cycle: cycle)
    output.controller.close(output.sessions[0].strip, over: FrameCount(1))
    output.controller.measure(output.sessions[1].strip, true)
    output.controller.ramp(output.bus.fader, to: LinearGain(factor: 0.3), over: FrameCount(1))
    _ = output.driver.render([silence, silence], frames: 480, cycle: cycle)
    let patterns = (0..<4 * frames).map { _ in
      Float(bitPattern: UInt32.random(in: .min ... .max, using: &numbers))
    }
    let quiet = [Float](repeating: 0, count: patterns.count)
    let heard = output.driver.render([quiet, patterns], frames: patterns.count, cycle: cycle)[0]
    let isExact = heard.map(\.bitPattern) == patterns.map(\.bitPattern)
    #expect(isExact, "a difference of so many samples takes minutes to print")
  }

  @Test("is silent while its gate is closed, and is heard no more behind that")
  func gate() {
    let output = Output(sessions: 1, graph: GainPlugin.node(gain: 0.5))
    let ones = [Float](repeating: 1, count: 480)
    #expect(output.driver.render([ones], frames: 480)[0].last == 0.5)
    output.controller.ramp(output.bus.gate, to: .silence, over: FrameCount(240))
    let heard = output.driver.render([ones], frames: 480)[0]
    let steps = zip(heard, heard.dropFirst()).map { abs($0 - $1) }
    #expect(steps.allSatisfy { $0 < 0.5 / 100 } && heard.last == 0)
  }
}
