// SPDX-License-Identifier: Apache-2.0
// A session lets go, or is gone.

extension Transaction {
  /// Deactivates a session; those it interrupted are released only when they are to be notified (ACT-15).
  mutating func applyDeactivation(_ id: SessionID, notifyingOthers: Bool) throws(Refusal) {
    let index = try find(id)
    let session = state.sessions[index]
    if session.activation != .inactive {
      state.sessions[index].activation = .inactive
      state.sessions[index].activationReason = Explanation(session.isActive ? .act11 : .int25)
    }
    if notifyingOthers {
      release(heldBy: .session(id), shouldResume: true, rule: .act15)
    }
  }

  /// Takes a session out and gives back everything that it held (ACT-17).
  mutating func applyRemoval(_ id: SessionID) throws(Refusal) {
    state.sessions.remove(at: try find(id))
    release(heldBy: .session(id), shouldResume: true, rule: .act17)
  }
}
