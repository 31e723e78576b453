// SPDX-License-Identifier: Apache-2.0
// The plugins of the rig by their paths.

import LV2Hosting
package import RigErrors
import RigModel
import Suggestions

/// A plugin of the rig as its user sees it: one path, whatever runs there and however often.
package struct PluginSlot {
  /// Such as `deck.comp`, or `deck.comp.shared` for its substitute while the session lacks a token.
  package let path: String
  /// The instances, at least one: a narrow plugin in a wide chain has several, which are set alike.
  package let instances: [any HostedPlugin]

  /// The path of one of its values.
  func path(of value: String) -> String { "\(path).\(value)" }

  /// The end of the path of a plugin's substitute while a session lacks a token.
  static let sharedSuffix = ".shared"
}

extension PluginControl {
  /// The plugins of a session, in the order of its graph.
  func slots(of session: LiveChannel) -> [PluginSlot] {
    var slots: [PluginSlot] = []
    var seen: Set<String> = []
    for plugin in session.plugins where seen.insert(plugin.id).inserted {
      let twins = session.plugins.filter { $0.id == plugin.id }
      let path = RigPath.plugin(plugin.id, of: session.name)
      slots.append(PluginSlot(path: path, instances: twins.map(\.instance)))
      let shared = twins.compactMap(\.shared?.instance)
      if !shared.isEmpty {
        slots.append(PluginSlot(path: path + PluginSlot.sharedSuffix, instances: shared))
      }
    }
    return slots
  }

  /// The plugin with this path.
  package func slot(_ path: String) throws(RigError) -> PluginSlot {
    let slots = live.channels.flatMap(slots)
    if let slot = slots.first(where: { $0.path == path }) { return slot }
    let paths = slots.map(\.path)
    let list = paths.isEmpty ? "the rig has none" : "there are \(Suggestion.list(paths))"
    throw .data("There is no plugin '\(path)'", UnknownWord(path, among: paths, orElse: "\(list)."))
  }
}
