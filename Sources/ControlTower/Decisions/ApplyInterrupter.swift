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

  /// Lets what rings begin.
  ///
  /// With do-not-interrupt its ring was turned away, which keeps nobody from accepting it.
  mutating func applyAcceptance(of interrupter: Interrupter) throws(Refusal) {
    if state.switches.doNotInterrupt == nil { try requireRing(of: interrupter) }
    try applyBegin(of: interrupter, isAccepted: true)
  }

  /// Ends what rings, and asks those whom it interrupted to resume (INT-18).
  mutating func applyRefusal(of interrupter: Interrupter) throws(Refusal) {
    try requireRing(of: interrupter)
    applyEnd(of: interrupter, shouldResume: true, rule: .int18)
  }

  private func requireRing(of interrupter: Interrupter) throws(Refusal) {
    guard state.interrupters[interrupter] != .ringing else { return }
    throw Refusal(.notRinging(interrupter), rule: .int18)
  }

  /// Interrupts every active session, mixable or not (INT-01, INT-02, INT-03), but those that the
  /// operator keeps undisturbed (INT-A6); who accepts a call means it, and spares nobody
  /// (ANC-INT-05).
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

  /// Keeps interrupters away, or lets them through: a call that has begun meanwhile reaches all
  /// then.
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

  /// Refuses what the operator does not want to be interrupted by (INT-21).
  private func requireInterruptions() throws(Refusal) {
    guard let name = state.switches.doNotInterrupt else { return }
    throw Refusal(.doNotInterrupt(by: name), rule: .int21, cause: .operator)
  }

  private mutating func interruptAll(
    by interrupter: Interrupter,
    where isReached: (SessionState) -> Bool
  ) {
    // An alarm that do-not-interrupt does not hold up says so (INT-A7).
    let isException = interrupter == .alarm && state.switches.doNotInterrupt != nil
    let rule = isException ? .intA7 : interrupter.rule
    for index in state.sessions.indices
    where state.sessions[index].isActive && isReached(state.sessions[index]) {
      state.sessions[index].interrupt(rule, by: .interrupter(interrupter))
    }
  }
}

extension RigSwitches {
  /// Whether the operator keeps calls and alerts from a session: only he can, and only for who
  /// prefers that (INT-21).
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

  /// Whether an interrupter's ring is to be heard: neither the silent switch nor anybody's take is
  /// in its way (INT-A8).
  ///
  /// An alarm rings whatever stands in its way.
  func isHeardRinging(_ interrupter: Interrupter) -> Bool {
    guard interrupters[interrupter] == .ringing, !isServerLost else { return false }
    if interrupter == .alarm { return true }
    return !switches.isSilent && recorder == nil && sessions.indices(of: .quiet).isEmpty
  }

  /// Whether an interrupter is to be heard: it lasts, and nobody is kept undisturbed by it
  /// (INT-A6).
  func isHeard(_ interrupter: Interrupter) -> Bool {
    guard interrupters[interrupter] == .lasting else { return false }
    if interrupter == .alarm || switches.doNotInterrupt == nil { return true }
    return !sessions.indices(of: .quiet).contains { selectInterrupter(blocking: $0) != nil }
  }
}
