// SPDX-License-Identifier: Apache-2.0
// What a limiter is worth: overshoot, distortion, latency, time.

internal import Glibc

/// A limiter to be measured: where it is, and which of its controls mean what.
package struct LimiterUnderTest {
  /// A name for a table.
  package let name: String
  /// The plugin.
  package let uri: String
  /// The folder of its bundle.
  package let bundle: String
  /// The values of its controls.
  package var controls: [String: Float]
  private let ceiling: String
  private let gain: String
  /// Whether its ceiling and gain are factors rather than dB.
  private let isLinear: Bool

  /// A limiter with its `controls`; `ceiling` and `gain` are the symbols of two of them.
  package init(
    _ name: String,
    uri: String,
    bundle: String,
    controls: [String: Float] = [:],
    ceiling: String,
    gain: String,
    isLinear: Bool = false
  ) {
    self.name = name
    self.uri = uri
    self.bundle = bundle
    self.controls = controls
    self.ceiling = ceiling
    self.gain = gain
    self.isLinear = isLinear
  }

  /// An instance with this ceiling and this input gain, in dB.
  ///
  /// - Throws: when it is not there, or does not start.
  package func start(
    ceiling: Double = -1,
    gain: Double = 0,
    rate: Double = 48_000
  ) throws(MeasurementError) -> MeasuredPlugin {
    let plugin = try MeasuredPlugin(uri, bundle: bundle, rate: rate)
    for (symbol, value) in controls { plugin[symbol] = value }
    plugin[self.ceiling] = Float(isLinear ? pow(10, ceiling / 20) : ceiling)
    plugin[self.gain] = Float(isLinear ? pow(10, gain / 20) : gain)
    return plugin
  }

  /// What was measured.
  package struct Figures {
    /// By how many dB the worst true peak of all programmes was above the ceiling.
    package let overshoot: Double
    /// Distortion and noise of 1 kHz with 6 dB of reduction, in dB below it.
    package let distortion: Double
    /// The same at 100 Hz.
    package let lowDistortion: Double
    /// By how many frames a click comes later.
    package let latency: Int
    /// Nanoseconds for each frame of loud noise with some 6 dB of reduction, in blocks of 64.
    package let nanoseconds: Double
  }

  /// Measures all of it; `programmes` says how many programmes are to overshoot.
  ///
  /// - Throws: when it is not there, or does not start.
  package func figures(
    programmes: Int = 200,
    rate: Double = 48_000
  ) throws(MeasurementError) -> Figures {
    let overshoots = try overshoots(0..<programmes, ceiling: -1, gain: 6, rate: rate)
    return try Figures(
      overshoot: overshoots.max() ?? -.infinity,
      distortion: distortion(1_000, rate: rate),
      lowDistortion: distortion(100, rate: rate),
      latency: latency(rate: rate),
      nanoseconds: time(amplitude: 2, rate: rate)
    )
  }

  /// By how many dB the true peak of each programme's output is above the ceiling.
  ///
  /// - Throws: when it is not there, or does not start.
  package func overshoots(
    _ programmes: Range<Int>,
    ceiling: Double,
    gain: Double,
    rate: Double = 48_000,
    reference: TruePeakReference = TruePeakReference()
  ) throws(MeasurementError) -> [Double] {
    let plugin = try start(ceiling: ceiling, gain: gain, rate: rate)
    return programmes.map { number in
      plugin.restart()
      return plugin.overshoot(LimiterProgramme(number).channels, ceiling: ceiling, reference)
    }
  }

  /// Distortion and noise of a sine with 6 dB of reduction, in dB against it.
  ///
  /// - Throws: when it is not there, or does not start.
  package func distortion(
    _ hertz: Double,
    rate: Double = 48_000
  ) throws(MeasurementError) -> Double {
    let plugin = try start(ceiling: -6, gain: 0, rate: rate)
    let frames = Int(rate * 2)
    let sine = Signal.sine(hertz, rate: rate, frames: frames, amplitude: 1, phase: 0.1)
    let output = plugin.run([[Float]](repeating: sine, count: plugin.inputCount))[0]
    // A second, in which any whole frequency has whole periods.
    return output.suffix(Int(rate)).distortion(hertz, rate: rate)
  }

  /// By how many frames a quiet click comes later.
  ///
  /// - Throws: when it is not there, or does not start.
  package func latency(rate: Double = 48_000) throws(MeasurementError) -> Int {
    let plugin = try start(rate: rate)
    let (at, frames) = (Int(rate / 10), Int(rate / 2))
    let click = Signal.impulse(at: at, frames: frames, amplitude: 0.1)
    let output = plugin.run([[Float]](repeating: click, count: plugin.inputCount))[0]
    let largest = output.indices.max { abs(output[$0]) < abs(output[$1]) } ?? 0
    return largest - at
  }

  /// Nanoseconds for each frame of noise, the best of several runs of a second.
  ///
  /// - Throws: when it is not there, or does not start.
  package func time(
    amplitude: Float,
    rate: Double = 48_000,
    runs: Int = 7
  ) throws(MeasurementError) -> Double {
    let plugin = try start(ceiling: -1, gain: 0, rate: rate)
    let frames = Int(rate)
    let noise = (0..<plugin.inputCount).map {
      Signal.noise(UInt64($0 + 1), frames: frames, amplitude: amplitude)
    }
    var best = Double.infinity
    for _ in 0..<runs {
      let clock = ContinuousClock()
      let time = clock.measure { _ = plugin.run(noise, block: 64) }
      let (seconds, attoseconds) = time.components
      let nanoseconds = Double(seconds) * 1e9 + Double(attoseconds) / 1e9
      best = min(best, nanoseconds / Double(frames))
    }
    return best
  }
}

