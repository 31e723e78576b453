// SPDX-License-Identifier: Apache-2.0
// How plugins end with the rig: as with any host, but with a time limit.

import LV2Hosting
import PluginIsolation
import Quantities
import RigEngine
import RigErrors
import RigFiles

extension RigHost {
  /// Waits a limited time until processes of graphs run or have failed; they may also come later.
  ///
  /// `leaveOut` notes that a session runs without its graph, if it may.
  ///
  /// - Throws: why a graph can't run at all.
  func awaitProcesses(
    of sessions: [LiveChannel],
    leaveOut: (_ session: String, _ reason: RigError) throws(RigError) -> Void
  ) async throws(RigError) {
    let graphs = sessions.compactMap(\.isolatedGraph)
    await wait(patience: HostTimes.isolationPatience) { graphs.allSatisfy(\.isSettled) }
    for session in sessions {
      guard let refusal = session.isolatedGraph?.refusal else { continue }
      try leaveOut(session.name, .data(refusal))
    }
  }

  /// Deactivates and frees the plugins of this process, which do not run any more, and waits for
  /// processes that are ending.
  func endPlugins() async {
    EndGuard.stage("ending its plugins")
    engine = nil
    await wait(patience: HostTimes.pluginEnd) {
      let names = LV2World.endingPlugins
      if !names.isEmpty { EndGuard.stage("ending plugin \(names.joined(separator: ", "))") }
      return names.isEmpty
    }
    for name in LV2World.endingPlugins {
      report("Plugin '\(name)' does not come back from its end; it is left where it is.")
    }
    EndGuard.stage("waiting for the processes of isolated sessions")
    let patience = Seconds(HostTimes.isolationEnd.value + HostTimes.patience.value)
    await wait(patience: patience) { ProcessEnding.count == 0 && TemporaryFolder.leavingCount == 0 }
    ProcessEnding.takeReports().forEach(report)
  }
}
