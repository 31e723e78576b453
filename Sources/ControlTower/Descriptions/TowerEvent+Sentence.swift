// SPDX-License-Identifier: Apache-2.0
// What happened, in words, without a full stop.

import Quantities

extension TowerEvent {
  /// What happened, in one sentence, such as "voice asks to be active".
  package var sentence: String {
    switch self {
    case .added(let configuration):
      "\(configuration.id.name) is loaded, \(configuration.kind)"
    case .removed(let id): "\(id.name) is gone"
    case .setCategory(let id, let category, let mode, let options, let policy):
      "\(id.name) asks for \(describe(category, mode, options, policy))"
    case .setMode(let id, let mode): "\(id.name) asks for mode \(mode.rawValue)"
    case .activate(let id): "\(id.name) asks to be active"
    case .deactivate(let id, let notifyingOthers):
      "\(id.name) lets go\(notifyingOthers ? " and notifies others" : "")"
    case .setPlaying(let id, let isPlaying):
      "\(id.name) is asked to \(isPlaying ? "play" : "pause")"
    case .playersChanged(let id, let arePlaying):
      arePlaying ? "\(id.name) plays now" : "\(id.name) has come to a stop"
    case .prepare(let id): "\(id.name) is asked to get ready to play"
    case .prepareToRecord(let id): "\(id.name) is asked to get ready to record"
    case .setRecording(let id, let isRecording):
      "\(id.name) is asked to \(isRecording ? "record" : "stop recording")"
    case .setForeground(let id, let isForeground):
      "\(id.name) goes to the \(isForeground ? "foreground" : "background")"
    case .setMuted(let id, let isMuted): "\(id.name) is \(isMuted ? "muted" : "unmuted")"
    case .setOutputMuted(let id, let isMuted): "\(id.name) \(isMuted ? "mutes" : "unmutes") itself"
    case .setInputMuted(let id, let isMuted):
      "\(id.name) \(isMuted ? "mutes" : "unmutes") its input"
    case .setPreferences(let id, let wishes):
      "\(id.name) would like \(wishes.map(\.text).joined(separator: ", "))"
    case .overrideOutput(let id, let override):
      override == .none
        ? "\(id.name) ends its output override" : "\(id.name) overrides its output to the speaker"
    case .setTargets(let id, _): "\(id.name) is sent elsewhere"
    case .setBehaviour(let id, _): "\(id.name) is to behave otherwise"
    case .requestRecordPermission(let id): "\(id.name) asks whether it may record"
    case .setRecordPermission(let id, let permission):
      "permission of \(id.name) to record is \(permission.rawValue)"
    case .connect(let from, let to): "\(from.name) is connected to \(to.name)"
    case .disconnect(let from, let to): "\(from.name) is disconnected from \(to.name)"
    default: operatorSentence ?? rigSentence
    }
  }

  private var operatorSentence: String? {
    switch self {
    case .forceDeactivate(let id): "the operator deactivates \(id.name)"
    case .forceInterrupt(let id): "the operator interrupts \(id.name)"
    case .releaseInterrupt(let id): "the operator releases \(id.name)"
    case .setSilent(let isOn): "the silent switch is \(onOff(isOn))"
    case .setLocked(let isOn): "the lock is \(onOff(isOn))"
    case .setMicrophoneMuted(let isOn): "the microphone switch is \(onOff(isOn))"
    case .setDoNotInterrupt(let isOn, let name): "'\(name)' turns do-not-interrupt \(onOff(isOn))"
    case .setVolume(let port, let level): "the user turns '\(port)' to \(level.text)"
    case .pickRoute(let direction, let port):
      port.map { "the user picks \(direction.rawValue) '\($0)'" }
        ?? "the user picks no \(direction.rawValue) any more"
    case .systemSound(let name): "system sound '\(name)' is asked for"
    default: nil
    }
  }

  private var rigSentence: String {
    switch self {
    case .interrupterRang(let interrupter): "the \(interrupter.rawValue) rings"
    case .interrupterAccepted(let interrupter): "the \(interrupter.rawValue) is accepted"
    case .interrupterDeclined(let interrupter): "the \(interrupter.rawValue) is declined"
    case .interrupterBegan(let interrupter): "the \(interrupter.rawValue) begins"
    case .interrupterEnded(let interrupter, let shouldResume):
      "the \(interrupter.rawValue) ends\(shouldResume ? "" : ", nobody should resume")"
    case .setRigPolicy: "the rig's policy is set"
    case .adoptVolumes(let volumes): "\(volumes.count) remembered volumes are adopted"
    case .resetVolume(let port, let level): "the preset sets '\(port)' to \(level.text)"
    case .plugged(let port):
      "\(port.direction.rawValue) '\(port.id)' (\(port.role.rawValue)) is plugged in"
    case .unplugged(let port): "'\(port)' is unplugged"
    case .hardwareChanged(let hardware):
      "the hardware runs at \(Int(clamping: hardware.sampleRate.hertz)) Hz in cycles of \(hardware.ioBufferDuration.text)"
    case .mediaServicesLost: "the audio server is lost"
    case .mediaServicesReset: "the audio server is back"
    default: ""
    }
  }
}

private func onOff(_ isOn: Bool) -> String { isOn ? "on" : "off" }

extension SessionConfiguration {
  fileprivate var kind: String { describe(category, mode, options, policy) }
}

/// A category with its mode, options and policy, as far as they differ from the defaults.
private func describe(
  _ category: Category,
  _ mode: Mode,
  _ options: Set<CategoryOption>,
  _ policy: RouteSharingPolicy
) -> String {
  var words = [category.rawValue]
  if mode != .default { words.append("mode \(mode.rawValue)") }
  words += CategoryOption.allCases.filter(options.contains).map(\.rawValue)
  if policy != .default { words.append("policy \(policy.rawValue)") }
  return words.joined(separator: ", ")
}

extension Preference {
  /// Whether it only ends an earlier preference.
  var isEmpty: Bool {
    switch self {
    case .ioBufferDuration(nil), .sampleRate(nil), .inputChannels(nil), .outputChannels(nil),
      .inputGain(nil), .input(nil):
      true
    default: false
    }
  }

  /// The preference in words, such as "cycles of 0.005 s".
  var text: String {
    switch self {
    case .ioBufferDuration(let time): time.map { "cycles of \($0.text)" } ?? "any cycle"
    case .sampleRate(let rate): rate.map { "\(Int(clamping: $0.hertz)) Hz" } ?? "any sample rate"
    case .inputChannels(let count): count.map { "\($0) input channels" } ?? "any input channels"
    case .outputChannels(let count): count.map { "\($0) output channels" } ?? "any output channels"
    case .inputGain(let gain):
      gain.map { "an input gain of \($0)" } ?? "any input gain"
    case .input(let port): port.map { "input '\($0)'" } ?? "any input"
    case .noInterruptionsFromSystemAlerts(let isOn):
      "\(isOn ? "no " : "")interruptions by ringing"
    case .interruptionOnRouteDisconnect(let isOn):
      isOn ? "to be interrupted by a lost route" : "to be paused by a lost route"
    case .systemSoundsDuringRecording(let isOn):
      "\(isOn ? "" : "no ")system sounds while it records"
    }
  }
}
