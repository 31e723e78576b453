// SPDX-License-Identifier: Apache-2.0
// How values move to new targets.

import PluginKit
import Testing

@Suite("Values that glide")
struct GlideTests {
  @Test("are exact at the end, take as long as they are to, and never turn round")
  func ends() {
    var glide = Glide(1, seconds: 0.01, rate: 48_000)
    glide.go(to: 0.1)
    var last: Float = 1
    for frame in 1...480 {
      #expect(!glide.isSettled)
      let value = glide.next()
      #expect(value <= last && (frame == 480 || value > 0.1))
      last = value
    }
    #expect(glide.isSettled && glide.rests(at: 0.1) && glide.next() == 0.1)
  }

  @Test("keep their pace when the target is moved in every run, and never go beyond it")
  func follows() {
    var glide = Glide(0, seconds: 0.01, rate: 48_000)
    var target: Float = 0
    for _ in 0..<100 {
      target += 0.01
      glide.go(to: target)
      for _ in 0..<16 { #expect(glide.next() <= target) }
    }
    // The rest is less than the frames of a glide, which are 30 runs.
    #expect(target - glide.value < 0.3)
    for _ in 0..<480 { _ = glide.next() }
    #expect(glide.rests(at: target))
  }

  @Test("turn round without a jump, and do not go further first")
  func returns() {
    var glide = Glide(0, seconds: 0.01, rate: 48_000)
    glide.go(to: 1)
    for _ in 0..<240 { _ = glide.next() }
    let turn = glide.value
    glide.go(to: 0)
    var last = turn
    for _ in 0..<480 {
      let value = glide.next()
      #expect(value <= last && last - value < 0.01)
      last = value
    }
    #expect(last == 0)
  }

  @Test("are there at once when they jump")
  func jumps() {
    var glide = Glide(0, seconds: 0.01, rate: 48_000)
    glide.go(to: 1)
    _ = glide.next()
    glide.go(to: 0.5, jumps: true)
    #expect(glide.rests(at: 0.5) && glide.next() == 0.5)
  }
}
