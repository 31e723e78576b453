// SPDX-License-Identifier: Apache-2.0
// What clients may ask about presets and states of plugins.

import ControlProtocol
import ControlServer
import LV2Hosting
import Presets
import RigEngine
import RigErrors
import RigFiles
import RigModel
import Suggestions

/// The commands about presets and states of plugins.
struct PluginCommands {
  let host: RigHost

  /// Adds them to a table.
  func add(to table: inout CommandTable) {
    addPresets(to: &table)
    addStates(to: &table)
  }

  private func addPresets(to table: inout CommandTable) {
    table.on(PluginPresetsRequest.self) { request throws(ControlError) in
      try await answerSettled { host, engine async throws(RigError) in
        let slot = try engine.plugins.slot(request.plugin)
        let presets = PluginPresets(of: slot, in: host.maker.world)
        return try await presets.all().map(PluginPresetStatus.init)
      }
    }
    table.on(PluginApplyRequest.self) { request throws(ControlError) in
      try await answerSettled { host, engine async throws(RigError) in
        let slot = try engine.plugins.slot(request.plugin)
        try engine.tree.checkAll(below: slot.path)
        let presets = PluginPresets(of: slot, in: host.maker.world)
        let preset = try await presets.named(request.preset)
        try await engine.plugins.apply(preset: preset.uri, to: slot)
        return PluginPresetStatus(preset)
      }
    }
    table.on(PluginSaveRequest.self) { request throws(ControlError) in
      try await answerSettled { host, engine async throws(RigError) in
        let folder = try host.clientPath.folder(request.folder)
        let slot = try engine.plugins.slot(request.plugin)
        let copies = request.copies == true
        try await engine.plugins.save(slot, to: folder, label: request.label, copies: copies)
        if request.label != nil { await load(bundle: folder, into: host.maker.world) }
        return Done()
      }
    }
    table.on(PluginRestoreRequest.self) { request throws(ControlError) in
      try await answerSettled { host, engine async throws(RigError) in
        let slot = try engine.plugins.slot(request.plugin)
        try await engine.plugins.restore(
          slot,
          from: try host.clientPath.resolve(request.folder)
        )
        return Done()
      }
    }
  }

  private func addStates(to table: inout CommandTable) {
    table.on(StateSaveRequest.self) { request throws(ControlError) in
      try await answerSettled { host, engine async throws(RigError) in
        // The preset's own folder is where its author wants it, links or not.
        let report = try await engine.plugins.saveStates(
          to: try stateFolder(request.folder, host),
          links: request.folder == nil ? .followed : .refused,
          copies: request.copies == true
        )
        return StateReport(report)
      }
    }
    table.on(StateRestoreRequest.self) { request throws(ControlError) in
      try await answerSettled { host, engine async throws(RigError) in
        StateReport(
          try await engine.plugins.restoreStates(from: try stateFolder(request.folder, host))
        )
      }
    }
  }

  /// Lets `body` answer once plugins have all values that were set before: otherwise these would be
  /// missing from what is saved, or would overwrite what is restored.
  private func answerSettled<Reply: Sendable>(
    _ body: @Sendable (isolated RigHost, Engine) async throws(RigError) -> Reply
  ) async throws(ControlError) -> Reply {
    try await host.answerLater { host async throws(RigError) in
      if let engine = host.engine { await host.settle(engine) }
      return try await body(host, try host.runningEngine())
    }
  }

  /// Registers a folder as a bundle, so that a preset in it is found.
  private nonisolated(nonsending) func load(bundle folder: String, into world: LV2World) async {
    _ = await BackgroundQueue.shared.perform { world.load(bundle: folder) }
  }

  /// The folder for states: the given one, or else the preset's.
  private func stateFolder(
    _ given: String?,
    _ host: isolated RigHost
  ) throws(RigError) -> String {
    if let given { return try host.clientPath.folder(given) }
    guard let folder = host.rig.stateFolder else {
      let advice = "give one, or write 'state: FOLDER' in it"
      throw .data("\(host.rig.file) names no folder for states; \(advice).")
    }
    return folder
  }
}

/// The presets of a plugin, read on the background queue.
///
/// > Threading: Control.
private struct PluginPresets {
  private let world: LV2World
  private let path: String
  private let plugin: String

  init(of slot: PluginSlot, in world: LV2World) {
    self.world = world
    (path, plugin) = (slot.path, slot.instances[0].info.uri)
  }

  /// All of them.
  nonisolated(nonsending) func all() async throws(RigError) -> [PluginPreset] {
    let (world, plugin) = (world, plugin)
    guard let presets = await BackgroundQueue.shared.perform({ world.presets(of: plugin) }) else {
      throw .unavailable("The presets of '\(path)' can't be read: the disk does not answer.")
    }
    return presets
  }

  /// The preset that a label or a URI means.
  nonisolated(nonsending) func named(_ name: String) async throws(RigError) -> PluginPreset {
    let presets = try await all()
    let found = presets.map { PluginDescription.Preset(uri: $0.uri, label: $0.label) }.named(name)
    guard let uri = found.first?.uri, let preset = presets.first(where: { $0.uri == uri }) else {
      guard !presets.isEmpty else {
        throw .data("There is no preset '\(name)' of '\(path)'; it has none.")
      }
      let known = UnknownWord(name, among: presets.map(\.label))
      throw .data("There is no preset '\(name)' of '\(path)'", known)
    }
    guard found.count == 1 else {
      let list = Suggestion.list(found.map(\.uri))
      let what = "'\(path)' has \(found.count) presets called '\(name)'"
      throw .data("\(what); name one of \(list).")
    }
    return preset
  }
}

extension StateReport {
  fileprivate init(_ outcome: StatesOutcome) {
    self.init(folder: outcome.folder, plugins: outcome.plugins, problems: outcome.problems)
  }
}

extension PluginPresetStatus {
  fileprivate init(_ preset: PluginPreset) {
    self.init(uri: preset.uri, label: preset.label, bank: preset.bank)
  }
}
