// SPDX-License-Identifier: Apache-2.0
// What the operator does to sessions, and the switch that cuts the microphones off.

extension Transaction {
  /// Takes a session's activation away; the sessions that it interrupted can go on (ACT-04).
  ///
  /// A suspended session is notified too, when it runs again (ANC-INT-03).
  mutating func applyForcedDeactivation(_ id: SessionID) throws(Refusal) {
    let index = try find(id)
    let untold = state.sessions[index].lateInterruption
    deactivate(index, Explanation(.act04, cause: .operator))
    state.sessions[index].lateInterruption = untold
    release(heldBy: .session(id), shouldResume: true, rule: .act04)
  }

  /// Interrupts a session; one that something else holds stays interrupted when that is over.
  mutating func applyForcedInterruption(_ id: SessionID) throws(Refusal) {
    let index = try find(id)
    switch state.sessions[index].activation {
    case .inactive: return
    case .active: state.sessions[index].interrupt(.act04, by: .operator)
    case .interrupted: state.sessions[index].hold(.act04, by: .operator)
    }
  }

  /// Releases a session whose interruption has no end of its own: by the operator, or a lost route.
  mutating func applyForcedRelease(_ id: SessionID) throws(Refusal) {
    let index = try find(id)
    switch state.sessions[index].interrupter {
    case .operator, .port:
      release(index, shouldResume: true, reason: Explanation(.act04, cause: .operator))
    default: return
    }
  }

  /// Interrupts the sessions that use a microphone, unless they prefer silence (ANC-OPT-04);
  /// turning the switch off ends this (INT-11).
  mutating func applyMicrophoneMute(_ isOn: Bool) {
    guard state.switches.isMicrophoneMuted != isOn else { return }
    state.switches.isMicrophoneMuted = isOn
    guard isOn else {
      return release(heldBy: .microphoneSwitch, shouldResume: true, rule: .int11)
    }
    for index in state.sessions.indices
    where state.sessions[index].isActive && state.sessions[index].losesMicrophone {
      state.sessions[index].interrupt(.ancOpt04, by: .microphoneSwitch)
    }
  }
}

extension SessionState {
  fileprivate var losesMicrophone: Bool {
    hearsInput && !configuration.options.contains(.overrideMutedMicrophoneInterruption)
  }
}
