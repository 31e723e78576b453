// SPDX-License-Identifier: Apache-2.0
// A preset of which one key is edited and which is reloaded: all that the edit does not name stays
// as it was.

import ControlTree
import Foundation
import LV2Hosting
import OfflineRendering
import Patience
import Presets
import RigEngine
import Testing

@Suite("A reload after a single edit")
struct SingleEditTests {
  /// Two halves: edits are heard on `main`, and never on `phones` and `aux`.
  private static let preset = """
    tarmac: 1
    compensate: on
    routes:
      main: { role: speaker, channels: 2, fader_db: -1, limiter: [ { plugin: urn:tarmac:limiter, id: ceiling } ] }
      phones: { role: headphones, channels: 2 }
      aux: { role: lineOut, channels: 1 }
      mic: { role: mic, channels: 1 }
    buses:
      fx: { channels: 2, fader_db: -3, graph: [ { plugin: urn:tarmac:djfilter, id: sweep, set: { filter: 0.2 } } ], sends: [ { to: main } ] }
      room: { channels: 1, sends: [ { to: aux, level_db: -2 } ] }
    groups:
      both: { fader_db: -1, members: [ deck, fx ] }
    interrupters:
      alarm: { source: { player: mono.wav, loop: on, channels: 1 }, sends: [ { to: main } ] }
    system_sounds: { sounds: { click: click.wav }, sends: [ { to: main, level_db: -3 } ] }
    sessions:
      deck:
        category: playAndRecord
        options: [ mixWithOthers ]
        active: on
        trim_db: -1
        fader_db: -2
        balance: 0.1
        mute: off
        cue: off
        sources:
          file: { player: stereo.wav, loop: on, cue_seconds: 0.02, play: on, channels: 2 }
          line: { route: mic }
        graph:
          nodes: { eq: { plugin: urn:tarmac:isolator, set: { low_db: -6 } } }
          connections: [ file.1 -> eq.in_l, file.2 -> eq.in_r, line -> eq.in_l, eq.out_l -> out.1, eq.out_r -> out.2 ]
        sends: [ { to: main, level_db: -1 }, { to: fx, tap: pre }, { to: main, when: cue } ]
      other:
        category: playback
        options: [ mixWithOthers ]
        active: on
        source: { player: mono.wav, loop: on, channels: 1 }
        graph: [ { plugin: urn:tarmac:djfilter:mono, id: filter, set: { filter: -0.3 } } ]
        sends: [ { to: phones }, { to: room } ]
    """

  /// An edit, and the parts that it may affect.
  struct Edit: CustomTestStringConvertible, Sendable {
    let from: String
    let to: String
    /// The values that may have changed afterwards, as prefixes of paths.
    let values: [String]
    /// Outputs whose sound changes.
    let outputs: Set<String>
    /// Parts that may be made again, by names of sessions and buses.
    let remade: Set<String>

    init(
      _ from: String,
      _ to: String,
      values: [String] = [],
      heardOn outputs: Set<String> = ["main"],
      remade: Set<String> = []
    ) {
      (self.from, self.to, self.values, self.outputs) = (from, to, values, outputs)
      self.remade = remade
    }

    var testDescription: String { "\(from) → \(to)".replacing("\n", with: "⏎") }
  }

