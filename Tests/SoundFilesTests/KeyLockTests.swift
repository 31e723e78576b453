// SPDX-License-Identifier: Apache-2.0
// Rings that are played faster or slower at the pitch that they were made with.

import Foundation
import Quantities
import Testing

@testable import RenderCore
@testable import SoundFiles

@Suite("A ring whose key is locked")
struct KeyLockTests {
  private static let hertz = 48_000.0

  private static func locked(_ samples: [Float], at rate: Double) -> Tape {
    let tape = Tape(samples)
    tape.varispeed.keyLock.set(true, KeyLockShape(sampleRate: hertz))
    tape.varispeed.rate = GainRamp(Float(rate))
    return tape
  }

  private static func sine(_ frequency: Double, _ seconds: Double) -> [Float] {
    (0..<Int(seconds * hertz)).map {
      Float(0.4 * sin(2 * .pi * frequency * Double($0) / hertz))
    }
  }

  /// How far the pitch of a sine is off, in cents: by the phase beside that of the sine it should
  /// be, block by block.
  private static func cents(_ signal: ArraySlice<Float>, _ frequency: Double) -> Double {
    let block = 2_048
    var (phases, turn): ([Double], Double) = ([], 0)
    for start in stride(from: signal.startIndex, to: signal.endIndex - block, by: block) {
      var (real, imaginary) = (0.0, 0.0)
      for frame in 0..<block {
        let angle = 2 * .pi * frequency * Double(start + frame) / hertz
        let window = 0.5 - 0.5 * cos(2 * .pi * Double(frame) / Double(block))
        real += window * Double(signal[start + frame]) * cos(angle)
        imaginary += window * Double(signal[start + frame]) * sin(angle)
      }
      var phase = -atan2(imaginary, real) + turn
      if let last = phases.last {
        let step = ((last - phase) / (2 * .pi)).rounded() * 2 * .pi
        phase += step
        turn += step
      }
      phases.append(phase)
    }
    // The slope of the phase, by least squares.
    let count = Double(phases.count)
    let (middle, mean) = ((count - 1) / 2, phases.reduce(0, +) / count)
    var (product, square) = (0.0, 0.0)
    for (index, phase) in phases.enumerated() {
      product += (Double(index) - middle) * (phase - mean)
      square += (Double(index) - middle) * (Double(index) - middle)
    }
    let shift = product / square * hertz / (2 * .pi * Double(block))
    return 1_200 * log2((frequency + shift) / frequency)
  }

  @Test("keeps its pitch within two cents, and its level", arguments: [0.5, 0.92, 1.08, 1.5])
  func pitch(rate: Double) throws {
    var worst = 0.0
    for frequency in [55.0, 110, 440, 997, 3_000] {
      let tape = Self.locked(Self.sine(frequency, 12 * max(1, rate)), at: rate)
      let heard = tape.play(10 * 48_000)
      try #require(heard.count == 10 * 48_000)
      let cents = Self.cents(heard[9_600...], frequency)
      worst = max(worst, abs(cents))
      #expect(abs(cents) < 2, "\(frequency) Hz: \(cents) cents")
      let energy = heard[9_600...].reduce(0) { $0 + Double($1 * $1) }
      let level = 10 * log10(energy / Double(heard.count - 9_600) / 0.08)
      #expect(abs(level) < 0.6, "\(frequency) Hz: \(level) dB")
      // The place in time is exactly that of the rate.
      let place = Double(tape.ring.framesRead) + tape.varispeed.head.place
      #expect(abs(place - Double(heard.count) * Double(Float(rate))) < 1)
    }
    print("FIGURE key lock at rate \(rate): \(worst) cents at most")
  }

  @Test("stays near its place in time", arguments: [0.5, 0.92, 1.08, 1.5])
  func time(rate: Double) throws {
    // A noise that is louder in every second tenth of a second.
    var random = SystemRandomNumberGenerator()
    let samples = (0..<Int(8 * Self.hertz)).map { frame in
      (frame / 4_800) % 2 == 0 ? 0 : Float.random(in: -0.5...0.5, using: &random)
    }
    let heard = Self.locked(samples, at: rate).play(4 * 48_000)
    // In the middle of each part what is heard is what should be.
    let wrong = stride(from: 1, to: Int(Double(heard.count) / 4_800 * rate) - 1, by: 1).filter {
      part in
      let middle = Int((Double(part) + 0.5) * 4_800 / rate)
      let level = heard[(middle - 100)..<(middle + 100)].map(abs).reduce(0, +) / 200
      return (level > 0.05) != (part % 2 == 1)
    }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test("plays every sample as it is at rate 1, on and off")
  func exact() {
    let samples = Self.sine(997, 3)
    let tape = Tape(samples)
    var heard: [Float] = []
    for turn in 0..<40 {
      tape.varispeed.keyLock.set(turn % 2 == 0, KeyLockShape(sampleRate: Self.hertz))
      heard += tape.play(2_000)
    }
    #expect(heard == Array(samples.prefix(80_000)))
  }

  @Test("comes and goes without a click")
  func toggles() {
    let tape = Tape(Self.sine(220, 8))
    tape.varispeed.rate = GainRamp(1.04)
    var heard: [Float] = []
    for turn in 0..<20 {
      tape.varispeed.keyLock.set(turn % 2 == 1, KeyLockShape(sampleRate: Self.hertz))
      heard += tape.play(9_600)
    }
    let step = zip(heard, heard.dropFirst()).map { abs($1 - $0) }.max() ?? 1
    // A sine of 229 Hz at 0.4 moves by 0.012 from frame to frame.
    #expect(step < 0.02, "\(step)")
  }
}
