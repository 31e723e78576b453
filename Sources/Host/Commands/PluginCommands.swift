// SPDX-License-Identifier: Apache-2.0
// What clients may ask for about what plugins remember.

import ControlProtocol
import ControlServer
import LV2Hosting
import Presets
import RigEngine
import RigErrors
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
      try await answerSettled { host, conductor async throws(RigError) in
        let place = try conductor.plugins.place(request.plugin)
        let presets = PluginPresets(of: place, in: host.maker.world)
        return try await presets.all().map(PluginPresetStatus.init)
      }
    }
    table.on(PluginApplyRequest.self) { request throws(ControlError) in
      try await answerSettled { host, conductor async throws(RigError) in
        let place = try conductor.plugins.place(request.plugin)
        let presets = PluginPresets(of: place, in: host.maker.world)
        let preset = try await presets.named(request.preset)
        try await conductor.plugins.apply(preset: preset.uri, to: place)
        return PluginPresetStatus(preset)
      }
    }
    table.on(PluginSaveRequest.self) { request throws(ControlError) in
      try await answerSettled { host, conductor async throws(RigError) in
        let folder = try host.clientPath.resolve(request.folder)
        let place = try conductor.plugins.place(request.plugin)
        try await conductor.plugins.save(place, to: folder, label: request.label)
        if request.copies == true { try StateLinks.replace(in: folder) }
        if request.label != nil { await load(bundle: folder, into: host.maker.world) }
        return Done()
      }
    }
    table.on(PluginRestoreRequest.self) { request throws(ControlError) in
      try await answerSettled { host, conductor async throws(RigError) in
        let place = try conductor.plugins.place(request.plugin)
        try await conductor.plugins.restore(
          place,
          from: try host.clientPath.resolve(request.folder)
        )
        return Done()
      }
    }
  }

  private func addStates(to table: inout CommandTable) {
    table.on(StateSaveRequest.self) { request throws(ControlError) in
      try await answerSettled { host, conductor async throws(RigError) in
        let report = try await conductor.plugins.saveStates(
          to: try stateFolder(request.folder, host)
        )
        if request.copies == true { try StateLinks.replace(in: report.folder) }
        return StateReport(report)
      }
    }
    table.on(StateRestoreRequest.self) { request throws(ControlError) in
      try await answerSettled { host, conductor async throws(RigError) in
        StateReport(
          try await conductor.plugins.restoreStates(from: try stateFolder(request.folder, host))
        )
      }
    }
  }

  /// Lets `body` answer once plugins have all that was set before: else it would be missing in what is saved, and come on top of
  /// what is restored.
  private func answerSettled<Reply: Sendable>(
    _ body: @Sendable (isolated RigHost, RigConductor) async throws(RigError) -> Reply
  ) async throws(ControlError) -> Reply {
    try await host.answerLater { host async throws(RigError) in
      if let conductor = host.conductor { await host.settle(conductor) }
      return try await body(host, try host.runningConductor())
    }
  }

  /// Makes a folder known as a bundle, so that a preset in it is found.
  private nonisolated(nonsending) func load(bundle folder: String, into world: LV2World) async {
    _ = await Workshop.shared.perform { world.load(bundle: folder) }
  }

  /// The folder that is meant: the given one, else the preset's.
  private func stateFolder(
    _ given: String?,
    _ host: isolated RigHost
  ) throws(RigError) -> String {
    if let given { return try host.clientPath.resolve(given) }
    guard let folder = host.rig.stateFolder else {
      let advice = "give one, or write 'state: FOLDER' in it"
      throw .data("\(host.rig.file) names no folder for states; \(advice).")
    }
    return folder
  }
}

/// The presets of a plugin, read in the workshop.
///
/// > Threading: Control.
private struct PluginPresets {
  private let world: LV2World
  private let path: String
  private let plugin: String

  init(of place: PluginPlace, in world: LV2World) {
    self.world = world
    (path, plugin) = (place.path, place.instances[0].info.uri)
  }

  /// All of them.
  nonisolated(nonsending) func all() async throws(RigError) -> [PluginPreset] {
    let (world, plugin) = (world, plugin)
    guard let presets = await Workshop.shared.perform({ world.presets(of: plugin) }) else {
      throw .unavailable("The presets of '\(path)' can't be read: the disk does not answer.")
    }
    return presets
  }

  /// The one that a label or a URI means.
  nonisolated(nonsending) func named(_ name: String) async throws(RigError) -> PluginPreset {
    let presets = try await all()
    let found = presets.map { PluginDescription.Preset(uri: $0.uri, label: $0.label) }.named(name)
    guard let uri = found.first?.uri, let preset = presets.first(where: { $0.uri == uri }) else {
      let known = Suggestion.among(presets.map(\.label), for: name)
      let hint = presets.isEmpty ? "it has none." : known
      throw .data("There is no preset '\(name)' of '\(path)'; \(hint)")
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
