// SPDX-License-Identifier: Apache-2.0
// An interrupter, which outranks all sessions, rings, begins, or is over.

extension Transaction {
  /// Starts a ring, which interrupts the sessions that don't prefer to be left alone (ANC-INT-05).
  ///
  /// An alarm makes no exception: it always interrupts every session (INT-02).
  mutating func applyRing(of interrupter: Interrupter) throws(Refusal) {
    guard state.interrupters[interrupter] == nil else { return }
    if interrupter != .alarm { try requireInterruptions() }
    state.interrupters[interrupter] = .ringing
    interruptAll(by: interrupter) {
      interrupter == .alarm || !$0.configuration.behaviour.prefersNoInterruptionsFromSystemAlerts
    }
  }

  /// Begins an interrupter that rings.
  ///
  /// With do-not-interrupt its ring was refused, but it can still be accepted.
  mutating func applyAcceptance(of interrupter: Interrupter) throws(Refusal) {
    if state.switches.doNotInterrupt == nil { try requireRing(of: interrupter) }
    try applyBegin(of: interrupter, isAccepted: true)
  }

  /// Ends a ring, and hints to the sessions that it interrupted to resume (INT-18).
  mutating func applyRefusal(of interrupter: Interrupter) throws(Refusal) {
    try requireRing(of: interrupter)
    applyEnd(of: interrupter, shouldResume: true, rule: .int18)
  }

  private func requireRing(of interrupter: Interrupter) throws(Refusal) {
    guard state.interrupters[interrupter] != .ringing else { return }
    throw Refusal(.notRinging(interrupter), rule: .int18)
  }

  /// Interrupts every active session, mixable or not (INT-01, INT-02, INT-03), except those that
  /// the operator keeps undisturbed (INT-A6); an accepted call interrupts all of them (ANC-INT-05).
  mutating func applyBegin(of interrupter: Interrupter, isAccepted: Bool) throws(Refusal) {
    let hasBegun = state.interrupters[interrupter] == .lasting
    if hasBegun, !isAccepted || state.undisturbed == nil { return }
    if interrupter == .assistant { try requireInterruptions() }
    state.interrupters[interrupter] = .lasting
    let switches = state.switches
    interruptAll(by: interrupter) {
      let isUndisturbed = switches.leaveUndisturbed($0)
      return hasBegun ? isUndisturbed : isAccepted || interrupter == .alarm || !isUndisturbed
    }
  }

  /// Keeps interrupters away, or lets them through; a call that has begun meanwhile then interrupts
  /// all sessions.
  mutating func applyDoNotInterrupt(_ isOn: Bool, by name: String) {
    state.switches.doNotInterrupt = isOn ? name : nil
    guard !isOn else { return }
    for index in state.sessions.indices where state.sessions[index].isActive {
      guard let interrupter = state.selectInterrupter(blocking: index),
        state.interrupters[interrupter] == .lasting
      else { continue }
      state.sessions[index].interrupt(interrupter.rule, by: .interrupter(interrupter))
    }
  }

  /// Releases the sessions that the interrupter held (INT-11).
  mutating func applyEnd(of interrupter: Interrupter, shouldResume: Bool, rule: Rule) {
    guard state.interrupters.removeValue(forKey: interrupter) != nil else { return }
    release(heldBy: .interrupter(interrupter), shouldResume: shouldResume, rule: rule)
  }

  /// Throws while the operator does not want to be interrupted (INT-21).
  private func requireInterruptions() throws(Refusal) {
    guard let name = state.switches.doNotInterrupt else { return }
    throw Refusal(.doNotInterrupt(by: name), rule: .int21, cause: .operator)
  }

  private mutating func interruptAll(
    by interrupter: Interrupter,
    where isReached: (SessionState) -> Bool
  ) {
    // An alarm in spite of do-not-interrupt names its own rule (INT-A7).
    let isException = interrupter == .alarm && state.switches.doNotInterrupt != nil
    let rule = isException ? .intA7 : interrupter.rule
    for index in state.sessions.indices
    where state.sessions[index].isActive && isReached(state.sessions[index]) {
      state.sessions[index].interrupt(rule, by: .interrupter(interrupter))
    }
  }
}

extension RigSwitches {
  /// Whether the operator keeps calls and alerts from a session: only the operator can, and only
  /// for a session that prefers that (INT-21).
  func leaveUndisturbed(_ session: SessionState) -> Bool {
    doNotInterrupt != nil && session.prefersSilence
  }
}

extension SessionState {
  /// Whether it is active and would rather not hear of calls and alerts.
  var prefersSilence: Bool {
    isActive && configuration.behaviour.prefersNoInterruptionsFromSystemAlerts
  }
}

extension TowerState {
  /// A session that the operator keeps undisturbed, if there is one.
  var undisturbed: SessionID? {
    guard switches.doNotInterrupt != nil else { return nil }
    return sessions.indices(of: .quiet).first.map { sessions[$0].id }
  }

  /// Whether an interrupter's ring is audible: the silent switch is off, and no session records or
  /// prefers no alerts (INT-A8).
  ///
  /// An alarm rings in any case.
  func isHeardRinging(_ interrupter: Interrupter) -> Bool {
    guard interrupters[interrupter] == .ringing, !isServerLost else { return false }
    if interrupter == .alarm { return true }
    return !switches.isSilent && recorder == nil && sessions.indices(of: .quiet).isEmpty
  }

  /// Whether an interrupter is audible: it lasts, and no session is kept undisturbed (INT-A6).
  func isHeard(_ interrupter: Interrupter) -> Bool {
    guard interrupters[interrupter] == .lasting else { return false }
    if interrupter == .alarm || switches.doNotInterrupt == nil { return true }
    return !sessions.indices(of: .quiet).contains { selectInterrupter(blocking: $0) != nil }
  }
}
