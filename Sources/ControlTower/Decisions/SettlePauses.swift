// SPDX-License-Identifier: Apache-2.0
// What was stopped for a session keeps its reason.

extension Transaction {
  /// Notes why sessions are paused with this event.
  mutating func settlePauses() {
    for (id, reason) in pauses {
      guard let index = state.index(of: id), state.sessions[index].isPaused else { continue }
      state.sessions[index].pauseReason = reason
    }
  }
}
