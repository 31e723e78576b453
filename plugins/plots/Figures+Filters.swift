// SPDX-License-Identifier: Apache-2.0
// What filters, laws and delays look like.

internal import PluginMeasurement

extension PluginPages {
  static func isolator() throws -> [Figure] {
    let kills = ["low", "mid", "high"]
    func band(_ name: String) throws -> Figure.Curve {
      Figure.Curve(
        name + " alone",
        try response("isolator") { plugin in
          for kill in kills where kill != name { plugin["\(kill)_kill"] = 1 }
        }
      )
    }
    let sum = Figure.Curve("all three", try response("isolator") { _ in })
    let boosts: [Figure.Curve] = try kills.map { name in
      Figure.Curve(
        "\(name) +6 dB",
        try response("isolator") { $0["\(name)_db"] = 6 }
      )
    }
    return [
      Figure(
        "Each band alone, and all three at 0 dB",
        x: .frequency,
        y: .level(-100...10, step: 10),
        curves: try kills.map(band) + [sum]
      ),
      Figure(
        "One band turned up",
        x: .frequency,
        y: .level(-6...12, step: 3),
        curves: boosts
      ),
    ]
  }

  static func filter() throws -> [Figure] {
    func curves(_ slope: Float, _ resonance: Float) throws -> [Figure.Curve] {
      try [-0.8, -0.4, 0, 0.4, 0.8].map { knob in
        Figure.Curve(
          "filter \(knob)",
          try response("djfilter") {
            $0["filter"] = Float(knob)
            $0["slope"] = slope
            $0["resonance"] = resonance
          }
        )
      }
    }
    return [
      Figure(
        "24 dB per octave, usual resonance",
        x: .frequency,
        y: .level(-60...20, step: 10),
        curves: try curves(1, 0.2)
      ),
      Figure(
        "12 dB per octave, strong resonance",
        x: .frequency,
        y: .level(-60...20, step: 10),
        curves: try curves(0, 0.8)
      ),
    ]
  }

  static func crossfade() throws -> [Figure] {
    let laws = ["additive", "constant power", "linear", "power, curve 4"]
    let steps = stride(from: -1.0, through: 1.001, by: 0.02)
    func curve(_ law: Int, _ side: Int) throws -> [(x: Double, y: Double)] {
      try steps.map { position in
        let plugin = try MeasuredPlugin(own: "crossfade")
        plugin["law"] = Float(law)
        plugin["curve"] = law == 3 ? 4 : 1
        plugin["position"] = Float(position)
        let (one, none) = ([Float](repeating: 1, count: 4), [Float](repeating: 0, count: 4))
        return (position, Double(plugin.run([one, none, none, one])[side][3]))
      }
    }
    let position = Figure.Axis("position", -1...1, marks: [-1, -0.5, 0, 0.5, 1])
    let gain = Figure.Axis("gain", 0...1.1, marks: [0, 0.25, 0.5, 0.75, 1])
    return [
      Figure(
        "What A keeps on the way from A to B",
        x: position,
        y: gain,
        curves: try laws.indices.map { Figure.Curve(laws[$0], try curve($0, 0)) }
      )
    ]
  }

  static func stereo() throws -> [Figure] {
    let steps = stride(from: -1.0, through: 1.001, by: 0.02)
    let laws = ["balance", "balance, power", "pan -3 dB", "pan -4.5 dB", "pan -6 dB"]
    func left(_ law: Int) throws -> [(x: Double, y: Double)] {
      try steps.map { position in
        let plugin = try MeasuredPlugin(own: "stereo")
        plugin["law"] = Float(law)
        plugin["balance"] = Float(position)
        let one = [Float](repeating: 1, count: 4)
        return (position, Double(plugin.run([one, one])[0][3]))
      }
    }
    let difference = try response("stereo", variant: "") {
      $0["mono_below_hz"] = 120
    }
    return [
      Figure(
        "The left side's gain",
        x: Figure.Axis("balance", -1...1, marks: [-1, -0.5, 0, 0.5, 1]),
        y: Figure.Axis("gain", 0...1.5, marks: [0, 0.5, 1, 1.5]),
        curves: try laws.indices.map { Figure.Curve(laws[$0], try left($0)) }
      ),
      Figure(
        "Mono below 120 Hz: what the left output keeps of the left input",
        x: .frequency,
        y: .level(-9...3, step: 3),
        curves: [Figure.Curve("left to left", difference)]
      ),
    ]
  }

  static func align() throws -> [Figure] {
    let plugin = try MeasuredPlugin(own: "align", variant: ":mono")
    let sine = Signal.sine(100, frames: 4_800)
    let output = plugin.run([sine], block: 480) { frame in
      plugin["delay_ms"] = frame < 1_440 ? 0 : 7.5
    }[0]
    let wave = stride(from: 0, to: 4_800, by: 24).map { (Double($0) / 48, Double(output[$0])) }
    let before = stride(from: 0, to: 4_800, by: 24).map { (Double($0) / 48, Double(sine[$0])) }
    return [
      Figure(
        "A sine of 100 Hz whose delay changes to 7.5 ms at 30 ms, in 20 ms",
        x: .time(0...100, step: 10),
        y: Figure.Axis("", -1.2...1.2, marks: [-1, 0, 1]),
        curves: [
          Figure.Curve("in", before.map { (x: $0.0, y: $0.1) }),
          Figure.Curve("out", wave.map { (x: $0.0, y: $0.1) }),
        ]
      )
    ]
  }
}
