// SPDX-License-Identifier: Apache-2.0
// Notifies sessions of inputs that come and go.

extension Transaction {
  /// Notifies sessions that input has become available or is gone; otherwise active ones, that
  /// their choice of inputs has changed.
  ///
  /// Availability is for inactive sessions, too: a recorder is active only while it records
  /// (INP-02, ACT-13).
  mutating func tellInputs(_ indices: [Int], arePortsChanged: Bool) {
    let cause = routeChange?.explanation.cause
    for index in indices {
      let session = state.sessions[index]
      guard let old = before.session(session.id),
        arePortsChanged || old.configuration != session.configuration
      else { continue }
      let had = before.usableInputs(for: old)
      let has = state.usableInputs(for: session)
      // A program that has just asked for a category without input is not notified that there is
      // none.
      if before.usableInputs(for: session).isEmpty != has.isEmpty {
        let change = TowerEffect.Notification.inputAvailabilityChanged(!has.isEmpty)
        tell(session.id, change, Explanation(.inp02, cause: cause))
      } else if had != has, old.isActive, session.isActive {
        tell(session.id, .availableInputsChanged, Explanation(.ancNot01, cause: cause))
      }
    }
  }
}

extension TowerState {
  fileprivate func usableInputs(for session: SessionState) -> Set<PortID> {
    Set(usablePorts(.input, for: session.configuration).map(\.id))
  }
}
