// SPDX-License-Identifier: Apache-2.0
// What generators give, and what meters say of it.

internal import PluginMeasurement

extension PluginPages {
  static func generator() throws -> [Figure] {
    let frames = 1 << 19
    func spectrum(_ label: String, _ signal: Float) throws -> Figure.Curve {
      let plugin = try MeasuredPlugin(own: "generator", variant: ":mono")
      plugin["signal"] = signal
      plugin["level_dbfs"] = 0
      let output = plugin.run([], block: 256, frames: frames)[0]
      return Figure.Curve(label, bands(Spectrum(output), frames))
    }
    return [
      Figure(
        "Noise in thirds of an octave",
        x: .frequency,
        y: .level(-60...0, step: 10),
        curves: [try spectrum("pink", 3), try spectrum("white", 4)]
      )
    ]
  }

  /// The levels of thirds of an octave.
  private static func bands(_ spectrum: Spectrum, _ frames: Int) -> [(x: Double, y: Double)] {
    stride(from: 0.0, through: 30, by: 1).map { third in
      let centre = 20 * power(2, third / 3)
      let low = Int(clamping: Int64(centre / power(2, 1.0 / 6) / 48_000 * Double(frames)))
      let high = Int(clamping: Int64(centre * power(2, 1.0 / 6) / 48_000 * Double(frames)))
      let sum = (low..<min(high, frames / 2)).reduce(0.0) { sum, bin in
        let (real, imaginary) = (spectrum.real[bin], spectrum.imaginary[bin])
        return sum + real * real + imaginary * imaginary
      }
      return (centre, decibels((2 * sum).squareRoot() / Double(frames)))
    }
  }

  static func meter() throws -> [Figure] {
    let plugin = try MeasuredPlugin(own: "meter")
    let frames = 480_000
    let sine = Signal.sine(1_000, frames: frames, amplitude: power(10, -23.0 / 20)).enumerated()
      .map { index, sample in (96_000..<240_000).contains(index) ? sample : sample * 0.1 }
    var momentary: [(x: Double, y: Double)] = []
    var shortTerm: [(x: Double, y: Double)] = []
    var integrated: [(x: Double, y: Double)] = []
    _ = plugin.run([sine, sine], block: 4_800) { frame in
      let time = Double(frame) / 48
      momentary.append((time, Double(plugin["momentary_lufs"])))
      shortTerm.append((time, Double(plugin["short_term_lufs"])))
      integrated.append((time, Double(plugin["integrated_lufs"])))
    }
    return [
      Figure(
        "A sine of 1 kHz on both sides at -43 dBFS, from 2 to 5 s at -23 dBFS",
        x: .time(0...10_000, step: 1_000),
        y: .level(-60...(-15), "LUFS", step: 5),
        curves: [
          Figure.Curve("momentary", momentary), Figure.Curve("short term", shortTerm),
          Figure.Curve("integrated", integrated),
        ]
      )
    ]
  }
}
