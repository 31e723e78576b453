// SPDX-License-Identifier: Apache-2.0
// A session becomes active, by its own wish or because its user pressed play.

extension Transaction {
  /// Activates a session, or refuses; an active one stays as it is.
  mutating func applyActivation(_ id: SessionID) throws(Refusal) {
    let index = try find(id)
    guard !state.sessions[index].isActive else { return }
    try activate(index, rule: .act01)
  }

  /// Starts or stops a session's sound; starting needs activation (DEF-05, INT-13).
  mutating func applyPlaying(_ id: SessionID, _ isPlaying: Bool) throws(Refusal) {
    let index = try find(id)
    let session = state.sessions[index]
    if isPlaying, let rule = session.configuration.category.behaviour.playRule {
      throw Refusal(.categoryForbidsPlayback(session.configuration.category), rule: rule)
    }
    if isPlaying, !session.isActive {
      try activate(index, rule: session.interrupter == nil ? .def05 : .int13)
    }
    if session.configuration.category.behaviour.allowsPlay {
      state.sessions[index].isPaused = !isPlaying
    }
  }

  /// Makes a session active after those that it excludes have lost their activation (ACT-03).
  mutating func activate(_ index: Int, rule: Rule) throws(Refusal) {
    if let interrupter = state.highestInterrupter {
      throw Refusal(.insufficientPriority, rule: .int07, culprit: .interrupter(interrupter))
    }
    let hasInterrupted = interruptExcluded(by: index)
    state.sessions[index].activation = .active
    state.sessions[index].activationReason = Explanation(
      hasInterrupted && rule == .act01 ? .act03 : rule
    )
  }

  /// Interrupts the active sessions that the one at `winner` excludes, and notes it as the newest.
  @discardableResult
  mutating func interruptExcluded(by winner: Int) -> Bool {
    let losers = state.selectInterrupted(by: winner)
    for loser in losers {
      state.sessions[loser].interrupt(.mix03, by: .session(state.sessions[winner].id))
    }
    state.activations += 1
    state.sessions[winner].lastActivation = state.activations
    return !losers.isEmpty
  }
}

extension SessionState {
  /// Takes the activation away.
  mutating func interrupt(_ rule: Rule, by culprit: Culprit) {
    mayResume = true
    hold(rule, by: culprit)
  }

  /// Notes who keeps the session interrupted.
  mutating func hold(_ rule: Rule, by culprit: Culprit) {
    activation = .interrupted(by: culprit)
    activationReason = Explanation(rule, culprit: culprit)
  }
}
