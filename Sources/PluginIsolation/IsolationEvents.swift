// SPDX-License-Identifier: Apache-2.0
// What JACK tells the process of an isolated graph.

import JACKDriver
import RenderCore
import Synchronization

/// What JACK tells, for the process's own threads.
final class IsolationEvents: Sendable {
  private let hasNewPeriod = Atomic(false)
  private let relay = Mutex<RenderRelay?>(nil)

  func attach(_ relay: RenderRelay) {
    self.relay.withLock { $0 = relay }
  }

  func note(_ event: DriverEvent) {
    switch event {
    case .bufferSizeChanged: hasNewPeriod.store(true, ordering: .relaxed)
    case .freewheel(let isOn): relay.withLock { $0?.setPatient(isOn) }
    default: return
    }
  }

  func takePeriodChange() -> Bool {
    hasNewPeriod.exchange(false, ordering: .relaxed)
  }
}
