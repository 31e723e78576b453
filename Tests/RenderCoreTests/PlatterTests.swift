// SPDX-License-Identifier: Apache-2.0
// Platters that are held, moved by hand and turned backwards, in the renderer.

import Quantities
import RenderCore
import Testing

@Suite("A platter in the renderer")
struct PlatterTests {
  private let bench = PlayerBench()
  private var controller: RenderController { bench.controller }
  /// Says of each frame which one it is, as the kernel leaves a slope as it is.
  private let ramp = (0..<65_536).map { Float($0) / 65_536 }

  private func ring(from first: Int = 0, readFrom: Int = 0, _ count: Int = 60_000)
    -> SharedAudioRing
  {
    let samples = ramp[first..<min(ramp.count, first + count)]
    return PlayerBench.ring(samples, capacity: 65_536, readFrom: readFrom)
  }

  /// The frames that are heard.
  private func places(_ driver: HandDriver, _ frames: Int) -> [Double] {
    driver.render(frames: frames)[0].map { Double($0) * 65_536 }
  }

  @Test("plays backwards within 30 ms, and forwards again to the bit")
  func reverse() throws {
    let player = PlayerNode(id: 5, ring: ring())
    let driver = bench.start(player)
    let before = places(driver, 19_200)
    #expect(try #require(before.last) == 19_199)
    controller.turn(player, isHeld: false, isReversed: true)
    _ = places(driver, 1_440)
    let back = places(driver, 9_600)
    let steps = zip(back, back.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { abs($0 + 1) < 0.02 }, "\(steps.min()!) to \(steps.max()!)")
    #expect(try #require(back.last) < 11_000)
    controller.turn(player, isHeld: false, isReversed: false)
    // It turns, and comes to a whole frame.
    _ = places(driver, 2_496)
    let again = driver.render(frames: 4_800)[0]
    let first = try #require(ramp.firstIndex(of: again[0]))
    #expect(again == Array(ramp[first..<(first + 4_800)]))
  }

