// SPDX-License-Identifier: Apache-2.0
// Sends, routes, faders: which sound goes where, sample by sample.

import Quantities
import RenderCore
import RuleProofs
import SeededNumbers
import Testing

@Suite("The mixer")
struct MixerTests {
  @Test("puts streams on the channels they are sent to and exact zeros everywhere else")
  func rightOutputOnly() {
    let controller = RenderController.make()
    let driver = HandDriver(controller: controller, outputs: 8)
    let left = TestSession(id: 1, inputs: [0], bus: 0, map: [(0, 0)])
    let right = TestSession(id: 2, inputs: [1], bus: 0, map: [(0, 1)])
    let line = TestSession(id: 3, inputs: [2, 3], bus: 1)
    controller.publish(
      PlanDescription(
        segments: [left.description, right.description, line.description],
        buses: [
          BusDescription(node: BusNode(channels: 2), driverChannels: [2, 3]),
          BusDescription(node: BusNode(channels: 2), driverChannels: [6, 7]),
        ]
      ),
      blockFrames: 64
    )
    for session in [left, right, line] { controller.openNow(session) }
    var numbers = SeededNumbers(seed: 1)
    let inputs = (0..<4).map { _ in numbers.samples(1000) }
    let outputs = driver.render(inputs, frames: 1000, cycle: 100)
    let expected: [Int: Int] = [2: 0, 3: 1, 6: 2, 7: 3]
    for channel in 0..<8 {
      let wanted = expected[channel].map { inputs[$0] } ?? [Float](repeating: 0, count: 1000)
      #expect(outputs[channel] == wanted, "channel \(channel)")
    }
  }

  @Test(
    "sums sessions as arithmetic does, whatever the cycle length",
    arguments: [1, 7, 64, 480, 1024]
  )
  func sums(cycle: Int) {
    let controller = RenderController.make()
    let driver = HandDriver(controller: controller, outputs: 2)
    let sessions = (0..<3).map { TestSession(id: UInt32($0), inputs: [$0], map: [(0, $0 % 2)]) }
    let bus = BusNode(channels: 2)
    controller.publish(
      PlanDescription(
        segments: sessions.map(\.description),
        buses: [BusDescription(node: bus, driverChannels: [0, 1])]
      ),
      blockFrames: 64
    )
    for (index, session) in sessions.enumerated() {
      controller.openNow(session)
      let gain = LinearGain(factor: 0.25 * Float(index + 1))
      controller.ramp(session.strip.fader, to: gain, over: FrameCount(1))
    }
    controller.ramp(bus.fader, to: LinearGain(factor: 0.5), over: FrameCount(1))
    var numbers = SeededNumbers(seed: 2)
    let inputs = (0..<3).map { _ in numbers.samples(2048) }
    let outputs = driver.render(inputs, frames: 2048, cycle: cycle)
    for frame in 0..<2048 {
      #expect(outputs[0][frame] == (inputs[0][frame] * 0.25 + inputs[2][frame] * 0.75) * 0.5)
      #expect(outputs[1][frame] == inputs[1][frame] * 0.5 * 0.5)
    }
  }

  @Test("takes a pre send before duck, fader and mute, and a post send after them")
  func taps() {
    let controller = RenderController.make()
    let driver = HandDriver(controller: controller, outputs: 2)
    var session = TestSession(inputs: [0], map: [(0, 0)])
    session.description.sends.append(
      SendDescription(node: SendNode(gain: 1), bus: 0, isPost: false, map: [(0, 1)])
    )
    controller.publish(
      PlanDescription(
        segments: [session.description],
        buses: [BusDescription(node: BusNode(channels: 2), driverChannels: [0, 1])]
      ),
      blockFrames: 64
    )
    controller.openNow(session)
    controller.ramp(session.strip.trim, to: LinearGain(factor: 0.5), over: FrameCount(1))
    controller.ramp(session.strip.duck, to: LinearGain(factor: 0.25), over: FrameCount(1))
    let ones = [Float](repeating: 1, count: 256)
    var outputs = driver.render([ones], frames: 256)
    #expect(outputs[0][255] == 0.125)
    #expect(outputs[1][255] == 0.5)
    controller.ramp(session.strip.mute, to: .silence, over: FrameCount(64))
    outputs = driver.render([ones], frames: 256)
    #expect(outputs[0][255] == 0)
    #expect(outputs[1].allSatisfy { $0 == 0.5 })
  }

  @Test(
    "brings a ducked session back bit for bit after a thousand ducks, with a fader move kept",
    .proves("DUCK-02", "DUCK-03", at: .offline)
  )
  func ducksRestoreExactly() {
    let controller = RenderController.make()
    let driver = HandDriver(controller: controller, outputs: 1)
    let session = TestSession(inputs: [0])
    controller.publish(
      PlanDescription(
        segments: [session.description],
        buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
      ),
      blockFrames: 64
    )
    controller.openNow(session)
    let gain = LinearGain(Decibels(-3.7))
    controller.ramp(session.strip.fader, to: gain, over: FrameCount(1))
    var numbers = SeededNumbers(seed: 3)
    let input = numbers.samples(256)
    let before = driver.render([input], frames: 256).map { $0.map(\.bitPattern) }
    for cycle in 0..<1000 {
      controller.ramp(
        session.strip.duck,
        to: LinearGain(Decibels(-12)),
        over: FrameCount(7 + cycle % 90)
      )
      _ = driver.render([input], frames: 64)
      controller.ramp(session.strip.duck, to: .unity, over: FrameCount(5 + cycle % 50))
      _ = driver.render([input], frames: 64)
    }
    #expect(driver.render([input], frames: 256).map { $0.map(\.bitPattern) } == before)
  }

