// SPDX-License-Identifier: Apache-2.0
// Loops and beats in the renderer, for as long as a night lasts.

import Quantities
import RenderCore
import Testing

@Suite("A loop in the renderer")
struct LoopTests {
  private let bench = PlayerBench()
  private var controller: RenderController { bench.controller }
  private let ramp = (0..<16_384).map { Float($0 + 1) / 16_384 }

  private func ring(_ samples: ArraySlice<Float>) -> SharedAudioRing {
    PlayerBench.ring(samples, capacity: 16_384)
  }

  @Test("of a 32nd beat is the same to the bit for ten minutes")
  func tenMinutes() {
    let player = PlayerNode(id: 5, ring: ring(ramp[...]))
    let driver = bench.start(player)
    controller.setLoop(of: player, to: (start: 2_000, length: 750))
    _ = driver.render(frames: 2_000 + 750)
    let turn = Array(ramp[2_000..<2_750])
    let minute = Array(repeating: turn, count: 640).flatMap(\.self)
    // 640 turns are ten seconds.
    for second in 0..<60 {
      #expect(driver.render(frames: minute.count)[0] == minute, "after \(10 * second) s")
    }
  }

  @Test("whose beats are no whole frames stays in time, from its first frame on in each turn")
  func fractions() {
    let player = PlayerNode(id: 5, ring: ring(ramp[...]))
    let driver = bench.start(player)
    // A 32nd of a beat at 128 BPM.
    let length = 703.125
    controller.setLoop(of: player, to: (start: 2_000, length: length))
    _ = driver.render(frames: 2_000)
    var (frame, turns, wrong) = (0, 0, 0)
    for _ in 0..<200 {
      for sample in driver.render(frames: 48_000)[0] {
        if sample == ramp[2_000] {
          // Each turn begins with the loop's first frame, at most half a frame off its time.
          if abs(Double(frame) - Double(turns) * length) > 0.5 { wrong += 1 }
          turns += 1
        }
        frame += 1
      }
    }
    #expect(wrong == 0 && turns == Int((9_600_000 / length).rounded(.up)))
  }

  @Test("leaves out what came too late, so that it is in time again", arguments: [true, false])
  func late(keepsTime: Bool) {
    let player = PlayerNode(id: 5, ring: ring(ramp[..<640]))
    let driver = bench.start(player)
    let beats = RingBeats(origin: 0, length: 24_000)
    controller.setBeats(of: player, to: beats, ratio: 1, keepsTime: keepsTime, isFresh: false)
    let before = driver.render(frames: 704)[0]
    #expect(before[640...].allSatisfy { $0 == 0 })
    let rest = ramp[640...]
    _ = unsafe rest.withUnsafeBufferPointer { unsafe player.ring.writeInterleaved($0) }
    _ = driver.render(frames: 64)
    let place = keepsTime ? 768 : 704
    #expect(driver.render(frames: 640)[0] == Array(ramp[place..<(place + 640)]))
  }
}
