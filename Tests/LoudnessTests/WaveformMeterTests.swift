// SPDX-License-Identifier: Apache-2.0
// The outline of programmes of any length, beside what a plain look at all samples says.

import Loudness
import Testing

@Suite("The waveform of a programme")
struct WaveformMeterTests {
  private static func noise(_ count: Int, seed: UInt64) -> [Float] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max)
    }
  }

  private static func waveform(_ samples: [Float], channels: Int, pieces: [Int]) -> Waveform {
    var meter = WaveformMeter(channels: channels, hertz: 48_000)
    var (start, turn) = (0, 0)
    unsafe samples.withUnsafeBufferPointer { samples in
      while start < samples.count {
        let count = min(pieces[turn % pieces.count] * channels, samples.count - start)
        unsafe meter.add(UnsafeBufferPointer(rebasing: samples[start..<(start + count)]))
        (start, turn) = (start + count, turn + 1)
      }
    }
    return meter.reading
  }

  @Test(
    "is the highest sample and the RMS of each point, whatever pieces it comes in",
    arguments: [
      (1, 1), (1, 63), (2, 64), (2, 65), (1, 65_536), (1, 65_537), (2, 200_000), (6, 70_001),
    ]
  )
  func points(channels: Int, frames: Int) {
    // Louder from the beginning to the end.
    let samples = Self.noise(frames * channels, seed: 3).enumerated().map { index, sample in
      sample * Float(index) / Float(frames * channels)
    }
    let waveform = Self.waveform(samples, channels: channels, pieces: [4_096, 1, 77, 1_000])
    let framesEach = Int(waveform.secondsPerPoint * 48_000)
    #expect(Double(framesEach) == waveform.secondsPerPoint * 48_000)
    #expect(waveform.peaks.count == (frames + framesEach - 1) / framesEach)
    #expect(waveform.levels.count == waveform.peaks.count)
    #expect(waveform.peaks.count <= 1_024)
    if frames >= 65_536 { #expect(waveform.peaks.count >= 512) }
    for index in waveform.peaks.indices {
      let last = min((index + 1) * framesEach, frames) * channels
      let point = samples[(index * framesEach * channels)..<last]
      let peak = point.map(abs).max() ?? 0
      let energy = point.reduce(0.0) { $0 + Double($1) * Double($1) }
      let level = (energy / Double(point.count)).squareRoot()
      #expect(abs(Double(waveform.peaks[index]) - Double(peak) * 255) <= 0.501)
      #expect(abs(Double(waveform.levels[index]) - level * 255) <= 0.51)
    }
  }

  @Test("takes what is no number for silence, and what is beyond full scale for full scale")
  func odd() {
    var samples = [Float](repeating: 0.5, count: 640)
    for index in [3, 64, 639] { samples[index] = .nan }
    for index in [8, 70] { samples[index] = .infinity }
    samples[9] = 1e20
    samples[130] = -2
    let waveform = Self.waveform(samples, channels: 1, pieces: [640])
    #expect(waveform.peaks == [128, 128, 255] + Array(repeating: 128, count: 7))
  }

  @Test("has no points before there is sound")
  func nothing() {
    let waveform = Self.waveform([], channels: 2, pieces: [1])
    #expect(waveform.peaks.isEmpty && waveform.levels.isEmpty)
  }
}
