// SPDX-License-Identifier: Apache-2.0
// Rings that are played at other rates: what is heard, beside libsoxr, and what is exact.

import Foundation
import Quantities
import Testing

@testable import RenderCore
@testable import SoundFiles

@Suite("A ring that is played at any rate")
struct VarispeedTests {
  private static let hertz = 48_000.0

  private static func sine(_ frequency: Double, _ frames: Int) -> [Float] {
    (0..<frames).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / hertz)) }
  }

  /// What is left of a signal without a sine of this frequency, in dB beside that sine.
  private static func rest(_ signal: ArraySlice<Float>, _ frequency: Double) -> Double {
    let angles = (0..<signal.count).map { 2 * .pi * frequency * Double($0) / hertz }
    // Least squares for sine and cosine, whose sums of products are not quite those of whole turns.
    var (ss, cc, sc, xs, xc) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (angle, sample) in zip(angles, signal) {
      let (s, c, x) = (sin(angle), cos(angle), Double(sample))
      (ss, cc, sc, xs, xc) = (ss + s * s, cc + c * c, sc + s * c, xs + x * s, xc + x * c)
    }
    let determinant = ss * cc - sc * sc
    let (a, b) = ((xs * cc - xc * sc) / determinant, (xc * ss - xs * sc) / determinant)
    let rest = zip(angles, signal).reduce(0) { sum, pair in
      let error = Double(pair.1) - a * sin(pair.0) - b * cos(pair.0)
      return sum + error * error
    }
    return 10 * log10(rest / ((a * a + b * b) / 2 * Double(signal.count)))
  }

  @Test("is a pure tone at a hundred rates")
  func purity() throws {
    var (worst, judged) = (-200.0, -200.0)
    let samples = Self.sine(997, 60_000)
    for step in 0..<100 {
      let rate = Float(0.25 * pow(16, Double(step) / 99))
      let tape = Tape(samples)
      tape.varispeed.rate = GainRamp(rate)
      let heard = tape.play(10_000)
      try #require(heard.count == 10_000)
      worst = max(worst, Self.rest(heard[2_000...], 997 * Double(rate)))
      let judge = try soxr(samples, Double(rate), 10_000)
      judged = max(judged, Self.rest(judge[2_000...], 997 * Double(rate)))
    }
    print("FIGURE THD+N at 100 rates: \(worst) dB at most, libsoxr's high quality \(judged) dB")
    #expect(worst < -95)
  }

  /// What libsoxr makes of the same.
  private func soxr(_ samples: [Float], _ rate: Double, _ frames: Int) throws -> [Float] {
    let source = SampleRate(hertz: Self.hertz * rate)
    guard let converter = Resampler(channels: 1, from: source, to: SampleRate(hertz: Self.hertz))
    else { throw SoundFileError.outside(path: "", position: .zero, duration: .zero) }
    var made: [Float] = []
    var rest = samples[...]
    while made.count < frames {
      let piece = Array(rest.prefix(4_096))
      rest = rest.dropFirst(4_096)
      var room = [Float](repeating: 0, count: 65_536)
      let count = unsafe piece.withUnsafeBufferPointer { input in
        unsafe room.withUnsafeMutableBufferPointer { output in
          unsafe converter.convert(input, to: output).made
        }
      }
      made += room.prefix(count)
      if piece.isEmpty, count == 0 { break }
    }
    return Array(made.prefix(frames))
  }

  @Test("lets nothing fold back from beyond half of the sample rate")
  func aliases() {
    // At twice the speed 15 kHz would be heard as 18 kHz.
    let tape = Tape(Self.sine(15_000, 40_000))
    tape.varispeed.rate = GainRamp(2)
    let heard = tape.play(10_000)
    let loudest = heard[1_000...].map(abs).max() ?? 1
    print("FIGURE 15 kHz at rate 2: \(20 * log10(loudest / 0.5)) dB")
    #expect(loudest < 0.5 * 3e-5)
  }

  @Test(
    "is what is written at rate 1, before and after another rate, and at the place that the ring says"
  )
  func exactness() {
    let samples = (0..<60_000).map { Float($0 + 1) / 65_536 }
    let tape = Tape(samples)
    #expect(tape.play(1_000) == Array(samples[..<1_000]))
    tape.varispeed.rate.retarget(1.08, overFrames: 64)
    _ = tape.play(10_000)
    // 64 steps up to the rate, and the rate from there on; the ring counts whole ones.
    let place = 1_000 + 64 + 0.08 * 32.5 + 1.08 * 9_936
    #expect(abs(Double(tape.ring.framesRead) - place) <= 1)
    tape.varispeed.rate.retarget(1, overFrames: 64)
    _ = tape.play(64 + 64 * 9)
    #expect(tape.varispeed.isExact)
    let start = tape.ring.framesRead
    #expect(tape.play(2_000) == Array(samples[start..<start + 2_000]))
  }

  @Test("plays every frame of its file to the end, and waits for a disk that is late")
  func ends() {
    let samples = Self.sine(440, 8_000)
    let tape = Tape(samples, isFinished: true)
    tape.varispeed.rate = GainRamp(0.5)
    #expect(tape.play(20_000).count == 16_000)
    #expect(tape.ring.readable == 0 && tape.ring.framesMissed == 0)
    let late = Tape(samples)
    late.varispeed.rate = GainRamp(2)
    let heard = late.play(8_000)
    #expect(heard.count < 4_000 && heard.count > 3_900)
    #expect(late.ring.framesMissed > 0)
    let more = Self.sine(440, 2_000)
    _ = unsafe more.withUnsafeBufferPointer { unsafe late.ring.writeInterleaved($0) }
    #expect(late.play(500).count == 500, "it goes on in place")
  }
}
