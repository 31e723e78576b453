// SPDX-License-Identifier: Apache-2.0
// What the plugins of the rig remember: saved to a folder, restored from one.

import FoundationEssentials
import LV2Hosting
import Presets
package import RigErrors

/// One instance of a plugin and where its state belongs.
private struct KeptPlugin {
  /// Its folder in that of the rig: `deck/comp`, `deck/comp.2` for a second instance, `deck/comp.shared`.
  let folder: String
  let instance: any HostedPlugin
  let settings: PluginSettings

  /// How people call it.
  var path: String { folder.replacing("/", with: ".") }
}

/// What saving or restoring the states of a rig has led to.
package struct StatesOutcome: Hashable, Sendable {
  /// The folder.
  package var folder: String
  /// The plugins whose states were saved or restored, such as `deckA.comp`.
  package var plugins: [String]
  /// A sentence for each plugin where that failed.
  package var problems: [String]
}

extension LiveSession {
  /// All instances of the session, whether they run or not.
  fileprivate var keptPlugins: [KeptPlugin] {
    zip(zip(plugins, session.graph.nodes), session.statePaths).flatMap { both, path in
      let (plugin, node) = both
      let kept = KeptPlugin(
        folder: path,
        instance: plugin.instance,
        settings: PluginSettings(node)
      )
      guard let shared = plugin.shared, let variant = node.shared else { return [kept] }
      return [
        kept,
        KeptPlugin(
          folder: path + PluginSlot.sharedSuffix,
          instance: shared.instance,
          settings: PluginSettings(variant)
        ),
      ]
    }
  }
}

extension PluginControl {
  /// Saves the states of all plugins into a folder, over those that are in it; what fails is told, and the rest saved.
  package nonisolated(nonsending) func saveStates(
    to folder: String
  ) async throws(RigError) -> StatesOutcome {
    var report = StatesOutcome(folder: folder, plugins: [], problems: [])
    // What can't be saved now keeps the state that it has there.
    var entries: [String: PluginStates.Entry] = [:]
    let disk = BackgroundQueue.shared
    let before = try await disk.onDisk(folder) { () throws(RigError) in
      try PluginStates.read(from: folder)?.plugins ?? []
    }
    for entry in before { entries[entry.folder] = entry }
    for kept in live.strips.flatMap(\.keptPlugins) {
      let path = "\(folder)/\(kept.folder)"
      try await disk.onDisk(path) { () throws(RigError) in try makeFolders(path) }
      do throws(HostingError) {
        try await kept.instance.save(to: path, label: nil)
        let unheard = kept.instance.unheardParameters.mapValues(\.text)
        entries[kept.folder] = PluginStates.Entry(
          folder: kept.folder,
          plugin: kept.instance.info.uri,
          settings: kept.settings,
          unheard: unheard
        )
        report.plugins.append(kept.path)
      } catch {
        report.problems.append("The state of '\(kept.path)' was not saved: \(error.description).")
      }
    }
    let states = PluginStates(plugins: entries.values.sorted { $0.folder < $1.folder })
    try await disk.onDisk(folder) { () throws(RigError) in
      if states.plugins.isEmpty { try makeFolders(folder) }
      try states.write(to: folder)
    }
    return report
  }

  /// Gives all plugins the states that were saved in a folder, and nothing else.
  package nonisolated(nonsending) func restoreStates(
    from folder: String
  ) async throws(RigError) -> StatesOutcome {
    let states = try await BackgroundQueue.shared.onDisk(folder) { () throws(RigError) in
      try PluginStates.read(from: folder)
    }
    guard let states else {
      throw .data("There are no states in \(folder); 'tarmac state save' saves them.")
    }
    var report = StatesOutcome(folder: folder, plugins: [], problems: [])
    for kept in live.strips.flatMap(\.keptPlugins) {
      guard let entry = states.plugins.first(where: { $0.folder == kept.folder }),
        entry.plugin == kept.instance.info.uri
      else { continue }
      do throws(RigError) {
        try context.guards.checkAll(below: kept.path)
      } catch {
        report.problems.append(error.message)
        continue
      }
      do throws(HostingError) {
        try await kept.instance.take(stateIn: "\(folder)/\(entry.folder)")
        try set(entry.unheard, in: kept.instance)
        // What it does not say of itself is as it was set.
        try? kept.instance.ask(parameter: nil)
        report.plugins.append(kept.path)
      } catch {
        report.problems.append("'\(kept.path)' has not got its state: \(error.description).")
      }
    }
    return report
  }

