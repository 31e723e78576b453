// SPDX-License-Identifier: Apache-2.0
// All of our plugins in one live rig, as a second client hears them.

import ControlClient
import ControlProtocol
import JACKTestBench
import Testing

@Suite("Our plugins in a live rig", .serialized)
struct OwnPluginsTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] } }
    sessions:
      voice:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "talker:out_1" ] }
        sends: [ { to: main, level_db: -inf } ]
      tone:
        category: playback
        options: [ mixWithOthers ]
        active: true
        graph:
          nodes:
            generator: { plugin: "urn:tarmac:generator", set: { level_dbfs: -6 } }
            other: { plugin: "urn:tarmac:generator", set: { level_dbfs: -6 } }
            fade: { plugin: "urn:tarmac:crossfade", set: { position: -1 } }
            eq: { plugin: "urn:tarmac:isolator" }
            filter: { plugin: "urn:tarmac:djfilter" }
            width: { plugin: "urn:tarmac:stereo" }
            gate: { plugin: "urn:tarmac:gate" }
            duck: { plugin: "urn:tarmac:talkover", sidechain: voice, set: { depth_db: 20 } }
            delay: { plugin: "urn:tarmac:align", set: { delay_ms: 3 } }
            limit: { plugin: "urn:tarmac:limiter", set: { ceiling_db: -3 } }
            meter: { plugin: "urn:tarmac:meter" }
          connections:
            - generator.out_l -> fade.a_l
            - generator.out_r -> fade.a_r
            - other.out_l -> fade.b_l
            - other.out_r -> fade.b_r
            - fade -> eq
            - eq -> filter
            - filter -> width
            - width -> gate
            - gate -> duck
            - duck -> delay
            - delay -> limit
            - limit -> meter
            - meter -> out
        sends: [ { to: main } ]
    """

  @Test("sound one behind the other, and each does its work while it is turned")
  func chain() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let talker = try Listener("talker", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 2)
      func hear(_ what: String, _ left: ClosedRange<Float>, _ right: ClosedRange<Float>) throws {
        try tarmac.wait(what) {
          let peaks = try ears.capture(frames: 4_800).map { $0.reduce(0) { max($0, abs($1)) } }
          return left.contains(peaks[0]) && right.contains(peaks[1])
        }
      }
      func set(_ path: String, _ value: String) throws {
        _ = try tarmac.ask(SetRequest(path: "tone.\(path)", value: value))
      }
      let whole: ClosedRange<Float> = 0.499...0.503
      try hear("the sine as it is generated", whole, whole)
      // 1 kHz is in the middle band, and behind a high-pass and a low-pass that are nearly closed.
      try set("eq.mid_kill", "1")
      try hear("nothing but what the other bands keep of it", 0...0.001, 0...0.001)
      try set("eq.mid_kill", "0")
      try hear("the sine again", whole, whole)
      try set("filter.filter", "-0.9")
      try hear("what the low-pass leaves", 0...0.05, 0...0.05)
      try set("filter.filter", "0")
      try set("width.balance", "1")
      try hear("the right side alone", 0...0, whole)
      try set("width.balance", "0")
      try set("fade.position", "1")
      try set("other.level_dbfs", "-20")
      try hear("the other generator", 0.0999...0.101, 0.0999...0.101)
      try set("gate.threshold_db", "0")
      try hear("what the gate lets through", 0...0.0012, 0...0.0012)
      try set("gate.threshold_db", "-60")
      try set("fade.position", "-1")
      try set("limit.ceiling_db", "-12")
      try hear("the limiter's ceiling", 0.245...0.2515, 0.245...0.2515)
      try set("limit.ceiling_db", "-3")
      talker.play([[Float](repeating: 0.5, count: 48_000 * 60)])
      try hear("20 dB less while somebody talks", 0.0495...0.0505, 0.0495...0.0505)
      talker.close()
      try hear("all of it again", whole, whole)
      try tarmac.wait("the meter to read what a sine of -6 dBFS on both sides has in LUFS") {
        try tarmac.get("tone.meter.momentary_lufs").hasPrefix("-6.0")
      }
      ears.close()
    }
  }
}
