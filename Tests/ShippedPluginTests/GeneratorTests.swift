// SPDX-License-Identifier: Apache-2.0
// The signals of `urn:tarmac:generator`.

import Glibc
import PluginMeasurement
import Testing

@Suite("The plugin generator")
struct GeneratorTests {
  private enum Kind: Float, CaseIterable {
    case sine, square, sweep, pink, white, sequence, impulse
  }

  private func generator(
    _ kind: Kind,
    level: Float = 0,
    variant: String = "",
    rate: Double = 48_000
  ) throws -> MeasuredPlugin {
    let plugin = try MeasuredPlugin(own: "generator", variant: variant, rate: rate)
    plugin["signal"] = kind.rawValue
    plugin["level_dbfs"] = level
    return plugin
  }

  @Test(
    "an impulse is at the frame asked for, alone, with its level",
    arguments: [0, 1, 63, 64, 65, 1_000, 47_999]
  )
  func impulse(_ delay: Int) throws {
    for block in [1, 64, 100, 1_024] {
      let plugin = try generator(.impulse, level: -6)
      plugin["delay_frames"] = Float(delay)
      let output = plugin.run([], block: block, frames: 48_000)
      let gain = Float(pow(10, -6.0 / 20))
      #expect(output[0] == Signal.impulse(at: delay, frames: 48_000, amplitude: gain))
      #expect(output[1] == output[0])
    }
  }

  @Test("impulses come again after the interval, in whole frames")
  func impulses() throws {
    let plugin = try generator(.impulse)
    plugin["interval_ms"] = 10
    plugin["delay_frames"] = 7
    let output = plugin.run([], frames: 4_800)[0]
    for (frame, sample) in output.enumerated() {
      #expect(sample == ((frame - 7) % 480 == 0 ? 1 : 0))
    }
  }

  @Test("each signal begins at the frame asked for, after activation and after play alike")
  func delay() throws {
    for kind in Kind.allCases {
      let plugin = try generator(kind)
      plugin["independent"] = 1
      let first = plugin.run([], frames: 5_000)
      plugin["play"] = 0
      _ = plugin.run([], frames: 1_000)
      plugin["play"] = 1
      plugin["delay_frames"] = 321
      let later = plugin.run([], frames: 5_321)
      plugin.restart()
      let again = plugin.run([], frames: 5_321)
      for channel in 0..<2 {
        #expect(later[channel].prefix(321).allSatisfy { $0 == 0 })
        #expect(Array(later[channel].dropFirst(321)) == first[channel], "\(kind)")
      }
      #expect(again == later)
    }
  }

  @Test("a sine is exact for an hour: level, frequency and phase within 1e-5")
  func sine() throws {
    let plugin = try generator(.sine, level: -6)
    plugin["frequency_hz"] = 997
    let error = plugin.largestErrorOfSine(997, amplitude: pow(10, -6.0 / 20), seconds: 3_600)
    #expect(error < 1e-6)
  }

