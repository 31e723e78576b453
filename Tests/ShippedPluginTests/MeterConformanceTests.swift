// SPDX-License-Identifier: Apache-2.0
// `urn:tarmac:meter` by the minimum requirements of EBU Tech 3341 and 3342, with signals made here.

import Glibc
import PluginMeasurement
import Testing

/// A meter that has heard `samples` on both channels.
func measured(_ samples: [Float], rate: Double = 48_000) throws -> MeasuredPlugin {
  let plugin = try MeasuredPlugin(own: "meter", rate: rate)
  _ = plugin.run([samples, samples], block: 4_096)
  return plugin
}

/// Expects a reading.
func expect(
  _ plugin: MeasuredPlugin,
  _ symbol: String,
  _ level: Float,
  within tolerance: Float = 0.1,
  _ location: SourceLocation = #_sourceLocation
) {
  let value = plugin[symbol]
  #expect(abs(value - level) <= tolerance, "\(symbol) is \(value)", sourceLocation: location)
}

@Suite("The plugin meter, by the EBU")
struct MeterConformanceTests {
  @Test("Tech 3341, 1 and 2: a tone reads its level on all scales", arguments: [-23.0, -33])
  func tone(_ level: Double) throws {
    let plugin = try measured(Signal.tones([(20, level)]))
    for scale in ["momentary_lufs", "short_term_lufs", "integrated_lufs"] {
      expect(plugin, scale, Float(level))
    }
  }

  @Test("Tech 3341, 3 to 5: the gates leave out what they should")
  func gates() throws {
    for parts: [(Double, Double?)] in [
      [(10, -36), (60, -23), (10, -36)],
      [(10, -72), (10, -36), (60, -23), (10, -36), (10, -72)],
      [(20, -26), (20.1, -20), (20, -26)],
    ] {
      expect(try measured(Signal.tones(parts)), "integrated_lufs", -23)
    }
  }

  /// The case has five channels, of -28, -28, -24, -30 and -30 dBFS, the rear ones weighted by
  /// 1.41.
  ///
  /// Here the left one has the energy of the centre, and the right one that of all others.
  @Test("Tech 3341, 6, for two channels: the energies of channels are summed")
  func channels() throws {
    func energy(_ level: Double) -> Double { pow(10, level / 10) }
    let all = 2 * energy(-28) + energy(-24) + 2 * 1.41 * energy(-30)
    let front = energy(-24)
    let plugin = try MeasuredPlugin(own: "meter")
    let rest = 10 * log10(all - front)
    _ = plugin.run([Signal.tones([(20, -24)]), Signal.tones([(20, rest)])], block: 4_096)
    expect(plugin, "integrated_lufs", -23)
  }

  @Test("Tech 3341, 9: short-term is constant after 3 s of tones that alternate")
  func shortTermConstant() throws {
    let parts = [(1.34, -20.0), (1.66, -30.0)]
    let samples = Signal.tones((0..<5).flatMap { _ in parts })
    let plugin = try MeasuredPlugin(own: "meter")
    _ = plugin.run([samples, samples], block: 480) { frame in
      if frame > 3 * 48_000 { expect(plugin, "short_term_lufs", -23) }
    }
    expect(plugin, "short_term_max_lufs", -23)
  }

  @Test("Tech 3341, 10: the short-term maximum finds a tone of 3 s wherever it is")
  func shortTermTone() throws {
    for index in stride(from: 0, to: 20, by: 1) {
      let plugin = try measured(
        Signal.tones([(Double(index) * 0.15, nil), (3, -23), (1, nil)])
      )
      expect(plugin, "short_term_max_lufs", -23)
    }
  }

  @Test("Tech 3341, 12: momentary is constant after 1 s of tones that alternate")
  func momentaryConstant() throws {
    let parts = [(0.18, -20.0), (0.22, -30.0)]
    let samples = Signal.tones((0..<25).flatMap { _ in parts })
    let plugin = try MeasuredPlugin(own: "meter")
    _ = plugin.run([samples, samples], block: 480) { frame in
      if frame > 48_000 { expect(plugin, "momentary_lufs", -23) }
    }
    expect(plugin, "momentary_max_lufs", -23)
  }

  @Test("Tech 3341, 13: the momentary maximum finds a tone of 400 ms wherever it is")
  func momentaryTone() throws {
    for index in 0..<20 {
      let plugin = try measured(
        Signal.tones([(Double(index) * 0.02, nil), (0.4, -23), (1, nil)])
      )
      expect(plugin, "momentary_max_lufs", -23)
    }
  }

  @Test(
    "Tech 3341, 11 and 14: the maxima follow tones that get louder",
    arguments: [(3.0, 0.15, "short_term_max_lufs"), (0.4, 0.02, "momentary_max_lufs")]
  )
  func louder(_ seconds: Double, _ step: Double, _ symbol: String) throws {
    let plugin = try MeasuredPlugin(own: "meter")
    for index in 0..<20 {
      let (level, silence) = (-38.0 + Double(index), Double(index) * step)
      let samples = Signal.tones([(silence, nil), (seconds, level), (seconds - silence, nil)])
      _ = plugin.run([samples, samples], block: 480)
      expect(plugin, symbol, Float(level))
    }
  }

  @Test(
    "Tech 3341, 15 to 19: tones between the samples have their true peak",
    arguments: [
      (4.0, 0.5, 0.0, -6.0), (4, 0.5, 45, -6), (6, 0.5, 60, -6), (8, 0.5, 67.5, -6),
      (4, 1.41, 45, 3),
    ]
  )
  func truePeak(_ divisor: Double, _ amplitude: Double, _ degrees: Double, _ level: Double) throws {
    let plugin = try measured(
      Signal.truePeakTone(divisor: divisor, amplitude: amplitude, degrees: degrees)
    )
    #expect((level - 0.4...level + 0.2).contains(Double(plugin["true_peak_db"])))
  }

  @Test("Tech 3341, 20 to 23: so has a burst, wherever the samples are", arguments: 0..<4)
  func truePeakBurst(_ offset: Int) throws {
    let plugin = try measured(Signal.truePeakBurst(offset: offset))
    #expect((-0.4...0.2).contains(plugin["true_peak_db"]))
  }

  @Test("Tech 3342, 1 to 4: the loudness range of tones is known within 1 LU")
  func range() throws {
    for (parts, range) in [
      ([-20.0, -30], Float(10)), ([-20, -15], 5), ([-40, -20], 20),
      ([-50, -35, -20, -35, -50], 15),
    ] {
      let plugin = try measured(Signal.tones(parts.map { (20, $0) }))
      expect(plugin, "range_lu", range, within: 1)
    }
  }
}
