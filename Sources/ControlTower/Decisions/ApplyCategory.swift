// SPDX-License-Identifier: Apache-2.0
// A session comes, or asks for another category, mode and options.

extension Transaction {
  /// Adds a session, inactive.
  mutating func applyAddition(of configuration: SessionConfiguration) throws(Refusal) {
    guard state.index(of: configuration.id) == nil else {
      throw Refusal(.duplicateSession(configuration.id), rule: .def02)
    }
    if let refusal = configuration.refusals().first { throw refusal }
    state.sessions.append(SessionState(configuration))
  }

  /// Stores a category, a mode and options; an active session is arbitrated again at once (CHG-01,
  /// CHG-02).
  ///
  /// The options become exactly what is given; none of the previous ones is kept (CHG-04).
  mutating func applyCategory(
    _ id: SessionID,
    _ category: Category,
    _ mode: Mode,
    _ options: Set<CategoryOption>,
    _ policy: RouteSharingPolicy
  ) throws(Refusal) {
    let index = try find(id)
    var configuration = state.sessions[index].configuration
    configuration.category = category
    configuration.mode = mode
    configuration.options = options
    configuration.policy = policy
    try store(configuration, at: index)
  }

  /// Stores a mode; options of the previous one that only concern routes are lost (ANC-OPT-06).
  mutating func applyMode(_ id: SessionID, _ mode: Mode) throws(Refusal) {
    let index = try find(id)
    var configuration = state.sessions[index].configuration
    guard configuration.mode != mode else { return }
    configuration.mode = mode
    configuration.options = configuration.options.filter { !$0.isLostWithMode }
    try store(configuration, at: index)
  }

  private mutating func store(
    _ configuration: SessionConfiguration,
    at index: Int
  ) throws(Refusal) {
    if let refusal = configuration.refusals().first { throw refusal }
    let old = state.sessions[index]
    let isChanged = configuration != old.configuration
    state.sessions[index].configuration = configuration
    guard state.sessions[index].isActive else {
      if isChanged { state.sessions[index].isRoutePending = true }
      return
    }
    if isChanged {
      state.sessions[index].override = .none
      routeChange = (.categoryChange, Explanation(.chg02))
    }
    if old.isMixable { try requireMayInterrupt(index) }
    if !state.selectInterrupted(by: index).isEmpty {
      interruptExcluded(by: index)
    }
    releaseTolerated(by: index)
  }
}
