// SPDX-License-Identifier: Apache-2.0
// The tempos of made loops, and of what has no clear one.

import Foundation
import SeededNumbers
import Testing

@testable import SoundFiles

@Suite("The beats of a track")
struct BeatMeterTests {
  private static let hertz = 44_100.0

  /// Strokes of a kick, a snare and a hat at places in seconds.
  private static func drums(
    _ strokes: [(place: Double, kind: Int, level: Double)],
    seconds: Double
  ) -> [Float] {
    var samples = [Float](repeating: 0, count: Int((seconds * hertz).rounded()))
    var random = SeededNumbers(seed: 5)
    for stroke in strokes {
      let start = Int((stroke.place * hertz).rounded())
      for frame in 0..<[8_000, 5_000, 1_500][stroke.kind] where start + frame < samples.count {
        let time = Double(frame) / hertz
        let noise = Double(Float.random(in: -1...1, using: &random))
        let sound =
          switch stroke.kind {
          case 0: sin(2 * .pi * (50 * time + 8 * (1 - exp(-time * 30)))) * exp(-time * 12)
          case 1: (0.6 * noise + 0.4 * sin(2 * .pi * 190 * time)) * exp(-time * 25)
          default: noise * exp(-time * 90)
          }
        if start + frame >= 0 { samples[start + frame] += Float(0.5 * stroke.level * sound) }
      }
    }
    return samples
  }

  private static func heard(_ samples: [Float]) -> HeardBeats? {
    var meter = BeatMeter(channels: 1, hertz: hertz)
    unsafe samples.withUnsafeBufferPointer { unsafe meter.add($0) }
    return meter.reading
  }

  /// Four bars with a kick on each beat, claps on the second and fourth, and hats between.
  private static func loop(_ bpm: Double, bars: Int, from start: Double = 0) -> [Float] {
    let beat = 60 / bpm
    var strokes: [(Double, Int, Double)] = []
    for number in 0..<(4 * bars) {
      let place = start + Double(number) * beat
      strokes.append((place, 0, 1))
      if number % 2 == 1 { strokes.append((place, 1, 0.5)) }
      strokes.append((place + beat / 2, 2, 0.5))
    }
    return drums(strokes, seconds: Double(4 * bars) * beat)
  }

  @Test("are found within 0.01 BPM in loops from 60 to 200")
  func loops() throws {
    var random = SeededNumbers(seed: 60)
    var worst = 0.0
    for number in 0..<50 {
      let bpm = 60 + 140 * Double(number) / 49 + Double.random(in: -0.3...0.3, using: &random)
      let heard = try #require(Self.heard(Self.loop(max(60, min(bpm, 200)), bars: 4)))
      let off = abs(heard.bpm - max(60, min(bpm, 200)))
      worst = max(worst, off)
      #expect(off < 0.01, "\(bpm): \(heard)")
      #expect(heard.clarity > BeatMeter.clear, "\(bpm): \(heard)")
    }
    print("FIGURE BPM of 50 loops: \(worst) off at most")
  }

  @Test("are found in tracks that are no loops, with their first beat")
  func tracks() throws {
    var (worst, farthest) = (0.0, 0.0)
    for bpm in [87.31, 120.02, 128.0, 140.5, 174.0] {
      // Silence before, and half a bar cut off at the end.
      let samples = Self.loop(bpm, bars: 40, from: 0.3).dropLast(17_000)
      let heard = try #require(Self.heard(Array(samples)))
      worst = max(worst, abs(heard.bpm - bpm))
      let way = (heard.first - 0.3).remainder(dividingBy: 60 / bpm)
      farthest = max(farthest, abs(way))
    }
    print("FIGURE BPM of 5 tracks: \(worst) off at most, their beats by \(farthest * 1_000) ms")
    #expect(worst < 0.01 && farthest < 0.01)
  }

  @Test("are said to be unclear where they are")
  func unclear() throws {
    var random = SeededNumbers(seed: 7)
    let beat = 60 / 112.0
    // Swung, a live drummer 15 ms off and 2 % faster in the end, sparse, and noise.
    var swung: [(Double, Int, Double)] = []
    var drummed: [(Double, Int, Double)] = []
    let rock = (0..<160).map { (Double($0) * beat, $0 % 2, 1.0) }
    var (sparse, place): ([(Double, Int, Double)], Double) = ([], 0)
    for number in 0..<160 {
      swung.append((Double(number) * beat, number % 2, 1))
      swung.append(((Double(number) + 0.66) * beat, 2, 0.7))
      place += beat * (1 - 0.02 * Double(number) / 160)
      drummed.append((place + Double.random(in: -0.015...0.015, using: &random), number % 2, 1))
      if number % 8 == 0 { sparse.append((Double(number) * beat, 0, 1)) }
    }
    let noise = (0..<(30 * 44_100)).map { _ in Float.random(in: -0.3...0.3, using: &random) }
    for (name, samples) in [
      ("kick and snare in turn", Self.drums(rock, seconds: 160 * beat)),
      ("swung", Self.drums(swung, seconds: 160 * beat)),
      ("live-drummed", Self.drums(drummed, seconds: 160 * beat)),
      ("sparse", Self.drums(sparse, seconds: 160 * beat)), ("noise", noise),
    ] {
      let heard = Self.heard(samples)
      print("FIGURE \(name): \(heard.map { "\($0.bpm) BPM, clarity \($0.clarity)" } ?? "nothing")")
      if name == "swung" { #expect(abs((heard?.bpm ?? 0) - 112) < 0.01) }
      if ["noise", "live-drummed"].contains(name) {
        #expect((heard?.clarity ?? 0) < BeatMeter.clear)
      }
    }
    #expect(Self.heard([Float](repeating: 0, count: 441_000)) == nil)
    #expect(Self.heard([Float](repeating: 0.1, count: 100)) == nil)
  }
}
