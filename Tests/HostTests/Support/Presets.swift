// SPDX-License-Identifier: Apache-2.0
// The rigs of the live tests. Sound comes from a client `source`, and a client `ears` listens.

/// A real plugin (swh-lv2) that is exact at 0 dB and reports no latency.
let amplifier = "http://plugin.org.uk/swh-plugins/amp"

enum TestPreset {
  /// Three streams to three places: left ear, right ear, a line pair; the booth gets nothing.
  static let streams = """
    tarmac: 1
    routes:
      phones: { role: headphones, ports: [ "ears:in_1", "ears:in_2" ] }
      line:   { role: lineOut, ports: [ "ears:in_3", "ears:in_4" ] }
      booth:  { role: speaker, ports: [ "ears:in_5", "ears:in_6" ] }
    sessions:
      show:
        category: multiRoute
        active: true
        source: { jack: "source:out_*", channels: 4 }
        graph: [ { plugin: "\(amplifier)", set: { gain: 0 } } ]
        streams: { left: [ 1 ], right: [ 2 ], pair: [ 3, 4 ] }
        sends:
          - { stream: left, to: phones, channels: [ 1 ] }
          - { stream: right, to: phones, channels: [ 2 ] }
          - { stream: pair, to: line }
    """

  /// Music under an announcer, with short ramps.
  static let announcer = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
    sessions:
      music:
        category: playback
        active: true
        fader_db: -3.7
        source: { jack: [ "source:out_1" ] }
        graph: [ { plugin: "\(amplifier)", set: { gain: 0 } } ]
        sends: [ { to: main } ]
      announcer:
        category: playback
        options: [ duckOthers ]
        duck: { level_db: -14, attack_seconds: 0.05, release_seconds: 0.02 }
        source: { jack: [ "source:out_2" ] }
        sends: [ { to: main } ]
    """

  /// A player that an interrupter stops.
  static let player = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
    sessions:
      deck:
        category: playback
        active: true
        source: { player: "count.wav", channels: 1 }
        graph: [ { plugin: "\(amplifier)", id: amp, set: { gain: 0 } } ]
        sends: [ { to: main } ]
      jingle:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
    """

  /// A measurement with everything else configured: plugins, faders, a ducking announcer.
  static let measurement = """
    tarmac: 1
    routes:
      out: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ], fader_db: -9 }
    sessions:
      probe:
        category: playAndRecord
        mode: measurement
        active: true
        fader_db: -6
        trim_db: -3
        source: { jack: [ "source:out_1", "source:out_2" ] }
        graph: [ { plugin: "\(amplifier)", id: amp, set: { gain: -12 } } ]
        sends: [ { to: out, level_db: -2 } ]
      announcer:
        category: playback
        options: [ duckOthers ]
        active: true
        sends: []
    """
}
