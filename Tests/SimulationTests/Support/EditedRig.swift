// SPDX-License-Identifier: Apache-2.0
// A rig that has played for a while, and what it is after a reload.

import ControlTree
import Foundation
import LV2Hosting
import OfflineRendering
import Patience
import RigEngine

/// What a rig is after a reload.
struct EditedRig: Sendable {
  /// The plugins that were there before and were made again, by their strips.
  private(set) var remade: Set<String> = []
  /// The players that were there before and were made again.
  private(set) var exchanged: Set<String> = []
  /// All values that do not change by themselves.
  private(set) var values: [String: String] = [:]
  /// Where the players are.
  private(set) var positions: [String: String] = [:]
  /// What was heard since the reload began, by output.
  private(set) var tapes: [String: [Float]] = [:]

  /// Values that the user has set before, which differ from the preset.
  private static let gestures = [
    ("deck.trim_db", "1"), ("deck.sends.fx.level_db", "-4"), ("deck.eq.high_db", "-7"),
    ("other.fader_db", "-6"), ("other.filter.filter", "-0.5"), ("fx.balance", "0.2"),
    ("fx.sweep.resonance", "0.4"), ("main.balance", "-0.1"), ("main.ceiling.gain_db", "2"),
    ("phones.fader_db", "-2"), ("both.mute", "off"), ("chain.part.filter", "0.6"),
  ]

  /// Lets a rig play, turns it, reloads it with edited files, and lets it play on.
  static func reloaded(
    _ texts: [String: String],
    as edited: [String: String]
  ) async throws -> EditedRig {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try SingleEdits.fill(folder)
    return try await withTaskExecutorPreference(ownThreads) {
      let preset = try write(texts, to: folder)
      let rig = try MemoryRig(
        preset,
        in: folder,
        blockFrames: 64,
        threads: 1,
        hasNoiseForEach: true
      )
      rig.render(6_400)
      for (path, value) in gestures { _ = try rig.engine.tree.set(path, to: .words(value)) }
      rig.render(6_400)
      rig.tapes = [:]
      let (plugins, players) = (plugins(of: rig), players(of: rig))
      try await rig.reload(try write(edited, to: folder))
      rig.render(9_600)
      var after = EditedRig()
      after.note(rig, in: folder)
      for (name, instances) in Self.plugins(of: rig) where plugins[name] ?? instances != instances {
        after.remade.insert(name)
      }
      for (name, player) in Self.players(of: rig) where players[name] ?? player != player {
        after.exchanged.insert(name)
      }
      return after
    }
  }

  /// Writes the files, and returns the text of the preset.
  private static func write(_ texts: [String: String], to folder: String) throws -> String {
    for (name, text) in texts {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    return texts["preset.yaml"] ?? ""
  }

  private static func plugins(of rig: MemoryRig) -> [String: Set<ObjectIdentifier>] {
    rig.engine.live.channels.reduce(into: [:]) { plugins, strip in
      for plugin in strip.plugins {
        plugins["\(strip.name).\(plugin.id)"] = Set(plugin.instances.map(ObjectIdentifier.init))
      }
    }
  }

  private static func players(of rig: MemoryRig) -> [String: ObjectIdentifier] {
    rig.engine.live.channels.reduce(into: [:]) { players, strip in
      for case let player? in strip.players {
        players["\(strip.name).\(player.source)"] = ObjectIdentifier(player.node)
      }
    }
  }

  private mutating func note(_ rig: MemoryRig, in folder: String) {
    tapes = rig.tapes ?? [:]
    let moving = [
      "load_percent", "overruns", "meters", "clips", "render", "remaining_seconds", "beat",
    ]
    for node in rig.engine.tree.nodes {
      let parts = node.path.split(separator: ".").map(String.init)
      if case .trigger = node.kind { continue }
      if parts.contains(where: moving.contains) { continue }
      if parts.count == 4, parts[1] == "sources", parts[3] == "position_seconds" {
        positions["\(parts[0]).\(parts[2])"] = node.value.words
      } else {
        values[node.path] = node.value.words.replacing(folder, with: "")
      }
    }
  }

  /// Rigs that are reloaded as they are, each played once.
  actor Unedited {
    static let shared = Unedited()
    private var rigs: [[String: String]: Task<EditedRig, any Error>] = [:]

    func rig(_ texts: [String: String]) async throws -> EditedRig {
      let task = rigs[texts] ?? Task { try await EditedRig.reloaded(texts, as: texts) }
      rigs[texts] = task
      return try await task.value
    }
  }
}
