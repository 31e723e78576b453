// SPDX-License-Identifier: Apache-2.0
// What was stopped for a session counts as stopped.

extension Transaction {
  /// Keeps the reasons why sessions are paused with this event; who lets go when it stops does so
  /// (ACT-13, ACT-14).
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
  /// Why a session lets go when it stops: a recorder so that alerts can be heard, others because
  /// their turn is over.
  var stopRule: Rule { behaviour.hasOutput ? .act14 : .act13 }
}
