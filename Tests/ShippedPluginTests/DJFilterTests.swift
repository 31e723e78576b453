// SPDX-License-Identifier: Apache-2.0
// What the one knob of `urn:tarmac:djfilter` does.

import Glibc
import PluginMeasurement
import Testing

@Suite("The plugin djfilter")
struct DJFilterTests {
  private let noise = [
    Signal.noise(1, frames: 4_800, amplitude: 0.5), Signal.noise(2, frames: 4_800, amplitude: 0.5),
  ]

  /// The answer to an impulse, once the controls have settled.
  private func answer(
    rate: Double = 48_000,
    filter: Float,
    resonance: Float = 0,
    slope: Float
  ) throws -> Spectrum {
    let plugin = try MeasuredPlugin(own: "djfilter", rate: rate)
    plugin["filter"] = filter
    plugin["resonance"] = resonance
    plugin["slope"] = slope
    let impulse = Signal.impulse(frames: 65_536)
    let output = plugin.run([impulse, impulse])
    #expect(output[0] == output[1])
    return Spectrum(output[0], rate: rate)
  }

  /// Where the cut-off is to be at a position of the knob.
  private func cutoff(_ filter: Double) -> Double {
    let share = (abs(filter) - 0.01) / 0.99
    return filter < 0 ? 20_000 * pow(40.0 / 20_000, share) : 20 * pow(12_000.0 / 20, share)
  }

  @Test("is transparent in the centre, bit for bit", arguments: [0, 0.009, -0.009])
  func neutral(_ filter: Float) throws {
    for block in [1, 7, 64, 65, 256] {
      let plugin = try MeasuredPlugin(own: "djfilter")
      plugin["filter"] = filter
      plugin["resonance"] = 1
      plugin["slope"] = 1
      #expect(plugin.run(noise, block: block) == noise)
    }
    let mono = try MeasuredPlugin(own: "djfilter", variant: ":mono")
    #expect(mono.run([noise[0]]) == [noise[0]])
  }

  @Test("is transparent again 20 ms after the knob is back", arguments: [-1, 1, -0.02, 0.02])
  func returns(_ filter: Float) throws {
    let plugin = try MeasuredPlugin(own: "djfilter")
    let output = plugin.run(noise, block: 48) { plugin["filter"] = $0 < 1_920 ? filter : 0 }
    #expect(output[0][..<1_920] != noise[0][..<1_920])
    #expect(output[0][(1_920 + 960)...] == noise[0][(1_920 + 960)...])
    #expect(output[1][(1_920 + 960)...] == noise[1][(1_920 + 960)...])
  }

  @Test(
    "is 3 dB lower at the cut-off without resonance",
    arguments: [-1, -0.7, -0.3, 0.3, 0.7, 1],
    [44_100.0, 48_000, 96_000]
  )
  func cutoffs(_ filter: Float, _ rate: Double) throws {
    for slope: Float in [0, 1] {
      let spectrum = try answer(rate: rate, filter: filter, slope: slope)
      // The frequency lies between two bins; at low ones, half a bin is little beside the cut-off.
      let level = decibels(spectrum.magnitude(cutoff(Double(filter))))
      #expect(abs(level + 3.01) < 0.5, "slope \(slope)")
    }
  }

  @Test("falls by 12 or 24 dB per octave", arguments: [Float(0), 1])
  func slopes(_ slope: Float) throws {
    let expected = slope == 0 ? 12.0 : 24
    // Low enough that the frequencies of a digital filter are not bent yet.
    for filter: Float in [-0.8, 0.65] {
      let spectrum = try answer(filter: filter, slope: slope)
      let edge = cutoff(Double(filter))
      for octaves in [2.0, 3] {
        let away = filter < 0 ? edge * pow(2, octaves) : edge / pow(2, octaves)
        let further = filter < 0 ? away * 2 : away / 2
        let fall = decibels(spectrum.magnitude(away)) - decibels(spectrum.magnitude(further))
        #expect(abs(fall - expected) < 1, "\(filter), \(away) Hz")
      }
      // Frequencies that are to pass do so.
      let inside = filter < 0 ? edge / 8 : edge * 8
      #expect(abs(decibels(spectrum.magnitude(inside))) < 0.1)
    }
  }

  @Test("raises the cut-off by 18 dB from one end of resonance to the other")
  func resonance() throws {
    for (filter, slope) in [(Float(-0.5), Float(0)), (-0.5, 1), (0.5, 0), (0.5, 1)] {
      for resonance: Float in [0.2, 0.5, 1] {
        let spectrum = try answer(filter: filter, resonance: resonance, slope: slope)
        let level = decibels(spectrum.magnitude(cutoff(Double(filter))))
        #expect(abs(level - (18 * Double(resonance) - 3.01)) < 0.5)
      }
    }
  }

  /// Expects of a filtered sine that its steps are not larger than a sine's of this frequency can
  /// be, but for `extra`, and that it is as round.
  ///
  /// `extra` is the addition of a filter of 24 dB per octave that is turned by nine octaves in 30
  /// ms: its phase turns as well.
  private func expectRound(
    _ heard: ArraySlice<Float>,
    _ hertz: Double,
    gain: Double = 1.02,
    extra: Double
  ) {
    let pace = Float(gain * 2 * sin(.pi * hertz / 48_000) + extra)
    let steps = zip(heard, heard.dropFirst()).map { $1 - $0 }
    #expect(steps.peak < pace, "\(hertz) Hz")
    #expect(steps.largestStep < pace * pace, "\(hertz) Hz: a bend")
  }

