// SPDX-License-Identifier: Apache-2.0
// Alerts of a rig that nobody watches, on JACK: what is wrong is told once, and that it is over once.

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

  /// Writes a line for each alert, with what it has been told.
  private static let hook = """
    #!/bin/sh
    echo "$1|$TARMAC_RIG|$TARMAC_ALERT|$TARMAC_ALERT_SUBJECT|$TARMAC_ALERT_STATE|$TARMAC_ALERT_TEXT" \
      >> "$XDG_RUNTIME_DIR/hooks"
    """

  private static func run(
    _ body: (RunningTarmac, PrivateServer, Listener, EventDiary) async throws -> Void
  ) async throws {
    try await RunningTarmac.run(preset) { folder in
      let file = folder.appending(path: "hook")
      try hook.write(to: file, atomically: true, encoding: .utf8)
      _ = unsafe chmod(file.path, 0o755)
    } _: { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      defer { source.close() }
      let diary = try EventDiary(of: tarmac)
      defer { diary.close() }
      try await body(tarmac, server, source, diary)
    }
  }

  /// Plays a level for a while; silence without one.
  private static func play(_ level: Float?, on source: Listener) {
    source.play([[Float](repeating: level ?? 0, count: level == nil ? 1 : 48_000 * 300)])
  }

  /// The alerts of a kind that were told, as `raised` and `cleared`.
  private static func told(_ kind: AlertKind, _ diary: EventDiary) -> [String] {
    diary.rig().compactMap { notification in
      switch notification {
      case .alertRaised(kind, let subject, _): "raised \(subject)"
      case .alertCleared(kind, let subject): "cleared \(subject)"
      default: nil
      }
    }
  }

  private static func hooks(_ tarmac: RunningTarmac) throws -> [String] {
    let file = tarmac.folder.appending(path: "hooks")
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test("hears a source that falls silent, tells that once, and once that it is back")
  func silence() async throws {
    try await Self.run { tarmac, server, source, diary in
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      Self.play(0.5, on: source)
      try tarmac.wait("the sound") { try ears.capture(frames: 64)[0].allSatisfy { $0 == 0.5 } }
      // What was silent before the source came may have been told.
      try tarmac.wait("calm") { try tarmac.get("rig.alerts.silence") == "" }
      let before = Self.told(.silence, diary).count
      Self.play(nil, on: source)
      try tarmac.wait("the alert") { try tarmac.get("rig.alerts.silence") == "hall" }
      #expect(try tarmac.get("rig.alerts.count") == "1")
      try tarmac.wait("the line") {
        try tarmac.log("Alert: 'hall' has been silent, below -50.0 dB, for 1 s.")
      }
      Self.play(0.5, on: source)
      try tarmac.wait("the end") { try tarmac.get("rig.alerts.silence") == "" }
      try tarmac.wait("both events") { Self.told(.silence, diary).count == before + 2 }
      #expect(Self.told(.silence, diary).dropFirst(before) == ["raised hall", "cleared hall"])
      try tarmac.wait("the program") {
        try Self.hooks(tarmac).last == "first word|rig|silence|hall|cleared|"
          || Self.hooks(tarmac).contains { $0.hasPrefix("first word|rig|silence|hall|cleared|") }
      }
      #expect(
        try Self.hooks(tarmac).contains(
          "first word|rig|silence|hall|raised|'hall' has been silent, below -50.0 dB, for 1 s."
        )
      )
    }
  }

  @Test("does not take an interruption for a fault: who is interrupted is silent")
  func interruption() async throws {
    try await Self.run { tarmac, server, source, diary in
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      Self.play(0.5, on: source)
      try tarmac.wait("the sound") { try ears.capture(frames: 64)[0].allSatisfy { $0 == 0.5 } }
      try tarmac.wait("calm") { try tarmac.get("rig.alerts.silence") == "" }
      let before = Self.told(.silence, diary).count
      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "phone"))
      // Three times as long as it may be silent.
      _ = try ears.capture(frames: 48_000 * 3)
      #expect(Self.told(.silence, diary).count == before)
      _ = try tarmac.ask(InterruptEndRequest(interrupter: "phone"))
    }
  }

  @Test("hears an output that clips")
  func clipping() async throws {
    try await Self.run { tarmac, server, source, diary in
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      Self.play(1, on: source)
      try tarmac.wait("the sound") { try ears.capture(frames: 64)[0].allSatisfy { $0 == 1 } }
      // Full scale is not beyond it.
      _ = try ears.capture(frames: 12_000)
      #expect(try tarmac.get("rig.alerts.clipping") == "")
      Self.play(1.125, on: source)
      try tarmac.wait("the alert") { try tarmac.get("rig.alerts.clipping") == "hall" }
      try tarmac.wait("the line") { try tarmac.log("Alert: 'hall' clips: ") }
      #expect(Self.told(.clipping, diary) == ["raised hall"])
      Self.play(0.5, on: source)
      try tarmac.wait("the end") { try tarmac.get("rig.alerts.clipping") == "" }
      try tarmac.wait("both events") { Self.told(.clipping, diary).count == 2 }
      #expect(Self.told(.clipping, diary) == ["raised hall", "cleared hall"])
    }
  }

  @Test("misses a device that is pulled, until it is back")
  func unplugged() async throws {
    try await Self.run { tarmac, server, source, diary in
      var ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("the device") { try tarmac.get("hall.present") == "on" }
      try tarmac.wait("calm") { try tarmac.get("rig.alerts.unplugged") == "" }
      let before = Self.told(.unplugged, diary).count
      ears.close()
      try tarmac.wait("the alert") { try tarmac.get("rig.alerts.unplugged") == "hall" }
      // Nobody asks for sound where there is no device.
      try tarmac.wait("silence to be none of it") { try tarmac.get("rig.alerts.silence") == "" }
      ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      try tarmac.wait("the end") { try tarmac.get("rig.alerts.unplugged") == "" }
      try tarmac.wait("both events") { Self.told(.unplugged, diary).count == before + 2 }
      #expect(Self.told(.unplugged, diary).dropFirst(before) == ["raised hall", "cleared hall"])
    }
  }
}
