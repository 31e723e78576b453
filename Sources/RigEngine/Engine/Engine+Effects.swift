// SPDX-License-Identifier: Apache-2.0
// The one place where the tower's decisions become commands: each effect, in the tower's order.

import ControlTower
import Quantities
import RenderCore
import RigModel

extension Engine {
  /// Carries out effects in order; a session that is to sound waits until those before it are
  /// silent.
  func carryOut(_ effects: [TowerEffect]) {
    var silentAfter = FrameCount.zero
    for effect in effects {
      switch effect.action {
      case .suspend(let id):
        guard let session = live.session(id), session.gate.isSounding || session.gate.reopens else {
          continue
        }
        if !feeds.keeps(session) { gates.close(session) }
        silentAfter = HostTimes.release.frames(at: sampleRate)
      case .closeOutputs(let id, let outputs):
        with(id) { mixer.close(outputs, to: $0) }
        if !outputs.isEmpty {
          silentAfter = max(silentAfter, HostTimes.release.frames(at: sampleRate))
        }
      case .sound(let id, let delay):
        guard let session = live.session(id) else { continue }
        mixer.feedSessionsOnly(session, false)
        gates.open(session, after: max(silentAfter, delay.frames(at: sampleRate)))
      default:
        carryOutOnStrip(effect)
      }
    }
    gates.exchangePlugins()
  }

  /// What is done to one session without opening or closing it.
  private func carryOutOnStrip(_ effect: TowerEffect) {
    switch effect.action {
    case .pause(let id): with(id, pause)
    case .resume(let id): with(id, players.goOn)
    case .silence(let id, let isOn): with(id) { mixer.silence($0, isOn) }
    case .mute(let id, let isOn): with(id) { mixer.mute($0, isOn) }
    case .zeroInput(let id, let isOn): with(id) { mixer.setInputMuted($0, isOn) }
    case .silenceSecondary(let id, let isOn): with(id) { mixer.silenceSecondary($0, isOn) }
    case .duck(let id, let level, let time, let hold):
      with(id) { mixer.duck($0, to: level, over: time, after: hold) }
    case .duckOutputs(let id, let outputs): with(id) { mixer.duck($0, at: outputs) }
    case .sidechain(let id, let ducker, let duck):
      with(id) { mixer.setSidechain(of: $0, ducker.map { ($0, duck) }) }
    case .measure(let id, let isOn): with(id) { mixer.measure($0, isOn) }
    case .processVoice(let id, let isOn): with(id) { $0.settings.processesVoice = isOn }
    case .setPromptStyle(let id, let style): with(id) { plugins.setPromptStyle(of: $0, style) }
    case .hold(let token, let id, let isHeld): with(id) { plugins.hold(token, $0, isHeld) }
    case .route(let id, let route): with(id) { mixer.route($0, by: route) }
    case .send(let from, let id, let isOpen):
      with(id) { mixer.hear(from, $0, isOpen) }
      with(from, feeds.settle)
    default: carryOutOnRig(effect)
    }
  }

  /// What is done to what sessions share, and to the world around the rig.
  private func carryOutOnRig(_ effect: TowerEffect) {
    switch effect.action {
    case .setVolume(let port, let level): mixer.setVolume(of: port, to: level)
    case .setIOBufferDuration(let time): hooks.setPeriod(time.period(at: sampleRate))
    case .setInputGain(let gain): mixer.setInputGain(LinearGain(factor: Float(gain)))
    case .soundInterrupter(let interrupter, let isOn):
      sounds.sound(.interrupter(interrupter), isOn)
    case .soundRing(let interrupter, let isOn): sounds.sound(.ring(interrupter), isOn)
    case .playSystemSound(let name): sounds.playSystemSound(name)
    case .silenceSystemSounds(let isOn): sounds.silenceSystemSounds(isOn)
    case .promptForRecordPermission(let id): hooks.askToRecord(id)
    case .notify(let id, let notification): hooks.notify(id, notification, effect.cause)
    default: preconditionFailure("effects on sessions are carried out above")
    }
  }

  /// A session may have left the rig with the event that concerns it.
  private func with(_ id: SessionID, _ body: (LiveChannel) -> Void) {
    if let session = live.session(id) { body(session) }
  }

  /// Stops a session's players and recordings, and keeps what it plays off new routes, until
  /// somebody wants it to play.
  private func pause(_ session: LiveChannel) {
    session.settings.isHeld = true
    session.settings.stopped = players.pauseAll(of: session)
    recorders.end(session.name)
  }
}
