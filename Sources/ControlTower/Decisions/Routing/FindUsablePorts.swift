// SPDX-License-Identifier: Apache-2.0
// Which ports a session can use at all, and by which rule it can't use the others.

extension SessionConfiguration {
  /// The rule by which the session can't use a port; `nil` when it can.
  func ruleAgainst(_ port: PortDescription) -> Rule? {
    let traits = port.role.traits
    if let rule = ruleAgainst(port.direction) { return rule }
    if !traits.directions.contains(port.direction) { return .ancRte02 }
    if category == .multiRoute, !traits.multiRoute.contains(port.direction) { return .ancMrt01 }
    switch traits.gate {
    case .open: return nil
    case .handsFree: return inForce.contains(.allowBluetoothHFP) ? nil : .opt07
    case .bluetoothOutput: return allows(.allowBluetoothA2DP) ? nil : .ancOpt02
    case .network: return port.direction == .output ? ruleAgainstNetwork(port) : nil
    }
  }

  /// The rule by which the session's category does not use a direction; `nil` when it does
  /// (ANC-RTE-03).
  func ruleAgainst(_ direction: PortDirection) -> Rule? {
    switch direction {
    case .input: category.behaviour.inputRule
    case .output: category.behaviour.outputRule
    }
  }

  private func ruleAgainstNetwork(_ port: PortDescription) -> Rule? {
    let row = networkRow
    switch row.support {
    case .none: return row.rule
    case .mirrored: return port.isMirrored ? nil : row.rule
    case .both: return nil
    }
  }

  /// Whether an option is in force; sessions that only play have it anyway (ANC-OPT-02).
  private func allows(_ option: CategoryOption) -> Bool {
    inForce.contains(option) || !category.behaviour.hasInput
  }
}

extension TowerState {
  /// The ports of one direction that a session can use, in the order in which they came.
  func usablePorts(
    _ direction: PortDirection,
    for configuration: SessionConfiguration
  ) -> [PortDescription] {
    let usable = ports.filter {
      $0.direction == direction && configuration.ruleAgainst($0) == nil
    }
    if configuration.category == .multiRoute, direction == .output {
      // The speaker counts only when there is nothing else (ANC-MRT-01).
      let external = usable.filter { $0.role != .speaker }
      return external.isEmpty ? usable : external
    }
    // Of two ports of one device the hands-free one wins (ANC-OPT-02).
    let handsFree = Set(usable.filter { $0.role == .hfp }.compactMap(\.device))
    return usable.filter { port in
      port.role != .a2dp || port.device.map { !handsFree.contains($0) } ?? true
    }
  }
}
