// SPDX-License-Identifier: Apache-2.0
// Alerts of an unattended rig, on JACK: each problem is reported once, and its end once.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A rig with alerts", .serialized)
struct AlertTests {
  private static let preset = """
    tarmac: 1
    routes:
      hall: { role: lineOut, ports: [ "ears:in_1" ] }
      booth: { role: headphones, channels: 1 }
    interrupters: { phone: { sends: [] } }
    sessions:
      music:
        category: playback
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: hall } ]
    alerts:
      routes: { hall: { silence_db: -50, silence_seconds: 1, unplugged_seconds: 1 } }
      xruns: off
      on_alert: [ ./hook, "first word" ]
    """

  /// Writes a line for each alert, with the arguments and variables that it gets.
  private static let hook = """
    #!/bin/sh
    echo "$1|$TARMAC_RIG|$TARMAC_ALERT|$TARMAC_ALERT_SUBJECT|$TARMAC_ALERT_STATE|$TARMAC_ALERT_TEXT" \
      >> "$XDG_RUNTIME_DIR/hooks"
    """

  private static func run(
    _ body: (RunningTarmac, ControlClient, ClockClient, EventDiary) async throws -> Void
  ) async throws {
    try await RunningTarmac.runBesideDevices(preset) { folder in
      let file = folder.appending(path: "hook")
      try hook.write(to: file, atomically: true, encoding: .utf8)
      _ = unsafe chmod(file.path, 0o755)
    } _: { tarmac, devices in
      let source = try ClockClient("source", beside: devices, inputs: 0, levels: [0])
      defer { source.close() }
      let diary = try EventDiary(of: tarmac)
      defer { diary.close() }
      try await body(tarmac, devices, source, diary)
    }
  }

