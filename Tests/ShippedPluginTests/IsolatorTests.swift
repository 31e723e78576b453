// SPDX-License-Identifier: Apache-2.0
// What `urn:tarmac:isolator` takes away, and what it leaves as it is.

import PluginMeasurement
import Testing

@Suite("The plugin isolator")
struct IsolatorTests {
  /// The answer to an impulse, once the controls have settled.
  private func answer(
    rate: Double = 48_000,
    variant: String = "",
    _ controls: [String: Float]
  ) throws -> Spectrum {
    let plugin = try MeasuredPlugin(own: "isolator", variant: variant, rate: rate)
    for (symbol, value) in controls { plugin[symbol] = value }
    let impulse = Signal.impulse(frames: 16_384)
    let output = plugin.run([[Float]](repeating: impulse, count: plugin.inputCount))
    if variant.isEmpty { #expect(output[0] == output[1]) }
    return Spectrum(output[0], rate: rate)
  }

  @Test(
    "with all levels at 0 dB is flat within 0.1 dB from 20 Hz to 20 kHz",
    arguments: [44_100.0, 48_000, 96_000]
  )
  func flat(_ rate: Double) throws {
    for (low, high) in [(250, 2_500), (60, 800), (800, 800), (800, 8_000), (60, 8_000)] {
      let spectrum = try answer(rate: rate, ["low_hz": Float(low), "high_hz": Float(high)])
      let worst = stride(from: 0.0, through: 10, by: 0.05).reduce(0.0) { worst, octave in
        let level = decibels(spectrum.magnitude(min(20 * 2.0.power(octave), 20_000)))
        return max(worst, abs(level))
      }
      #expect(worst < 0.1, "\(low) Hz, \(high) Hz")
    }
  }

  @Test("takes a killed band away: 80 dB two octaves into it, 40 dB one octave into it")
  func kills() throws {
    let low = try answer(["low_kill": 1])
    #expect(decibels(low.magnitude(250 / 4)) < -80)
    #expect(decibels(low.magnitude(250 / 2)) < -40)
    #expect(abs(decibels(low.magnitude(790))) < 0.1)
    #expect(abs(decibels(low.magnitude(10_000))) < 0.1)
    let mid = try answer(["mid_kill": 1, "low_hz": 100, "high_hz": 3_200])
    #expect(decibels(mid.magnitude(400)) < -80)
    #expect(decibels(mid.magnitude(800)) < -80)
    #expect(decibels(mid.magnitude(200)) < -40)
    #expect(decibels(mid.magnitude(1_600)) < -40)
    #expect(abs(decibels(mid.magnitude(30))) < 0.1)
    #expect(abs(decibels(mid.magnitude(10_000))) < 0.1)
    let high = try answer(["high_kill": 1])
    #expect(decibels(high.magnitude(10_000)) < -80)
    #expect(decibels(high.magnitude(5_000)) < -40)
    #expect(abs(decibels(high.magnitude(790))) < 0.1)
    #expect(abs(decibels(high.magnitude(50))) < 0.1)
  }

  @Test("is 6 dB lower at a crossover for each band alone")
  func crossovers() throws {
    let low = try answer(["mid_kill": 1, "high_kill": 1, "low_hz": 375])
    #expect(abs(decibels(low.magnitude(375)) + 6.02) < 0.1)
    let high = try answer(["mid_kill": 1, "low_kill": 1, "high_hz": 3_000])
    #expect(abs(decibels(high.magnitude(3_000)) + 6.02) < 0.1)
  }

  @Test("is silent with all bands killed, or at their lowest levels", arguments: ["", ":mono"])
  func silence(_ variant: String) throws {
    for (suffix, value) in [("kill", Float(1)), ("db", -80)] {
      let plugin = try MeasuredPlugin(own: "isolator", variant: variant)
      for band in ["low", "mid", "high"] { plugin["\(band)_\(suffix)"] = value }
      let noise = Signal.noise(1, frames: 4_800)
      let output = plugin.run([[Float]](repeating: noise, count: plugin.inputCount))
      #expect(output.allSatisfy { $0.allSatisfy { $0 == 0 } })
    }
  }

  @Test("is silent 8 ms after all bands have been killed, not before")
  func killTime() throws {
    let plugin = try MeasuredPlugin(own: "isolator")
    let noise = Signal.noise(1, frames: 9_600)
    let output = plugin.run([noise, noise], block: 48) { start in
      for band in ["low", "mid", "high"] { plugin["\(band)_kill"] = start < 4_800 ? 0 : 1 }
    }
    #expect(output[0][4_800..<4_800 + 240].contains { abs($0) > 0.01 })
    #expect(output[0][(4_800 + 384)...].allSatisfy { $0 == 0 })
  }

  @Test("raises a band by what its level says", arguments: [6, 12, -6, -20])
  func levels(_ level: Float) throws {
    for (band, hertz) in [("low", 60.0), ("mid", 790), ("high", 10_000)] {
      let spectrum = try answer(["\(band)_db": level])
      #expect(abs(decibels(spectrum.magnitude(hertz)) - Double(level)) < 0.1, "\(band)")
      // The other bands stay.
      let other = band == "mid" ? 10_000.0 : 790
      #expect(abs(decibels(spectrum.magnitude(other))) < 0.1, "\(band)")
    }
  }

  @Test("kills a running sine without a step larger than the sine's own", arguments: 0..<8)
  func killsWithoutClick(_ phase: Int) throws {
    for (band, hertz) in [("low", 50.0), ("low", 100), ("mid", 700), ("high", 6_000)] {
      let plugin = try MeasuredPlugin(own: "isolator")
      let sine = Signal.sine(hertz, frames: 9_600)
      var kill = 4_800 + phase * 60
      let output = plugin.run([sine, sine], block: 60) { start in
        plugin["\(band)_kill"] = start < kill || start >= kill + 1_800 ? 0 : 1
      }
      kill = 3_000
      let heard = Array(output[0][kill...])
      #expect(heard.largestStep < 1.05 * sine.largestStep, "\(band) \(hertz) Hz")
    }
  }

  @Test("sweeps its crossovers over a sine without a click", arguments: [24, 64])
  func sweeps(_ block: Int) throws {
    for hertz in [70.0, 250, 700, 1_500, 4_000] {
      // Flat, and with bands killed next to what is left.
      for killed in [[], ["low"], ["mid"], ["high"]] {
        let plugin = try MeasuredPlugin(own: "isolator")
        for band in killed { plugin["\(band)_kill"] = 1 }
        let sine = Signal.sine(hertz, frames: 24_000)
        let output = plugin.run([sine, sine], block: block) { start in
          // From end to end in 40 ms, and jumps.
          let way = start < 4_800 ? 0 : Float((start - 4_800) % 1_920) / 1_920
          plugin["low_hz"] = 60 + 740 * way
          plugin["high_hz"] = 8_000 - 7_200 * way
        }
        let heard = Array(output[0][4_000...])
        // An allpass that is turned by so many octaves shifts the pitch for a moment.
        let pace = 1.02 * sine.largestStep + 0.015
        #expect(heard.largestStep < pace, "\(hertz) Hz, \(killed)")
        #expect(heard.largestBend < pace * pace, "\(hertz) Hz, \(killed)")
      }
    }
  }

  @Test("sounds the same whatever the length of a block", arguments: ["", ":mono"])
  func blocks(_ variant: String) throws {
    func run(_ block: Int) throws -> [[Float]] {
      let plugin = try MeasuredPlugin(own: "isolator", variant: variant)
      let inputs = [
        Signal.noise(1, frames: 3_640 * 2), Signal.noise(2, frames: 3_640 * 2),
      ].prefix(plugin.inputCount)
      // Each part is run in blocks of its own, so that controls change at the same frames.
      let first = plugin.run(inputs.map { Array($0[..<3_640]) }, block: block)
      plugin["low_kill"] = 1
      plugin["high_db"] = 6
      plugin["low_hz"] = 300
      let second = plugin.run(inputs.map { Array($0[3_640...]) }, block: block)
      return zip(first, second).map { $0 + $1 }
    }
    let expected = try run(256)
    for block in [1, 7, 64, 65] { #expect(try run(block) == expected) }
  }

  @Test("is the same in mono as either side in stereo")
  func mono() throws {
    let sides = [Signal.noise(1, frames: 4_800), Signal.noise(2, frames: 4_800)]
    let stereo = try MeasuredPlugin(own: "isolator").run(sides)
    for side in 0..<2 {
      let mono = try MeasuredPlugin(own: "isolator", variant: ":mono").run([sides[side]])
      #expect(mono[0] == stereo[side])
    }
  }

  @Test("bears noise at any rate, with crossovers at their ends", arguments: [22_050.0, 384_000])
  func rates(_ rate: Double) throws {
    let plugin = try MeasuredPlugin(own: "isolator", rate: rate)
    let noise = Signal.noise(3, frames: 48_000)
    let output = plugin.run([noise, noise], block: 480) { start in
      plugin["low_hz"] = start % 960 == 0 ? 60 : 800
      plugin["high_hz"] = start % 1_440 == 0 ? 800 : 8_000
    }
    #expect(output[0].isFinite && output[0].peak < 8)
  }

  @Test("wakes from silence as it was, at the same frame whatever the length of a block")
  func wakes() throws {
    let noise = Signal.noise(1, frames: 2_400)
    let input = noise + [Float](repeating: 0, count: 50_033) + noise
    let expected = try MeasuredPlugin(own: "isolator").run([input, input])
    #expect(Array(expected[0].suffix(2_400)) == Array(expected[0].prefix(2_400)))
    for block in [1, 7, 65] {
      #expect(try MeasuredPlugin(own: "isolator").run([input, input], block: block) == expected)
    }
  }
}

extension [Float] {
  /// The largest difference between a step and the one before: a click is far from round.
  fileprivate var largestBend: Float {
    zip(self, dropFirst()).map { $1 - $0 }.largestStep
  }
}

extension Double {
  fileprivate func power(_ exponent: Double) -> Double {
    var result = 1.0
    var left = exponent
    while left >= 1 {
      result *= self
      left -= 1
    }
    // Between octaves, a straight line is near enough for the points of a test.
    return result * (1 + left * (self - 1))
  }
}
