// SPDX-License-Identifier: Apache-2.0
// What clients can read about inputs, outputs and volumes.

package import Quantities

extension ControlTower {
  /// The inputs that a session can choose from; an inactive session has none (PREF-08).
  package func availableInputs(for id: SessionID) throws(Refusal) -> [PortDescription] {
    let session = try activeSession(id, rule: .pref08)
    return state.usablePorts(.input, for: session.configuration)
  }

  /// The outputs that a session can use, in the order in which they came.
  package func availableOutputs(for id: SessionID) throws(Refusal) -> [PortDescription] {
    state.usablePorts(.output, for: try known(id).configuration)
  }

  /// The route of interrupters and system sounds that follow the current route: that of a player
  /// (RTE-02, RTE-04).
  package var routeOutsideSessions: RouteDescription {
    let player = SessionConfiguration(id: SessionID(""), category: .playback)
    let outputs = state.selectOutputs(for: SessionState(player)).ports
    return RouteDescription(inputs: [], outputs: outputs)
  }

  /// Whether the rig has an input for a session (INP-01).
  package func isInputAvailable(for id: SessionID) throws(Refusal) -> Bool {
    !state.usablePorts(.input, for: try known(id).configuration).isEmpty
  }

  /// The categories that this rig can serve at the moment: no input, no recording (ANC-CAT-01).
  package var availableCategories: [Category] {
    let directions = Set(state.ports.map(\.direction))
    return Category.allCases.filter { category in
      switch category {
      case .record: directions.contains(.input)
      case .playAndRecord: directions == [.input, .output]
      case .audioProcessing: true
      case .ambient, .soloAmbient, .playback, .multiRoute: directions.contains(.output)
      }
    }
  }

  /// The modes that go with at least one of those categories.
  package var availableModes: [Mode] {
    let categories = availableCategories
    return Mode.allCases.filter { !$0.categories.isDisjoint(with: categories) }
  }

  /// The volume of an output for its present owner; `nil` when it has none, or is not there
  /// (VOL-03, VOL-04).
  package func volume(of output: PortID) -> Decibels? {
    guard let port = state.port(output), port.direction == .output, !port.role.hasFixedVolume
    else { return nil }
    return state.appliedVolumes[output] ?? port.volume
  }

  /// The owner of the volume that the user sets when turning an output up or down.
  package func volumeOwner(of output: PortID) -> VolumeKey.Owner {
    state.selectVolumeOwner(of: output)
  }

  /// The port that the user has picked in place of the one plugged in last.
  package func pick(_ direction: PortDirection) -> PortID? { state.picks[direction] }
}

extension ControlTower {
  /// A session, or the refusal that there is none of that name.
  func known(_ id: SessionID) throws(Refusal) -> SessionState {
    guard let session = session(id) else { throw Refusal(.unknownSession(id), rule: .def01) }
    return session
  }

  /// A session that has to be active, or the refusal that it is not.
  func activeSession(_ id: SessionID, rule: Rule) throws(Refusal) -> SessionState {
    let session = try known(id)
    guard session.isActive else { throw Refusal(.sessionNotActive(id), rule: rule) }
    return session
  }
}
