// SPDX-License-Identifier: Apache-2.0
// Makes isolated graphs for a rig.

package import LV2Hosting
package import Quantities
package import RigEngine
package import RigErrors
package import RigModel

/// Starts the processes of isolated graphs, and says what they have to know of the rig's driver.
///
/// > Threading: Control.
package final class GraphProcesses: GraphIsolation {
  /// How many frames the driver's cycles have at present.
  let period: () -> FrameCount
  /// The priority of the thread that the driver renders on; `nil` without real-time scheduling.
  let realtimePriority: () -> Int?

  /// Makes graphs for a rig whose driver answers these two.
  package init(
    period: @escaping () -> FrameCount,
    realtimePriority: @escaping () -> Int?
  ) {
    (self.period, self.realtimePriority) = (period, realtimePriority)
  }

  package func start(
    _ channel: Channel,
    plugins: [RemotePluginStart],
    world: LV2World,
    sampleRate: SampleRate,
    blockFrames: FrameCount
  ) throws(RigError) -> any RemoteGraph {
    let wanted = WantedGraph(of: channel, sampleRate: sampleRate, blockFrames: blockFrames)
    let isolated = try IsolatedGraph(wanted, world: world, driver: self)
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