  private static let edits = [
    Edit("tarmac: 1", "tarmac: 1", heardOn: []),
    Edit("compensate: on", "compensate: off"),
    Edit("fader_db: -1, limiter", "fader_db: -4, limiter", values: ["main.fader_db"]),
    Edit("fader_db: -1, limiter", "mute: on, limiter", values: ["main.mute", "main.fader_db"]),
    Edit("fader_db: -1, limiter", "fader_db: -1, dim_db: -6, limiter", values: ["main.dim_db"]),
    Edit("fader_db: -1, limiter", "fader_db: -1, night_db: -6, limiter", values: ["main.night_db"]),
    Edit("fader_db: -1, limiter", "fader_db: -1, mono: on, limiter", values: ["main.mono"]),
    Edit(
      "fader_db: -1, limiter",
      "fader_db: -1, delay_ms: 5, limiter",
      values: ["main.delay_ms", "main.latency_ms"]
    ),
    Edit("id: ceiling }", "id: ceiling, set: { ceiling_db: -3 } }", values: ["main.ceiling."]),
    Edit(
      "aux: { role: lineOut, channels: 1 }",
      "aux: { role: usb, channels: 1 }",
      values: ["aux.role"]
    ),
    Edit(
      "fx: { channels: 2, fader_db: -3",
      "fx: { channels: 2, fader_db: -9",
      values: ["fx.fader_db"]
    ),
    Edit("set: { filter: 0.2 }", "set: { filter: 0.4 }", values: ["fx.sweep."]),
    Edit(
      "{ to: aux, level_db: -2 }",
      "{ to: aux, level_db: -5 }",
      values: ["room.sends."],
      heardOn: ["aux"]
    ),
    Edit("both: { fader_db: -1", "both: { fader_db: -7", values: ["both.fader_db"]),
    Edit("members: [ deck, fx ]", "members: [ deck ]", values: ["both.members"]),
    Edit("alarm: {", "alarm: { fader_db: -3,", values: ["alarm.fader_db"], heardOn: []),
    Edit("click.wav }", "click.wav, other: click.wav }", values: ["rig.sounds."], heardOn: []),
    Edit(
      "level_db: -3 } ] }\nsessions",
      "level_db: -9 } ] }\nsessions",
      values: ["system_sounds."],
      heardOn: []
    ),
    Edit("trim_db: -1", "trim_db: -3", values: ["deck.trim_db"]),
    Edit("fader_db: -2", "fader_db: -8", values: ["deck.fader_db"]),
    Edit("balance: 0.1", "balance: -0.4", values: ["deck.balance"]),
    Edit("mute: off", "mute: on", values: ["deck.mute", "deck.why"]),
    Edit("cue: off", "cue: on", values: ["deck.cue", "main.ceiling.reduction_db"]),
    Edit("loop: on, cue", "loop: off, cue", heardOn: []),
    Edit(
      "cue_seconds: 0.02",
      "cue_seconds: 0.05",
      values: ["deck.sources.file.cue_seconds"],
      heardOn: []
    ),
    Edit("play: on", "play: off", values: ["deck.sources.file.playing"]),
    Edit("player: stereo.wav", "player: stereo2.wav", values: ["deck.sources.file."]),
    Edit("low_db: -6", "low_db: -20", values: ["deck.eq.low_db"]),
    Edit("line -> eq.in_l", "line -> eq.in_r", remade: ["deck"]),
    Edit("{ to: main, level_db: -1 }", "{ to: main, level_db: -9 }", values: ["deck.sends.main."]),
    Edit("{ to: fx, tap: pre }", "{ to: fx }", values: ["deck.sends.fx"]),
    Edit(
      "{ to: main, when: cue }",
      "{ to: main }",
      values: ["deck.sends.main:2", "main.ceiling.reduction_db"]
    ),
    Edit(", { to: main, when: cue }", "", values: ["deck.sends.main:2"]),
    Edit(
      "{ to: fx, tap: pre }",
      "{ to: fx, tap: pre }, { to: phones }",
      values: ["deck.sends."],
      heardOn: ["main", "phones"]
    ),
    Edit(
      "category: playAndRecord\n    options: [ mixWithOthers ]\n    active: on\n    trim",
      "category: multiRoute\n    options: [ mixWithOthers ]\n    active: on\n    trim",
      values: ["deck.category"]
    ),
    Edit("trim_db: -1", "resume: always\n    trim_db: -1"),
    Edit("trim_db: -1", "deactivate_on: stop\n    trim_db: -1"),
    Edit("trim_db: -1", "on_return: resume\n    trim_db: -1"),
    Edit("trim_db: -1", "remember: [ mixer ]\n    trim_db: -1", heardOn: []),
    Edit("trim_db: -1", "midi: { input: \"a:*\" }\n    trim_db: -1", heardOn: []),
    Edit("trim_db: -1", "compensate: off\n    trim_db: -1"),
    Edit(
      "sessions:",
      "transport: { source: own, tempo_bpm: 90 }\nsessions:",
      values: ["rig.transport."],
      heardOn: []
    ),
    Edit("sessions:", "rig: { call_allows_playback: on }\nsessions:", heardOn: []),
  ]

