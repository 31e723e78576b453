// SPDX-License-Identifier: Apache-2.0
// A session is deactivated or removed.

extension Transaction {
  /// Deactivates a session; the sessions it interrupted are released only if they are to be
  /// notified (ACT-15).
  mutating func applyDeactivation(_ id: SessionID, notifyingOthers: Bool) throws(Refusal) {
    let index = try find(id)
    deactivate(index, Explanation(state.sessions[index].isActive ? .act11 : .int25))
    if notifyingOthers {
      release(heldBy: .session(id), shouldResume: true, rule: .act15)
    }
  }

  /// Deactivates a session, if it is active or waits to be.
  mutating func deactivate(_ index: Int, _ reason: Explanation) {
    guard state.sessions[index].activation != .inactive else { return }
    state.sessions[index].letGo(reason)
  }

  /// Removes a session and frees everything that it held (ACT-17).
  mutating func applyRemoval(_ id: SessionID) throws(Refusal) {
    state.sessions.remove(at: try find(id))
    state.connections.removeAll { $0.from == id || $0.to == id }
    release(heldBy: .session(id), shouldResume: true, rule: .act17)
  }
}
