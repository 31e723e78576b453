// SPDX-License-Identifier: Apache-2.0
// Loudness compared with the values of EBU Tech 3341 for known signals.

import Foundation
import Loudness
import RenderCore
import Testing

@Suite("A loudness meter")
struct LoudnessMeterTests {
  /// Frames of a sine, the same in all channels.
  private static func sine(
    hertz: Double,
    amplitude: Float,
    phase: Double = 0,
    seconds: Double,
    rate: Double = 48_000
  ) -> [Float] {
    (0..<Int(seconds * rate)).map {
      amplitude * Float(sin(2 * .pi * hertz * Double($0) / rate + phase))
    }
  }

  /// Passes samples to all channels of a meter, which looks now and then.
  private static func play(_ samples: [Float], to meter: LoudnessMeter) {
    let channels = meter.ring.channels
    for start in stride(from: 0, to: samples.count, by: 2_400) {
      let piece = samples[start..<min(start + 2_400, samples.count)]
      let frames = piece.flatMap { Array(repeating: $0, count: channels) }
      let written = unsafe frames.withUnsafeBufferPointer {
        unsafe meter.ring.writeInterleaved($0)
      }
      #expect(written == piece.count)
      meter.measure()
    }
  }

  @Test(
    "a tone of 1 kHz at -23 dB on both sides has -23 LUFS, at any rate",
    arguments: [44_100.0, 48_000, 96_000]
  )
  func tone(rate: Double) throws {
    let meter = try #require(LoudnessMeter(channels: 2, hertz: rate))
    #expect(meter.reading == Loudness())
    let amplitude = pow(10, Float(-23) / 20)
    Self.play(Self.sine(hertz: 1_000, amplitude: amplitude, seconds: 5, rate: rate), to: meter)
    let reading = meter.reading
    for value in [reading.momentary, reading.shortTerm, reading.integrated, reading.truePeak] {
      #expect(abs(value + 23) < 0.1, "\(reading)")
    }
  }

  @Test("a peak between samples counts")
  func truePeak() throws {
    let meter = try #require(LoudnessMeter(channels: 2, hertz: 48_000))
    // Each sample is 3 dB below the peak.
    let samples = Self.sine(hertz: 12_000, amplitude: 0.5, phase: .pi / 4, seconds: 1)
    #expect(samples.map(abs).max() ?? 1 < 0.36)
    Self.play(samples, to: meter)
    #expect((-6.4...(-5.8)).contains(meter.reading.truePeak))
  }

  @Test("what is quiet is left out of the whole, and a reset begins anew")
  func gates() throws {
    let meter = try #require(LoudnessMeter(channels: 2, hertz: 48_000))
    let levels: [(Float, Double)] = [(-36, 10), (-23, 60), (-36, 10)]
    for (level, seconds) in levels {
      let amplitude = pow(10, level / 20)
      Self.play(Self.sine(hertz: 1_000, amplitude: amplitude, seconds: seconds), to: meter)
    }
    #expect(abs(meter.reading.integrated + 23) < 0.1)
    #expect(abs(meter.reading.shortTerm + 36) < 0.1)
    // In the middle of a tone, which has no edge there.
    Self.play(Self.sine(hertz: 1_000, amplitude: 0.1, phase: 1.2, seconds: 1), to: meter)
    meter.reset()
    #expect(meter.reading == Loudness())
    Self.play(Self.sine(hertz: 1_000, amplitude: 0.01, phase: 1.2, seconds: 4.05), to: meter)
    #expect(abs(meter.reading.integrated + 40) < 0.1)
    #expect(abs(meter.reading.truePeak + 40) < 0.1)
  }

  @Test("channels beyond the surrounds count, and mono is one channel")
  func channels() throws {
    for (channels, wanted) in [(1, -23.0), (2, -20), (8, -13.5)] {
      let meter = try #require(LoudnessMeter(channels: channels, hertz: 48_000))
      Self.play(Self.sine(hertz: 1_000, amplitude: 0.1, seconds: 3), to: meter)
      #expect(abs(meter.reading.momentary - wanted) < 0.6, "\(channels) channels")
    }
    #expect(LoudnessMeter(channels: 65, hertz: 48_000) == nil)
  }

  @Test("there is none for what nobody can measure")
  func absurd() {
    #expect(LoudnessMeter(channels: 0, hertz: 48_000) == nil)
    #expect(LoudnessMeter(channels: 2, hertz: 1) == nil)
  }
}
