// SPDX-License-Identifier: Apache-2.0
// The one place where the tower's decisions become commands: each effect, in the tower's order.

import ControlTower
import Presets
import Quantities
import RenderCore

extension RigConductor {
  /// Carries out effects in order; who is to sound waits until those before it are silent.
  func carryOut(_ effects: [TowerEffect]) {
    var silentAfter = FrameCount.zero
    for effect in effects {
      switch effect.action {
      case .suspend(let id):
        guard let session = live.session(id), session.isSounding || session.reopens else {
          continue
        }
        close(session)
        silentAfter = HostTimes.release.frames(at: sampleRate)
      case .sound(let id, let delay):
        guard let session = live.session(id) else { continue }
        open(session, after: max(silentAfter, delay.frames(at: sampleRate)))
      default:
        carryOutOnStrip(effect)
      }
    }
    exchangePlugins()
  }

  /// What is done to one session without opening or closing it.
  private func carryOutOnStrip(_ effect: TowerEffect) {
    switch effect.action {
    case .pause(let id): with(id, pause)
    case .silence(let id, let isOn): with(id) { silence($0, isOn) }
    case .mute(let id, let isOn): with(id) { mute($0, isOn) }
    case .zeroInput(let id, let isOn): with(id) { setDeaf($0, isOn) }
    case .silenceSecondary(let id, let isOn): with(id) { silenceSecondary($0, isOn) }
    case .duck(let id, let level, let time, let hold):
      with(id) { duck($0, to: level, over: time, after: hold) }
    case .sidechain(let id, let ducker, let duck):
      with(id) { setSidechain(of: $0, ducker.map { ($0, duck) }) }
    case .measure(let id, let isOn): with(id) { measure($0, isOn) }
    case .processVoice(let id, let isOn): with(id) { processVoice($0, isOn) }
    case .setPromptStyle(let id, let style): with(id) { setPromptStyle(of: $0, style) }
    case .hold(let token, let id, let isHeld): with(id) { hold(token, $0, isHeld) }
    case .route(let id, let route): with(id) { self.route($0, by: route) }
    case .send(let from, let id, let isOpen): with(id) { hear(from, $0, isOpen) }
    default: carryOutOnRig(effect)
    }
  }

  /// What is done to what sessions share, and to the world around the rig.
  private func carryOutOnRig(_ effect: TowerEffect) {
    switch effect.action {
    case .setVolume(let port, let level): setVolume(of: port, to: level)
    case .setIOBufferDuration(let time): hooks.setPeriod(time.period(at: sampleRate))
    case .setInputGain(let gain): setInputGain(LinearGain(factor: Float(gain)))
    case .soundInterrupter(let interrupter, let isOn): sound(interrupter, isOn)
    case .playSystemSound(let name): playSystemSound(name)
    case .silenceSystemSounds(let isOn): silenceSystemSounds(isOn)
    case .promptForRecordPermission(let id): hooks.askToRecord(id)
    case .notify(let id, let notification): hooks.notify(id, notification, effect.culprit)
    default: preconditionFailure("effects on sessions are carried out above")
    }
  }

  /// A session may have left the rig with the event that concerns it.
  private func with(_ id: SessionID, _ body: (LiveSession) -> Void) {
    if let session = live.session(id) { body(session) }
  }

  // MARK: Opening and closing

  /// Ramps a session to silence; `isSilent` says when it is.
  func close(_ session: LiveSession) {
    session.isSounding = false
    session.reopens = false
    controller.close(session.strip, over: HostTimes.release.frames(at: sampleRate))
  }

  /// Lets a session sound, once `delay` has gone by.
  func open(_ session: LiveSession, after delay: FrameCount) {
    if session.wantsOtherPlugins {
      session.reopens = true
      guard session.isSilent else { return }
      session.reopens = false
      publish(channels: channels, blockFrames: blockFrames)
    }
    session.isSounding = true
    session.isSilent = false
    var delay = delay
    if let isolated = session.isolated {
      isolated.sound(true)
      delay = max(delay, HostTimes.wake.frames(at: sampleRate))
    }
    let attack = HostTimes.attack.frames(at: sampleRate)
    controller.open(session.strip, over: attack, after: delay)
  }

  /// Notes that a strip is silent and not called any more, unless it was opened or closed once more since.
  package func noteSilence(ofStrip id: UInt32, closings: Int) {
    for session in live.strips
    where session.strip.id == id && session.strip.closings == closings && !session.isSounding {
      session.isSilent = true
      session.isolated?.sound(false)
    }
    exchangePlugins()
  }

  /// Lets the plan take the plugins that sessions want, each once it is silent.
  private func exchangePlugins() {
    let wanting = live.sessions.filter(\.wantsOtherPlugins)
    for session in wanting where session.isSounding {
      close(session)
      session.reopens = true
    }
    let ready = wanting.filter(\.isSilent)
    guard !ready.isEmpty else { return }
    publish(channels: channels, blockFrames: blockFrames)
    for session in ready where session.reopens {
      session.reopens = false
      open(session, after: .zero)
    }
  }
}
