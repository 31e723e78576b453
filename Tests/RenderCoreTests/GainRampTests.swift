// SPDX-License-Identifier: Apache-2.0
// The ramp behind every gain.

import RuleProofs
import Testing

@testable import RenderCore

@Suite("A gain ramp")
struct GainRampTests {
  /// Runs `ramp` over `frames` frames of ones in blocks of `block`.
  private func run(_ ramp: inout GainRamp, frames: Int, block: Int) -> [Float] {
    var curve = [Float](repeating: 1, count: frames)
    unsafe curve.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var position = 0
      while position < frames {
        let count = min(block, frames - position)
        unsafe ramp.multiply(into: base + position, frames: count)
        position += count
      }
    }
    return curve
  }

  @Test("lands exactly on its target after the frames it was given", arguments: [1, 7, 64, 480])
  func lands(frames: Int) {
    for block in [1, 7, 64, 480, 1024] {
      var ramp = GainRamp(1)
      ramp.retarget(0.1, overFrames: frames)
      let curve = run(&ramp, frames: 512, block: block)
      #expect(curve[frames - 1] == 0.1)
      #expect(curve[frames...].allSatisfy { $0 == 0.1 })
      #expect(ramp.isSettled)
    }
  }

  @Test("is the same at every block size")
  func blockSizesAgree() {
    let curves = [1, 7, 64, 480].map { block in
      var ramp = GainRamp(0.25)
      ramp.retarget(0.9, overFrames: 333, afterFrames: 50)
      return run(&ramp, frames: 480, block: block)
    }
    #expect(curves.allSatisfy { $0 == curves[0] })
    #expect(curves[0][..<50].allSatisfy { $0 == 0.25 })
  }

  @Test("never takes a larger step than an equal share of the way")
  func stepsAreEqual() {
    var ramp = GainRamp(1)
    ramp.retarget(0, overFrames: 480)
    let curve = run(&ramp, frames: 600, block: 64)
    let steps = zip([1] + curve, curve).map { abs($0 - $1) }
    #expect(steps.allSatisfy { $0 <= 1 / 480 * 1.0001 })
  }

  @Test("turns round in the middle without a jump")
  func turnsRound() {
    var ramp = GainRamp(1)
    ramp.retarget(0, overFrames: 100)
    let down = run(&ramp, frames: 40, block: 16)
    ramp.retarget(1, overFrames: 100)
    let up = run(&ramp, frames: 100, block: 16)
    #expect(abs(up[0] - down[39]) <= 0.0101)
    #expect(up[99] == 1)
  }

  @Test("passes over frames without samples as if they had been there")
  func skips() {
    var heard = GainRamp(0)
    var skipped = GainRamp(0)
    heard.retarget(1, overFrames: 200, afterFrames: 30)
    skipped.retarget(1, overFrames: 200, afterFrames: 30)
    _ = run(&heard, frames: 128, block: 64)
    skipped.skip(frames: 128)
    #expect(heard.current == skipped.current)
    skipped.skip(frames: 1000)
    #expect(skipped.current == 1 && skipped.isSettled)
  }

  @Test(
    "holds where it is when a waiting return is ordered in mid-attack, then returns",
    .proves("DUCK-02", at: .offline)
  )
  func holdThenRelease() {
    for block in [1, 7, 64] {
      var ramp = GainRamp(1)
      ramp.retarget(0.25, overFrames: 100)
      let attack = run(&ramp, frames: 40, block: block)
      ramp.retarget(1, overFrames: 80, afterFrames: 50)
      let back = run(&ramp, frames: 200, block: block)
      #expect(back[..<50].allSatisfy { $0 == attack[39] })
      #expect(back[129...].allSatisfy { $0 == 1 })
      #expect(zip(back, back.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 0.01 })
    }
  }

  @Test(
    "replaces a waiting return by a new order without a jump, and forgets it",
    .proves("DUCK-03", at: .offline)
  )
  func replacesPending() {
    var ramp = GainRamp(0.25)
    ramp.retarget(1, overFrames: 100, afterFrames: 200)
    let waiting = run(&ramp, frames: 150, block: 64)
    ramp.retarget(0.25, overFrames: 100)
    let kept = run(&ramp, frames: 400, block: 64)
    #expect((waiting + kept).allSatisfy { $0 == 0.25 })

    ramp.retarget(1, overFrames: 100, afterFrames: 50)
    let begun = run(&ramp, frames: 100, block: 64)
    ramp.retarget(0.25, overFrames: 100, afterFrames: 20)
    let back = run(&ramp, frames: 200, block: 64)
    let steps = zip(begun + back, (begun + back).dropFirst()).map { abs($0 - $1) }
    #expect(steps.allSatisfy { $0 < 0.0076 })
    #expect(back[119...].allSatisfy { $0 == 0.25 })
  }

  @Test("keeps its value to the bit while it waits without samples")
  func waitsWithoutSamples() {
    var ramp = GainRamp(0.1)
    ramp.retarget(0.7, overFrames: 333, afterFrames: 500)
    ramp.skip(frames: 499)
    #expect(ramp.current == 0.1)
    #expect(ramp.next() == 0.1)
    #expect(ramp.next() > 0.1)
  }
}
