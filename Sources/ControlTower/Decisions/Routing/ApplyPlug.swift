// SPDX-License-Identifier: Apache-2.0
// A port comes or goes, or the user picks one.

extension Transaction {
  /// Adds a port as the last one; plugging something in ends the user's pick (RTE-04).
  mutating func applyPlug(_ port: PortDescription) throws(Refusal) {
    guard state.port(port.id) == nil else {
      throw Refusal(.duplicatePort(port.id), rule: .ancRte02)
    }
    state.ports.append(port)
    if port.role.traits.arrival == .plugged { state.picks[port.direction] = nil }
    routeChange = (.newDeviceAvailable, Explanation(.rte02, cause: .port(port.id)))
    stopTakes(because: port)
    returned = port.id
  }

  /// Removes a port; the sessions that used it are paused before any route changes (RTE-11).
  mutating func applyUnplug(_ id: PortID) throws(Refusal) {
    guard let port = state.port(id) else {
      throw Refusal(.unknownPort(id), rule: .ancRte02)
    }
    routeChange = (.oldDeviceUnavailable, Explanation(.rte03, cause: .port(id)))
    applyLoss(of: port)
    stopTakes(because: port)
    state.ports.removeAll { $0.id == id }
    if state.picks[port.direction] == id { state.picks[port.direction] = nil }
  }

  /// Uses the port that the user has picked, until something is plugged in in that direction
  /// (RTE-04).
  mutating func applyPick(_ direction: PortDirection, _ id: PortID?) throws(Refusal) {
    if let id, state.port(id)?.direction != direction {
      throw Refusal(.unknownPort(id), rule: .rte04)
    }
    state.picks[direction] = id
    routeChange = (.override, Explanation(.rte04, cause: .operator))
  }
}
