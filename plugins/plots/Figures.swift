// SPDX-License-Identifier: Apache-2.0
// What is measured of which plugin.

internal import PluginMeasurement

extension PluginPages {
  /// The figures of a plugin, measured through its shared object.
  static func figures(of name: String) throws -> [Figure] {
    switch name {
    case "isolator": try isolator()
    case "djfilter": try filter()
    case "limiter": try limiter()
    case "talkover": try talkover()
    case "gate": try gate()
    case "crossfade": try crossfade()
    case "stereo": try stereo()
    case "align": try align()
    case "generator": try generator()
    case "meter": try meter()
    default: []
    }
  }

  /// Frequencies for a curve: 24 for each octave.
  static let frequencies = stride(from: 0.0, through: 239, by: 1).map { 20 * power(2, $0 / 24) }

  /// The magnitude response in dB of the first output to the first input, after `settle` frames at
  /// `set`.
  static func response(
    _ name: String,
    variant: String = ":mono",
    _ set: (MeasuredPlugin) -> Void
  ) throws -> [(x: Double, y: Double)] {
    let plugin = try MeasuredPlugin(own: name, variant: variant)
    set(plugin)
    let quiet = [Float](repeating: 0, count: 1 << 16)
    let impulse = Signal.impulse(frames: 1 << 16)
    let others = Array(repeating: quiet, count: plugin.inputCount - 1)
    let spectrum = Spectrum(plugin.run([impulse] + others)[0])
    return frequencies.map { ($0, decibels(spectrum.magnitude($0))) }
  }

  /// What goes in and what comes out, in dB, for a sine of 1 kHz that rises step by step.
  static func statics(
    _ plugin: MeasuredPlugin,
    levels: [Double]
  ) -> [(x: Double, y: Double)] {
    levels.map { level in
      plugin.restart()
      let amplitude = power(10, level / 20)
      let sine = Signal.sine(1_000, frames: 96_000, amplitude: amplitude)
      let output = plugin.run((0..<plugin.inputCount).map { _ in sine })[0]
      let peak = Array(output.suffix(4_800)).peak
      return (level, decibels(Double(peak)))
    }
  }

  /// The peaks of each millisecond, over time in ms.
  static func envelope(_ samples: [Float], rate: Double = 48_000) -> [(x: Double, y: Double)] {
    stride(from: 0, to: samples.count - 47, by: 48).map { start in
      let peak = Array(samples[start..<start + 48]).peak
      return (Double(start) / rate * 1_000, decibels(Double(peak)))
    }
  }
}
