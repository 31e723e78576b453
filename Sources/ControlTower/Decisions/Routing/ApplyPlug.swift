// SPDX-License-Identifier: Apache-2.0
// A port comes or goes, or the user picks one.

extension Transaction {
  /// Takes a port in as the last one; plugging something in ends what the user had picked before
  /// (RTE-04).
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

  /// Takes a port out; who was using it is paused before anything moves (RTE-11).
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

  /// Uses what the user has picked, until something is plugged in in that direction (RTE-04).
  mutating func applyPick(_ direction: PortDirection, _ id: PortID?) throws(Refusal) {
    if let id, state.port(id)?.direction != direction {
      throw Refusal(.unknownPort(id), rule: .rte04)
    }
    state.picks[direction] = id
    routeChange = (.override, Explanation(.rte04, cause: .operator))
  }
}
