// SPDX-License-Identifier: Apache-2.0
// What was stopped for a session counts as stopped.

extension Transaction {
  /// Keeps the reasons why sessions are paused with this event; who lets go when it stops does so (ACT-13).
  mutating func settlePauses() {
    for index in state.sessions.indices {
      let session = state.sessions[index]
      guard let reason = pauses[session.id] else { continue }
      if session.isPaused { state.sessions[index].pauseReason = reason }
      if session.isActive, session.configuration.manners.deactivatesOnStop {
        deactivate(index, Explanation(.act13, culprit: reason.culprit))
        release(heldBy: .session(session.id), shouldResume: true, rule: .act15)
      }
    }
  }
}
