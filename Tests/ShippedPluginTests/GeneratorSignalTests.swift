// SPDX-License-Identifier: Apache-2.0
// How exact the signals of `urn:tarmac:generator` are.

import Glibc
import PluginMeasurement
import Testing

/// The signals by their numbers.
enum GeneratorSignal: Float, CaseIterable {
  case sine, square, sweep, pink, white, sequence, impulse
}

/// A generator of a signal.
func generator(
  _ signal: GeneratorSignal,
  level: Float = 0,
  variant: String = "",
  rate: Double = 48_000
) throws -> MeasuredPlugin {
  let plugin = try MeasuredPlugin(own: "generator", variant: variant, rate: rate)
  plugin["signal"] = signal.rawValue
  plugin["level_dbfs"] = level
  return plugin
}

@Suite("The plugin generator's signals")
struct GeneratorSignalTests {
  @Test("a sine is exact for an hour: level, frequency and phase within 1e-5")
  func sine() throws {
    let plugin = try generator(.sine, level: -6)
    plugin["frequency_hz"] = 997
    let error = plugin.largestErrorOfSine(997, amplitude: pow(10, -6.0 / 20), seconds: 3_600)
    #expect(error < 1e-6)
  }

  @Test("a square has its harmonics, and nothing else below 20 kHz: 80 dB below")
  func square() throws {
    // A prime number of periods in the window.
    let periods = 1_789
    let plugin = try generator(.square)
    let hertz = Float(periods) * 48_000 / 65_536
    plugin["frequency_hz"] = hertz
    let output = plugin.run([], frames: 65_536)[0]
    let spectrum = Spectrum(output)
    let fundamental = hypot(spectrum.real[periods], spectrum.imaginary[periods])
    #expect(abs(decibels(fundamental / 32_768 / (4 / .pi))) < 0.001)
    for bin in 1..<65_536 * 20 / 48 {
      let level = decibels(hypot(spectrum.real[bin], spectrum.imaginary[bin]) / fundamental)
      if bin % periods == 0, bin / periods % 2 == 1 {
        #expect(abs(level - decibels(Double(periods) / Double(bin))) < 0.1 || bin > 20_000)
      } else if level >= -80 {
        Issue.record("\(level) dB at bin \(bin)")
      }
    }
    // The output has no offset.
    #expect(abs(output.reduce(0, +)) < 1)
  }

  @Test("a square of a low frequency has its plateau at the level")
  func plateau() throws {
    let plugin = try generator(.square, level: -20)
    plugin["frequency_hz"] = 50
    let output = plugin.run([], frames: 960)[0]
    #expect(output[100..<380].allSatisfy { abs($0 - 0.1) < 1e-6 })
    #expect(output[580..<860].allSatisfy { abs($0 + 0.1) < 1e-6 })
    #expect(output[0] == 0 || abs(output[0]) < 1e-6)
    #expect(output.peak < 0.1 * 1.19)
  }

