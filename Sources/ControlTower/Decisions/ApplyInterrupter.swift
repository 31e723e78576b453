// SPDX-License-Identifier: Apache-2.0
// Something that outranks all sessions rings, begins, or is over.

extension Transaction {
  /// Lets a ringing interrupter silence the sessions that don't ask to be left alone (ANC-INT-05).
  ///
  /// An alarm does not ask: it interrupts every session, every time (INT-02).
  mutating func applyRing(of interrupter: Interrupter) throws(Refusal) {
    guard state.interrupters[interrupter] == nil else { return }
    if interrupter != .alarm { try requireInterruptions() }
    state.interrupters[interrupter] = .ringing
    interruptAll(by: interrupter) {
      interrupter == .alarm || !$0.configuration.behaviour.prefersNoInterruptionsFromSystemAlerts
    }
  }

  /// Interrupts every active session, mixable or not (INT-01, INT-02, INT-03).
  mutating func applyBegin(of interrupter: Interrupter) throws(Refusal) {
    guard state.interrupters[interrupter] != .lasting else { return }
    if interrupter == .assistant { try requireInterruptions() }
    state.interrupters[interrupter] = .lasting
    interruptAll(by: interrupter) { _ in true }
  }

  /// Releases the sessions that the interrupter held (INT-11); a declined one asks them to resume (INT-18).
  mutating func applyEnd(of interrupter: Interrupter, shouldResume: Bool, rule: Rule) {
    guard state.interrupters.removeValue(forKey: interrupter) != nil else { return }
    release(heldBy: .interrupter(interrupter), shouldResume: shouldResume, rule: rule)
  }

  /// Refuses what the operator does not want to be interrupted by (INT-21).
  private func requireInterruptions() throws(Refusal) {
    guard let name = state.switches.doNotInterrupt else { return }
    throw Refusal(.doNotInterrupt(by: name), rule: .int21, cause: .operator)
  }

  private mutating func interruptAll(
    by interrupter: Interrupter,
    where isReached: (SessionState) -> Bool
  ) {
    for index in state.sessions.indices
    where state.sessions[index].isActive && isReached(state.sessions[index]) {
      state.sessions[index].interrupt(interrupter.rule, by: .interrupter(interrupter))
    }
  }
}
