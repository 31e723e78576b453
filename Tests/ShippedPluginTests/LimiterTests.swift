// SPDX-License-Identifier: Apache-2.0
// The laws of `urn:tarmac:limiter`.

import Glibc
import PluginKit
import PluginMeasurement
import Testing

@Suite("The plugin limiter")
struct LimiterTests {
  /// Five seconds of two noises, each below and above the ceiling by turns.
  private static func alternating(_ frames: Int) -> [[Float]] {
    [1, 2].map { seed in
      Signal.noise(seed, frames: frames).enumerated().map { index, sample in
        sample * (index / 3_000 % 2 == 0 ? 3 : 0.05)
      }
    }
  }

  @Test(
    "no true peak of a thousand programmes is 0.1 dB above the ceiling",
    arguments: [44_100, 48_000, 96_000, 22_050, 192_000] as [Double]
  )
  func ceiling(_ rate: Double) throws {
    let count = rate == 44_100 || rate == 48_000 || rate == 96_000 ? 1_000 : 200
    let plugin = try MeasuredPlugin(own: "limiter", rate: rate)
    let overshoots = plugin.overshoots(0..<count, TruePeakReference())
    #expect(overshoots.count == count)
    #expect(try #require(overshoots.max()) < 0.1)
    // The limited sound comes near the ceiling.
    #expect(overshoots.filter { $0 > -0.1 }.count > count / 2)
  }

  @Test("below 0.45 of the sample rate, a much longer reference says the same")
  func longReference() throws {
    let reference = TruePeakReference(taps: 256)
    let plugin = try MeasuredPlugin(own: "limiter")
    let overshoots = plugin.overshoots(0..<300, reference, isBandLimited: true)
    #expect(try #require(overshoots.max()) < 0.1)
  }

