// SPDX-License-Identifier: Apache-2.0
// Somebody who held sessions interrupted is gone: they come back, or somebody else holds them.

extension Transaction {
  /// Releases the sessions held by `culprit`, the one that was active last first.
  mutating func release(heldBy culprit: Culprit, shouldResume: Bool, rule: Rule) {
    let held = state.sessions.indices
      .filter { state.sessions[$0].interrupter == culprit }
      .sorted { state.sessions[$0].lastActivation > state.sessions[$1].lastActivation }
    for index in held {
      state.sessions[index].mayResume = state.sessions[index].mayResume && shouldResume
      if let blocker = state.selectBlocker(of: index) {
        state.sessions[index].hold(blocker.rule, by: blocker.culprit)
      } else {
        endInterruption(of: index, reason: Explanation(rule, culprit: culprit))
      }
    }
  }

  private mutating func endInterruption(of index: Int, reason: Explanation) {
    let session = state.sessions[index]
    tell(session.id, .interruptionEnded(shouldResume: session.mayResume), reason)
    let resumes = selectResumed(
      session.configuration.manners.resume,
      shouldResume: session.mayResume,
      wasPlaying: session.wasPlaying
    )
    state.sessions[index].activation = resumes ? .active : .inactive
    state.sessions[index].activationReason = Explanation(
      resumes ? .int15 : .int14,
      culprit: reason.culprit
    )
    if resumes {
      state.activations += 1
      state.sessions[index].lastActivation = state.activations
    }
  }
}
