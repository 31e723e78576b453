// SPDX-License-Identifier: Apache-2.0
// A session comes to the control surface, or leaves it.

extension Transaction {
  /// Suspends a session that may not run in the background, and lets one that comes back decide
  /// again.
  mutating func applyForeground(_ id: SessionID, _ isForeground: Bool) throws(Refusal) {
    let index = try find(id)
    guard state.sessions[index].isForeground != isForeground else { return }
    state.sessions[index].isForeground = isForeground
    if isForeground {
      comeBack(index)
    } else if state.sessions[index].isActive, state.sessions[index].isSuspendable {
      state.sessions[index].interrupt(.ancInt03, by: .background)
      state.sessions[index].lateInterruption = .appWasSuspended
    }
  }

  /// Sends a session what it has missed, then activates it again if it wants that and nothing
  /// prevents it (INT-13).
  private mutating func comeBack(_ index: Int) {
    let session = state.sessions[index]
    if let reason = session.lateInterruption {
      state.sessions[index].lateInterruption = nil
      tell(
        session.id,
        .interruptionBegan(reason, isLate: true),
        Explanation(.ancInt03, cause: .background)
      )
      if session.activation == .inactive {
        tell(session.id, .didDeactivate, session.activationReason)
      }
    }
    guard let cause = session.interrupter, cause != .operator else { return }
    if let blocker = state.selectBlocker(of: index) {
      if cause == .background { state.sessions[index].hold(blocker.rule, by: blocker.cause) }
    } else if session.resumes || cause == .background {
      resume(index, .int13, after: cause)
    }
  }
}
