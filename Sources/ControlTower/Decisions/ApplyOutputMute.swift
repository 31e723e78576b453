// SPDX-License-Identifier: Apache-2.0
// A session's user mutes it, or ends that.

extension Transaction {
  /// Mutes a session; one that excludes others only while it is heard is arbitrated anew (ANC-MODE-03).
  mutating func applyOutputMute(_ id: SessionID, _ isMuted: Bool) throws(Refusal) {
    let index = try find(id)
    let old = state.sessions[index]
    guard old.isOutputMuted != isMuted else { return }
    state.sessions[index].isOutputMuted = isMuted
    if old.isActive, old.isMixable, !state.sessions[index].isMixable {
      try requireMayInterrupt(index)
      interruptExcluded(by: index)
    }
    tell(id, .outputMuteStateChanged(isMuted), Explanation(.ancMut01))
  }
}
