// SPDX-License-Identifier: Apache-2.0
// Carries out events, and settles what follows from every event.

extension Transaction {
  /// Decides an event; `settle` does what follows for strips, routes and the rig.
  mutating func apply(_ event: TowerEvent) throws(Refusal) {
    if state.isServerLost, event.needsServer {
      throw Refusal(.mediaServicesLost, rule: .rstA5, cause: .audioServer)
    }
    switch event {
    case .added(let configuration): try applyAddition(of: configuration)
    case .removed(let id): try applyRemoval(id)
    case .setCategory(let id, let category, let mode, let options, let policy):
      try applyCategory(id, category, mode, options, policy)
    case .setMode(let id, let mode): try applyMode(id, mode)
    case .activate(let id): try applyActivation(id)
    case .deactivate(let id, let notifyingOthers):
      try applyDeactivation(id, notifyingOthers: notifyingOthers)
    case .setPlaying(let id, let isPlaying): try applyPlaying(id, isPlaying)
    case .playersChanged(let id, let arePlaying): try applyPlayers(id, arePlaying)
    case .prepare(let id): try applyPreparation(id)
    case .prepareToRecord(let id): try applyRecordingPreparation(id)
    case .setRecording(let id, let isRecording): try applyRecording(id, isRecording)
    case .setForeground(let id, let isForeground): try applyForeground(id, isForeground)
    case .setMuted(let id, let isMuted): try applyMute(id, isMuted)
    case .setOutputMuted(let id, let isMuted): try applyOutputMute(id, isMuted)
    case .setInputMuted(let id, let isMuted):
      state.sessions[try find(id)].isInputMuted = isMuted
    case .setPreferences(let id, let wishes): try applyPreferences(id, wishes)
    case .overrideOutput(let id, let override): try applyOverride(id, override)
    case .setTargets(let id, let targets): state.sessions[try find(id)].targets = targets
    case .setBehaviour(let id, let behaviour): try applyBehaviour(id, behaviour)
    case .requestRecordPermission(let id): try applyPermissionRequest(id)
    case .setRecordPermission(let id, let permission): try applyPermission(id, permission)
    case .connect(let from, let to): try applyConnection(from, to)
    case .disconnect(let from, let to): try applyDisconnection(from, to)
    case .forceDeactivate(let id): try applyForcedDeactivation(id)
    case .forceInterrupt(let id): try applyForcedInterruption(id)
    case .releaseInterrupt(let id): try applyForcedRelease(id)
    default: try applyRigEvent(event)
    }
  }

  private mutating func applyRigEvent(_ event: TowerEvent) throws(Refusal) {
    switch event {
    case .setSilent(let isOn): state.switches.isSilent = isOn
    case .setLocked(let isOn): state.switches.isLocked = isOn
    case .setMicrophoneMuted(let isOn): applyMicrophoneMute(isOn)
    case .setDoNotInterrupt(let isOn, let name): applyDoNotInterrupt(isOn, by: name)
    case .setVolume(let port, let level): try applyVolume(port, level)
    case .pickRoute(let direction, let port): try applyPick(direction, port)
    case .systemSound(let name): try applySystemSound(name)
    case .interrupterRang(let interrupter): try applyRing(of: interrupter)
    case .interrupterAccepted(let interrupter): try applyAcceptance(of: interrupter)
    case .interrupterBegan(let interrupter): try applyBegin(of: interrupter, isAccepted: false)
    case .interrupterDeclined(let interrupter): try applyRefusal(of: interrupter)
    case .interrupterEnded(let interrupter, let shouldResume):
      applyEnd(of: interrupter, shouldResume: shouldResume, rule: .int11)
    case .setRigPolicy(let policy): state.policy = policy
    case .adoptVolumes(let volumes): state.volumes.merge(volumes) { $1 }
    case .resetVolume(let port, let level): applyVolumeReset(port, level)
    case .plugged(let port): try applyPlug(port)
    case .unplugged(let port): try applyUnplug(port)
    case .hardwareChanged(let hardware): applyHardware(hardware)
    case .mediaServicesLost: applyLoss()
    case .mediaServicesReset: applyReset()
    default: preconditionFailure("events of sessions are decided above")
    }
  }

  /// Brings everything in line with what was decided: routes, strips, tokens, hints, the rig.
  mutating func settle() {
    settlePauses()
    settleRoutes()
    settleReturns()
    settleTokens()
    settlePermissions()
    settleStrips()
    settleInputMutes()
    settleConnections()
    settleHints()
    assert(isSettled, "a session depends on what nobody looks at")
    if !state.isServerLost {
      settleVolumes()
      settleHardware()
    }
    settleSystemSounds()
  }
}

extension TowerEvent {
  /// Whether it is a request that needs the audio server.
  ///
  /// The others are facts, which happen with or without it: sessions that come and go, changes of
  /// the preset, interrupters, ports, switches and mutes that somebody operates, and the user's
  /// answers.
  fileprivate var needsServer: Bool {
    switch self {
    case .activate, .deactivate, .setCategory, .setMode, .setPlaying, .prepare, .prepareToRecord,
      .setRecording, .setPreferences, .setOutputMuted, .overrideOutput, .forceDeactivate,
      .forceInterrupt, .releaseInterrupt, .setVolume, .pickRoute, .systemSound:
      true
    case .added, .removed, .playersChanged, .setTargets, .setBehaviour, .connect, .disconnect,
      .setForeground,
      .setMuted,
      .setInputMuted, .requestRecordPermission, .setRecordPermission, .setSilent, .setLocked,
      .setMicrophoneMuted, .setDoNotInterrupt, .interrupterRang, .interrupterAccepted,
      .interrupterDeclined, .interrupterBegan, .interrupterEnded, .setRigPolicy, .adoptVolumes,
      .resetVolume,
      .plugged, .unplugged, .hardwareChanged, .mediaServicesLost, .mediaServicesReset:
      false
    }
  }
}
