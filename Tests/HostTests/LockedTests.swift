// SPDX-License-Identifier: Apache-2.0
// What an operator has locked or limited stays as it is, whichever command would change it.

import ControlProtocol
import ControlTree
import Foundation
import RawSocket
import Testing

@Suite("A value that an operator keeps", .serialized)
struct LockedTests {
  private static let preset = """
    tarmac: 1
    transport: { source: own, tempo_bpm: 120 }
    system_sounds: { sounds: { click: kick.wav }, sends: [ { to: main } ] }
    routes:
      main: { role: lineOut, channels: 2 }
      mic: { role: mic, channels: 1 }
    sessions:
      deck:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { player: kick.wav, loop: on }
        graph: [ { plugin: "\(PluginRig.compressor)", id: comp } ]
        sends: [ { to: main } ]
      voice:
        category: playAndRecord
        options: [ mixWithOthers ]
        source: { route: mic }
        sends: [ { to: main } ]
    """

  private static let seek = #"{"session":"deck","action":{"seek":{"seconds":0.005}}}"#
  private static let load = #"{"session":"deck","action":{"load":{"file":"kick.wav"}}}"#
  private static let end = #"{"interrupter":"phone","shouldResume":true}"#

  /// A locked value, and a request that would change it.
  private static let table: [(path: String, method: String, params: String)] = [
    ("voice.active", "session.activate", #"{"session":"voice"}"#),
    ("deck.active", "session.deactivate", #"{"session":"deck"}"#),
    ("deck.active", "session.force", #"{"session":"deck","action":"deactivate"}"#),
    ("deck.interrupted", "session.force", #"{"session":"deck","action":"interrupt"}"#),
    ("deck.interrupted", "session.force", #"{"session":"deck","action":"release"}"#),
    ("deck.foreground", "session.foreground", #"{"session":"deck","isForeground":false}"#),
    ("voice.permission", "permission.set", #"{"session":"voice","permission":"denied"}"#),
    ("PLAYER.playing", "player.control", #"{"session":"deck","action":{"pause":{}}}"#),
    ("PLAYER.playing", "player.control", #"{"session":"deck","action":{"cue":{}}}"#),
    ("PLAYER.position_seconds", "player.control", seek),
    ("PLAYER.position_seconds", "player.control", #"{"session":"deck","action":{"cue":{}}}"#),
    ("PLAYER.cue", "player.control", #"{"session":"deck","action":{"cue":{}}}"#),
    ("PLAYER.load", "player.control", load),
    ("PLAYER.position_seconds", "player.control", load),
    ("PLAYER.eject", "player.control", #"{"session":"deck","action":{"eject":{}}}"#),
    ("PLAYER.position_seconds", "player.control", #"{"session":"deck","action":{"eject":{}}}"#),
    ("PLAYER.next", "player.control", #"{"session":"deck","action":{"next":{}}}"#),
    ("PLAYER.previous", "player.control", #"{"session":"deck","action":{"previous":{}}}"#),
    ("PLAYER.position_seconds", "player.control", #"{"session":"deck","action":{"next":{}}}"#),
    ("PLAYER.queue", "player.queue", #"{"session":"deck","edit":{"clear":{}}}"#),
    ("PLAYER.queue", "player.queue", #"{"session":"deck","edit":{"add":{"files":["kick.wav"]}}}"#),
    ("PLAYER.set_cue", "player.control", #"{"session":"deck","action":{"setCue":{}}}"#),
    ("rig.interrupters.phone.ring", "interrupt.ring", #"{"interrupter":"phone"}"#),
    ("rig.interrupters.phone.accept", "interrupt.accept", #"{"interrupter":"phone"}"#),
    ("rig.interrupters.phone.active", "interrupt.accept", #"{"interrupter":"phone"}"#),
    ("rig.interrupters.phone.decline", "interrupt.decline", #"{"interrupter":"phone"}"#),
    ("rig.interrupters.phone.active", "interrupt.begin", #"{"interrupter":"phone"}"#),
    ("rig.interrupters.phone.active", "interrupt.end", end),
    ("rig.switches.silent", "rig.switch", #"{"name":"silent","isOn":true}"#),
    ("rig.switches.lock", "rig.switch", #"{"name":"lock","isOn":true}"#),
    ("rig.switches.microphone", "rig.switch", #"{"name":"microphone","isOn":true}"#),
    ("rig.switches.do_not_interrupt", "rig.switch", #"{"name":"doNotInterrupt","isOn":true}"#),
    ("rig.sounds.click", "sound.play", #"{"name":"click"}"#),
    ("rig.transport.rolling", "transport.set", #"{"isRolling":true}"#),
    ("rig.transport.position_seconds", "transport.set", #"{"position_seconds":1}"#),
    ("rig.transport.position_seconds", "transport.set", #"{"bar":2}"#),
    ("rig.transport.tempo_bpm", "transport.set", #"{"tempo_bpm":90}"#),
    ("rig.transport.meter", "transport.set", #"{"meter":"3/4"}"#),
    ("deck.comp.ratio", "plugin.apply", #"{"plugin":"deck.comp","preset":"x"}"#),
    ("deck.comp.ratio", "plugin.restore", #"{"plugin":"deck.comp","folder":"kept/deck/comp"}"#),
    ("deck.comp.ratio", "state.restore", #"{"folder":"kept"}"#),
    ("main.record", "record.start", #"{"subject":"main","file":"a.wav"}"#),
    ("main.record", "record.prepare", #"{"subject":"main","file":"b.wav"}"#),
    ("main.stop_recording", "record.stop", #"{"subject":"main"}"#),
    ("rig.reload", "rig.reload", "{}"),
    ("rig.reset_counters", "rig.resetCounters", "{}"),
    ("deck.fader_db", "tree.set", #"{"path":"deck.fader_db","value":-3}"#),
    ("deck.fader_db", "tree.set", #"{"path":"deck.fader_db","step":1}"#),
    ("deck.fader_db", "tree.set", #"{"path":"deck.fader_db","value":-3,"over_seconds":1}"#),
    ("deck.mute", "tree.set", #"{"path":"deck.mute","toggles":true}"#),
    (
      "deck.fader_db", "tree.apply",
      #"{"values":[{"path":"deck.balance","value":-1},{"path":"deck.fader_db","value":-3}]}"#
    ),
    (
      "deck.active", "tree.apply",
      #"{"values":[{"path":"deck.mute","value":true},{"path":"deck.active","value":false}]}"#
    ),
    ("main.fader_db", "parameter.set", #"{"path":"main.fader_db","value":"-3"}"#),
    ("deck.active", "parameter.set", #"{"path":"deck.active","value":"off"}"#),
    ("rig.sounds.click", "tree.trigger", #"{"path":"rig.sounds.click"}"#),
    ("PLAYER.playing", "tree.trigger", #"{"path":"PLAYER.cue"}"#),
    ("PROGRAM.active", "client.setActive", #"{"isActive":true}"#),
    ("PROGRAM.active", "client.setPlaying", #"{"isPlaying":true}"#),
    ("PROGRAM.mute", "client.setOutputMuted", #"{"isMuted":true}"#),
  ]

  /// Methods that change no value that could be locked, or that end the rig.
  private static let free: Set = [
    "server.info", "rig.status", "session.list", "session.show", "session.explain",
    "session.reasons", "tower.whatIf", "decision.list", "transport.show", "tree.list", "tree.get",
    "tree.subscribe", "tree.unsubscribe", "parameter.get", "plugin.presets", "events.subscribe",
    "events.unsubscribe", "web.self", "web.pair", "web.devices", "web.revoke", "midi.learn",
    "midi.learned", "midi.forget", "midi.write", "plugin.save", "state.save", "client.open",
    "client.state", "client.requestRecordPermission", "rig.stop", "player.find",
    "player.waveform", "library.search",
    // Category, mode, route and wishes of a session have no value that can be set, and so no lock.
    "session.setCategory", "session.overrideOutput", "route.pick", "client.setCategory",
    "client.setMode", "client.setPreferences", "client.overrideOutput", "client.setInputMuted",
  ]

  @Test("is tried with every method that changes a value")
  func complete() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/control-protocol.md")
    let methods = try String(contentsOf: page, encoding: .utf8)
      .matches(of: /\n### `([^`]+)`\n/).map { String($0.1) }
    #expect(Set(methods).subtracting(Self.free).sorted() == Set(Self.table.map(\.method)).sorted())
  }

  @Test("stays as it is while it is locked, whatever the command, and the lock can be lifted")
  func locks() async throws {
    try await RunningTarmac.runByClock(Self.preset, files: PluginRig.files) { tarmac in
      let client = try tarmac.rawClient()
      #expect(try client.ask("state.save", #"{"folder":"kept"}"#)?.contains("result") == true)
      let opened = try client.ask("client.open", #"{"program":"guest"}"#)
      #expect(opened?.contains(#""session":"guest""#) == true)
      let player = try #require(
        try tarmac.ask(TreeListRequest(patterns: ["deck.sources.**"])).map(\.path)
          .first { $0.hasSuffix(".playing") }?.dropLast(".playing".count)
      )
      for (path, method, params) in Self.table {
        let path = path.replacing("PLAYER", with: player).replacing("PROGRAM", with: "guest")
        let params = params.replacing("PLAYER", with: player)
        _ = try tarmac.ask(SetRequest(path: "\(path).locked", value: "on"))
        let before = try tarmac.ask(TreeGetRequest(patterns: [path])).first?.value
        let answer = try client.ask(method, params) ?? ""
        #expect(
          answer.contains("is locked") || answer.contains("is kept by an operator"),
          "\(method) of \(path): \(answer)"
        )
        if path.hasSuffix("position_seconds") == false {
          #expect(
            try tarmac.ask(TreeGetRequest(patterns: [path])).first?.value == before,
            "\(path)"
          )
        }
        _ = try tarmac.ask(SetRequest(path: "\(path).locked", value: "off"))
      }
    }
  }

  @Test("that is limited goes no further by a fade that was under way, a step, or a seek")
  func limits() async throws {
    try await RunningTarmac.runByClock(Self.preset, files: PluginRig.files) { tarmac in
      let client = try tarmac.rawClient()
      func value(_ path: String) throws -> TreeValue? {
        try tarmac.ask(TreeGetRequest(patterns: [path])).first?.value
      }
      func fade(_ path: String, to level: Double, _ seconds: Double) throws {
        _ = try tarmac.ask(
          TreeSetRequest(path: path, value: .number(level), over_seconds: seconds)
        )
      }
      _ = try tarmac.ask(SetRequest(path: "deck.fader_db", value: "-40"))
      try fade("deck.fader_db", to: 0, 0.5)
      _ = try tarmac.ask(SetRequest(path: "deck.fader_db.maximum", value: "-20"))
      try tarmac.wait("the fade") { try value("deck.fader_db") == .number(-20) }
      try fade("main.fader_db", to: -30, 5)
      _ = try tarmac.ask(SetRequest(path: "main.fader_db.locked", value: "on"))
      let kept = try value("main.fader_db")
      try fade("deck.fader_db", to: -60, 0.2)
      try tarmac.wait("another fade") { try value("deck.fader_db") == .number(-60) }
      #expect(try value("main.fader_db") == kept)
      let path = try #require(
        try tarmac.ask(TreeListRequest(patterns: ["deck.sources.**"])).map(\.path)
          .first { $0.hasSuffix(".position_seconds") }
      )
      _ = try tarmac.ask(SetRequest(path: "\(path).maximum", value: "0.001"))
      #expect(
        try client.ask("player.control", Self.seek)?.contains("goes up to 0.001") == true
      )
      _ = try tarmac.ask(SetRequest(path: "rig.transport.tempo_bpm.maximum", value: "130"))
      #expect(
        try client.ask("transport.set", #"{"tempo_bpm":150}"#)?.contains("goes up to 130") == true
      )
    }
  }
}
