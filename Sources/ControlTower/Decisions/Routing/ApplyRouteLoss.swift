// SPDX-License-Identifier: Apache-2.0
// The output in use is gone, or a recorder's devices change: sound must not come out elsewhere.

extension Transaction {
  /// Pauses or interrupts, by their behaviour, the sessions that would be heard nowhere, or
  /// elsewhere, without the port (RTE-A3).
  ///
  /// It does one of the two, never both (ANC-INT-04). A multiRoute session whose sound goes
  /// elsewhere plays on (ANC-MRT-02).
  mutating func applyLoss(of port: PortDescription) {
    guard !state.isServerLost else { return }
    for index in state.sessions.indices
    where state.needs(port.id, index) && !state.sessions[index].isPaused {
      let behaviour = state.sessions[index].configuration.behaviour
      if behaviour.prefersInterruptionOnRouteDisconnect {
        interrupt(index, becauseOf: port)
      } else if behaviour.routePolicy != .ignore {
        pause(index, Explanation(.rte11, cause: .port(port.id)))
      }
    }
  }

  /// Ends the takes of recorders when a device that they could use comes or goes (RTE-14, RTE-A1).
  mutating func stopTakes(because port: PortDescription) {
    guard !state.isServerLost else { return }
    for index in state.sessions.indices {
      let configuration = state.sessions[index].configuration
      guard state.sessions[index].isActive, configuration.behaviour.routePolicy == .stopOnChange,
        configuration.ruleAgainst(port) == nil, port.role.traits.arrival != .picked
      else { continue }
      pause(index, Explanation(.rteA1, cause: .port(port.id)))
    }
  }

  /// Interrupts a session that would be heard elsewhere; one that is interrupted already does not
  /// come back.
  private mutating func interrupt(_ index: Int, becauseOf port: PortDescription) {
    if state.sessions[index].isActive {
      state.sessions[index].interrupt(.ancInt04, by: .port(port.id))
    } else {
      state.sessions[index].mayResume = false
    }
  }

  /// Stops a session's sound or take as its user would, also that of an interrupted one, so that it
  /// does not come back by itself.
  private mutating func pause(_ index: Int, _ reason: Explanation) {
    let session = state.sessions[index]
    guard session.activation != .inactive, !session.isPaused else { return }
    pauses[session.id] = reason
    if session.configuration.category.behaviour.allowsPlay {
      state.sessions[index].isPaused = true
    }
  }
}

extension TowerState {
  /// Whether a port is a session's last output, or the one that its sound follows.
  fileprivate func needs(_ port: PortID, _ index: Int) -> Bool {
    let (targets, route) = (sessions[index].targets, sessions[index].route)
    if targets.followsRoute, route.outputs == [port] { return true }
    let left = targets.pinned.filter { $0 != port && self.port($0) != nil }
    let isFollowed = targets.followsRoute && !route.outputs.isEmpty
    return targets.pinned.contains(port) && left.isEmpty && !isFollowed
  }
}