  @Test("the frequency changes without a jump of the phase")
  func frequency() throws {
    let plugin = try generator(.sine)
    plugin["frequency_hz"] = 100
    let output = plugin.run([], block: 64, frames: 48_000) { frame in
      if frame >= 24_000 { plugin["frequency_hz"] = 200 }
    }
    #expect(output[0].largestStep < Float(2 * Double.pi * 200 / 48_000) * 1.001)
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
    // Nothing drifts.
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
    // The main lobe and its skirts, which the window has: 50 ms to both sides.
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
    for kind in [Kind.pink, .white] {
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
    // Each state is there once: half of all are odd. A shorter period would divide the whole one.
    #expect(output[..<period].reduce(0, +) == 1)
    for divisor in 2...1_000 where period % divisor == 0 {
      let part = period / divisor
      #expect(output[..<1_000] != output[part..<part + 1_000])
    }
  }

  @Test("it is the same in blocks of any length, bit for bit, and mono is the left channel")
  func blocks() throws {
    for kind in Kind.allCases {
      for ident in [Float(0), 1] {
        func output(_ block: Int, _ variant: String = "") throws -> [[Float]] {
          let plugin = try generator(kind, variant: variant)
          plugin["ident"] = ident
          plugin["independent"] = 1
          plugin["delay_frames"] = 77
          plugin["sweep_s"] = 0.1
          plugin["interval_ms"] = 3
          // Controls are changed at the same frames, whatever the blocks are.
          return plugin.run([], frames: 6 * 5_824) { frame in
            min(block, 5_824 - frame % 5_824)
          } before: { frame in
            if frame == 5_824 { plugin["level_dbfs"] = -10 }
            if frame == 2 * 5_824 { plugin["play"] = 0 }
            if frame == 3 * 5_824 { plugin["play"] = 1 }
            if frame == 4 * 5_824 { plugin["signal"] = kind == .sine ? 1 : 0 }
            if frame == 5 * 5_824 { plugin["frequency_hz"] = 333 }
          }
        }
        let expected = try output(5_824)
        for block in [1, 7, 64, 65, 256] where ident == 0 || block == 7 {
          #expect(try output(block) == expected, "\(kind), \(block)")
        }
        #expect(try output(64, ":mono")[0] == expected[0])
      }
    }
  }

  @Test("stopped, it fades within 5 ms and is silent; so it is when not enabled")
  func stops() throws {
    for symbol in ["play", "enabled"] {
      let plugin = try generator(.sine)
      plugin["frequency_hz"] = 100
      let sound = plugin.run([], frames: 4_920)[0]
      plugin[symbol] = 0
      let end = plugin.run([], frames: 4_800)[0]
      // A sine's own step, and that of the fade.
      #expect((sound.suffix(1) + end).largestStep < 0.0131 + 1 / 240)
      #expect(end.dropFirst(240).allSatisfy { $0 == 0 })
      #expect(Array(end.prefix(120)).peak > 0.5)
    }
  }

  @Test("another signal begins after a fade, with the delay")
  func change() throws {
    let plugin = try generator(.sine)
    _ = plugin.run([], frames: 1_000)
    plugin["signal"] = Kind.impulse.rawValue
    plugin["delay_frames"] = 100
    let output = plugin.run([], frames: 1_000)[0]
    #expect(Array(output[240...]) == Signal.impulse(at: 100, frames: 760))
  }

  @Test("the identification lets each channel sound when it should")
  func identification() throws {
    for (mode, times) in [
      (
        1,
        [
          (0.1, true, false), (0.7, false, false), (1.1, false, true), (1.4, false, false),
          (1.6, false, true), (2.5, false, false), (3.1, true, false),
        ]
      ),
      (2, [(0.1, true, true), (2.8, false, true), (3.1, true, true), (5.9, false, true)]),
      (
        3,
        [
          (0.1, true, true), (2.3, false, true), (2.6, true, true), (2.8, true, false),
          (3.1, true, true), (3.3, true, false), (3.9, true, true), (6.3, false, true),
        ]
      ),
    ] as [(Float, [(Double, Bool, Bool)])] {
      let plugin = try generator(.sine)
      plugin["ident"] = mode
      let output = plugin.run([], frames: 7 * 48_000)
      for (time, left, right) in times {
        let frames = Int(time * 48_000)..<Int(time * 48_000) + 480
        #expect((output[0][frames].max() ?? 0 > 0.9) == left, "\(mode) at \(time) s")
        #expect((output[1][frames].max() ?? 0 > 0.9) == right, "\(mode) at \(time) s")
        #expect(left || output[0][frames].allSatisfy { $0 == 0 })
        #expect(right || output[1][frames].allSatisfy { $0 == 0 })
      }
    }
  }

  @Test("all signals are numbers at all rates", arguments: [22_050.0, 44_100, 192_000, 384_000])
  func rates(_ rate: Double) throws {
    for kind in Kind.allCases {
      for hertz: Float in [1, 1_000, 96_000] {
        let plugin = try generator(kind, rate: rate)
        plugin["frequency_hz"] = hertz
        plugin["end_hz"] = hertz
        plugin["start_hz"] = 96_000
        let output = plugin.run([], block: 333, frames: 20_000)[0]
        #expect(output.isFinite)
        #expect(output.peak < (kind == .pink ? 8 : 1.3))
        #expect(output.peak > 0 || (hertz == 1 && kind == .square))
      }
    }
  }
}
