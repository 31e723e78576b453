// SPDX-License-Identifier: Apache-2.0
// A session's user presses play or pause, or its players start or stop by themselves.

extension Transaction {
  /// Starts or stops a session's sound; starting needs activation (DEF-05, INT-13).
  mutating func applyPlaying(_ id: SessionID, _ isPlaying: Bool) throws(Refusal) {
    let index = try find(id)
    let session = state.sessions[index]
    let category = session.configuration.category
    if isPlaying, let rule = category.behaviour.playRule {
      throw Refusal(.categoryForbidsPlayback(category), rule: rule)
    }
    if state.waitsForAssistant(index) {
      state.sessions[index].intent = isPlaying
    } else if isPlaying, !session.isActive {
      try activate(index, rule: session.interrupter == nil ? .def05 : .int13)
    }
    note(index, isPlaying: isPlaying)
  }

  /// Notes what a session's players do since a reload or an error: this activates no session, and
  /// is no gesture of the user (PLY-A3).
  mutating func applyPlayers(_ id: SessionID, _ arePlaying: Bool) throws(Refusal) {
    note(try find(id), isPlaying: arePlaying)
  }

  /// Notes whether a session plays; a session that deactivates when it stops does so.
  private mutating func note(_ index: Int, isPlaying: Bool) {
    let session = state.sessions[index]
    let category = session.configuration.category
    if category.behaviour.allowsPlay {
      state.sessions[index].isPaused = !isPlaying
      state.sessions[index].pauseReason = isPlaying ? nil : Explanation(.plyA2)
    }
    if !isPlaying, session.isActive, session.configuration.behaviour.deactivatesOnStop {
      deactivate(index, Explanation(category.stopRule))
      release(heldBy: .session(session.id), shouldResume: true, rule: .act15)
    }
  }
}

extension TowerState {
  /// Whether a gesture of a session's user has to wait until the assistant has finished (INT-A2).
  fileprivate func waitsForAssistant(_ index: Int) -> Bool {
    sessions[index].interrupter == .interrupter(.assistant)
      && selectInterrupter(blocking: index) == .assistant
  }
}
