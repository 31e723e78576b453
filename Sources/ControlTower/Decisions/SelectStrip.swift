// SPDX-License-Identifier: Apache-2.0
// What the switches and permissions do to an active session, and why.

extension TowerState {
  /// What keeps the graph of an active session from running: the lock, if the session follows it
  /// (BG-01, BG-05).
  func selectSuspension(of index: Int) -> Explanation? {
    guard switches.isLocked else { return nil }
    let configuration = sessions[index].configuration
    if let rule = configuration.category.behaviour.lockRule {
      return Explanation(rule, cause: .lock)
    }
    return configuration.behaviour.backgroundAudio ? nil : Explanation(.bg01, cause: .lock)
  }

  /// What silences an active session while its time runs: the silent switch, if the session follows
  /// it, and a recorder.
  ///
  /// While a recorder is active no session has an output (CAT-23); only sessions that mix can be
  /// active beside it.
  func selectSilencing(of index: Int, recorder: SessionID?) -> Explanation? {
    let behaviour = sessions[index].configuration.category.behaviour
    if switches.isSilent, let rule = behaviour.silentRule {
      return Explanation(rule, cause: .silentSwitch)
    }
    guard let recorder, behaviour.hasOutput else { return nil }
    return Explanation(.cat23, cause: .session(recorder))
  }

  /// The active session that takes the output away from all others; there is one at most, because
  /// it never mixes (CAT-22).
  var recorder: SessionID? {
    sessions.indices(of: .recording).first.map { sessions[$0].id }
  }

  /// What keeps the inputs of an active session at exact zeros.
  func selectZeroInput(of index: Int) -> Explanation? {
    let session = sessions[index]
    guard session.configuration.usesInput else { return nil }
    guard session.configuration.category.behaviour.hasInput else {
      return Explanation(session.configuration.category.behaviour.inputRule ?? .ancRte03)
    }
    if session.recordPermission != .granted { return Explanation(.perm02) }
    if session.isInputMuted { return Explanation(.ancPerm01) }
    return switches.isMicrophoneMuted
      ? Explanation(.ancOpt04, cause: .microphoneSwitch) : nil
  }
}

extension Mode {
  /// Whether the rig's voice processing goes with it (MODE-12).
  var processesVoice: Bool {
    switch self {
    case .voiceChat, .videoChat, .gameChat: true
    default: false
    }
  }
}
