// SPDX-License-Identifier: Apache-2.0
// The plugins of the rig by their paths.

import LV2Hosting
package import RigErrors
import Suggestions

/// A plugin of the rig as its user sees it: one path, whatever runs there and however often.
package struct PluginPlace {
  /// Such as `deck.comp`, or `deck.comp.shared` for what stands in while the session lacks a token.
  package let path: String
  /// The instances, at least one: a narrow plugin in a wide chain has several, which are set alike.
  package let instances: [any HostedPlugin]

  /// The end of the path of what stands in while a session lacks a token.
  static let sharedSuffix = ".shared"
}

extension PluginControl {
  /// The plugins of a session, in the order of its graph.
  func places(of session: LiveSession) -> [PluginPlace] {
    var places: [PluginPlace] = []
    var seen: Set<String> = []
    for plugin in session.plugins where seen.insert(plugin.id).inserted {
      let twins = session.plugins.filter { $0.id == plugin.id }
      let path = "\(session.name).\(plugin.id)"
      places.append(PluginPlace(path: path, instances: twins.map(\.instance)))
      let shared = twins.compactMap(\.shared?.instance)
      if !shared.isEmpty {
        places.append(PluginPlace(path: path + PluginPlace.sharedSuffix, instances: shared))
      }
    }
    return places
  }

  /// The plugin with this path.
  package func place(_ path: String) throws(RigError) -> PluginPlace {
    let places = live.strips.flatMap(places)
    if let place = places.first(where: { $0.path == path }) { return place }
    let paths = places.map(\.path)
    let nearest = Suggestion.nearest(to: path, among: paths)
    let list = paths.isEmpty ? "the rig has none" : "there are \(Suggestion.list(paths))"
    let hint = nearest.map { "did you mean '\($0)'?" } ?? "\(list)."
    throw .data("There is no plugin '\(path)'; \(hint)")
  }
}
