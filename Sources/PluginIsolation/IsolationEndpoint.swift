// SPDX-License-Identifier: Apache-2.0
// Where isolated graphs find the rig.

package import LV2Hosting
package import Presets
package import RigEngine

/// Where isolated graphs find the rig on JACK; the same for all of them, and up to date.
///
/// > Threading: Control.
package final class IsolationEndpoint: GraphIsolation {
  /// The name of the server.
  package var server: String?
  /// The rig's client.
  package var client = ""

  /// An endpoint that knows no server yet.
  package init() {}

  package func start(
    _ session: Session,
    plugins: [RemotePluginStart],
    world: LV2World
  ) -> any RemoteGraph {
    let isolated = IsolatedGraph(session, world: world, endpoint: self)
    for plugin in plugins {
      var history = PluginHistory()
      if let folder = plugin.state { history.changes = [.restore(folder: folder)] }
      (history.controls, history.parameters) = (plugin.controls, plugin.parameters)
      isolated.add(plugin.info, values: plugin.values, history: history)
    }
    isolated.start()
    return isolated
  }
}
