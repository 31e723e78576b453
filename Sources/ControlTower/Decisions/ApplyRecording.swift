// SPDX-License-Identifier: Apache-2.0
// A session's player or recorder is made ready, and a take of what it hears begins or ends.

extension Transaction {
  /// Checks whether a player of the session can be made ready; it needs no activation and changes
  /// nothing (PLY-06).
  func applyPreparation(_ id: SessionID) throws(Refusal) {
    let category = state.sessions[try find(id)].configuration.category
    if let rule = category.behaviour.prepareRule {
      throw Refusal(.categoryForbidsPlayback(category), rule: rule)
    }
  }

  /// Checks whether a take could begin; it needs no activation and changes nothing.
  func applyRecordingPreparation(_ id: SessionID) throws(Refusal) {
    if let refusal = state.refusalToRecord(state.sessions[try find(id)]) { throw refusal }
  }

  /// Begins a take, which needs activation (DEF-05, ACT-18), or ends it; a session that only
  /// records may deactivate then (ACT-13).
  ///
  /// A recording of what a session plays is no take of its own: it leaves the session as it is
  /// (ACT-A3).
  mutating func applyRecording(_ id: SessionID, _ isRecording: Bool) throws(Refusal) {
    let index = try find(id)
    let session = state.sessions[index]
    guard session.records else { return }
    if isRecording {
      try applyRecordingPreparation(id)
      guard !session.isActive else { return }
      try activate(index, rule: session.interrupter == nil ? .act18 : .int13)
    } else if session.isActive, session.configuration.behaviour.deactivatesOnStop,
      !session.configuration.category.behaviour.hasOutput
    {
      deactivate(index, Explanation(.act13))
      release(heldBy: .session(id), shouldResume: true, rule: .act15)
    }
  }
}

extension SessionState {
  /// Whether a recording of it is a take of what it hears, rather than of what it plays.
  fileprivate var records: Bool {
    configuration.usesInput || !configuration.category.behaviour.hasOutput
  }
}

extension TowerState {
  /// Why a session can't begin a take; `nil` when it can.
  ///
  /// A missing permission is no reason: the session then records silence (PERM-02).
  fileprivate func refusalToRecord(_ session: SessionState) -> Refusal? {
    guard session.records else { return nil }
    let category = session.configuration.category
    if let rule = category.behaviour.inputRule {
      return Refusal(.categoryForbidsInput(category), rule: rule)
    }
    return selectInput(for: session).ports.isEmpty
      ? Refusal(.noInput(session.id), rule: .inp03) : nil
  }
}