  /// Values that the user has set before, which differ from the preset.
  private static let gestures = [
    ("deck.trim_db", "1"), ("deck.sends.fx.level_db", "-4"), ("deck.eq.high_db", "-7"),
    ("other.fader_db", "-6"), ("other.filter.filter", "-0.5"), ("fx.balance", "0.2"),
    ("fx.sweep.resonance", "0.4"), ("main.balance", "-0.1"), ("main.ceiling.gain_db", "2"),
    ("phones.fader_db", "-2"), ("both.mute", "off"),
  ]

  /// A rig that has played for a while, and whose user has set values.
  private static func rig(in folder: String) throws -> MemoryRig {
    let rig = try MemoryRig(preset, in: folder, blockFrames: 64, threads: 1)
    rig.render(6_400)
    for (path, value) in gestures { _ = try rig.engine.tree.set(path, to: .words(value)) }
    rig.render(6_400)
    return rig
  }

  /// The rendering objects, by the names of their owners.
  private static func parts(of rig: MemoryRig) -> [String: Set<ObjectIdentifier>] {
    rig.engine.live.strips.reduce(into: [:]) { parts, strip in
      for plugin in strip.plugins {
        parts[strip.name, default: []].insert(ObjectIdentifier(plugin.instance))
      }
    }
  }

  private static func players(of rig: MemoryRig) -> [String: ObjectIdentifier] {
    rig.engine.live.strips.reduce(into: [:]) { players, strip in
      for case let player? in strip.players {
        players["\(strip.name).\(player.source)"] = ObjectIdentifier(player.node)
      }
    }
  }

  /// All values that do not change by themselves.
  private static func values(of rig: MemoryRig) -> [String: String] {
    let moving = ["load_percent", "overruns", "meters", "position_seconds", "clips", "render"]
    return rig.engine.tree.nodes.reduce(into: [:]) { values, node in
      let parts = node.path.split(separator: ".").map(String.init)
      if case .trigger = node.kind { return }
      if parts.contains(where: moving.contains) { return }
      values[node.path] = node.value.words
    }
  }

  @Test(
    "leaves alone what the edit does not name: plugins, players, values and sound",
    arguments: edits
  )
  func edit(_ edit: Edit) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try MemoryRig.writeSounds(to: folder)
    try FileManager.default.copyItem(
      atPath: "\(folder)/stereo.wav",
      toPath: "\(folder)/stereo2.wav"
    )
    #expect(Self.preset.components(separatedBy: edit.from).count >= 2, "nothing to edit")
    let range = try #require(Self.preset.range(of: edit.from))
    let edited = Self.preset.replacingCharacters(in: range, with: edit.to)
    try await withTaskExecutorPreference(ownThreads) {
      let (same, other) = try (Self.rig(in: folder), Self.rig(in: folder))
      let (parts, players) = (Self.parts(of: other), Self.players(of: other))
      for rig in [same, other] { rig.tapes = [:] }
      try await same.reload(Self.preset)
      try await other.reload(edited)
      for rig in [same, other] { rig.render(9_600) }
      for (name, instances) in Self.parts(of: other) where !edit.remade.contains(name) {
        #expect(instances == parts[name], "the plugins of \(name) were made again")
      }
      for (name, player) in Self.players(of: other) where !edit.to.contains("stereo2.wav") {
        #expect(
          players[name] == nil || players[name] == player,
          "the player \(name) was made again"
        )
      }
      let (before, after) = (Self.values(of: same), Self.values(of: other))
      for path in Set(before.keys).union(after.keys).sorted() where before[path] != after[path] {
        let isNamed = edit.values.contains(where: path.hasPrefix)
        #expect(isNamed, "\(path): \(before[path] ?? "–") became \(after[path] ?? "–")")
      }
      for output in GeneratedRig.outputs where !edit.outputs.contains(output) {
        let isSame = same.tapes?[output] == other.tapes?[output]
        #expect(isSame, "\(output) sounds otherwise")
        #expect(same.tapes?[output]?.contains { $0 != 0 } == true, "\(output) is silent")
      }
    }
  }
}
