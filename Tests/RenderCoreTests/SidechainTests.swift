// SPDX-License-Identifier: Apache-2.0
// A duck that follows the level of the voice that causes it.

import Quantities
import RenderCore
import RuleProofs
import SeededNumbers
import Testing

@Suite("A duck with a sidechain")
struct SidechainTests {
  private let controller = RenderController.make()
  private let music = TestSession(id: 1, inputs: [0], map: [(0, 0)])
  private let voice = TestSession(id: 2, inputs: [1], map: [(0, 1)])
  private let driver: HandDriver
  private let floor: Float = 0.25
  private let ones = [Float](repeating: 1, count: 4096)
  private let shape = SidechainShape(
    threshold: LinearGain(factor: 0.1),
    idle: LinearGain(factor: 0.75),
    attack: FrameCount(100),
    hold: FrameCount(200),
    release: FrameCount(300)
  )

  init() {
    driver = HandDriver(controller: controller, outputs: 2)
    controller.publish(
      PlanDescription(
        segments: [music.description, voice.description],
        buses: [BusDescription(node: BusNode(channels: 2), driverChannels: [0, 1])]
      ),
      blockFrames: 64
    )
    controller.openNow(music)
    controller.openNow(voice)
  }

  /// The music's gain while the voice has the level `level`.
  private func gain(voice level: Float, frames: Int) -> [Float] {
    driver.render([ones, [Float](repeating: level, count: frames)], frames: frames)[0]
  }

  private func duck(_ level: Float, over frames: Int) {
    controller.ramp(music.strip.duck, to: LinearGain(factor: level), over: FrameCount(frames))
  }

  /// Whether no step is larger than that of a ramp over 100 frames.
  private func isSmooth(_ curve: [Float]) -> Bool {
    zip(curve, curve.dropFirst()).allSatisfy { abs($0 - $1) < 0.011 }
  }

  @Test(
    "reaches the floor at activation even before a word is said",
    .proves("DUCK-07", at: .offline)
  )
  func floorFirst() {
    _ = gain(voice: 0, frames: 128)
    controller.sidechain(music.strip, follows: voice.strip, shape)
    duck(floor, over: 480)
    let curve = gain(voice: 0, frames: 640)
    #expect(isSmooth(curve))
    #expect(curve[479] == floor)
  }

  @Test(
    "lies on the floor while the voice is heard and at the idle level in its pauses",
    .proves("DUCK-07", at: .offline)
  )
  func breathes() {
    _ = gain(voice: 0.5, frames: 128)
    controller.sidechain(music.strip, follows: voice.strip, shape)
    duck(floor, over: 480)
    var curve = gain(voice: 0.5, frames: 1024)
    #expect(curve[479...].allSatisfy { $0 == floor })
    // The pause is known a cycle later, then come the hold and the release.
    curve += gain(voice: 0.01, frames: 1024)
    let pause = Array(curve[1024...])
    #expect(pause[..<264].allSatisfy { $0 == floor })
    #expect(pause[264] > floor && pause[562] < 0.75)
    #expect(pause[563...].allSatisfy { $0 == 0.75 })
    curve += gain(voice: 0.5, frames: 512)
    let word = Array(curve[2048...])
    #expect(word[..<64].allSatisfy { $0 == 0.75 })
    #expect(word[163...].allSatisfy { $0 == floor })
    #expect(isSmooth(curve))
  }

  @Test(
    "goes back over a pause that is shorter than the hold as if it had not been",
    .proves("DUCK-07", at: .offline)
  )
  func shortPause() {
    controller.sidechain(music.strip, follows: voice.strip, shape)
    duck(floor, over: 100)
    _ = gain(voice: 0.5, frames: 512)
    #expect(gain(voice: 0, frames: 192).allSatisfy { $0 == floor })
    #expect(gain(voice: 0.5, frames: 512).allSatisfy { $0 == floor })
  }

  @Test(
    "restores exactly with the end of the duck, whatever the voice does",
    .proves("DUCK-02", at: .offline),
    arguments: [0, 0.5]
  )
  func restores(level: Float) {
    var numbers = SeededNumbers(seed: 50)
    let input = numbers.samples(256)
    controller.ramp(music.strip.fader, to: LinearGain(Decibels(-4.3)), over: FrameCount(1))
    _ = gain(voice: 0, frames: 128)
    let before = driver.render([input], frames: 256)[0].map(\.bitPattern)
    for round in 0..<100 {
      controller.sidechain(music.strip, follows: voice.strip, shape)
      duck(floor, over: 50 + round)
      let first = gain(voice: level, frames: 64 * (round % 20))
      duck(1, over: 300)
      controller.sidechain(music.strip, follows: nil, shape)
      let second = gain(voice: level, frames: 640)
      #expect(isSmooth(first + second))
      // On its way back it does not dip.
      #expect(zip(second, second.dropFirst()).allSatisfy { $1 >= $0 * 0.9999 } || level > 0)
    }
    #expect(driver.render([input], frames: 256)[0].map(\.bitPattern) == before)
  }

  @Test(
    "returns to the floor without a jump when it is switched off inside the window",
    .proves("DUCK-07", at: .offline)
  )
  func switchedOff() {
    controller.sidechain(music.strip, follows: voice.strip, shape)
    duck(floor, over: 100)
    #expect(gain(voice: 0, frames: 1024)[1023] == 0.75)
    controller.sidechain(music.strip, follows: nil, shape)
    let curve = gain(voice: 0, frames: 512)
    #expect(isSmooth([0.75] + curve))
    #expect(curve[99...].allSatisfy { $0 == floor })
  }

  @Test(
    "starts on the floor again when another voice takes over or the shape changes",
    .proves("DUCK-07", at: .offline)
  )
  func another() {
    let idle = SidechainShape(
      threshold: LinearGain(factor: 0.1),
      idle: LinearGain(factor: 0.5),
      attack: FrameCount(100),
      hold: FrameCount(200),
      release: FrameCount(300)
    )
    controller.sidechain(music.strip, follows: voice.strip, shape)
    duck(floor, over: 100)
    #expect(gain(voice: 0, frames: 1024)[1023] == 0.75)
    controller.sidechain(music.strip, follows: voice.strip, idle)
    var curve = gain(voice: 0, frames: 512)
    #expect(isSmooth([0.75] + curve) && curve[511] == 0.5)
    controller.sidechain(music.strip, follows: StripNode(id: 77, channels: 1), idle)
    curve = gain(voice: 0.9, frames: 192)
    #expect(isSmooth([0.5] + curve) && curve[99] == floor)
    // A voice that is in no plan is silent.
    curve = gain(voice: 0.9, frames: 1024)
    #expect(isSmooth(curve) && curve[1023] == 0.5)
  }

  @Test(
    "never lies above the duck where that is shallower than the idle level",
    .proves("DUCK-07", at: .offline)
  )
  func shallowDuck() {
    controller.sidechain(music.strip, follows: voice.strip, shape)
    duck(0.9, over: 100)
    #expect(gain(voice: 0, frames: 2048)[100...].allSatisfy { $0 == 0.9 })
  }
}
