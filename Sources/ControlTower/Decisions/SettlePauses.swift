// SPDX-License-Identifier: Apache-2.0
// A session whose sound the rig has stopped counts as stopped.

extension Transaction {
  /// Keeps the reasons why sessions are paused with this event; sessions that deactivate when they
  /// stop do so (ACT-13, ACT-14).
  mutating func settlePauses() {
    for index in pauses.keys.compactMap(state.index).sorted() {
      let session = state.sessions[index]
      guard let reason = pauses[session.id] else { continue }
      if session.isPaused { state.sessions[index].pauseReason = reason }
      if session.isActive, session.configuration.behaviour.deactivatesOnStop {
        let rule = session.configuration.category.stopRule
        deactivate(index, Explanation(rule, cause: reason.cause))
        release(heldBy: .session(session.id), shouldResume: true, rule: .act15)
      }
    }
  }
}

extension Category {
  /// Why a session deactivates when it stops: a recorder so that alerts can be heard, others
  /// because they are done.
  var stopRule: Rule { behaviour.hasOutput ? .act14 : .act13 }
}