extension LimiterUnderTest {
  /// Tarmac's own.
  package static var own: LimiterUnderTest {
    LimiterUnderTest(
      "Tarmac Limiter",
      uri: "urn:tarmac:limiter",
      bundle: "\(MeasuredPlugin.builtBundles)/limiter.lv2",
      ceiling: "ceiling_db",
      gain: "gain_db"
    )
  }
}

extension MeasuredPlugin {
  /// Runs Tarmac's limiter over programmes, each with other settings.
  ///
  /// - Parameters:
  ///   - programmes: their numbers.
  ///   - reference: what judges.
  ///   - isBandLimited: whether all above 0.45 of the sample rate is taken out of them before.
  /// - Returns: by how many dB the true peak of each output is above its ceiling.
  package func overshoots(
    _ programmes: Range<Int>,
    _ reference: TruePeakReference,
    isBandLimited: Bool = false
  ) -> [Double] {
    let ceilings: [Float] = [-1, 0, -0.1, -6, -20]
    let releases: [Float] = [100, 1, 10, 1_000, 3, 30, 300]
    let links: [Float] = [100, 0, 100, 50]
    return programmes.map { number in
      restart()
      // Numbers without a common factor with the kinds of programmes, that each meets all.
      let turn = number / 3
      let ceiling = ceilings[turn % 5]
      self["ceiling_db"] = ceiling
      self["release_ms"] = releases[turn % 7]
      self["stereo_link"] = links[turn / 5 % 4]
      self["auto_release"] = Float(turn / 7 % 2)
      self["gain_db"] = Float(turn % 9) * 3
      let programme = LimiterProgramme(number)
      let channels = isBandLimited ? programme.bandLimited : programme.channels
      return overshoot(channels, ceiling: Double(ceiling), reference)
    }
  }

  /// By how many dB the true peak of what it makes of `channels` (and silence behind) is above
  /// `ceiling`, in dB.
  package func overshoot(
    _ channels: [[Float]],
    ceiling: Double,
    _ reference: TruePeakReference,
    tail: Int = 1_200,
    block: Int = 256
  ) -> Double {
    let silence = [Float](repeating: 0, count: tail)
    let outputs = run(channels.prefix(inputCount).map { $0 + silence }, block: block)
    return decibels(outputs.map(reference.peak).max() ?? 0) - ceiling
  }
}

extension ArraySlice<Float> {
  /// All of it but the sine of this frequency and what stands still, in dB against that sine; take
  /// whole periods.
  package func distortion(_ hertz: Double, rate: Double) -> Double {
    let step = 2 * Double.pi * hertz / rate
    var (real, imaginary, mean) = (0.0, 0.0, 0.0)
    for (index, sample) in enumerated() {
      real += Double(sample) * cos(step * Double(index))
      imaginary += Double(sample) * sin(step * Double(index))
      mean += Double(sample)
    }
    let scale = 2 / Double(Swift.max(count, 1))
    (real, imaginary, mean) = (real * scale, imaginary * scale, mean * scale / 2)
    var rest = 0.0
    for (index, sample) in enumerated() {
      let angle = step * Double(index)
      let error = Double(sample) - mean - real * cos(angle) - imaginary * sin(angle)
      rest += error * error
    }
    return decibels((rest * scale).squareRoot() / hypot(real, imaginary))
  }
}