  private static func hooks(_ tarmac: RunningTarmac) throws -> [String] {
    let file = tarmac.folder.appending(path: "hooks")
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test("hears a source that falls silent, tells that once, and once that it is back")
  func silence() async throws {
    try await Self.run { tarmac, devices, source, diary in
      let ears = try ClockClient("ears", beside: devices, inputs: 1)
      defer { ears.close() }
      try source.play([0.5])
      try tarmac.wait("the sound") { try ears.capture(frames: 64)[0].allSatisfy { $0 == 0.5 } }
      // Silence from before the source came may have been reported.
      try tarmac.wait("calm") { try tarmac.get("rig.alerts.silence") == "" }
      let before = try tarmac.count("Alert: 'hall' has been silent")
      try source.play([0])
      try tarmac.wait("the alert") { try tarmac.get("rig.alerts.silence") == "hall" }
      #expect(try tarmac.get("rig.alerts.count") == "1")
      try tarmac.wait("the line") {
        try tarmac.log("Alert: 'hall' has been silent, below -50.0 dB, for 1 s.")
      }
      try source.play([0.5])
      try tarmac.wait("the end") { try tarmac.get("rig.alerts.silence") == "" }
      try tarmac.wait("its line") {
        try tarmac.count("The alert is over: 'hall' is heard again.") == before + 1
      }
      #expect(try tarmac.count("Alert: 'hall' has been silent") == before + 1)
      try tarmac.wait("both events") {
        diary.alerts(.silence).suffix(2) == ["raised hall", "cleared hall"]
      }
      try tarmac.wait("the program") {
        try Self.hooks(tarmac).last == "first word|rig|silence|hall|cleared|"
          || Self.hooks(tarmac).contains { $0.hasPrefix("first word|rig|silence|hall|cleared|") }
      }
      // Programs that were started one after the other may write in any order.
      try tarmac.wait("the program of the alert") {
        try Self.hooks(tarmac).contains(
          "first word|rig|silence|hall|raised|'hall' has been silent, below -50.0 dB, for 1 s."
        )
      }
    }
  }

  @Test("does not take an interruption for a fault: who is interrupted is silent")
  func interruption() async throws {
    try await Self.run { tarmac, devices, source, _ in
      let ears = try ClockClient("ears", beside: devices, inputs: 1)
      defer { ears.close() }
      try source.play([0.5])
      try tarmac.wait("the sound") { try ears.capture(frames: 64)[0].allSatisfy { $0 == 0.5 } }
      try tarmac.wait("calm") { try tarmac.get("rig.alerts.silence") == "" }
      let before = try tarmac.count("Alert: ")
      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "phone"))
      // Twice as long as it may be silent.
      _ = try ears.capture(frames: 48_000 * 2)
      #expect(try tarmac.count("Alert: ") == before)
      _ = try tarmac.ask(InterruptEndRequest(interrupter: "phone"))
    }
  }

  @Test("hears an output that clips")
  func clipping() async throws {
    try await Self.run { tarmac, devices, source, diary in
      let ears = try ClockClient("ears", beside: devices, inputs: 1)
      defer { ears.close() }
      try source.play([1])
      try tarmac.wait("the sound") { try ears.capture(frames: 64)[0].allSatisfy { $0 == 1 } }
      // Full scale is not beyond it.
      _ = try ears.capture(frames: 12_000)
      #expect(try tarmac.get("rig.alerts.clipping") == "")
      try source.play([1.125])
      try tarmac.wait("the alert") { try tarmac.get("rig.alerts.clipping") == "hall" }
      try tarmac.wait("the line") { try tarmac.log("Alert: 'hall' clips: ") }
      try tarmac.wait("the event") { diary.alerts(.clipping) == ["raised hall"] }
      try source.play([0.5])
      try tarmac.wait("the end") { try tarmac.get("rig.alerts.clipping") == "" }
      try tarmac.wait("both events") { diary.alerts(.clipping).count == 2 }
      #expect(diary.alerts(.clipping) == ["raised hall", "cleared hall"])
    }
  }

  @Test("misses a device that is pulled, until it is back")
  func unplugged() async throws {
    try await Self.run { tarmac, devices, source, diary in
      var ears = try ClockClient("ears", beside: devices, inputs: 1)
      try tarmac.wait("the device") { try tarmac.get("hall.present") == "on" }
      try tarmac.wait("calm") { try tarmac.get("rig.alerts.unplugged") == "" }
      let before = try tarmac.count("Alert: 'hall' has been unplugged")
      ears.close()
      try tarmac.wait("the alert") { try tarmac.get("rig.alerts.unplugged") == "hall" }
      // No silence is reported where there is no device.
      try tarmac.wait("silence to be none of it") { try tarmac.get("rig.alerts.silence") == "" }
      ears = try ClockClient("ears", beside: devices, inputs: 1)
      defer { ears.close() }
      try tarmac.wait("the end") { try tarmac.get("rig.alerts.unplugged") == "" }
      // The log has a line for each alert that is reported.
      for line in [
        "Alert: 'hall' has been unplugged", "The alert is over: 'hall' is plugged in again.",
      ] {
        try tarmac.wait("the line") { try tarmac.count(line) > before }
        #expect(try tarmac.count(line) == before + 1)
      }
      try tarmac.wait("both events") {
        diary.alerts(.unplugged).suffix(2) == ["raised hall", "cleared hall"]
      }
    }
  }

  @Test("misses an isolated session whose process is lost, until it has been back for a while")
  func lostSession() async throws {
    let preset = """
      tarmac: 1
      routes: { hall: { role: lineOut, channels: 1 } }
      sessions:
        glass:
          category: playback
          active: true
          isolation: process
          source: { jack: [ "source:out_1" ] }
          graph: [ { plugin: "\(amplifier)" } ]
          sends: [ { to: hall } ]
      alerts: on
      """
    try await RunningTarmac.runByClock(preset) { tarmac in
      let diary = try EventDiary(of: tarmac)
      defer { diary.close() }
      try tarmac.wait("the process") { try tarmac.session("glass").isolation?.state == "running" }
      let process = try #require(try tarmac.session("glass").isolation?.process)
      kill(pid_t(process), SIGKILL)
      try tarmac.wait("the alert") { try tarmac.get("rig.alerts.lostSession") == "glass" }
      try tarmac.wait("the end") { try tarmac.get("rig.alerts.lostSession") == "" }
      try tarmac.wait("both events") { diary.alerts(.lostSession).count == 2 }
      #expect(diary.alerts(.lostSession) == ["raised glass", "cleared glass"])
    }
  }

  @Test("is not vouched for while a route is silent whose silence the watchdog is to hear")
  func watchdog() async throws {
    let ear = try NotifyEar()
    defer { ear.close() }
    let preset = Self.preset.replacing(
      "silence_seconds: 1,",
      with: "silence_seconds: 1, watchdog: on,"
    )
    .replacing("  on_alert: [ ./hook, \"first word\" ]", with: "")
    let shell = ear.shell(watchdog: 400_000)
    try await RunningTarmac.run(preset, shell: shell) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      defer {
        source.close()
        ears.close()
      }
      source.play([[Float](repeating: 0.5, count: 48_000 * 300)])
      try tarmac.wait("the sound") { try ears.capture(frames: 64)[0].allSatisfy { $0 == 0.5 } }
      try tarmac.wait("calm") { try tarmac.get("rig.alerts.silence") == "" }
      var count = ear.pings.count
      try ear.wait("signs of life") { $0.pings.count > count + 3 }
      source.play([[0]])
      try ear.wait("the status") { $0.status?.contains("ALERT: silence of hall") == true }
      try ear.wait("silence") { ear in
        _ = try tarmac.ask(StatusRequest())
        return ear.pings.last.map { .now - $0.time > .seconds(2) } ?? false
      }
      count = ear.pings.count
      source.play([[Float](repeating: 0.5, count: 48_000 * 300)])
      try ear.wait("life") { $0.pings.count > count + 3 }
    }
  }

  @Test("names recordings by the time, and never overwrites one")
  func recordings() async throws {
    try await Self.run { tarmac, _, _, _ in
      let folder = tarmac.folder.path
      let before = RunningTarmac.day
      let first = try tarmac.ask(
        RecordStartRequest(subject: "hall", file: "\(folder)/hall-%Y%m%d.wav")
      )
      let days = [before, RunningTarmac.day].map { "\(folder)/hall-\($0).wav" }
      #expect(days.contains(first.file))
      _ = try tarmac.ask(RecordStopRequest(subject: "hall"))
      let length = try FileManager.default.attributesOfItem(atPath: first.file)[.size] as? Int
      let again = try tarmac.command("record", "start", "hall", first.file)
      #expect(again.contains("exist"))
      #expect(try FileManager.default.attributesOfItem(atPath: first.file)[.size] as? Int == length)
      let bad = try tarmac.command("record", "start", "hall", "\(folder)/hall-%Q.wav")
      #expect(bad.contains("%Q is no word for a time"))
      // A file that was opened ahead is taken under the name that was asked for, whatever the time
      // is by then.
      let name = "\(folder)/take-%s.wav"
      let ready = try tarmac.ask(RecordPrepareRequest(subject: "hall", file: name))
      #expect(try tarmac.ask(RecordStartRequest(subject: "hall", file: name)).file == ready.file)
      #expect(ready.file.contains(#/take-\d+\.wav$/#))
    }
  }
}

extension EventDiary {
  /// The alerts of a kind that were reported, as `raised` and `cleared`.
  func alerts(_ kind: AlertKind) -> [String] {
    rig().compactMap { notification in
      switch notification {
      case .alertRaised(kind, let subject, _): "raised \(subject)"
      case .alertCleared(kind, let subject, _): "cleared \(subject)"
      default: nil
      }
    }
  }
}

extension RunningTarmac {
  /// Today's date in the local time zone.
  fileprivate static var day: String {
    let format = DateFormatter()
    format.dateFormat = "yyyyMMdd"
    format.locale = Locale(identifier: "en_US_POSIX")
    return format.string(from: Date())
  }
}