  @Test("the reference finds the peaks of sines between their samples")
  func reference() {
    let reference = TruePeakReference()
    for (numerator, denominator) in [(1, 4), (2, 5), (4, 9), (5, 11), (1, 6)] {
      let hertz = 48_000 * Double(numerator) / Double(denominator)
      for step in 0..<8 {
        let phase = Double(step) * .pi / 8
        // Faded in and out: a sine that begins at once has a higher peak.
        let sine = Signal.sine(hertz, frames: 2_000, phase: phase).enumerated().map {
          $1 * Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / 2_000))
        }
        #expect(abs(decibels(reference.peak(sine))) < 0.05)
      }
    }
  }

  @Test("below the ceiling the output is the input, as late as it says, bit for bit")
  func transparent() throws {
    for rate in [44_100, 96_000, 192_000] as [Double] {
      let plugin = try MeasuredPlugin(own: "limiter", rate: rate)
      let input = [1, 2].map { Signal.noise($0, frames: 9_000, amplitude: 0.3) }
      let output = plugin.run(input)
      let latency = Int(plugin["latency"])
      #expect(latency == (rate < 64_000 ? 113 : rate < 128_000 ? 177 : 305))
      for channel in 0..<2 {
        #expect(output[channel].prefix(latency).allSatisfy { $0 == 0 })
        #expect(output[channel].dropFirst(latency) == input[channel].dropLast(latency))
      }
      #expect(plugin["reduction_db"] == 0)
    }
  }

  @Test("a sine whose true peak is just below the ceiling is not touched, one just above is")
  func threshold() throws {
    // A quarter of the sample rate: the samples are 3 dB below the peaks.
    let fade = (0..<8_000).map { Float(min(1, Double($0) / 4_000)) }
    for (level, isTouched) in [(-1.02, false), (-0.98, true)] {
      let plugin = try MeasuredPlugin(own: "limiter", variant: ":mono")
      let sine = Signal.sine(
        12_000,
        frames: 8_000,
        amplitude: pow(10, level / 20),
        phase: .pi / 4
      )
      let input = zip(sine, fade).map(*)
      let output = plugin.run([input])[0]
      #expect((output.dropFirst(113) != input.dropLast(113)) == isTouched)
    }
  }

  @Test("the gain comes back to exactly 1", arguments: [(1, 0), (100, 0), (100, 1)])
  func back(_ release: Int, _ automatic: Int) throws {
    let plugin = try MeasuredPlugin(own: "limiter", variant: ":mono")
    plugin["release_ms"] = Float(release)
    plugin["auto_release"] = Float(automatic)
    let frames = 48_000 * (release == 1 ? 2 : 8)
    let loud = Signal.noise(3, frames: 9_600, amplitude: 4)
    let input = loud + Signal.noise(4, frames: frames, amplitude: 0.2)
    let output = plugin.run([input])[0]
    #expect(output.dropLast(frames / 2) != input.dropLast(frames / 2))
    #expect(output.suffix(4_800) == input.dropLast(113).suffix(4_800))
  }

  @Test("the output does not depend on where a host cuts blocks", arguments: [0, 40, 100])
  func blocks(_ link: Int) throws {
    let input = LimiterTests.alternating(24_000)
    func run(_ block: (Int) -> Int) throws -> [[Float]] {
      let plugin = try MeasuredPlugin(own: "limiter")
      plugin["stereo_link"] = Float(link)
      return plugin.run(input, blocks: block)
    }
    let expected = try run { _ in 256 }
    for block in [1, 7, 64, 65, 4_800] { #expect(try run { _ in block } == expected) }
    #expect(try run { 1 + $0 % 131 } == run { 1 + $0 % 77 })
  }

  @Test("the output does not depend on blocks while controls are turned either")
  func turned() throws {
    let input = LimiterTests.alternating(24_000)
    func run(_ block: Int) throws -> [[Float]] {
      let plugin = try MeasuredPlugin(own: "limiter")
      return plugin.run(input, block: block) { frame in
        let part = frame / 2_400
        plugin["stereo_link"] = [100, 0, 100, 100, 100, 30, 100, 100, 0, 100][part % 10]
        plugin["ceiling_db"] = [-1, -3, 0, -12][part % 4]
        plugin["gain_db"] = [0, 12, 3][part % 3]
        plugin["auto_release"] = part % 2 == 0 ? 1 : 0
        plugin["release_ms"] = [1, 20, 5][part % 3]
      }
    }
    let expected = try run(240)
    for block in [1, 16, 80, 800] { #expect(try run(block) == expected) }
  }

  @Test("a limited sine is a sine", arguments: [1_000, 997, 5_000, 10_007] as [Double])
  func distortion(_ hertz: Double) throws {
    #expect(try LimiterUnderTest.own.distortion(hertz) < (hertz == 1_000 ? -140 : -90))
  }

  @Test("an automatic release distorts a low note less")
  func automatic() throws {
    var limiter = LimiterUnderTest.own
    #expect(try limiter.distortion(100) < -70)
    limiter.controls["auto_release"] = 0
    #expect(try limiter.distortion(100) > -60)
  }

  @Test("the gain has no steps and no corners")
  func smooth() throws {
    let plugin = try MeasuredPlugin(own: "limiter")
    plugin["release_ms"] = 1
    plugin["auto_release"] = 0
    var clicks = [Float](repeating: 0, count: 20_000)
    for index in [3_000, 5_000, 5_040, 5_300, 9_000, 9_090, 15_000] { clicks[index] = 30 }
    // The other channel shows the gain.
    let still = [Float](repeating: 0.1, count: 20_000)
    let gain = plugin.run([clicks, still])[1].dropFirst(200).map { $0 * 10 }
    #expect(try #require(gain.min()) < 0.05)
    #expect(gain.largestStep < 1.0 / 32)
    let slopes = zip(gain, gain.dropFirst()).map { $1 - $0 }
    #expect(slopes.largestStep < 1.0 / 500)
  }

  @Test("linked sides have one gain, those apart their own")
  func links() throws {
    let (loud, quiet) = (
      Signal.noise(5, frames: 9_600, amplitude: 3), Signal.noise(6, frames: 9_600, amplitude: 0.2)
    )
    for link in [100, 0] as [Float] {
      let plugin = try MeasuredPlugin(own: "limiter")
      plugin["stereo_link"] = link
      let output = plugin.run([loud, quiet])[1]
      let isTouched = output.dropFirst(113) != quiet.dropLast(113)
      #expect(isTouched == (link == 100))
    }
  }

  @Test("one channel sounds as two alike do")
  func mono() throws {
    let input = LimiterTests.alternating(12_000)[0]
    let mono = try MeasuredPlugin(own: "limiter", variant: ":mono").run([input])
    for link in [100, 0] as [Float] {
      let plugin = try MeasuredPlugin(own: "limiter")
      plugin["stereo_link"] = link
      #expect(plugin.run([input, input]) == [mono[0], mono[0]])
    }
  }

  @Test("it says by how much it has made the sound quieter")
  func reduction() throws {
    let plugin = try MeasuredPlugin(own: "limiter")
    plugin["gain_db"] = 7
    let sine = Signal.sine(1_000, frames: 9_600)
    _ = plugin.run([sine, sine])
    #expect(abs(plugin["reduction_db"] - 8.05) < 0.02)
    let silence = [Float](repeating: 0, count: 480_000)
    _ = plugin.run([silence, silence])
    #expect(plugin["reduction_db"] == 0)
  }

  @Test("while it is off, the input goes through, as late as ever")
  func off() throws {
    let plugin = try MeasuredPlugin(own: "limiter")
    plugin["enabled"] = 0
    let input = LimiterTests.alternating(9_600)
    let output = plugin.run(input)
    for channel in 0..<2 {
      #expect(output[channel].dropFirst(113) == input[channel].dropLast(113))
    }
  }

  @Test("it bears what is no number, or far too loud")
  func extremes() throws {
    let plugin = try MeasuredPlugin(own: "limiter")
    var input = LimiterTests.alternating(9_600)
    (input[0][100], input[0][2_000], input[1][700]) = (.nan, 1e30, -.infinity)
    input[1][3_000] = 9e8
    let output = plugin.run(input)
    #expect(output[0].isFinite && output[1].isFinite)
    #expect(output[0].peak < 1)
  }

  /// Samples of one size with the signs that make the peak between two of them largest, surrounded
  /// by silence.
  private static func pattern(_ amplitude: Float, reach: Int) -> [Float] {
    (0..<2_000).map { index in
      let distance = index - 1_000
      if distance <= -reach || distance > reach { return 0 }
      return (distance > 0) == (distance % 2 == 0) ? -amplitude : amplitude
    }
  }

  @Test("the detector's bound holds: what is skipped could not have been above")
  func bound() {
    let peak = TruePeakReference().peak(LimiterTests.pattern(1, reach: 100))
    #expect(peak < Double(TruePeakDetector.bound) + 0.01)
    #expect(peak > Double(TruePeakDetector.bound) - 0.1)
  }

  @Test("samples far below the ceiling are limited when what is between them isn't")
  func skipped() throws {
    for (amplitude, reach) in [(0.32, 40), (0.36, 32), (0.45, 16), (0.6, 6)] as [(Float, Int)] {
      let input = LimiterTests.pattern(amplitude, reach: reach)
      let before = decibels(TruePeakReference().peak(input)) + 1
      let plugin = try MeasuredPlugin(own: "limiter", variant: ":mono")
      let after = plugin.overshoot([input], ceiling: -1, TruePeakReference())
      #expect(before > 0.1 && after < 0.02)
    }
  }

  @Test("sines near half the sample rate are below the ceiling at every phase")
  func phases() throws {
    let plugin = try MeasuredPlugin(own: "limiter", variant: ":mono")
    let reference = TruePeakReference()
    let fade = (0..<3_000).map { Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / 3_000)) }
    for (numerator, denominator) in [(4, 9), (2, 5), (3, 8), (1, 4), (5, 12)] {
      let hertz = 48_000 * Double(numerator) / Double(denominator)
      for step in 0..<16 {
        let phase = Double(step) * .pi / 16 / Double(denominator)
        // Up to just above the ceiling: nothing else makes the gain smaller.
        let sine = Signal.sine(hertz, frames: 3_000, amplitude: 0.902, phase: phase)
        plugin.restart()
        let input = zip(sine, fade).map(*)
        #expect(plugin.overshoot([input], ceiling: -1, reference) < 0.06)
      }
    }
  }
}
