// SPDX-License-Identifier: Apache-2.0
// Effects in words.

import Quantities

extension TowerEffect.Action {
  /// The subject: a session's name, an interrupter, or the rig.
  package var subject: String {
    switch self {
    case .sound(let id, _), .suspend(let id), .pause(let id), .resume(let id), .silence(let id, _),
      .mute(let id, _), .zeroInput(let id, _), .silenceSecondary(let id, _), .duck(let id, _, _, _),
      .sidechain(let id, _, _), .measure(let id, _), .processVoice(let id, _), .route(let id, _),
      .send(let id, _, _), .setPromptStyle(let id, _), .hold(_, let id, _),
      .closeOutputs(let id, _), .duckOutputs(let id, _),
      .promptForRecordPermission(let id), .notify(let id, _):
      id.name
    case .soundInterrupter(let interrupter, _), .soundRing(let interrupter, _):
      interrupter.rawValue
    case .setVolume, .setIOBufferDuration, .setInputGain, .playSystemSound, .silenceSystemSounds:
      "rig"
    }
  }

  /// What is done, to be read after the subject.
  package var text: String {
    switch self {
    case .sound(_, let delay): delay == .zero ? "sounds" : "sounds after \(delay.text)"
    case .suspend: "falls silent"
    case .pause: "is paused"
    case .resume: "goes on"
    case .silence(_, let isOn): isOn ? "silenced, time runs on" : "audible again"
    case .mute(_, let isOn): isOn ? "muted, time runs on" : "not muted any more"
    case .zeroInput(_, let isOn): isOn ? "hears exact silence" : "hears its input"
    case .silenceSecondary(_, let isOn):
      isOn ? "secondary sound silenced" : "secondary sound audible again"
    case .duck(_, let level, let time, let delay): duckText(level, time, delay)
    case .duckOutputs(_, let ports):
      ports.map { "its duck acts at \($0.sorted().map { "'\($0)'" }.joined(separator: ", ")) only" }
        ?? "its duck acts wherever it is heard"
    case .sidechain(_, let ducker, let duck): sidechainText(ducker, duck)
    case .measure(_, let isOn): isOn ? "bypassed for measurement" : "processed again"
    case .processVoice(_, let isOn): isOn ? "voice processing in" : "voice processing out"
    case .route(_, let route): "routed \(route.text)"
    case .closeOutputs(_, let ports):
      ports.isEmpty
        ? "not kept off any output"
        : "kept off \(ports.sorted().map { "'\($0)'" }.joined(separator: ", "))"
    case .send(_, let to, let isOpen):
      isOpen ? "sends to '\(to.name)'" : "cut off from '\(to.name)'"
    case .setPromptStyle(_, let style): "prompt style \(style.rawValue)"
    case .hold(let token, _, let holds):
      holds ? "gets token '\(token.name)'" : "loses token '\(token.name)'"
    case .promptForRecordPermission: "user asked whether it may record"
    case .notify(_, let notification): "notified: \(notification.text)"
    default: rigText
    }
  }

  private var rigText: String {
    switch self {
    case .soundInterrupter(_, let isOn): isOn ? "bus opened" : "bus closed"
    case .soundRing(_, let isOn): isOn ? "ring opened" : "ring closed"
    case .setVolume(let port, let level): "volume of '\(port)' set to \(level.text)"
    case .setIOBufferDuration(let time): "cycle set to \(time.text)"
    case .setInputGain(let gain):
      "input gain set to \(Decibels(LinearGain(factor: Float(gain))).text)"
    case .playSystemSound(let name): "plays system sound '\(name)'"
    case .silenceSystemSounds(let isOn):
      isOn ? "system sounds silenced" : "system sounds audible again"
    default: ""
    }
  }

  private func duckText(_ level: Decibels, _ time: Seconds, _ delay: Seconds) -> String {
    let how = level == .unity ? "back to 0 dB" : "turned down to \(level.text)"
    let over = time == .zero ? "at once" : "in \(time.text)"
    return delay == .zero ? "\(how) \(over)" : "\(how) \(over) after \(delay.text)"
  }

  private func sidechainText(_ ducker: SessionID?, _ duck: Duck) -> String {
    guard let ducker, let sidechain = duck.sidechain else { return "follows no level any more" }
    return "up to \(sidechain.idle.text) while '\(ducker.name)' is silent"
  }
}

extension TowerEffect.Notification {
  /// The notification in words.
  package var text: String {
    switch self {
    case .didActivate: "active"
    case .didDeactivate: "inactive"
    case .interruptionBegan(let reason, let isLate):
      "interrupted, \(reason.text)\(isLate ? ", heard late" : "")"
    case .interruptionEnded(let shouldResume):
      "interruption over, \(shouldResume ? "may resume" : "should not resume")"
    case .routeChanged(let reason, let previous):
      "new route, \(reason.rawValue), was \(previous.text)"
    case .availableInputsChanged: "other inputs available"
    case .inputAvailabilityChanged(let isThere): isThere ? "input available" : "no input available"
    case .silenceSecondaryAudioHint(let isOn):
      isOn ? "hint: silence secondary audio" : "hint: secondary audio may sound"
    case .mediaServicesWereLost: "audio server lost"
    case .mediaServicesWereReset: "audio server back, everything reset"
    case .recordPermissionAnswered(let isGranted): isGranted ? "may record" : "may not record"
    case .ioReconfigured: "sound restarted with other hardware values"
    case .outputMuteStateChanged(let isMuted): isMuted ? "output muted" : "output not muted"
    case .inputMuteStateChanged(let isMuted): isMuted ? "input muted" : "input not muted"
    }
  }
}

extension InterruptionReason {
  /// The reason in words.
  package var text: String {
    switch self {
    case .anotherSession: "another session"
    case .appWasSuspended: "it was suspended"
    case .builtInMicMuted: "microphones cut off"
    case .routeDisconnected: "route disconnected"
    case .interrupter(let interrupter): interrupter.rawValue
    case .operator: "operator"
    }
  }
}

extension RouteDescription {
  /// The route in words, such as "from 'mic' to 'main'".
  package var text: String {
    let parts = [("from", inputs), ("to", outputs)].filter { !$0.1.isEmpty }
      .map { word, ports in "\(word) \(ports.map { "'\($0)'" }.joined(separator: ", "))" }
    return parts.isEmpty ? "nowhere" : parts.joined(separator: " ")
  }
}
