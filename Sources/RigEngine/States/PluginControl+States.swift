// SPDX-License-Identifier: Apache-2.0
// What the plugins of the rig remember: saved to a folder, restored from one.

import LV2Hosting
package import RigErrors
package import RigFiles
import RigModel

/// One instance of a plugin and where its state belongs.
private struct KeptPlugin {
  /// Its folder in that of the rig: `deck/comp`, `deck/comp.2` for a second instance,
  /// `deck/comp.shared`.
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

extension LiveChannel {
  /// All instances of the channel, whether they run or not.
  fileprivate var keptPlugins: [KeptPlugin] {
    zip(zip(plugins, current.graph.nodes), current.statePaths).flatMap { both, path in
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
  /// Saves the states of all plugins into a folder, over those that are in it; what fails is
  /// reported, and the rest saved.
  ///
  /// The folder must be new, empty, or hold states that a rig has saved. With `copies`, files of
  /// plugins that are elsewhere are copied, too.
  package nonisolated(nonsending) func saveStates(
    to folder: String,
    links: Folder.Links = .followed,
    copies: Bool = false
  ) async throws(RigError) -> StatesOutcome {
    var report = StatesOutcome(folder: folder, plugins: [], problems: [])
    let before = try await atDisk { () throws(RigError) in
      try PluginStates.require(writable: folder, links)
    }
    // What can't be saved now keeps the state that it has there.
    var entries: [String: PluginStates.Entry] = [:]
    for entry in before?.plugins ?? [] { entries[entry.folder] = entry }
    for kept in live.channels.flatMap(\.keptPlugins) {
      do throws(StateNotSaved) {
        try await kept.instance.writeState { source in
          StateWriter(
            source: source,
            target: "\(folder)/\(kept.folder)",
            links: links,
            copiesFiles: copies,
            isEarlier: before?.version == 1 && entries[kept.folder] != nil
          )
        }
        let unheard = kept.instance.unheardParameters.mapValues(\.text)
        entries[kept.folder] = PluginStates.Entry(
          folder: kept.folder,
          plugin: kept.instance.info.uri,
          settings: kept.settings,
          unheard: unheard
        )
        report.plugins.append(kept.path)
      } catch {
        report.problems.append(error.sentence(of: kept.path))
      }
    }
    let states = PluginStates(plugins: entries.values.sorted { $0.folder < $1.folder })
    try await atDisk { () throws(RigError) in try states.write(to: folder) }
    return report
  }

  /// Gives all plugins the states that were saved in a folder, and nothing else.
  package nonisolated(nonsending) func restoreStates(
    from folder: String
  ) async throws(RigError) -> StatesOutcome {
    var report = StatesOutcome(folder: folder, plugins: [], problems: [])
    let found = try await atDisk { () throws(RigError) in
      var damage: [String] = []
      let states = try PluginStates.read(from: folder) { damage.append($0) }
      return (states, damage)
    }
    report.problems += found.1
    guard let states = found.0 else {
      throw .data("There are no states in \(folder); 'tarmac state save' saves them.")
    }
    for kept in live.channels.flatMap(\.keptPlugins) {
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
        continue
      }
      let own = "\(folder)/\(entry.folder)"
      if let gap = try await atDisk({ LV2State.gap(in: own) }) { report.problems.append(gap) }
    }
    return report
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

  /// Gives a plugin the state that was saved in a folder; one whose files are gone is refused.
  package nonisolated(nonsending) func restore(
    _ slot: PluginSlot,
    from folder: String
  ) async throws(RigError) {
    try context.guards.checkAll(below: slot.path)
    if let gap = try await atDisk({ LV2State.gap(in: folder) }) {
      throw .data("\(gap) Put it back, or remove the link from that folder to go without it.")
    }
    try await answering(slot) { instance throws(HostingError) in
      try await instance.take(stateIn: folder)
      try? instance.ask(parameter: nil)
    }
  }

  /// Saves the state of a plugin; of several instances, which are set alike, that of the first.
  ///
  /// The folder must be new, empty, or hold a state that a rig has saved; links on the way to it
  /// are refused. With a label it is a preset that other hosts list.
  package nonisolated(nonsending) func save(
    _ slot: PluginSlot,
    to folder: String,
    label: String?,
    copies: Bool = false
  ) async throws(RigError) {
    do throws(StateNotSaved) {
      try await slot.instances[0].writeState(label: label) { source in
        StateWriter(source: source, target: folder, links: .refused, copiesFiles: copies)
      }
    } catch {
      throw error.error(of: slot.path)
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
}
