// SPDX-License-Identifier: Apache-2.0
// The values of an output: dim, night level, balance, mono, polarity, delay, sample by sample.

import Glibc
import Quantities
import SeededNumbers
import Testing

@testable import RenderCore

@Suite("The values of an output")
struct OutputValueTests {
  /// A stereo output; the first session is mixed in front of its fader, the second one behind it,
  /// the third one measures.
  private struct Output {
    let controller = RenderController.make()
    let driver: HandDriver
    let bus = BusNode(channels: 2)
    let sessions: [TestSession]

    init(sessions count: Int = 1) {
      driver = HandDriver(controller: controller, outputs: 2)
      var sessions = (0..<count).map {
        TestSession(id: UInt32($0), inputs: [2 * $0, 2 * $0 + 1])
      }
      if count > 1 { sessions[1].description.stage = .direct }
      self.sessions = sessions
      controller.publish(
        PlanDescription(
          segments: sessions.map(\.description),
          buses: [BusDescription(node: bus, driverChannels: [0, 1])]
        ),
        blockFrames: 64
      )
      for session in sessions { controller.openNow(session) }
      if count > 2 { controller.measure(sessions[2].strip, true) }
    }

    func set(_ gain: GainReference, to factor: Float) {
      controller.ramp(gain, to: LinearGain(factor: factor), over: FrameCount(1))
    }
  }

  @Test(
    "turn what sessions send down and to one side, and all but a measurement to mono and round",
    arguments: [16, 64, 480]
  )
  func order(cycle: Int) {
    let output = Output(sessions: 3)
    var numbers = SeededNumbers(seed: 14)
    for (dim, night, balance, mono, polarity) in [
      (Float(0.25), Float(1), Float(0), Float(0), Float(1)), (1, 0.125, 0, 0, 1),
      (1, 1, -0.5, 0, 1), (1, 1, 1, 0, 1), (1, 1, 0, 1, 1), (1, 1, 0, 0, -1),
      (0.5, 0.25, 0.25, 1, -1), (1, 1, 0, 0.5, 1),
    ] {
      output.set(output.bus.dim, to: dim)
      output.set(output.bus.night, to: night)
      output.set(output.bus.balance, to: balance)
      output.set(output.bus.mono, to: mono)
      output.set(output.bus.polarity, to: polarity)
      _ = output.driver.render([], frames: 64)
      let inputs = (0..<6).map { _ in numbers.samples(1_000) }
      let heard = output.driver.render(inputs, frames: 1_000, cycle: cycle)
      let sides = [min(1, 1 - balance), min(1, 1 + balance)]
      var far: Float = 0
      for frame in 0..<1_000 {
        let sums = (0..<2).map {
          inputs[$0][frame] * dim * night * sides[$0] + inputs[2 + $0][frame]
        }
        let mean = (sums[0] + sums[1]) / 2
        for side in 0..<2 {
          let mixed = mono * mean + (1 - mono) * sums[side]
          far = max(far, abs(heard[side][frame] - (mixed * polarity + inputs[4 + side][frame])))
        }
      }
      #expect(far <= 1e-6, "\((dim, night, balance, mono, polarity))")
    }
  }

  @Test("delay by so many frames, exactly", arguments: [1, 16, 64, 480, 1_024], [1, 63, 4_000])
  func delay(cycle: Int, frames: Int) {
    let output = Output()
    #expect(output.controller.delay(output.bus, by: FrameCount(frames), over: FrameCount(100)))
    var numbers = SeededNumbers(seed: 15)
    _ = output.driver.render([[], []], frames: 4_200, cycle: cycle)
    let inputs = (0..<2).map { _ in numbers.samples(6_000) }
    let heard = output.driver.render(inputs, frames: 6_000, cycle: cycle)
    for side in 0..<2 {
      #expect(Array(heard[side][frames...]) == Array(inputs[side].dropLast(frames)))
      #expect(heard[side][..<frames].allSatisfy { $0 == 0 })
    }
  }

  @Test(
    "go from one delay to another without a step, and end what they began: 200 random changes",
    arguments: [16, 480]
  )
  func changes(cycle: Int) {
    let output = Output()
    var numbers = SeededNumbers(seed: 16)
    let fade = 240
    var (now, last) = (0, Float(0))
    var largest: Float = 0
    for change in 0..<200 {
      let frames = numbers.roll(3) == 0 ? 0 : 1 + numbers.roll(5_000)
      #expect(output.controller.delay(output.bus, by: FrameCount(frames), over: FrameCount(fade)))
      let length = 480 * (1 + numbers.roll(20))
      // A slow tone: a step of its own is at most 2π / 480.
      let tone = (0..<length).map { sin(Float(now + $0) / 480 * 2 * .pi) }
      let heard = output.driver.render([tone, tone], frames: length, cycle: cycle)[0]
      for sample in heard {
        largest = max(largest, abs(sample - last))
        last = sample
      }
      now += length
      // Long enough for two fades and the delay: from now on it is exact.
      guard length > 2 * fade + 2 * cycle + frames + 1_000, change > 0 else { continue }
      let expected = tone[length - 100 - frames]
      #expect(abs(heard[length - 100] - expected) < 1e-6, "change \(change)")
    }
    #expect(largest < 2 * .pi / 480 + 2 / Float(fade) + 1e-3)
  }

  @Test("let a measurement through, bit for bit, whatever they are")
  func measurement() {
    let output = Output(sessions: 3)
    for gain in [output.bus.dim, output.bus.night, output.bus.fader, output.bus.mono] {
      output.set(gain, to: 0.5)
    }
    output.set(output.bus.polarity, to: -1)
    output.set(output.bus.balance, to: 0.7)
    #expect(output.controller.delay(output.bus, by: FrameCount(300), over: FrameCount(10)))
    for session in output.sessions[..<2] {
      output.controller.close(session.strip, over: FrameCount(1))
    }
    let silence = [Float](repeating: 0, count: 480)
    _ = output.driver.render(Array(repeating: silence, count: 6), frames: 480)
    var numbers = SeededNumbers(seed: 17)
    let patterns = (0..<2).map { _ in
      (0..<50_000).map { _ in
        Float(bitPattern: UInt32.random(in: .min ... .max, using: &numbers))
      }
    }
    let quiet = [Float](repeating: 0, count: 50_000)
    let heard = output.driver.render([quiet, quiet, quiet, quiet] + patterns, frames: 50_000)
    let isExact = zip(heard, patterns).allSatisfy { $0.map(\.bitPattern) == $1.map(\.bitPattern) }
    #expect(isExact, "a difference of so many samples takes minutes to print")
  }
}