  /// Sines from two octaves above the lowest cut-off to near the highest.
  private static let sines = [50.0, 200, 1_000, 5_000, 12_000]

  @Test(
    "is swept from end to end in 10 ms without a click",
    arguments: [Float(-1), 0, 1],
    [Float(-1), 0, 1]
  )
  func sweeps(from start: Float, to end: Float) throws {
    for (block, slope) in [(16, 0), (48, 0), (16, 1), (48, 1)] {
      for hertz in DJFilterTests.sines where start != end {
        for phase in [0.0, 0.8, 1.6, 2.4] {
          let plugin = try MeasuredPlugin(own: "djfilter")
          plugin["resonance"] = 0
          plugin["slope"] = Float(slope)
          let sine = Signal.sine(hertz, frames: 7_200, phase: phase)
          let output = plugin.run([sine, sine], block: block) { frame in
            let way = min(max(Float(frame - 4_800) / 480, 0), 1)
            plugin["filter"] = start + (end - start) * way
          }
          expectRound(output[0][4_000...], hertz, extra: 0.012)
        }
      }
    }
  }

  @Test("changes slope and resonance under a sine without a click")
  func turns() throws {
    for filter: Float in [-0.6, 0.4] {
      for hertz in DJFilterTests.sines {
        let plugin = try MeasuredPlugin(own: "djfilter")
        plugin["filter"] = filter
        let sine = Signal.sine(hertz, frames: 14_400)
        let output = plugin.run([sine, sine], block: 48) { frame in
          plugin["slope"] = frame / 2_400 % 2 == 0 ? 0 : 1
          plugin["resonance"] = frame < 9_600 ? 0 : 0.3
        }
        // A frequency near the cut-off is raised by the resonance.
        expectRound(output[0][2_000...], hertz, gain: 1.2, extra: 0.003)
      }
    }
  }

  @Test("bears noise with all resonance at any rate", arguments: [22_050.0, 48_000, 384_000])
  func stable(_ rate: Double) throws {
    for slope: Float in [0, 1] {
      let plugin = try MeasuredPlugin(own: "djfilter", rate: rate)
      plugin["resonance"] = 1
      plugin["slope"] = slope
      let noise = Signal.noise(3, frames: 96_000)
      let output = plugin.run([noise, noise], block: 480) { frame in
        // To and fro, with jumps, and a while at either end.
        plugin["filter"] = [-1, 1, 0.02, -0.02, 0, 0.6, -0.6, 1, -1][frame / 10_000 % 9]
      }
      // 15 dB at the cut-off, and the ringing when the filter is turned.
      #expect(output[0].isFinite && output[0].peak < 8, "\(output[0].peak)")
    }
  }

  @Test("sounds the same whatever the length of a block", arguments: ["", ":mono"])
  func blocks(_ variant: String) throws {
    func run(_ block: Int) throws -> [[Float]] {
      let plugin = try MeasuredPlugin(own: "djfilter", variant: variant)
      var whole = [[Float]](repeating: [], count: plugin.outputCount)
      // Each part is run in blocks of its own, so that controls change at the same frames.
      for (filter, slope, frames) in [
        (Float(-0.5), Float(0), 1_500), (0.5, 1, 2_010), (0, 1, 960), (-0.9, 0, 500), (0, 0, 1_300),
      ] {
        plugin["filter"] = filter
        plugin["slope"] = slope
        let part = noise.prefix(plugin.inputCount).map { Array($0[..<frames]) }
        whole = zip(whole, plugin.run(part, block: block)).map { $0 + $1 }
      }
      return whole
    }
    let expected = try run(256)
    for block in [1, 7, 64, 65] { #expect(try run(block) == expected) }
  }

  @Test("is the same in mono as either side in stereo")
  func mono() throws {
    func filtered(_ variant: String, _ inputs: [[Float]]) throws -> [[Float]] {
      let plugin = try MeasuredPlugin(own: "djfilter", variant: variant)
      plugin["filter"] = 0.4
      return plugin.run(inputs)
    }
    let stereo = try filtered("", noise)
    for side in 0..<2 { #expect(try filtered(":mono", [noise[side]]) == [stereo[side]]) }
  }

  @Test("rings on for seconds, and falls silent at the same frame whatever the length of a block")
  func silence() throws {
    func run(_ block: Int) throws -> [Float] {
      let plugin = try MeasuredPlugin(own: "djfilter", rate: 22_050)
      plugin["filter"] = -1
      plugin["slope"] = 1
      plugin["resonance"] = 1
      let input = Signal.noise(1, frames: 500) + [Float](repeating: 0, count: 67_000)
      return plugin.run([input, input], block: block)[0]
    }
    let expected = try run(256)
    #expect(expected[22_050..<23_050].contains { abs($0) > 1e-8 })
    #expect(expected[66_650...].allSatisfy { $0 == 0 })
    for block in [1, 7, 65] { #expect(try run(block) == expected) }
  }

  @Test("comes back from the centre wide open, wherever blocks are cut", arguments: [-1, 1])
  func comesBack(_ side: Float) throws {
    let input = Signal.noise(7, frames: 6_000)
    func output(_ block: Int) throws -> [[Float]] {
      let plugin = try MeasuredPlugin(own: "djfilter", variant: ":mono")
      return plugin.run([input], block: block) { frame in
        plugin["filter"] = frame < 2_000 || frame >= 3_100 ? side / 2 : 0
      }
    }
    let expected = try output(1)
    for block in [20, 50, 100] { #expect(try output(block) == expected) }
  }
}
