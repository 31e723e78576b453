// SPDX-License-Identifier: Apache-2.0
// A session's output is muted or unmuted by its user or its program, and its input by its program.

extension Transaction {
  /// Mutes a session for its user; its program can't undo that.
  mutating func applyMute(_ id: SessionID, _ isMuted: Bool) throws(Refusal) {
    try mute(id) { $0.isMutedByUser = isMuted }
  }

  /// Mutes a session as its program asks (ANC-MUT-01).
  mutating func applyOutputMute(_ id: SessionID, _ isMuted: Bool) throws(Refusal) {
    try mute(id) { $0.isMutedByProgram = isMuted }
  }

  /// Notifies a session whether it is muted; one that excludes others only while it is heard is
  /// arbitrated again (ANC-MODE-03).
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

  /// Notifies each active session with an input whether that is muted, once for each change; a
  /// change while it has no input is reported as soon as it has one (ANC-PERM-01).
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
