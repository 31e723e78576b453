// SPDX-License-Identifier: Apache-2.0
// A session is muted, or that ends: by its user, or by its program; and what it hears, by its
// program alone.

extension Transaction {
  /// Mutes a session by its user's hand; its program can't undo that.
  mutating func applyMute(_ id: SessionID, _ isMuted: Bool) throws(Refusal) {
    try mute(id) { $0.isMutedByUser = isMuted }
  }

  /// Mutes a session as its program asks (ANC-MUT-01).
  mutating func applyOutputMute(_ id: SessionID, _ isMuted: Bool) throws(Refusal) {
    try mute(id) { $0.isMutedByProgram = isMuted }
  }

  /// Tells a session what is heard of it; one that excludes others only while it is heard is
  /// arbitrated anew (ANC-MODE-03).
  private mutating func mute(
    _ id: SessionID,
    _ change: (inout SessionState) -> Void
  ) throws(Refusal) {
    let index = try find(id)
    let old = state.sessions[index]
    change(&state.sessions[index])
    let isMuted = state.sessions[index].isOutputMuted
    guard isMuted != old.isOutputMuted else { return }
    if old.isActive, old.isMixable, !state.sessions[index].isMixable {
      try requireMayInterrupt(index)
      interruptExcluded(by: index)
    }
    if old.isActive { releaseTolerated(by: index) }
    tell(id, .outputMuteStateChanged(isMuted), Explanation(.ancMut01))
  }

  /// Tells each active session with an input whether that is muted, once for each change; what was
  /// said while it had none counts as soon as it has one (ANC-PERM-01).
  mutating func settleInputMutes() {
    for index in changed {
      let session = state.sessions[index]
      guard session.isInputMuted != session.toldInputMute, session.isActive,
        session.configuration.category.behaviour.hasInput
      else { continue }
      state.sessions[index].toldInputMute = session.isInputMuted
      tell(session.id, .inputMuteStateChanged(session.isInputMuted), Explanation(.ancPerm01))
    }
  }
}
