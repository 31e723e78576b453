// SPDX-License-Identifier: Apache-2.0
// The readings of `urn:tarmac:meter`: EBU Tech 3341 and 3342 by synthesised signals.

import Glibc
import PluginMeasurement
import Testing

@Suite("The plugin meter")
struct MeterTests {
  private let readings = [
    "momentary_lufs", "short_term_lufs", "integrated_lufs", "range_lu", "true_peak_db", "peak_db",
    "momentary_max_lufs", "short_term_max_lufs", "correlation",
  ]

  /// The expected value follows the document: all short-term values, each 100 ms, sorted.
  @Test("the histogram has the loudness range that all values have")
  func rangeOfAll() throws {
    var programme = Programme(11)
    let plugin = try MeasuredPlugin(own: "meter")
    var values: [Double] = []
    for step in 1...1_800 {
      _ = plugin.run(programme.next(4_800), block: 4_800)
      if step >= 30 { values.append(Double(plugin["short_term_lufs"])) }
      guard step % 300 == 0 else { continue }
      let heard = values.filter { $0 >= -70 }
      let mean = 10 * log10(heard.reduce(0) { $0 + pow(10, $1 / 10) } / Double(heard.count))
      let gated = heard.filter { $0 >= mean - 20 }.sorted()
      func percentile(_ share: Double) -> Double {
        gated[Int((Double(gated.count - 1) * share).rounded())]
      }
      expect(
        plugin,
        "range_lu",
        Float(percentile(0.95) - percentile(0.1)),
        within: 0.021
      )
    }
  }

  @Test(
    "the K-weighting sounds the same at all rates",
    arguments: [22_050.0, 44_100, 96_000, 192_000, 384_000]
  )
  func rates(_ rate: Double) throws {
    for hertz in [40.0, 200, 1_000, 3_000] {
      let here = try measured(Signal.tones([(0.6, -20)], hertz: hertz, rate: rate), rate: rate)
      let there = try measured(Signal.tones([(0.6, -20)], hertz: hertz))
      expect(here, "momentary_lufs", there["momentary_lufs"], within: 0.05)
    }
  }

  /// The expected values are calculated from the two filters that BS.1770-4 prints for 48 kHz.
  @Test("the K-weighting at 48 kHz is the one that the standard prints")
  func weighting() throws {
    func gain(_ b: [Double], _ a: [Double], _ angle: Double) -> Double {
      func size(_ factors: [Double]) -> Double {
        hypot(
          factors[0] + factors[1] * cos(angle) + factors[2] * cos(2 * angle),
          factors[1] * sin(angle) + factors[2] * sin(2 * angle)
        )
      }
      return size(b) / size(a)
    }
    let shelf = (
      [1.53512485958697, -2.69169618940638, 1.19839281085285],
      [1, -1.69065929318241, 0.73248077421585]
    )
    let highPass = ([1.0, -2, 1], [1, -1.99004745483398, 0.99007225036621])
    for hertz in [25.0, 50, 100, 500, 1_000, 2_000, 4_000, 10_000, 20_000] {
      let angle = 2 * Double.pi * hertz / 48_000
      let factor = gain(shelf.0, shelf.1, angle) * gain(highPass.0, highPass.1, angle)
      let plugin = try measured(Signal.tones([(2, -20)], hertz: hertz))
      expect(plugin, "momentary_lufs", Float(-20.691 + decibels(factor)), within: 0.005)
    }
  }

  @Test("sound passes bit for bit, enabled or not, in blocks of any length")
  func passes() throws {
    let noise = [Signal.noise(1, frames: 5_000), Signal.noise(2, frames: 5_000)]
    for block in [1, 7, 64, 65, 256] {
      for enabled: Float in [0, 1] {
        let plugin = try MeasuredPlugin(own: "meter")
        plugin["enabled"] = enabled
        #expect(plugin.run(noise, block: block) == noise)
      }
      let mono = try MeasuredPlugin(own: "meter", variant: ":mono")
      #expect(mono.run([noise[0]], block: block) == [noise[0]])
    }
  }

  @Test("readings are the same bit for bit in blocks of any length", arguments: [22_050.0, 48_000])
  func blocks(_ rate: Double) throws {
    var programme = Programme(7)
    let sound = programme.next(4 * 48_000)
    var expected: [Float] = []
    for block in [256, 1, 7, 64, 65] {
      let plugin = try MeasuredPlugin(own: "meter", rate: rate)
      _ = plugin.run(sound, block: block)
      let values = readings.map { plugin[$0] }
      if expected.isEmpty { expected = values }
      #expect(values == expected)
    }
  }

