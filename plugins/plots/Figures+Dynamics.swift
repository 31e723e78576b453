// SPDX-License-Identifier: Apache-2.0
// What dynamics do to levels, and when.

internal import PluginMeasurement

extension PluginPages {
  private static let levels = stride(from: -80.0, through: 12, by: 2).map { $0 }

  static func limiter() throws -> [Figure] {
    func curve(_ ceiling: Float) throws -> Figure.Curve {
      let plugin = try MeasuredPlugin(own: "limiter", variant: ":mono")
      plugin["ceiling_db"] = ceiling
      return Figure.Curve("ceiling \(ceiling) dB", statics(plugin, levels: levels))
    }
    let plugin = try MeasuredPlugin(own: "limiter", variant: ":mono")
    plugin["ceiling_db"] = -6
    let burst = Signal.sine(1_000, frames: 24_000, amplitude: 1)
    let quiet = Signal.sine(1_000, frames: 24_000, amplitude: 0.25)
    let input = Array(quiet[..<4_800]) + Array(burst[..<4_800]) + Array(quiet[..<14_400])
    let output = plugin.run([input])[0]
    return [
      Figure(
        "What goes in and what comes out, a sine of 1 kHz",
        x: .level(-30...12, "dB in", step: 6),
        y: .level(-30...12, "dB out", step: 6),
        curves: try [0, -1, -6, -12].map(curve).map { curve in
          Figure.Curve(curve.label, curve.points.filter { $0.x >= -30 })
        }
      ),
      Figure(
        "A burst of 0 dB for 100 ms over -12 dB, ceiling -6 dB",
        x: .time(0...500, step: 50),
        y: .level(-24...0, step: 6),
        curves: [Figure.Curve("in", envelope(input)), Figure.Curve("out", envelope(output))]
      ),
    ]
  }

  /// What is said in numbers below the pictures.
  static func facts(of uri: String) throws -> [String] {
    guard uri == "urn:tarmac:limiter" else { return [] }
    let limiter = LimiterUnderTest.own
    let overshoots = try limiter.overshoots(0..<200, ceiling: -1, gain: 6)
    func text(_ value: Double) -> String { "\((value * 100).rounded() / 100) dB" }
    let (high, low) = try (limiter.distortion(1_000), limiter.distortion(100))
    let sines = "\(text(high)) at 1 kHz, \(text(low)) at 100 Hz"
    return [
      "The worst true peak of 200 programmes that were made to break it, measured from the ceiling: "
        + "\(text(overshoots.max() ?? 0)).",
      "Distortion and noise with 6 dB of reduction: \(sines).",
    ]
  }

  static func talkover() throws -> [Figure] {
    let plugin = try MeasuredPlugin(own: "talkover", variant: ":mono")
    let frames = 96_000
    let music = Signal.sine(200, frames: frames, amplitude: 1)
    let voice = Signal.sine(500, frames: frames, amplitude: 0.3).enumerated().map { index, sample in
      (9_600..<38_400).contains(index) ? sample : 0
    }
    let output = plugin.run([music, voice])[0]
    return [
      Figure(
        "Music while somebody speaks from 0.2 to 0.8 s: attack, hold and release as they come",
        x: .time(0...2_000, step: 200),
        y: .level(-30...5, step: 5),
        curves: [
          Figure.Curve("side chain", smooth(envelope(voice))),
          Figure.Curve("out", smooth(envelope(output))),
        ]
      )
    ]
  }

  static func gate() throws -> [Figure] {
    func curve(_ label: String, _ set: (MeasuredPlugin) -> Void) throws -> Figure.Curve {
      let plugin = try MeasuredPlugin(own: "gate", variant: ":mono")
      set(plugin)
      return Figure.Curve(label, statics(plugin, levels: levels))
    }
    let plugin = try MeasuredPlugin(own: "gate", variant: ":mono")
    let frames = 48_000
    let input = Signal.sine(500, frames: frames, amplitude: 1).enumerated().map { index, sample in
      sample * ((4_800..<14_400).contains(index) ? 0.3 : 0.001)
    }
    let output = plugin.run([input])[0]
    return [
      Figure(
        "What goes in and what comes out, a sine of 1 kHz",
        x: .level(-80...0, "dB in", step: 10),
        y: .level(-120...0, "dB out", step: 20),
        curves: [
          try curve("gate") { _ in },
          try curve("range 10 dB") { $0["range_db"] = 10 },
          try curve("expander 1:2") { $0["mode"] = 1 },
          try curve("expander 1:4") {
            $0["mode"] = 1
            $0["ratio"] = 4
          },
        ].map { Figure.Curve($0.label, $0.points.filter { $0.x <= 0 }) }
      ),
      Figure(
        "A word from 0.1 to 0.3 s: hold 150 ms, release 200 ms",
        x: .time(0...1_000, step: 100),
        y: .level(-110...0, step: 10),
        curves: [
          Figure.Curve("in", smooth(envelope(input))),
          Figure.Curve("out", smooth(envelope(output))),
        ]
      ),
    ]
  }

  /// The highest of five neighbours each, so that a low note has no gaps between its peaks.
  private static func smooth(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    points.indices.map { index in
      let near = points[max(0, index - 2)..<min(points.count, index + 3)]
      return (points[index].x, max(near.map(\.y).max() ?? -200, -200))
    }
  }
}
