// SPDX-License-Identifier: Apache-2.0
// What clients may ask for about what plugins remember.

import ControlProtocol
import ControlServer
import LV2Hosting
import Presets
import RigEngine
import RigErrors
import Suggestions

extension RigHost {
  /// The commands about presets and states of plugins.
  nonisolated func addPluginCommands(to table: inout CommandTable) {
    table.on(PluginPresetsRequest.self) { request throws(ControlError) in
      try await self.answerSettled { host, conductor async throws(RigError) in
        let place = try conductor.plugins.place(request.plugin)
        return try await host.presets(of: place).map(PluginPresetStatus.init)
      }
    }
    table.on(PluginApplyRequest.self) { request throws(ControlError) in
      try await self.answerSettled { host, conductor async throws(RigError) in
        let place = try conductor.plugins.place(request.plugin)
        let preset = try await host.preset(request.preset, of: place)
        try await conductor.plugins.apply(preset: preset.uri, to: place)
        return PluginPresetStatus(preset)
      }
    }
    table.on(PluginSaveRequest.self) { request throws(ControlError) in
      try await self.answerSettled { host, conductor async throws(RigError) in
        let folder = try host.clientPath.resolve(request.folder)
        let place = try conductor.plugins.place(request.plugin)
        try await conductor.plugins.save(place, to: folder, label: request.label)
        if request.copies == true { try StateLinks.replace(in: folder) }
        if request.label != nil { await host.load(bundle: folder) }
        return Done()
      }
    }
    table.on(PluginRestoreRequest.self) { request throws(ControlError) in
      try await self.answerSettled { host, conductor async throws(RigError) in
        let place = try conductor.plugins.place(request.plugin)
        try await conductor.plugins.restore(
          place,
          from: try host.clientPath.resolve(request.folder)
        )
        return Done()
      }
    }
    addStateCommands(to: &table)
  }

  private nonisolated func addStateCommands(to table: inout CommandTable) {
    table.on(StateSaveRequest.self) { request throws(ControlError) in
      try await self.answerSettled { host, conductor async throws(RigError) in
        let report = try await conductor.plugins.saveStates(
          to: try host.stateFolder(request.folder)
        )
        if request.copies == true { try StateLinks.replace(in: report.folder) }
        return StateReport(report)
      }
    }
    table.on(StateRestoreRequest.self) { request throws(ControlError) in
      try await self.answerSettled { host, conductor async throws(RigError) in
        StateReport(
          try await conductor.plugins.restoreStates(from: try host.stateFolder(request.folder))
        )
      }
    }
  }

  /// Lets `body` answer once plugins have all that was set before: else it would be missing in what is saved, and come on top of
  /// what is restored.
  private func answerSettled<Reply: Sendable>(
    _ body: @Sendable (isolated RigHost, RigConductor) async throws(RigError) -> Reply
  ) async throws(ControlError) -> Reply {
    if let conductor { await settle(conductor) }
    do throws(RigError) {
      return try await body(self, try runningConductor())
    } catch {
      throw ControlError(error)
    }
  }

  private func presets(of place: PluginPlace) async throws(RigError) -> [PluginPreset] {
    let (world, plugin) = (world, place.instances[0].info.uri)
    guard let presets = await Workshop.shared.perform({ world.presets(of: plugin) }) else {
      throw .unavailable("The presets of '\(place.path)' can't be read: the disk does not answer.")
    }
    return presets
  }

  private func load(bundle folder: String) async {
    let world = world
    _ = await Workshop.shared.perform { world.load(bundle: folder) }
  }

  /// The preset of a plugin that a label or a URI means.
  private func preset(
    _ name: String,
    of place: PluginPlace
  ) async throws(RigError) -> PluginPreset {
    let presets = try await presets(of: place)
    let found = presets.map { PluginDescription.Preset(uri: $0.uri, label: $0.label) }.named(name)
    guard let uri = found.first?.uri, let preset = presets.first(where: { $0.uri == uri }) else {
      let known = Suggestion.among(presets.map(\.label), for: name)
      let hint = presets.isEmpty ? "it has none." : known
      throw .data("There is no preset '\(name)' of '\(place.path)'; \(hint)")
    }
    guard found.count == 1 else {
      let list = Suggestion.list(found.map(\.uri))
      let what = "'\(place.path)' has \(found.count) presets called '\(name)'"
      throw .data("\(what); name one of \(list).")
    }
    return preset
  }

  /// The folder that is meant: the given one, else the preset's.
  private func stateFolder(_ given: String?) throws(RigError) -> String {
    if let given { return try clientPath.resolve(given) }
    guard let folder = rig.stateFolder else {
      let advice = "give one, or write 'state: FOLDER' in it"
      throw .data("\(rig.file) names no folder for states; \(advice).")
    }
    return folder
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
