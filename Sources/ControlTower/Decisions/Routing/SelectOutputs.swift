// SPDX-License-Identifier: Apache-2.0
// Where a session's sound goes to.

/// Ports of one direction, and the rule that chose them.
struct PortChoice {
  var ports: [PortID]
  var rule: Rule

  init(_ ports: [PortDescription], _ rule: Rule) {
    self.ports = ports.map(\.id)
    self.rule = rule
  }
}

extension TowerState {
  /// The outputs of a session: one, except for multiRoute.
  func selectOutputs(for session: SessionState) -> PortChoice {
    let configuration = session.configuration
    if let rule = configuration.ruleAgainst(.output) { return PortChoice([], rule) }
    let usable = usablePorts(.output, for: configuration)
    if configuration.category == .multiRoute { return selectSeveral(of: usable, configuration) }
    if session.override == .speaker, let speaker = usable.first(where: { $0.role == .speaker }) {
      return PortChoice([speaker], .ovr02)
    }
    return selectDominant(of: usable, .output) ?? selectBuiltInOutput(of: usable, configuration)
  }

  /// The port that the user has picked, else the one that was plugged in last.
  func selectDominant(
    of usable: [PortDescription],
    _ direction: PortDirection
  ) -> PortChoice? {
    if let picked = usable.first(where: { $0.id == picks[direction] }) {
      return PortChoice([picked], .rte04)
    }
    return usable.last { $0.role.traits.isExternal }.map { PortChoice([$0], .rte02) }
  }

  /// All outputs at once, as far as they can be used together.
  private func selectSeveral(
    of usable: [PortDescription],
    _ configuration: SessionConfiguration
  ) -> PortChoice {
    if usable.count < 2 { return PortChoice(usable, usable.isEmpty ? .rte07 : .mrt01) }
    if MultiRouteTable.allows(usable.map(\.role), extra: policy.extraOutputPairs) {
      return PortChoice(usable, .mrt01)
    }
    switch policy.ineligibleCombination {
    case .allow: return PortChoice(usable, .mrt08)
    case .dominant:
      var dominant = selectDominant(of: usable, .output) ?? PortChoice([usable[0]], .mrt08)
      dominant.rule = .mrt08
      return dominant
    }
  }

  /// The output when nothing is plugged in; among several of a role the first, which is the rig's
  /// main one.
  private func selectBuiltInOutput(
    of usable: [PortDescription],
    _ configuration: SessionConfiguration
  ) -> PortChoice {
    let speaker = usable.first { $0.role == .speaker }
    let receiver = usable.first { $0.role == .receiver }
    if configuration.category == .playAndRecord {
      if configuration.inForce.contains(.defaultToSpeaker), let speaker {
        return PortChoice([speaker], .opt04)
      }
      if let receiver { return PortChoice([receiver], .cat30) }
    }
    return (speaker ?? receiver).map { PortChoice([$0], .rte03) } ?? PortChoice([], .rte07)
  }
}
