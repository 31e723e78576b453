// SPDX-License-Identifier: Apache-2.0
// An output is back: the sessions that its loss has paused go on, if their preset says so.

extension Transaction {
  /// Resumes sessions whose sound reaches the returned output; one that was paused by its user
  /// stays paused (RTE-A4).
  ///
  /// A session that an interrupter holds goes on when that is over.
  mutating func settleReturns() {
    guard let returned else { return }
    for index in state.sessions.indices where state.sessions[index].waits(for: returned) {
      state.sessions[index].isPaused = false
      state.sessions[index].pauseReason = nil
      resumes[state.sessions[index].id] = Explanation(.rteA4, cause: .port(returned))
    }
  }
}

extension SessionState {
  fileprivate func waits(for port: PortID) -> Bool {
    guard isPaused, pauseReason?.rule == Rule.rte11.id, configuration.behaviour.resumesOnReturn,
      activation != .inactive
    else { return false }
    let follows = targets.followsRoute && route.outputs.contains(port)
    return targets.pinned.contains(port) || (follows && pauseReason?.cause == .port(port))
  }
}
