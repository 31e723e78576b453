// SPDX-License-Identifier: Apache-2.0
// The facts of what happened.

package import ControlProtocol
package import ControlTower
import Quantities

extension DecisionEventStatus {
  /// The facts of an event; every kind has its name here.
  package init(_ event: TowerEvent) {
    switch event {
    case .added(let session):
      self.init("added", session.id)
      (category, mode) = (session.category.rawValue, session.mode.rawValue)
      options = CategoryOption.allCases.filter(session.options.contains).map(\.rawValue)
      policy = session.policy.rawValue
    case .removed(let id): self.init("removed", id)
    case .setCategory(let id, let category, let mode, let options, let policy):
      self.init("setCategory", id)
      (self.category, self.mode) = (category.rawValue, mode.rawValue)
      self.options = CategoryOption.allCases.filter(options.contains).map(\.rawValue)
      self.policy = policy.rawValue
    case .setMode(let id, let mode):
      self.init("setMode", id)
      self.mode = mode.rawValue
    case .activate(let id): self.init("activate", id)
    case .deactivate(let id, let notifyingOthers):
      self.init("deactivate", id)
      shouldResume = notifyingOthers
    case .setPlaying(let id, let isOn): self.init("setPlaying", id, isOn)
    case .playersChanged(let id, let isOn): self.init("playersChanged", id, isOn)
    case .prepare(let id): self.init("prepare", id)
    case .prepareToRecord(let id): self.init("prepareToRecord", id)
    case .setRecording(let id, let isOn): self.init("setRecording", id, isOn)
    case .setForeground(let id, let isOn): self.init("setForeground", id, isOn)
    case .setMuted(let id, let isOn): self.init("setMuted", id, isOn)
    case .setOutputMuted(let id, let isOn): self.init("setOutputMuted", id, isOn)
    case .setInputMuted(let id, let isOn): self.init("setInputMuted", id, isOn)
    case .setPreferences(let id, let wishes):
      self.init("setPreferences", id)
      preferences = wishes.map(ClientSetPreferencesRequest.Preference.init)
    case .overrideOutput(let id, let override):
      self.init("overrideOutput", id)
      choice = override.rawValue
    case .setTargets(let id, let targets):
      self.init("setTargets", id)
      routes = targets.pinned.sorted().map(\.name)
      followsRoute = targets.followsRoute
    case .setBehaviour(let id, _): self.init("setBehaviour", id)
    case .requestRecordPermission(let id): self.init("requestRecordPermission", id)
    case .setRecordPermission(let id, let answer):
      self.init("setRecordPermission", id)
      choice = answer.rawValue
    case .connect(let id, let other):
      self.init("connect", id)
      otherSession = other.name
    case .disconnect(let id, let other):
      self.init("disconnect", id)
      otherSession = other.name
    case .forceDeactivate(let id): self.init("forceDeactivate", id)
    case .forceInterrupt(let id): self.init("forceInterrupt", id)
    case .releaseInterrupt(let id): self.init("releaseInterrupt", id)
    case .setSilent(let isOn): self.init("setSilent", nil, isOn)
    case .setLocked(let isOn): self.init("setLocked", nil, isOn)
    case .setMicrophoneMuted(let isOn): self.init("setMicrophoneMuted", nil, isOn)
    case .setDoNotInterrupt(let isOn, let operatorName):
      self.init("setDoNotInterrupt", nil, isOn)
      name = operatorName
    case .setVolume(let port, let level):
      self.init("setVolume")
      (route, level_db) = (port.name, level.finite)
    case .pickRoute(let direction, let port):
      self.init("pickRoute")
      (route, self.direction) = (port?.name, direction.rawValue)
    case .systemSound(let sound):
      self.init("systemSound")
      name = sound
    case .interrupterRang(let one): self.init("interrupterRang", one)
    case .interrupterAccepted(let one): self.init("interrupterAccepted", one)
    case .interrupterDeclined(let one): self.init("interrupterDeclined", one)
    case .interrupterBegan(let one): self.init("interrupterBegan", one)
    case .interrupterEnded(let one, let resume):
      self.init("interrupterEnded", one)
      shouldResume = resume
    case .setRigPolicy: self.init("setRigPolicy")
    case .adoptVolumes: self.init("adoptVolumes")
    case .resetVolume(let port, let level):
      self.init("resetVolume")
      (route, level_db) = (port.name, level.finite)
    case .plugged(let port):
      self.init("plugged")
      (route, direction, role) = (port.id.name, port.direction.rawValue, port.role.rawValue)
      level_db = port.direction == .output ? port.volume.finite : nil
    case .unplugged(let port):
      self.init("unplugged")
      route = port.name
    case .hardwareChanged(let hardware):
      self.init("hardwareChanged")
      sampleRate_hz = hardware.sampleRate.hertz
      ioBufferDuration_seconds = hardware.ioBufferDuration.value
    case .mediaServicesLost: self.init("mediaServicesLost")
    case .mediaServicesReset: self.init("mediaServicesReset")
    }
  }

  private init(_ kind: String, _ session: SessionID? = nil, _ isOn: Bool? = nil) {
    self.init(kind: kind)
    self.session = session?.name
    self.isOn = isOn
  }

  private init(_ kind: String, _ interrupter: Interrupter) {
    self.init(kind: kind)
    self.interrupter = interrupter.rawValue
  }
}

extension ClientSetPreferencesRequest.Preference {
  fileprivate init(_ wish: Preference) {
    self =
      switch wish {
      case .ioBufferDuration(let time): .ioBufferDuration(seconds: time?.value)
      case .sampleRate(let rate): .sampleRate(hertz: rate?.hertz)
      case .inputChannels(let count): .inputChannels(count: count)
      case .outputChannels(let count): .outputChannels(count: count)
      case .inputGain(let gain): .inputGain(value: gain)
      case .input(let port): .input(uid: port?.name)
      case .noInterruptionsFromSystemAlerts(let isOn): .noInterruptionsFromSystemAlerts(isOn: isOn)
      case .interruptionOnRouteDisconnect(let isOn): .interruptionOnRouteDisconnect(isOn: isOn)
      case .systemSoundsDuringRecording(let isOn): .systemSoundsDuringRecording(isOn: isOn)
      }
  }
}
