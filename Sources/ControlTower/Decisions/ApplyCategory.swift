// SPDX-License-Identifier: Apache-2.0
// A session comes, or asks for another category, mode and options.

extension Transaction {
  /// Takes a session in, inactive.
  mutating func applyAddition(of configuration: SessionConfiguration) throws(Refusal) {
    guard state.index(of: configuration.id) == nil else {
      throw Refusal(.duplicateSession(configuration.id), rule: .def02)
    }
    if let refusal = configuration.refusals().first { throw refusal }
    state.sessions.append(SessionState(configuration))
  }

  /// Stores a configuration; an active session is arbitrated anew at once (CHG-01, CHG-02).
  ///
  /// The options become exactly what is given, nothing of the former ones is kept (CHG-04).
  mutating func applyCategory(
    _ id: SessionID,
    _ category: Category,
    _ mode: Mode,
    _ options: Set<CategoryOption>
  ) throws(Refusal) {
    let index = try find(id)
    var configuration = state.sessions[index].configuration
    configuration.category = category
    configuration.mode = mode
    configuration.options = options
    if let refusal = configuration.refusals().first { throw refusal }
    state.sessions[index].configuration = configuration
    if state.sessions[index].isActive, !state.selectInterrupted(by: index).isEmpty {
      interruptExcluded(by: index)
    }
  }
}