  @Test("skipping what cannot be the highest changes nothing")
  func exactTruePeak() throws {
    for seed: UInt64 in 1...5 {
      let noise = Signal.noise(seed, frames: 9_600, amplitude: 0.5)
      var expected: Float = -200
      // After a reset there is nothing to compare with: each part is searched as if alone.
      let parts = try MeasuredPlugin(own: "meter")
      let whole = try MeasuredPlugin(own: "meter")
      _ = parts.run([noise, noise], block: 48) { frame in
        if frame > 0 { expected = max(expected, parts["true_peak_db"]) }
        parts["reset"] = frame / 48 % 2 == 0 ? 0 : 1
      }
      expected = max(expected, parts["true_peak_db"])
      _ = whole.run([noise, noise])
      #expect(whole["true_peak_db"] == expected)
      #expect(expected > decibelLevel(noise.peak))
    }
  }

  private func decibelLevel(_ peak: Float) -> Float { Float(decibels(Double(peak))) }

  @Test("silence is the lowest value of each scale, and no reading is ever not a number")
  func silence() throws {
    let plugin = try MeasuredPlugin(own: "meter")
    let nothing = [Float](repeating: 0, count: 200_000)
    _ = plugin.run([nothing, nothing], block: 4_096)
    for symbol in readings where symbol != "correlation" {
      #expect(plugin[symbol] == plugin.range(symbol).low, "\(symbol)")
    }
    #expect(plugin["correlation"] == 0)
    let bad = [Float](repeating: .nan, count: 50_000)
    let huge = [Float](repeating: 9e8, count: 50_000)
    _ = plugin.run([bad, huge], block: 4_096)
    for symbol in readings {
      let (low, high, _) = plugin.range(symbol)
      #expect((low...high).contains(plugin[symbol]), "\(symbol)")
    }
  }

  @Test("correlation is 1 for mono, -1 for opposite sides, and 0 for what is not related")
  func correlation() throws {
    let (one, two) = (Signal.noise(1, frames: 48_000), Signal.noise(2, frames: 48_000))
    let plugin = try MeasuredPlugin(own: "meter")
    for (other, value, tolerance) in [
      (one, 1, 1e-6), (one.map { -$0 }, -1, 1e-6), (two, 0, 0.03),
      ([Float](repeating: 0, count: 48_000), 0, 0),
    ] as [([Float], Float, Float)] {
      _ = plugin.run([one, other], block: 1_024)
      expect(plugin, "correlation", value, within: tolerance)
    }
  }

  @Test("reset begins anew, and hears nothing of before")
  func reset() throws {
    let plugin = try measured(Signal.tones([(10, -3), (5, -20)]))
    expect(plugin, "range_lu", 17, within: 1)
    plugin["reset"] = 1
    let soft = Signal.tones([(6, -40)])
    _ = plugin.run([soft, soft], block: 100)
    for symbol in ["integrated_lufs", "momentary_max_lufs", "short_term_max_lufs", "true_peak_db"] {
      expect(plugin, symbol, -40)
    }
    expect(plugin, "range_lu", 0)
    // Only the edge counts.
    #expect(plugin["reset"] == 1)
  }

  @Test("off, the integrated loudness and the maxima wait, and momentary goes on")
  func pause() throws {
    let plugin = try measured(Signal.tones([(5, -30)]))
    plugin["enabled"] = 0
    let loud = Signal.tones([(5, -6)])
    _ = plugin.run([loud, loud], block: 100)
    expect(plugin, "momentary_lufs", -6)
    plugin["enabled"] = 1
    let soft = Signal.tones([(5, -30)])
    _ = plugin.run([soft, soft], block: 100)
    for symbol in ["integrated_lufs", "momentary_max_lufs", "short_term_max_lufs", "true_peak_db"] {
      expect(plugin, symbol, -30)
    }
  }

  @Test("one channel reads 3 LU less than two")
  func mono() throws {
    let plugin = try MeasuredPlugin(own: "meter", variant: ":mono")
    _ = plugin.run([Signal.tones([(5, -20)])], block: 512)
    expect(plugin, "integrated_lufs", -23.01, within: 0.05)
    expect(plugin, "true_peak_db", -20, within: 0.01)
    expect(plugin, "peak_db", -20, within: 0.01)
    #expect(plugin["correlation"] > 0.999_999)
  }
}
