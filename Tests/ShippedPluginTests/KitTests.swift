// SPDX-License-Identifier: Apache-2.0
// The parts that all plugins are built from keep the promises of their comments.

import Glibc
import PluginKit
import Testing

@Suite("Parts of plugins")
struct KitTests {
  @Test("exp2 and log2 are as near as they say, over their whole range")
  func approximations() {
    var worst = 0.0
    for step in stride(from: -126.0, through: 126, by: 0.0131) {
      let exact = exp2(Double(Float(step)))
      worst = max(worst, abs(Double(Fast.exp2(Float(step))) / exact - 1))
    }
    #expect(worst < 4e-7)
    #expect(Fast.exp2(0) == 1 && Fast.exp2(1) == 2 && Fast.exp2(-3) == 0.125)
    #expect(Fast.exp2(1e9).isFinite && Fast.exp2(-1e9) >= 0)
    worst = 0
    for step in stride(from: -37.0, through: 37, by: 0.0137) {
      let value = Float(pow(10, step))
      worst = max(worst, abs(Double(Fast.log2(value)) - log2(Double(value))))
    }
    // Half of a Float's step at 128 is added.
    #expect(worst < 2e-6 + 8e-6)
    #expect(Fast.log2(1) == 0)
  }

  @Test("decibels are there and back what they were", arguments: [-120, -6.02, 0, 12] as [Float])
  func decibels(_ level: Float) {
    #expect(abs(Decibels.level(Decibels.gain(level)) - level) < 1e-4)
    #expect(Decibels.level(0) == -200)
  }

  @Test("a ramp goes in equal steps, ends exactly, and jumps when it is told to")
  func ramp() {
    var ramp = Ramp(0, seconds: 0.01, rate: 1_000)
    ramp.go(to: 0.7)
    let values = (0..<12).map { _ in ramp.next() }
    for index in 0..<10 { #expect(abs(values[index] - 0.07 * Float(index + 1)) < 1e-6) }
    #expect(values[9] == 0.7 && values[11] == 0.7 && ramp.isSettled)
    ramp.go(to: -1, jumps: true)
    #expect(ramp.isSettled && ramp.next() == -1)
    // A ramp that is reversed on its way begins where it is.
    ramp.go(to: 1)
    for _ in 0..<5 { _ = ramp.next() }
    let before = ramp.value
    ramp.go(to: -1)
    #expect(abs(ramp.next() - before) < 0.2)
  }

  @Test("what is too large or no number becomes silence, and is told", arguments: [1, 7, 8, 9, 64])
  func cleaning(_ count: Int) {
    for bad: Float in [.nan, .infinity, -.infinity, 2e9, -3e30] {
      for place in 0..<count {
        let source = SampleBuffer(count: count)
        let sink = SampleBuffer(count: count)
        for index in 0..<count { source.samples[index] = Float(index) - 3 }
        #expect(sink.samples.copy(source.samples, silencingAbove: 1e9))
        #expect((0..<count).allSatisfy { sink.samples[$0] == Float($0) - 3 })
        source.samples[place] = bad
        #expect(!sink.samples.copy(source.samples, silencingAbove: 1e9))
        #expect(sink.samples[place] == 0)
        #expect((0..<count).allSatisfy { $0 == place || sink.samples[$0] == Float($0) - 3 })
      }
    }
  }

  @Test("a filter's low-pass and high-pass follow the curve of Butterworth")
  func filter() {
    let poles = FilterPoles(hertz: 1_000, rate: 48_000, damping: Float(2).squareRoot())
    for hertz in [100.0, 1_000, 10_000] {
      var filter = StateVariableFilter()
      var (low, high) = (Float(0), Float(0))
      for frame in 0..<48_000 {
        let input = Float(sin(2 * .pi * hertz * Double(frame) / 48_000))
        let (band, down) = filter.next(SIMD4(repeating: input), poles)
        guard frame > 24_000 else { continue }
        low = max(low, abs(down[0]))
        high = max(high, abs(input - poles.damping * band[0] - down[0]))
      }
      // Butterworth, with the warped frequencies of the bilinear transform.
      let ratio = tan(Double.pi * hertz / 48_000) / tan(Double.pi / 48)
      let expected = 1 / (1 + pow(ratio, 4)).squareRoot()
      #expect(abs(Double(low) - expected) < 1e-2, "\(hertz)")
      #expect(abs(Double(high) - expected * ratio * ratio) < 1e-2, "\(hertz)")
    }
  }
}
