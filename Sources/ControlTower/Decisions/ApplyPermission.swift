// SPDX-License-Identifier: Apache-2.0
// Whether a session may record: when its user is asked, and which session gets the answer.

extension Transaction {
  /// Answers at once when the user has decided; otherwise asks the user, once (PERM-04).
  mutating func applyPermissionRequest(_ id: SessionID) throws(Refusal) {
    let index = try find(id)
    switch state.sessions[index].recordPermission {
    case .undetermined: prompt(index, .perm04)
    case .denied, .granted: tellPermission(index)
    }
  }

  /// Notes what the user has decided.
  mutating func applyPermission(_ id: SessionID, _ new: RecordPermission) throws(Refusal) {
    let index = try find(id)
    let old = state.sessions[index]
    state.sessions[index].recordPermission = new
    state.sessions[index].hasPrompted = false
    if new != .undetermined, new != old.recordPermission { tellPermission(index) }
  }

  /// Asks the user when an undecided session starts to use an input (PERM-03).
  mutating func settlePermissions() {
    for index in changed where state.sessions[index].needsPermission {
      let neededIt = before.session(state.sessions[index].id)?.needsPermission ?? false
      if !neededIt { prompt(index, .perm03) }
    }
  }

  private mutating func prompt(_ index: Int, _ rule: Rule) {
    guard !state.sessions[index].hasPrompted else { return }
    state.sessions[index].hasPrompted = true
    extra.append(
      TowerEffect(.promptForRecordPermission(state.sessions[index].id), Explanation(rule))
    )
  }

  private mutating func tellPermission(_ index: Int) {
    let session = state.sessions[index]
    tell(
      session.id,
      .recordPermissionAnswered(session.recordPermission == .granted),
      Explanation(.ancPerm01)
    )
  }
}

extension SessionState {
  /// Whether it uses an input and its user has not said yet whether it may.
  fileprivate var needsPermission: Bool {
    isActive && hearsInput && recordPermission == .undetermined
  }

  /// Whether it has sources that hear inputs, and a category that lets them.
  var hearsInput: Bool {
    configuration.usesInput && configuration.category.behaviour.hasInput
  }
}
