// SPDX-License-Identifier: Apache-2.0
// The facts of what is to be done.

import ControlProtocol
import ControlTower
import Quantities

extension EffectStatus {
  /// The facts of an effect, and the level before it where it sets one; every kind has its name
  /// here.
  init(_ effect: TowerEffect, from level: Decibels?) {
    self.init(kind: "", text: effect.action.text, rule: effect.rule.description)
    cause = effect.cause.map(CauseStatus.init)
    from_db = level?.finite
    switch effect.action {
    case .sound(let id, let after):
      be("sound", id)
      after_seconds = after.value
    case .suspend(let id): be("suspend", id)
    case .pause(let id): be("pause", id)
    case .resume(let id): be("resume", id)
    case .silence(let id, let isOn): be("silence", id, isOn)
    case .mute(let id, let isOn): be("mute", id, isOn)
    case .zeroInput(let id, let isOn): be("zeroInput", id, isOn)
    case .silenceSecondary(let id, let isOn): be("silenceSecondary", id, isOn)
    case .duck(let id, let level, let over, let after):
      be("duck", id)
      to_db = level.finite
      (over_seconds, after_seconds) = (over.value, after.value)
    case .duckOutputs(let id, let ports):
      be("duckOutputs", id)
      outputs = ports?.sorted().map(\.name)
    case .sidechain(let id, let ducker, let duck):
      be("sidechain", id, ducker != nil)
      otherSession = ducker?.name
      to_db = ducker == nil ? nil : duck.level.finite
    case .measure(let id, let isOn): be("measure", id, isOn)
    case .processVoice(let id, let isOn): be("processVoice", id, isOn)
    case .route(let id, let route):
      be("route", id)
      (inputs, outputs) = (route.inputs.map(\.name), route.outputs.map(\.name))
    case .send(let id, let other, let isOpen):
      be("send", id, isOpen)
      otherSession = other.name
    case .setPromptStyle(let id, let style):
      be("setPromptStyle", id)
      name = style.rawValue
    case .hold(let token, let id, let holds):
      be("hold", id, holds)
      name = token.name
    case .promptForRecordPermission(let id): be("promptForRecordPermission", id)
    case .closeOutputs(let id, let ports):
      be("closeOutputs", id)
      outputs = ports.sorted().map(\.name)
    case .notify(let id, let notification):
      be("notify", id)
      tell(notification)
    case .setVolume(let port, let level):
      be("setVolume")
      (route, to_db) = (port.name, level.finite)
    case .setIOBufferDuration(let time):
      be("setIOBufferDuration")
      ioBufferDuration_seconds = time.value
    case .setInputGain(let gain):
      be("setInputGain")
      self.gain = gain
    case .soundRing(let interrupter, let isOn):
      be("soundRing", nil, isOn)
      self.interrupter = interrupter.rawValue
    case .soundInterrupter(let interrupter, let isOn):
      be("soundInterrupter", nil, isOn)
      self.interrupter = interrupter.rawValue
    case .playSystemSound(let sound):
      be("playSystemSound")
      name = sound
    case .silenceSystemSounds(let isOn): be("silenceSystemSounds", nil, isOn)
    }
  }

  /// Part of the answer to what happens if an output goes: a session that is not heard there any
  /// more.
  init(_ loss: Loss) {
    self.init(kind: "unheard", text: loss.text, rule: loss.rule.description)
    cause = CauseStatus(.port(loss.port))
    (session, outputs) = (loss.session.name, [loss.port.name])
  }

  private mutating func be(_ kind: String, _ session: SessionID? = nil, _ isOn: Bool? = nil) {
    (self.kind, self.session, self.isOn) = (kind, session?.name, isOn)
  }

  /// The notification that a session gets, in the same words as in its events.
  private mutating func tell(_ told: TowerEffect.Notification) {
    switch told {
    case .didActivate: notification = "didActivate"
    case .didDeactivate: notification = "didDeactivate"
    case .interruptionBegan(let why, _):
      notification = "interruptionBegan"
      reason = SessionNotification.InterruptionReason(why).rawValue
    case .interruptionEnded(let resume):
      (notification, shouldResume) = ("interruptionEnded", resume)
    case .routeChanged(let why, let previous):
      (notification, reason) = ("routeChanged", why.rawValue)
      (inputs, outputs) = (previous.inputs.map(\.name), previous.outputs.map(\.name))
    case .availableInputsChanged: notification = "availableInputsChanged"
    case .inputAvailabilityChanged(let isThere):
      (notification, isOn) = ("inputAvailabilityChanged", isThere)
    case .silenceSecondaryAudioHint(let isOn):
      (notification, self.isOn) = ("silenceSecondaryAudioHint", isOn)
    case .mediaServicesWereLost: notification = "mediaServicesLost"
    case .mediaServicesWereReset: notification = "mediaServicesReset"
    case .recordPermissionAnswered(let isGranted):
      (notification, isOn) = ("permissionAnswered", isGranted)
    case .ioReconfigured: notification = "ioReconfigured"
    case .outputMuteStateChanged(let isMuted):
      (notification, isOn) = ("outputMuteStateChanged", isMuted)
    case .inputMuteStateChanged(let isMuted):
      (notification, isOn) = ("inputMuteStateChanged", isMuted)
    }
  }
}