  /// The states that are kept for a rig; one that can't be read is told.
  func savedStates(of rig: Rig) -> SavedStates? {
    guard let folder = rig.stateFolder else { return nil }
    do throws(RigError) {
      return try PluginStates.read(from: folder).map { SavedStates(folder: folder, states: $0) }
    } catch {
      log.add(error.message)
      return nil
    }
  }

  /// The same, while others go on; a disk that does not answer is an error.
  nonisolated(nonsending) func readStates(of rig: Rig) async throws(RigError) -> SavedStates? {
    guard let folder = rig.stateFolder else { return nil }
    do throws(RigError) {
      return try await BackgroundQueue.shared.onDisk(folder) { () throws(RigError) in
        try PluginStates.read(from: folder).map { SavedStates(folder: folder, states: $0) }
      }
    } catch {
      guard error.kind == .data else { throw error }
      log.add(error.message)
      return nil
    }
  }

  /// Sets what a preset says in a plugin.
  func take(_ settings: PluginSettings, _ plugin: any HostedPlugin) throws(HostingError) {
    for (symbol, value) in settings.values {
      plugin.setControl(symbol, to: value, through: controller)
    }
    try set(settings.parameters, in: plugin)
  }

  private func set(
    _ parameters: [String: String],
    in plugin: any HostedPlugin
  ) throws(HostingError) {
    for (uri, text) in parameters.sorted(by: { $0.key < $1.key }) {
      guard let value = plugin.info.parameter(uri)?.value(of: text) else { continue }
      try plugin.set(parameter: uri, to: value)
    }
  }

  // MARK: One plugin

  /// Gives a plugin a preset by its URI.
  package nonisolated(nonsending) func apply(
    preset uri: String,
    to slot: PluginSlot
  ) async throws(RigError) {
    try context.guards.checkAll(below: slot.path)
    try await answering(slot) { instance throws(HostingError) in
      try await instance.take(preset: uri)
      try? instance.ask(parameter: nil)
    }
  }

  /// Gives a plugin the state that was saved in a folder.
  package nonisolated(nonsending) func restore(
    _ slot: PluginSlot,
    from folder: String
  ) async throws(RigError) {
    try context.guards.checkAll(below: slot.path)
    try await answering(slot) { instance throws(HostingError) in
      try await instance.take(stateIn: folder)
      try? instance.ask(parameter: nil)
    }
  }

  /// Saves the state of a plugin; of several instances, which are set alike, that of the first.
  package nonisolated(nonsending) func save(
    _ slot: PluginSlot,
    to folder: String,
    label: String?
  ) async throws(RigError) {
    let path = slot.path
    try await BackgroundQueue.shared.onDisk(folder) { () throws(RigError) in
      guard Self.isFree(folder) else {
        let reason = "there is something else than a state in it"
        throw .data("'\(path)' can't be saved to \(folder): \(reason); name another folder.")
      }
      try makeFolders(folder)
    }
    do throws(HostingError) {
      try await slot.instances[0].save(to: folder, label: label)
    } catch {
      throw .inputOutput("'\(slot.path)': \(error.description).")
    }
    guard slot.instances[0].unheardParameters.isEmpty else {
      let reason = "it does not run and has not taken what was set last"
      throw .unavailable("'\(slot.path)' is saved without that: \(reason); activate its session.")
    }
  }

  private nonisolated(nonsending) func answering(
    _ slot: PluginSlot,
    _ body: nonisolated(nonsending) (any HostedPlugin) async throws(HostingError) -> Void
  ) async throws(RigError) {
    do throws(HostingError) {
      for instance in slot.instances { try await body(instance) }
    } catch {
      throw .data("'\(slot.path)': \(error.description).")
    }
  }

  /// Whether a state may be written to a folder: it is not there, empty, or holds one already.
  private static func isFree(_ folder: String) -> Bool {
    let files = FileManager.default
    guard let names = try? files.contentsOfDirectory(atPath: folder) else {
      return !files.fileExists(atPath: folder)
    }
    return names.isEmpty || names.contains("state.ttl")
  }
}
