// SPDX-License-Identifier: Apache-2.0
// Which plugins of a channel that was built again were in the one before.

import LV2Hosting
import RigModel

/// A plugin of a channel, and the one in whose place it is.
struct PluginTwin {
  let new: LivePlugin
  let old: LivePlugin
  /// What the presets say of their instances, in the order of `LivePlugin.instances`.
  let settings: (new: [PluginSettings], old: [PluginSettings])
}

extension LiveChannel {
  /// Its plugins that `before` has, too: under the same id, with the same URI, and started with the
  /// same preset or state.
  func twins(in before: LiveChannel) -> [PluginTwin] {
    let others = Dictionary(
      zip(before.current.statePaths, zip(before.plugins, before.current.graph.nodes)).map { $0 },
      uniquingKeysWith: { first, _ in first }
    )
    let own = zip(current.statePaths, zip(plugins, current.graph.nodes))
    return own.compactMap { path, both in
      let (plugin, node) = both
      guard let (old, other) = others[path] else { return nil }
      let settings = (new: node.settings, old: other.settings)
      guard settings.new.first?.start == settings.old.first?.start,
        plugin.instances.map(\.info.uri) == old.instances.map(\.info.uri)
      else { return nil }
      return PluginTwin(new: plugin, old: old, settings: settings)
    }
  }
}

extension Graph.Node {
  /// What is wanted of its instances: of what runs, and of what everybody may use instead.
  fileprivate var settings: [PluginSettings] {
    [PluginSettings(self)] + (shared.map { [PluginSettings($0)] } ?? [])
  }
}
