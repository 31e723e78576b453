// SPDX-License-Identifier: Apache-2.0
// After every event: how far active sessions are turned down, and which of them are bypassed.

extension Transaction {
  /// Gives every active session the duck and the bypass that the others and its mode ask for.
  ///
  /// The strip of a session that does not sound is left alone: it is set when the session sounds again.
  mutating func applyStrips(before: TowerState) {
    for index in state.sessions.indices where state.sessions[index].isActive {
      let id = state.sessions[index].id
      let wasActive = before.index(of: id).map { before.sessions[$0].isActive } ?? false
      let duck = state.selectDuck(for: index, isStarting: !wasActive)
      let old = state.sessions[index].stripDuck
      // The reason stays the one it began with, as long as nothing else changes.
      if duck?.duck != old?.duck || duck?.reason.culprit != old?.reason.culprit || !wasActive {
        state.sessions[index].stripDuck = duck
      }
      state.sessions[index].isMeasuring = state.sessions[index].configuration.mode == .measurement
    }
  }
}
