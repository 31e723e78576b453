// SPDX-License-Identifier: Apache-2.0
// How plugins end with the rig: as with any host, but within a bound.

import LV2Hosting
import PluginIsolation
import Quantities
import RigEngine
import RigErrors

extension RigHost {
  /// Waits until processes of graphs run, or are known not to; for a moment only, for they may come later.
  ///
  /// - Throws: why a graph can't run at all.
  func awaitProcesses(of sessions: [LiveSession]) async throws(RigError) {
    let graphs = sessions.compactMap(\.isolatedGraph)
    await wait(patience: HostTimes.isolationPatience) { graphs.allSatisfy(\.isSettled) }
    for case let refusal? in graphs.map(\.refusal) { throw .data(refusal) }
  }

  /// Deactivates and frees the plugins of this process, which nobody runs any more, and waits for processes that leave.
  func endPlugins() async {
    engine = nil
    await wait(patience: HostTimes.pluginEnd) { LV2World.endingPlugins.isEmpty }
    for name in LV2World.endingPlugins {
      report("Plugin '\(name)' does not come back from its end; it is left where it is.")
    }
    let patience = Seconds(HostTimes.isolationEnd.value + HostTimes.patience.value)
    await wait(patience: patience) { ProcessEnding.count == 0 }
    ProcessEnding.takeReports().forEach(report)
  }
}
