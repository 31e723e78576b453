// SPDX-License-Identifier: Apache-2.0
// An alarm that no user can turn down, and one that is not heard.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("An alarm that must be heard", .serialized)
struct LiveAlarmGuardTests {
  private static func preset(_ alarm: String = "") -> String {
    """
    tarmac: 1
    alerts: { clipping: off, xruns: off, lost_sessions: off }
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
      yard: { role: lineOut, ports: [ "yard:in_1" ] }
    sessions:
      music: { category: playback, active: true, source: { jack: "nobody:out_1" }, sends: [ { to: main } ] }
    interrupters:
      alarm:
        \(alarm)
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main }, { to: yard } ]
    """
  }

  @Test("keeps what its preset locks and limits, at every way to set it")
  func guards() async throws {
    let preset = Self.preset("locked: [ mute, sends ]\n    fader_range_db: [ -6, 0 ]")
    try await RunningTarmac.runByClock(preset) { tarmac in
      for (path, value) in [
        ("alarm.mute", "on"), ("alarm.mute.locked", "off"), ("alarm.sends.main.level_db", "-inf"),
        ("alarm.fader_db", "-7"), ("alarm.fader_db", "-inf"), ("alarm.fader_db", "3"),
        ("alarm.fader_db.maximum", "-20"),
      ] {
        try tarmac.expectRefusal(SetRequest(path: path, value: value), "preset", code: .refused)
      }
      _ = try tarmac.ask(SetRequest(path: "alarm.fader_db", value: "-6"))
      #expect(try tarmac.get("alarm.mute.locked") == "on")
      #expect(try tarmac.get("alarm.fader_db.maximum") == "0")
      let strips = try tarmac.ask(StatusRequest()).interrupterStrips
      #expect(strips.map(\.name) == ["alarm"] && strips[0].fader_db == -6 && !strips[0].isMuted)
      let report = try tarmac.command("status")
      #expect(report.contains("INTERRUPTER") && report.contains("-6.0"))
    }
  }

  @Test("raises an alert for each output at which it is not heard, while it lasts")
  func unheard() async throws {
    try await RunningTarmac.run(Self.preset()) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      source.play([[Float](repeating: 0.5, count: 48_000 * 120)])
      func silent(_ outputs: String) throws {
        try tarmac.wait("'\(outputs)'") { try tarmac.get("rig.alerts.alarm") == outputs }
      }
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:main") == ["ears:in_1"]
          && ears.connections(of: "rig:alarm") == ["source:out_1"]
      }
      try silent("")
      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "alarm"))
      try silent("yard")
      try tarmac.waitForLog("An alarm lasts, and 'yard' is silent: no device is connected.")
      let yard = try Listener("yard", on: server, inputs: 1)
      try silent("")
      _ = try tarmac.ask(SetRequest(path: "alarm.mute", value: "on"))
      try silent("main, yard")
      try tarmac.waitForLog("'main' is silent: the alarm is muted.")
      _ = try tarmac.ask(SetRequest(path: "alarm.mute", value: "off"))
      try silent("")
      source.close()
      try silent("main, yard")
      try tarmac.waitForLog("'main' is silent: the alarm itself makes no sound.")
      _ = try tarmac.ask(InterruptEndRequest(interrupter: "alarm"))
      try silent("")
      ears.close()
      yard.close()
    }
  }
}
