// SPDX-License-Identifier: Apache-2.0
// A few plugins: those of the shipped presets with the ports that they have, and some of odd
// shapes.

import Foundation
import Presets

/// A catalogue that needs no LV2.
struct StubCatalogue: PluginCatalogue {
  static let swh = "http://plugin.org.uk/swh-plugins"

  static let plugins: [PluginDescription] = [
    plugin(
      "\(swh)/dj_eq",
      inputs: ["left_input", "right_input"],
      outputs: ["left_output", "right_output"],
      controls: [("lo", -70, 6), ("mid", -70, 6), ("hi", -70, 6)]
    ),
    plugin(
      "\(swh)/hardLimiter",
      inputs: ["input"],
      outputs: ["output"],
      controls: [("limit_db", -50, 0), ("wet_gain", 0, 1), ("res_gain", 0, 1)]
    ),
    plugin(
      "\(swh)/gverb",
      inputs: ["input"],
      outputs: ["outl", "outr"],
      controls: [("roomsize", 1, 300), ("revtime", 0.1, 30), ("drylevel", -70, 0)]
    ),
    plugin(
      "\(swh)/sc1",
      inputs: ["input"],
      outputs: ["output"],
      controls: [
        ("attack", 2, 400), ("release", 2, 800), ("threshold", -30, 0), ("ratio", 1, 10),
        ("knee", 1, 10), ("makeup_gain", 0, 24),
      ]
    ),
    plugin(
      "\(swh)/sc4",
      inputs: ["left_in", "right_in"],
      outputs: ["left_out", "right_out"],
      controls: [
        ("rms_peak", 0, 1), ("attack", 1.5, 400), ("release", 2, 800), ("threshold", -30, 0),
        ("ratio", 1, 20), ("knee", 1, 10), ("makeup_gain", 0, 24),
      ]
    ),
    plugin(
      "urn:tarmac:isolator",
      inputs: ["in_l", "in_r"],
      outputs: ["out_l", "out_r"],
      controls: [
        ("enabled", 0, 1), ("low_db", -80, 12), ("mid_db", -80, 12), ("high_db", -80, 12),
        ("low_kill", 0, 1), ("mid_kill", 0, 1), ("high_kill", 0, 1), ("low_hz", 60, 800),
        ("high_hz", 800, 8000),
      ]
    ),
    plugin(
      "urn:tarmac:djfilter",
      inputs: ["in_l", "in_r"],
      outputs: ["out_l", "out_r"],
      controls: [
        ("enabled", 0, 1), ("filter", -1, 1), ("resonance", 0, 1), ("slope", 0, 1),
      ]
    ),
    plugin(
      "urn:tarmac:limiter",
      inputs: ["in_l", "in_r"],
      outputs: ["out_l", "out_r"],
      controls: [
        ("enabled", 0, 1), ("ceiling_db", -20, 0), ("gain_db", 0, 24), ("release_ms", 1, 1000),
        ("auto_release", 0, 1), ("stereo_link", 0, 100),
      ]
    ),
    plugin(
      "urn:tarmac:limiter:mono",
      inputs: ["in"],
      outputs: ["out"],
      controls: [
        ("enabled", 0, 1), ("ceiling_db", -20, 0), ("gain_db", 0, 24), ("release_ms", 1, 1000),
        ("auto_release", 0, 1), ("stereo_link", 0, 100),
      ]
    ),
    plugin(
      "urn:tarmac:gate:mono",
      inputs: ["in"],
      outputs: ["out"],
      controls: [
        ("enabled", 0, 1), ("threshold_db", -80, 0), ("hysteresis_db", 0, 20), ("mode", 0, 1),
        ("range_db", 0, 80), ("ratio", 1, 20), ("attack_ms", 0.1, 100), ("hold_ms", 0, 2000),
        ("release_ms", 5, 5000), ("sidechain_hp_hz", 0, 1000),
      ]
    ),
    plugin(
      "urn:tarmac:generator:mono",
      inputs: [],
      outputs: ["out"],
      controls: [
        ("enabled", 0, 1), ("signal", 0, 6), ("play", 0, 1), ("level_dbfs", -80, 0),
        ("frequency_hz", 1, 96000), ("start_hz", 1, 96000), ("end_hz", 1, 96000),
        ("sweep_s", 0.1, 120), ("interval_ms", 0, 10000), ("mls_order", 10, 20),
        ("seed", 0, 65535), ("independent", 0, 1), ("delay_frames", 0, 16777215), ("ident", 0, 3),
      ]
    ),
    PluginDescription(
      uri: "urn:test:mono",
      ports: [
        .init(symbol: "in", kind: .audioInput),
        .init(symbol: "out", kind: .audioOutput),
        control("gain", -20, 20),
        .init(
          symbol: "shape",
          kind: .controlInput(minimum: 0, maximum: 3, isInteger: true, isToggle: false),
          scalePoints: [
            .init(value: 0, label: "Sine"), .init(value: 1, label: "Saw"),
            .init(value: 2.5, label: "Noise"),
          ]
        ),
        .init(
          symbol: "bypass",
          kind: .controlInput(minimum: 0, maximum: 1, isInteger: false, isToggle: true)
        ),
        .init(symbol: "level", kind: .controlOutput),
      ]
    ),
    plugin("urn:test:stereo", inputs: ["l", "r"], outputs: ["out_l", "out_r"]),
    plugin("urn:test:triple", inputs: ["a", "b", "c"], outputs: ["x"]),
    plugin("urn:test:split", inputs: ["in"], outputs: ["low", "high"]),
    plugin("urn:test:tone", inputs: [], outputs: ["out"]),
    PluginDescription(
      uri: "urn:test:arp",
      ports: [.init(symbol: "notes", kind: .midiInput), .init(symbol: "steps", kind: .midiOutput)]
    ),
    PluginDescription(
      uri: "urn:test:synth",
      ports: [
        .init(symbol: "out", kind: .audioOutput), .init(symbol: "events", kind: .midiInput),
      ]
    ),
    PluginDescription(
      uri: "urn:test:vocoder",
      ports: [
        .init(symbol: "in", kind: .audioInput), .init(symbol: "out", kind: .audioOutput),
        .init(symbol: "chord", kind: .midiInput), .init(symbol: "pitch", kind: .midiOutput),
      ]
    ),
    plugin("urn:test:meter", inputs: ["in"], outputs: []),
    PluginDescription(
      uri: "urn:test:keyed",
      ports: [
        .init(symbol: "key", kind: .audioInput),
        .init(symbol: "in", kind: .audioInput),
        .init(symbol: "out", kind: .audioOutput),
      ],
      sideChain: ["key"]
    ),
    PluginDescription(
      uri: "urn:test:sampler",
      ports: [
        .init(symbol: "in", kind: .audioInput), .init(symbol: "out", kind: .audioOutput),
        control("gain", -20, 20),
      ],
      parameters: [
        parameter("sample", .path), parameter("title", .text),
        parameter("voices", .number(minimum: 1, maximum: 16, isInteger: true)),
        parameter("serial", .number(minimum: -0x1p63, maximum: 0x1p62, isInteger: true)),
        .init(
          uri: "urn:test:sampler#bend",
          names: ["bend", "pitch_bend"],
          kind: .number(minimum: -1, maximum: 0.1, isInteger: false),
          scalePoints: [.init(value: 0.05, label: "A little")]
        ),
        parameter("hold", .toggle), parameter("font", .uri), parameter("blob", .other),
        .init(uri: "urn:test:sampler#load", names: ["load"], kind: .text, isWritable: false),
      ]
    ),
    PluginDescription(
      uri: "\(swh)/sc3",
      ports: ["sidechain", "left_in", "right_in"].map { .init(symbol: $0, kind: .audioInput) }
        + ["left_out", "right_out"].map { .init(symbol: $0, kind: .audioOutput) }
        + [control("threshold", -30, 0), control("ratio", 1, 10), control("chain_bal", 0, 1)],
      sideChain: ["sidechain"]
    ),
    plugin("\(swh)/ringmod_2i1o", inputs: ["input", "modulator"], outputs: ["output"]),
    keyed("urn:test:keyed-mono", key: ["steer"], through: ["through"], back: ["back"]),
    keyed("urn:test:keyed-pair", key: ["key"], through: ["in_l", "in_r"], back: ["l", "r"]),
    keyed(
      "urn:test:keyed-twice",
      key: ["key_l", "key_r"],
      through: ["l", "r"],
      back: ["x", "y"]
    ),
    laid("urn:test:surround", "FivePointOneGroup", ["l", "r", "c", "lfe", "sl", "sr"]),
    laid("urn:test:sphere", "AmbisonicBH1P1Group", ["w", "x", "y", "z"]),
    laid("urn:test:sides", "StereoGroup", ["left", "right"]),
    laid("urn:test:middle", "MidSideGroup", ["mid", "side"]),
    PluginDescription(
      uri: "urn:test:wild",
      ports: [.init(symbol: "in", kind: .audioInput), .init(symbol: "out", kind: .audioOutput)],
      danger: "its check says that it crashes"
    ),
    PluginDescription(uri: "urn:test:window", ports: [], refusal: "it requires a window"),
  ]

