// SPDX-License-Identifier: Apache-2.0
// How plugins end with the rig: as with any host, but within a bound.

import ControlProtocol
import LV2Hosting
import Quantities
import Synchronization

extension RigHost {
  /// Waits until processes of graphs run, or are known not to; for a moment only, for they may come later.
  ///
  /// - Throws: why a graph can't run at all.
  func awaitProcesses(of sessions: [LiveSession]) async throws(HostError) {
    let graphs = sessions.compactMap(\.isolated)
    await wait(patience: HostTimes.isolationPatience) { graphs.allSatisfy(\.isSettled) }
    for case let refusal? in graphs.map(\.refusal) { throw .data(refusal) }
  }

  /// Deactivates and frees the plugins of this process, which nobody runs any more, and waits for processes that leave.
  func endPlugins() async {
    if let end = conductor.map(PluginEnd.init) {
      conductor = nil
      end.begin()
      await wait(patience: HostTimes.pluginEnd) { end.isOver }
      if !end.isOver { report("A plugin does not come back from its end; it is left where it is.") }
    }
    let patience = Seconds(HostTimes.isolationEnd.value + HostTimes.patience.value)
    await wait(patience: patience) { ProcessEnding.count == 0 }
  }
}

/// The end of a rig's plugins, on a thread of its own: one of them may never come back.
private final class PluginEnd: @unchecked Sendable {
  private var conductor: RigConductor?
  private let over = Atomic(false)

  /// Takes over what is to end; nobody else has it any more.
  init(of conductor: RigConductor) {
    self.conductor = conductor
  }

  var isOver: Bool { over.load(ordering: .acquiring) }

  func begin() {
    let thread = WireThread {
      self.conductor = nil
      self.over.store(true, ordering: .releasing)
    }
    thread?.detach()
  }
}