  @Test(
    "turns a bus in front of what is direct and what measures, which are heard as they are",
    .proves("VOL-02", "MEAS-01"),
    arguments: [16, 64, 480]
  )
  func direct(cycle: Int) {
    let controller = RenderController.make()
    let driver = HandDriver(controller: controller, outputs: 1)
    var sessions = (0..<3).map { TestSession(id: UInt32($0), inputs: [$0], map: [(0, 0)]) }
    sessions[1].description.stage = .direct
    let bus = BusNode(channels: 1)
    controller.publish(
      PlanDescription(
        segments: sessions.map(\.description),
        buses: [BusDescription(node: bus, driverChannels: [0])]
      ),
      blockFrames: 64
    )
    for session in sessions { controller.openNow(session) }
    controller.measure(sessions[2].strip, true)
    controller.ramp(bus.fader, to: LinearGain(factor: 0.3), over: FrameCount(1))
    var numbers = SeededNumbers(seed: 3)
    for mute in [Float(1), 0] {
      controller.ramp(bus.mute, to: LinearGain(factor: mute), over: FrameCount(1))
      let inputs = (0..<3).map { _ in numbers.samples(1_000) }
      let heard = driver.render(inputs, frames: 1_000, cycle: cycle)[0]
      let expected = (0..<1_000).map { frame in
        inputs[0][frame] * (0.3 * mute) + inputs[1][frame] + inputs[2][frame]
      }
      #expect(Array(heard[1...]) == Array(expected[1...]))
    }
  }

  @Test("meters what leaves: peak since the last reading, RMS of a steady tone")
  func meters() {
    let controller = RenderController.make()
    let driver = HandDriver(controller: controller, outputs: 1)
    let session = TestSession(inputs: [0])
    let bus = BusNode(channels: 1)
    controller.publish(
      PlanDescription(
        segments: [session.description],
        buses: [BusDescription(node: bus, driverChannels: [0])]
      ),
      blockFrames: 64
    )
    controller.openNow(session)
    let square = (0..<96_000).map { Float($0 % 20 < 10 ? 0.5 : -0.5) }
    _ = driver.render([square], frames: 96_000)
    let level = bus.takeLevels()[0]
    #expect(level.peak == 0.5)
    #expect(abs(level.rms - 0.5) < 0.005)
    _ = driver.render([], frames: 64)
    #expect(bus.takeLevels()[0].peak == 0)
  }

  @Test("feeds recorders the pre signal of a session and the sum of a route")
  func recorders() {
    let controller = RenderController.make()
    let driver = HandDriver(controller: controller, outputs: 2)
    let session = TestSession(inputs: [0, 1])
    let bus = BusNode(channels: 2)
    controller.publish(
      PlanDescription(
        segments: [session.description],
        buses: [BusDescription(node: bus, driverChannels: [0, 1])]
      ),
      blockFrames: 64
    )
    controller.openNow(session)
    controller.ramp(session.strip.fader, to: LinearGain(factor: 0.5), over: FrameCount(1))
    let stem = SharedAudioRing(channels: 2, capacity: 1024)
    let mix = SharedAudioRing(channels: 2, capacity: 1024)
    controller.tap(session.strip, to: stem)
    controller.tap(bus, to: mix)
    var numbers = SeededNumbers(seed: 4)
    let inputs = [numbers.samples(512), numbers.samples(512)]
    let outputs = driver.render(inputs, frames: 512, cycle: 100)
    #expect(stem.readAll() == inputs)
    #expect(mix.readAll() == outputs)
    #expect(stem.framesMissed == 0 && mix.framesMissed == 0)
  }

  @Test("meters an input route and feeds its recorder, whether a session listens or not")
  func inputRoutes() {
    let controller = RenderController.make()
    let driver = HandDriver(controller: controller, outputs: 1)
    let input = BusNode(channels: 2)
    controller.publish(
      PlanDescription(inputs: [BusDescription(node: input, driverChannels: [1, 5])]),
      blockFrames: 64
    )
    let ring = SharedAudioRing(channels: 2, capacity: 1024)
    controller.tap(input, to: ring)
    var numbers = SeededNumbers(seed: 11)
    let inputs = [numbers.samples(500), numbers.samples(500)]
    let heard = driver.render(inputs, frames: 500, cycle: 100)
    #expect(heard[0].allSatisfy { $0 == 0 })
    #expect(ring.readAll() == [inputs[1], [Float](repeating: 0, count: 500)])
    let levels = input.takeLevels()
    #expect(levels[0].peak == inputs[1].map(abs).max())
    #expect(levels[1].peak == 0)
  }
}

extension SharedAudioRing {
  /// All frames in the ring, by channel.
  func readAll() -> [[Float]] {
    var interleaved = [Float](repeating: 0, count: readable * channels)
    let count = unsafe interleaved.withUnsafeMutableBufferPointer { unsafe readInterleaved($0) }
    return (0..<channels).map { channel in
      (0..<count).map { interleaved[$0 * channels + channel] }
    }
  }
}
