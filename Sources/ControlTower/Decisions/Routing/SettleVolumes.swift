// SPDX-License-Identifier: Apache-2.0
// How loud each output is: one memory for each category on each output (VOL-01).

import Quantities

extension Transaction {
  /// Remembers the volume that the user gives an output, for what is in force there (VOL-05).
  mutating func applyVolume(_ id: PortID, _ level: Decibels) throws(Refusal) {
    guard let port = state.port(id), port.direction == .output else {
      throw Refusal(.unknownPort(id), rule: .vol04)
    }
    guard !port.role.hasFixedVolume else { throw Refusal(.fixedVolume(id), rule: .vol03) }
    guard !level.value.isNaN else { throw Refusal(.badVolume(id), rule: .vol05) }
    state.volumes[VolumeKey(state.selectVolumeOwner(of: id), on: id)] = level
  }

  /// Recalls the volume of what is in force on each output.
  ///
  /// What never had a volume there takes over the present one, and keeps it: nothing gets louder by
  /// itself.
  mutating func settleVolumes() {
    for port in state.ports where port.direction == .output && !port.role.hasFixedVolume {
      let present = state.appliedVolumes[port.id] ?? port.volume
      holdVolume(present, of: port.id)
      let key = VolumeKey(state.selectVolumeOwner(of: port.id), on: port.id)
      let level = state.volumes[key] ?? state.heldVolumes[key] ?? present
      if state.isInForce(on: port.id) { state.heldVolumes[key] = level }
      let applied = state.isMeasuring(on: port.id) ? .unity : level
      if applied != present { state.appliedVolumes[port.id] = applied }
    }
  }

  /// Keeps the volume that an output has as an interrupter begins to be turned there, to be back
  /// when that is over (VOL-02).
  ///
  /// Who is in force has its volume held already; a session with a send of its own to that output
  /// is none.
  private mutating func holdVolume(_ present: Decibels, of output: PortID) {
    guard before.turnedInterrupter == nil, state.turnedInterrupter != nil else { return }
    let key = VolumeKey(before.selectVolumeOwner(of: output), on: output)
    if state.heldVolumes[key] == nil { state.heldVolumes[key] = present }
  }
}

extension TowerState {
  /// Whose volume an output shows: that of the session activated last, or of an interrupter that
  /// has no level of its own.
  func selectVolumeOwner(of output: PortID) -> VolumeKey.Owner {
    if let interrupter = turnedInterrupter { return .interrupter(interrupter) }
    let newest = sessions.users(of: output).max { older, newer in
      let (isOlderActive, isNewerActive) = (sessions[older].isActive, sessions[newer].isActive)
      guard isOlderActive == isNewerActive else { return isNewerActive }
      return sessions[older].lastActivation < sessions[newer].lastActivation
    }
    return .category(newest.map { sessions[$0].configuration.category } ?? .soloAmbient)
  }

  /// The rule by which an output has its volume.
  func volumeRule(of output: PortID) -> Rule {
    if isMeasuring(on: output) { return .meas01 }
    return turnedInterrupter == nil ? .vol01 : .vol02
  }

  /// Whether something sounds on an output, or could.
  fileprivate func isInForce(on output: PortID) -> Bool {
    turnedInterrupter != nil
      || sessions.users(of: output).contains { sessions[$0].isActive }
  }

  /// Whether a session measures with an output, which then has no volume but unity (MEAS-01).
  fileprivate func isMeasuring(on output: PortID) -> Bool {
    sessions.indices(of: .measuring).contains { sessions[$0].route.outputs.contains(output) }
  }

  /// The interrupter that lasts and that volumes of outputs turn; the others have levels of their
  /// own (VOL-02).
  fileprivate var turnedInterrupter: Interrupter? {
    interrupters.keys.sorted().first {
      policy.interruptersOnRouteFaders.contains($0) && isHeard($0)
    }
  }
}
