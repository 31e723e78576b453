// SPDX-License-Identifier: Apache-2.0
// The high-pass for four frames at once equals the one for single frames.

import Glibc
import PluginKit
import PluginMeasurement
import Testing

@Suite("The high-pass of detectors")
struct BlockHighPassTests {
  private func pass(_ input: [Float], hertz: Float, rate: Float, block: Int) -> [Float] {
    var filter = BlockHighPass(block: 64)
    filter.set(hertz: hertz, rate: rate)
    let samples = SampleBuffer(count: 64)
    var output: [Float] = []
    for start in stride(from: 0, to: input.count, by: block) {
      let count = min(block, input.count - start)
      for index in 0..<count { samples.samples[index] = input[start + index] }
      let passed = filter.pass(samples.samples.part(from: 0, count: count), count: count)
      for index in 0..<count { output.append(passed[index]) }
    }
    return output
  }

  @Test("has the output of the state variable filter", arguments: [Float(48_000), 384_000])
  func reference(_ rate: Float) {
    let input = Signal.noise(1, frames: 20_000)
    for hertz in [Float(20), 80, 1_000] {
      let poles = FilterPoles(hertz: hertz, rate: rate, damping: 1.414_214)
      var filter = StateVariableFilter()
      let expected = input.map { sample in
        let frame = SIMD4<Float>(repeating: sample)
        let (band, low) = filter.next(frame, poles)
        return sample - poles.damping * band[0] - low[0]
      }
      let output = pass(input, hertz: hertz, rate: rate, block: 64)
      #expect(output.difference(to: expected) < 2e-4)
      #expect(output.peak > 0.5)
    }
  }

  @Test("does the same wherever blocks are cut")
  func blocks() {
    let input = Signal.noise(2, frames: 1_003)
    let expected = pass(input, hertz: 80, rate: 48_000, block: 64)
    for block in [1, 2, 3, 5, 7, 63] {
      #expect(pass(input, hertz: 80, rate: 48_000, block: block) == expected)
    }
  }

  @Test("is down by 3 dB at its frequency, and by 24 dB two octaves below")
  func response() {
    for (hertz, expected) in [(80.0, -3.01), (20, -24.1), (5_000, 0)] {
      let sine = Signal.sine(hertz, frames: 24_000)
      let output = pass(sine, hertz: 80, rate: 48_000, block: 64)
      let (amplitude, _) = Array(output[14_400...]).component(hertz)
      #expect(abs(decibels(amplitude) - expected) < 0.05)
    }
  }
}