  var uris: [String] { Self.plugins.map(\.uri) }

  func plugin(_ uri: String) -> PluginDescription? {
    Self.plugins.first { $0.uri == uri }
  }

  static let presets: [PluginDescription.Preset] = [
    .init(uri: "urn:test:soft", label: "Soft"), .init(uri: "urn:test:loud", label: "Loud"),
    .init(uri: "urn:test:one", label: "Twin"), .init(uri: "urn:test:two", label: "Twin"),
  ]

  func presets(of uri: String) -> [PluginDescription.Preset] {
    switch uri {
    case "urn:test:sampler": Self.presets
    case "\(Self.swh)/sc4": [.init(uri: "urn:test:gentle", label: "Gentle")]
    default: []
    }
  }

  /// The file in a folder of the bench that names the plugin of its state.
  func plugin(ofState folder: String) -> StateOwner {
    let owner = try? String(contentsOfFile: folder + "/owner", encoding: .utf8)
    return owner.map { .plugin($0) } ?? .nobody
  }

  private static func parameter(_ name: String, _ kind: PluginDescription.ParameterKind)
    -> PluginDescription.Parameter
  {
    .init(uri: "urn:test:sampler#\(name)", names: [name], kind: kind)
  }

  /// A plugin whose last outputs are in order, and whose first inputs are its side chain.
  private static func keyed(_ uri: String, key: [String], through: [String], back: [String])
    -> PluginDescription
  {
    var description = plugin(uri, inputs: key + through, outputs: back)
    description.sideChain = key
    description.input = PluginDescription.Path(through)
    return description
  }

  /// A plugin with a declared channel layout; it has one more output beside those channels.
  private static func laid(_ uri: String, _ layout: String, _ channels: [String])
    -> PluginDescription
  {
    var description = plugin(uri, inputs: channels, outputs: ["aux"] + channels.map { "\($0)_out" })
    description.input.layout = layout
    description.output = PluginDescription.Path(channels.map { "\($0)_out" }, layout: layout)
    return description
  }

  private static func plugin(
    _ uri: String,
    inputs: [String],
    outputs: [String],
    controls: [(String, Float, Float)] = []
  ) -> PluginDescription {
    let ports: [PluginDescription.Port] =
      inputs.map { .init(symbol: $0, kind: .audioInput) }
      + outputs.map { .init(symbol: $0, kind: .audioOutput) }
      + controls.map { control($0.0, $0.1, $0.2) }
    return PluginDescription(uri: uri, ports: ports)
  }

  private static func control(_ symbol: String, _ low: Float, _ high: Float)
    -> PluginDescription.Port
  {
    let kind = PluginDescription.Kind.controlInput(
      minimum: low,
      maximum: high,
      isInteger: false,
      isToggle: false
    )
    return .init(symbol: symbol, kind: kind)
  }
}