  @Test("a sweep is the sweep of the formula, and its inverse filter makes an impulse of it")
  func sweep() throws {
    let plugin = try generator(.sweep, level: -6)
    plugin["sweep_s"] = 2
    let delay = 100
    plugin["delay_frames"] = Float(delay)
    let output = plugin.run([], frames: 120_000)[0]
    #expect(output.dropFirst(96_000 + delay).allSatisfy { $0 == 0 })
    let analysis = SweepAnalysis(from: 20, to: 20_000, seconds: 2)
    let amplitude = pow(10, -6.0 / 20)
    #expect(
      analysis.difference(to: Array(output.dropFirst(delay)), amplitude: amplitude) < 1e-6
    )
    let answer = analysis.deconvolve(output)
    let peak = answer.map(abs).max() ?? 0
    #expect(abs(answer[delay]) == peak)
    // The main lobe and its skirts come from the window: 50 ms to both sides.
    var floor = 0.0
    for (index, value) in answer.enumerated() {
      let distance = min(abs(index - delay), answer.count - abs(index - delay))
      if distance > 2_400 { floor = max(floor, abs(value)) }
    }
    #expect(decibels(floor / peak) < -100)
  }

  @Test("pink noise has 3 dB less per octave within 0.5 dB", arguments: [44_100.0, 48_000, 96_000])
  func pink(_ rate: Double) throws {
    let plugin = try generator(.pink, level: -20, rate: rate)
    let output = plugin.run([], block: 4_096, frames: Int(rate) * 60)[0]
    #expect(abs(decibels(output.rms) - -23.01) < 0.5)
    let thirds = output.thirdOctaves(rate: rate).map {
      (hertz: $0.hertz, level: $0.level + 10 * log10($0.hertz))
    }
    let mean = thirds.reduce(0) { $0 + $1.level } / Double(thirds.count)
    for third in thirds {
      #expect(abs(third.level - mean) < 0.5, "\(third.hertz) Hz")
    }
  }

  @Test("white noise is flat within 0.5 dB, and has the RMS of a sine of its level")
  func white() throws {
    let output = try generator(.white, level: -20).run([], block: 4_096, frames: 48_000 * 30)[0]
    #expect(abs(decibels(output.rms) - -23.01) < 0.02)
    #expect(output.peak <= 0.1 * 1.2248)
    #expect(abs(output.reduce(0.0) { $0 + Double($1) } / Double(output.count)) < 1e-4)
    let thirds = output.thirdOctaves()
    let mean = thirds.reduce(0) { $0 + $1.level } / Double(thirds.count)
    // The lowest bands have few bins.
    for third in thirds where third.hertz > 60 { #expect(abs(third.level - mean) < 0.5) }
  }

  @Test("the same seed has the same noise, another one another")
  func seeds() throws {
    for kind in [GeneratorSignal.pink, .white] {
      func noise(_ seed: Float) throws -> [[Float]] {
        let plugin = try generator(kind)
        plugin["seed"] = seed
        plugin["independent"] = 1
        return plugin.run([], frames: 48_000)
      }
      let (one, again, two) = (try noise(1), try noise(1), try noise(2))
      #expect(one == again)
      for (first, second) in [(one[0], two[0]), (one[0], one[1]), (one[1], two[0])] {
        let product = zip(first, second).reduce(0.0) { $0 + Double($1.0 * $1.1) }
        let similarity = product / first.rms / second.rms / 48_000
        #expect(abs(similarity) < (kind == .white ? 0.03 : 0.3))
      }
    }
  }

  @Test("an MLS is like nothing but itself: its circular autocorrelation has two values")
  func sequence() throws {
    for order in [10, 11, 12, 13, 14, 15, 16] {
      let plugin = try generator(.sequence)
      plugin["mls_order"] = Float(order)
      let period = 1 << order - 1
      let output = plugin.run([], block: 1_000, frames: 2 * period)[0]
      #expect(output.allSatisfy { abs($0) == 1 })
      #expect(Array(output.prefix(period)) == Array(output.suffix(period)))
      #expect(Array(output.prefix(period)).circularAutocorrelations == [-1])
    }
  }

  @Test("the long sequences have their whole period, and not a shorter one", arguments: 17...20)
  func longSequence(_ order: Int) throws {
    let plugin = try generator(.sequence)
    plugin["mls_order"] = Float(order)
    let period = 1 << order - 1
    let output = plugin.run([], block: 4_096, frames: 2 * period)[0]
    #expect(output[..<period] == output[period...])
    // Each state occurs once: half of all are odd. A shorter period would divide the whole one.
    #expect(output[..<period].reduce(0, +) == 1)
    for divisor in 2...1_000 where period % divisor == 0 {
      let part = period / divisor
      #expect(output[..<1_000] != output[part..<part + 1_000])
    }
  }
}
