// SPDX-License-Identifier: Apache-2.0
// A session becomes active, on request of its program or because its user pressed play.

extension Transaction {
  /// Activates a session, or refuses; an active one stays as it is.
  mutating func applyActivation(_ id: SessionID) throws(Refusal) {
    let index = try find(id)
    guard !state.sessions[index].isActive else { return }
    try activate(index, rule: .act01)
  }

  /// Makes a session active after those that it excludes have lost their activation (ACT-03).
  mutating func activate(_ index: Int, rule: Rule) throws(Refusal) {
    if let interrupter = state.selectInterrupter(blocking: index) {
      throw Refusal(.insufficientPriority, rule: .int07, cause: .interrupter(interrupter))
    }
    if state.sessions[index].interrupter == .operator {
      throw Refusal(.insufficientPriority, rule: .act04, cause: .operator)
    }
    if state.sessions[index].isSuspendable {
      throw Refusal(.suspended(state.sessions[index].id), rule: .bg01, cause: .background)
    }
    try requireMayInterrupt(index)
    win(index, rule: rule)
  }

  /// Makes a session active; sessions that it excludes are interrupted.
  mutating func win(_ index: Int, rule: Rule) {
    let hasInterrupted = interruptExcluded(by: index)
    state.sessions[index].becomeActive(
      Explanation(hasInterrupted && rule == .act01 ? .act03 : rule)
    )
  }

  /// Throws when a session would interrupt others from the background (ANC-ACT-04).
  ///
  /// It makes no difference whether there is a session to interrupt: a client can rely on the
  /// answer.
  func requireMayInterrupt(_ index: Int) throws(Refusal) {
    let session = state.sessions[index]
    if session.isForeground || session.isMixable
      || session.configuration.behaviour.mayInterruptFromBackground
    {
      return
    }
    throw Refusal(.cannotInterruptOthers, rule: .ancAct04, cause: .background)
  }

  /// Interrupts the active sessions that the one at `winner` excludes, and notes it as the newest.
  @discardableResult
  mutating func interruptExcluded(by winner: Int) -> Bool {
    let losers = state.selectInterrupted(by: winner)
    for loser in losers {
      let rule = state.sessions[winner].reason(toInterrupt: state.sessions[loser]) ?? .mix03
      state.sessions[loser].interrupt(rule, by: .session(state.sessions[winner].id))
    }
    noteActivation(of: winner)
    return !losers.isEmpty
  }

  /// Notes a session as the newest.
  mutating func noteActivation(of index: Int) {
    state.activations += 1
    state.sessions[index].lastActivation = state.activations
  }
}

extension SessionState {
  /// Gives the activation.
  mutating func becomeActive(_ reason: Explanation) {
    activation = .active
    activationReason = reason
  }

  /// Takes the activation away until something, or its user, releases the session; what it does
  /// then is still open.
  mutating func interrupt(_ rule: Rule, by cause: Cause) {
    mayResume = true
    intent = nil
    hold(rule, by: cause)
  }

  /// Notes what keeps the session interrupted.
  mutating func hold(_ rule: Rule, by cause: Cause) {
    activation = .interrupted(by: cause)
    activationReason = Explanation(rule, cause: cause)
  }

  /// Ends the activation for good.
  mutating func letGo(_ reason: Explanation) {
    activation = .inactive
    activationReason = reason
    lateInterruption = nil
  }
}
