// SPDX-License-Identifier: Apache-2.0
// An alarm on outputs that users have turned down: heard by a second JACK client.

import ControlProtocol
import JACKTestBench
import RuleProofs
import Testing

@Suite("An alarm on a live rig", .serialized)
struct LiveAlarmTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1" ], mute: on, night_db: -60, dim_db: -60 } }
    sessions:
      music:
        category: playback
        active: true
        prefers_no_interruptions_from_system_alerts: on
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
    interrupters:
      alarm: { source: { jack: [ "source:out_2" ] }, sends: [ { to: main } ] }
    """

  @Test(
    "is heard in full whatever an output is turned to, at night, too, and whoever wants not to be interrupted",
    .proves("VOL-02", "INT-A7", at: .live)
  )
  func alarm() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 1)
      source.play([0.25, 0.5].map { [Float](repeating: $0, count: 48_000 * 120) })
      func expect(_ level: Float, _ what: String) throws {
        try tarmac.wait(what) { try ears.capture(frames: 256)[0].allSatisfy { $0 == level } }
      }
      func set(_ values: [(key: String, value: String)]) throws {
        for (key, value) in values {
          _ = try tarmac.ask(SetRequest(path: "main.\(key)", value: value))
        }
      }
      try set([("mute", "off"), ("night_db", "0"), ("dim_db", "0")])
      try expect(0.25, "the music")
      try set([("night_db", "-60"), ("dim_db", "-60")])
      _ = try tarmac.ask(SetRequest(path: "main.mute", value: "on"))
      try expect(0, "the mute")
      let quiet = SwitchRequest(name: .doNotInterrupt, isOn: true, operatorName: "desk")
      _ = try tarmac.ask(quiet)
      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "phone"))
      #expect(try tarmac.session("music").state == "active", "a call waits for it")
      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "alarm"))
      #expect(try tarmac.session("music").state == "interrupted")
      try expect(0.5, "the alarm on a muted output")
      let heard = try ears.capture(tail: 24_000) {
        try set([("mute", "off"), ("fader_db", "-60"), ("night_db", "0"), ("night_db", "-60")])
      }
      #expect(heard[0].allSatisfy { $0 == 0.5 })
      _ = try tarmac.ask(SetRequest(path: "alarm.mute", value: "on"))
      try expect(0, "the alarm's own mute")
      source.close()
      ears.close()
    }
  }
}