  @Test("is as fast backwards as forward, frame by frame", arguments: [Float(0.3), 0.9, 2.37, 4])
  func rates(rate: Float) throws {
    let player = PlayerNode(id: 5, ring: ring())
    let driver = bench.start(player)
    _ = places(driver, 40_000)
    controller.setRate(of: player, to: rate, over: FrameCount(1))
    controller.turn(player, isHeld: false, isReversed: true)
    _ = driver.render(frames: 2_048, cycle: 1_024)
    let back = driver.render(frames: 6_144, cycle: 1_024)[0].map { Double($0) * 65_536 }
    let steps = zip(back, back.dropFirst()).map { $1 - $0 + Double(rate) }
    // The kernel leaves a slope as it is to -100 dB.
    #expect(
      steps.allSatisfy { abs($0) < (rate == 4 ? 2 : 0.3) },
      "\(steps.min()!) to \(steps.max()!)"
    )
  }

  @Test("goes exactly as far as a hand, comes to rest without going back, and is silent there")
  func hand() throws {
    func rest(_ moves: [Double]) throws -> (places: [Double], heard: [Double]) {
      let bench = PlayerBench()
      let controller = bench.controller
      let player = PlayerNode(id: 5, ring: ring())
      let driver = bench.start(player)
      _ = places(driver, 19_200)
      controller.turn(player, isHeld: true, isReversed: false)
      var heard = places(driver, 9_600)
      for move in moves {
        controller.turn(player, isHeld: true, isReversed: false, by: move)
        heard += places(driver, 960)
      }
      heard += places(driver, 9_600)
      controller.turn(player, isHeld: false, isReversed: false)
      _ = places(driver, 4_800)
      return (places(driver, 1), heard)
    }
    let still = try rest([])
    // Held at 19,200, it rolls on by the inertia of 576 frames, is silent, and plays on from there.
    #expect(still.heard.suffix(4_800).allSatisfy { abs($0) < 0.01 })
    let moved = try rest([3_000, 2_000, -4_000, -6_000])
    #expect(moved.heard.contains { $0 > 20_000 })
    #expect(abs(moved.places[0] - still.places[0] + 5_000) < 2)
    #expect(abs(try rest([100]).places[0] - still.places[0] - 100) < 1.5)
  }

  @Test("beside a hand that holds it goes as much further as it is pushed")
  func push() throws {
    let player = PlayerNode(id: 5, ring: ring())
    let driver = bench.start(player)
    _ = places(driver, 9_600)
    for _ in 0..<10 {
      controller.turn(player, isHeld: false, isReversed: false, by: 48)
      _ = places(driver, 960)
    }
    _ = places(driver, 9_600)
    let place = try #require(places(driver, 1).first)
    #expect(abs(place - (9_600 + 9_600 + 9_600 + 480)) < 1, "\(place)")
  }

  @Test("stops where its ring begins, and goes on back as soon as there is more")
  func past() throws {
    let player = PlayerNode(id: 5, ring: ring(from: 20_000, 30_000))
    let driver = bench.start(player)
    _ = places(driver, 4_800)
    controller.turn(player, isHeld: false, isReversed: true)
    let back = places(driver, 9_600)
    #expect(try #require(back.last) == 0, "what can't go on is silent")
    controller.exchangeRing(
      of: player,
      with: ring(from: 4_000, readFrom: 16_000),
      joins: -16_000
    )
    let further = places(driver, 9_600)
    #expect(try #require(further.last) < 12_000 && further.last! > 4_000)
  }

  @Test(
    "of another ring with the same sound nothing is heard",
    arguments: [Float(1), 1.37, 0.5],
    [false, true]
  )
  func join(rate: Float, isLooped: Bool) {
    func heard(joining: Bool) -> [Float] {
      let bench = PlayerBench()
      let controller = bench.controller
      let player = PlayerNode(id: 5, ring: ring(from: 10_000, 40_000))
      let driver = bench.start(player)
      controller.setRate(of: player, to: rate, over: FrameCount(1))
      controller.lockKey(of: player, rate == 0.5)
      if isLooped { controller.setLoop(of: player, to: (start: 3_000, length: 1_234.5)) }
      var heard = driver.render(frames: 9_600)[0]
      if joining {
        controller.exchangeRing(
          of: player,
          with: ring(from: 2_000, readFrom: 10_000),
          joins: -8_000
        )
      }
      heard += driver.render(frames: 9_600)[0]
      return heard
    }
    #expect(heard(joining: true) == heard(joining: false))
  }

  @Test("that is pushed while nobody hears it starts where it is, at its own speed")
  func paused() {
    let player = PlayerNode(id: 5, ring: ring())
    let driver = bench.start(player)
    _ = places(driver, 4_800)
    controller.turn(player, isHeld: true, isReversed: false)
    controller.setPlaying(player, false)
    _ = places(driver, 9_600)
    controller.turn(player, isHeld: false, isReversed: false)
    _ = places(driver, 960)
    let place = player.ring.framesRead
    controller.turn(player, isHeld: false, isReversed: false, by: 9_000)
    #expect(places(driver, 960).allSatisfy { $0 == 0 })
    #expect(player.ring.framesRead == place)
    controller.setPlaying(player, true)
    let heard = places(driver, 9_600).suffix(4_800)
    #expect(zip(heard, heard.dropFirst()).allSatisfy { $1 == $0 + 1 })
    #expect(player.ring.framesRead == place + 9_600)
  }

  @Test("leaves a loop backwards whose end was never there, and the loop stays")
  func openLoop() throws {
    let player = PlayerNode(id: 5, ring: ring(10_000))
    let driver = bench.start(player)
    _ = places(driver, 6_000)
    controller.setLoop(of: player, to: (start: 4_000, length: 20_000))
    controller.turn(player, isHeld: false, isReversed: true)
    let back = places(driver, 4_800)
    #expect(try #require(back.last) < 3_000 && back.last! > 1_000)
    #expect(controller.poll() == [])
  }

  @Test("takes a ring with more past in the place of one that is still waited for")
  func joinsWaiting() throws {
    let player = PlayerNode(id: 5, ring: ring(20_000))
    let driver = bench.start(player)
    _ = places(driver, 9_600)
    // A jump, which fades the old ring out; before it is over comes more of its past.
    controller.exchangeRing(of: player, with: ring(from: 30_000, 20_000))
    controller.exchangeRing(
      of: player,
      with: ring(from: 20_000, readFrom: 10_000, 30_000),
      joins: -10_000
    )
    let heard = places(driver, 4_800)
    #expect(heard.contains { $0 > 9_000 && $0 < 10_000 })
    let after = heard.suffix(2_400)
    #expect(try #require(after.first) > 30_000 && after.first! < 33_000)
    #expect(zip(after, after.dropFirst()).allSatisfy { $1 == $0 + 1 })
  }

  @Test("in a loop goes round backwards as well")
  func loop() throws {
    let player = PlayerNode(id: 5, ring: ring())
    let driver = bench.start(player)
    controller.setLoop(of: player, to: (start: 4_000, length: 3_000))
    _ = places(driver, 9_600)
    controller.turn(player, isHeld: false, isReversed: true)
    _ = places(driver, 1_440)
    let round = places(driver, 19_200)
    // A seam is a step, round which a kernel swings.
    #expect(round.allSatisfy { $0 > 3_600 && $0 < 7_400 })
    let jumps = zip(round, round.dropFirst()).filter { $1 - $0 > 1_000 }.count
    #expect((5...7).contains(jumps), "\(jumps)")
  }
}
