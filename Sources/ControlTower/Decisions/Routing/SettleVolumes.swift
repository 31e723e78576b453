// SPDX-License-Identifier: Apache-2.0
// The volume of each output: one is remembered for each category on each output (VOL-01).

import Quantities

extension Transaction {
  /// Remembers the volume that the user gives an output, for its present owner (VOL-05).
  mutating func applyVolume(_ id: PortID, _ level: Decibels) throws(Refusal) {
    guard let port = state.port(id), port.direction == .output else {
      throw Refusal(.unknownPort(id), rule: .vol04)
    }
    guard !port.role.hasFixedVolume else { throw Refusal(.fixedVolume(id), rule: .vol03) }
    guard !level.value.isNaN else { throw Refusal(.badVolume(id), rule: .vol05) }
    state.volumes[VolumeKey(state.selectVolumeOwner(of: id), on: id)] = level
  }

  /// Forgets what anybody has set an output to: its preset says another level now, to which it also
  /// goes back when an interrupter gives up its fader.
  mutating func applyVolumeReset(_ id: PortID, _ level: Decibels) {
    state.volumes = state.volumes.filter { $0.key.output != id }
    let held = state.heldVolumes.keys.filter { $0.output == id }
    for key in held { state.heldVolumes[key] = state.turnedInterrupter == nil ? nil : level }
    state.appliedVolumes[id] = nil
    guard let index = state.ports.firstIndex(where: { $0.id == id }) else { return }
    state.ports[index].volume = level
  }

  /// Recalls the volume of the present owner on each output.
  ///
  /// An owner that never had a volume there takes over the present one, and keeps it: nothing gets
  /// louder by itself.
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

  /// Keeps the present volume of an output when an interrupter takes over its fader, and restores
  /// it when that is over (VOL-02).
  ///
  /// The owner in force has its volume held already; a session with its own send to that output is
  /// no owner.
  private mutating func holdVolume(_ present: Decibels, of output: PortID) {
    guard before.turnedInterrupter == nil, state.turnedInterrupter != nil else { return }
    let key = VolumeKey(before.selectVolumeOwner(of: output), on: output)
    if state.heldVolumes[key] == nil { state.heldVolumes[key] = present }
  }
}

extension TowerState {
  /// The owner of an output's volume: the session activated last, or an interrupter without a level
  /// of its own.
  func selectVolumeOwner(of output: PortID) -> VolumeKey.Owner {
    if let interrupter = turnedInterrupter { return .interrupter(interrupter) }
    let newest = sessions.users(of: output).max { older, newer in
      let (isOlderActive, isNewerActive) = (sessions[older].isActive, sessions[newer].isActive)
      guard isOlderActive == isNewerActive else { return isNewerActive }
      return sessions[older].lastActivation < sessions[newer].lastActivation
    }
    return .category(newest.map { sessions[$0].configuration.category } ?? .soloAmbient)
  }

  /// The rule that decides an output's volume.
  func volumeRule(of output: PortID) -> Rule {
    if isMeasuring(on: output) { return .meas01 }
    return turnedInterrupter == nil ? .vol01 : .vol02
  }

  /// Whether something sounds on an output, or could.
  fileprivate func isInForce(on output: PortID) -> Bool {
    turnedInterrupter != nil
      || sessions.users(of: output).contains { sessions[$0].isActive }
  }

  /// Whether a session measures with an output, whose volume then is unity (MEAS-01).
  fileprivate func isMeasuring(on output: PortID) -> Bool {
    sessions.indices(of: .measuring).contains { sessions[$0].route.outputs.contains(output) }
  }

  /// The lasting interrupter whose level the output faders set; the others have levels of their own
  /// (VOL-02).
  fileprivate var turnedInterrupter: Interrupter? {
    interrupters.keys.sorted().first {
      policy.interruptersOnRouteFaders.contains($0) && isHeard($0)
    }
  }
}
