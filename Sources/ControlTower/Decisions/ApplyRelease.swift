// SPDX-License-Identifier: Apache-2.0
// What held sessions interrupted is gone: they come back, or something else holds them.

extension Transaction {
  /// Releases the sessions held by `cause`, the one that was active last first.
  mutating func release(heldBy cause: Cause, shouldResume: Bool, rule: Rule) {
    let held = state.sessions.indices(of: .interrupted)
      .filter { state.sessions[$0].interrupter == cause }
      .sorted { state.sessions[$0].lastActivation > state.sessions[$1].lastActivation }
    for index in held {
      release(index, shouldResume: shouldResume, reason: Explanation(rule, cause: cause))
    }
  }

  /// Releases the sessions that an active session has interrupted and would not interrupt any more:
  /// it goes on, so they are advised not to resume (INT-A5).
  mutating func releaseTolerated(by winner: Int) {
    let cause = Cause.session(state.sessions[winner].id)
    for index in state.sessions.indices(of: .interrupted)
    where state.sessions[index].interrupter == cause
      && state.sessions[winner].reason(toInterrupt: state.sessions[index]) == nil
    {
      release(index, shouldResume: false, reason: Explanation(.intA5, cause: cause))
    }
  }

  /// Ends the interruption of a session, unless something else blocks it.
  mutating func release(_ index: Int, shouldResume: Bool, reason: Explanation) {
    state.sessions[index].mayResume = state.sessions[index].mayResume && shouldResume
    if let blocker = state.selectBlocker(of: index) {
      state.sessions[index].hold(blocker.rule, by: blocker.cause)
    } else {
      let session = state.sessions[index]
      tell(session.id, .interruptionEnded(shouldResume: session.mayResume), reason)
      resume(index, .int15, after: reason.cause)
    }
  }

  /// Activates a session again if it is to come back, otherwise leaves it inactive.
  ///
  /// What its user asked the assistant for meanwhile outweighs the hint (INT-A2).
  mutating func resume(_ index: Int, _ rule: Rule, after cause: Cause?) {
    let (resumes, intent) = (state.sessions[index].resumes, state.sessions[index].intent)
    guard resumes else {
      state.sessions[index].letGo(Explanation(.int14, cause: cause))
      // A session that mixes has held spoken audio only for its prompt, which is over.
      let session = state.sessions[index]
      if session.configuration.isMixable {
        release(heldBy: .session(session.id), shouldResume: true, rule: .act15)
      }
      return
    }
    noteActivation(of: index)
    state.sessions[index].becomeActive(
      Explanation(intent == nil ? rule : .intA2, cause: cause)
    )
  }
}

extension SessionState {
  /// Whether the session comes back when nothing blocks it.
  var resumes: Bool {
    intent
      ?? selectResumed(
        configuration.behaviour.resume,
        shouldResume: mayResume,
        wasPlaying: wasPlaying
      )
  }
}
