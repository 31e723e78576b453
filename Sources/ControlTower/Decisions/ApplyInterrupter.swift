// SPDX-License-Identifier: Apache-2.0
// Something that outranks all sessions begins or ends.

extension Transaction {
  /// Interrupts every active session, mixable or not (INT-01, INT-02, INT-03).
  mutating func applyBegin(of interrupter: Interrupter) {
    guard state.interrupters.updateValue(.lasting, forKey: interrupter) == nil else { return }
    for index in state.sessions.indices where state.sessions[index].isActive {
      state.sessions[index].interrupt(interrupter.rule, by: .interrupter(interrupter))
    }
  }

  /// Releases the sessions that the interrupter held (INT-11).
  mutating func applyEnd(of interrupter: Interrupter, shouldResume: Bool) {
    guard state.interrupters.removeValue(forKey: interrupter) != nil else { return }
    release(heldBy: .interrupter(interrupter), shouldResume: shouldResume, rule: .int11)
  }
}
