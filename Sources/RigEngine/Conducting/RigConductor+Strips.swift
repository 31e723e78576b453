// SPDX-License-Identifier: Apache-2.0
// What the tower does to one session: its players, its strip, its plugins.

import ControlTower
import LV2Hosting
import Presets
import Quantities
import RenderCore
import RigErrors

extension RigConductor {
  /// Stops a session's players and recordings, and keeps what it plays off new routes, until somebody wants it to play.
  func pause(_ session: LiveSession) {
    session.settings.isHeld = true
    for index in session.players.indices where session.players[index]?.isPlaying == true {
      session.players[index]?.isPlaying = false
      if let player = session.players[index] { controller.setPlaying(player.node, false) }
    }
    if let recording = try? detachRecording(of: session.name) { endedRecordings.append(recording) }
  }

  /// Lets sessions use their routes again that the tower does not call paused any more.
  func releaseHeld() {
    for session in live.sessions where session.settings.isHeld {
      guard tower.session(session.preset.configuration.id)?.isPaused != true else { continue }
      session.settings.isHeld = false
      setLevels(of: session, over: ramp(of: session, HostTimes.fader))
    }
  }

  func silence(_ session: LiveSession, _ isOn: Bool) {
    session.settings.isSilenced = isOn
    let time = isOn ? HostTimes.release : HostTimes.attack
    controller.silence(session.strip, isOn, over: ramp(of: session, time))
  }

  /// Behind the fader, so that the cue is still heard.
  func mute(_ session: LiveSession, _ isOn: Bool) {
    session.settings.isMuted = isOn
    setMute(of: session, over: ramp(of: session, isOn ? HostTimes.release : HostTimes.attack))
  }

  func setDeaf(_ session: LiveSession, _ isOn: Bool) {
    session.settings.isDeaf = isOn
    if session.hearsInputsOnly {
      controller.zeroInputs(session.strip, isOn)
    } else {
      setSourceGains(of: session, over: ramp(of: session, HostTimes.release))
    }
  }

  func silenceSecondary(_ session: LiveSession, _ isOn: Bool) {
    session.settings.isSecondarySilent = isOn
    setSourceGains(of: session, over: ramp(of: session, HostTimes.fader))
  }

  func duck(_ session: LiveSession, to level: Decibels, over time: Seconds, after hold: Seconds) {
    session.settings.duck = level
    // Who is about to sound gets its level at once, unless its last sound has not died away.
    guard session.isSounding else {
      let frames = ramp(of: session, HostTimes.release)
      controller.ramp(session.strip.duck, to: LinearGain(level), over: frames)
      return
    }
    controller.ramp(
      session.strip.duck,
      to: LinearGain(level),
      over: time.frames(at: sampleRate),
      after: hold.frames(at: sampleRate)
    )
  }

  func setSidechain(of session: LiveSession, _ sidechain: (ducker: SessionID, duck: Duck)?) {
    session.settings.sidechain = sidechain
    guard let sidechain, let shape = sidechain.duck.shape(at: sampleRate) else {
      let end = Duck.standard.endOfSidechain(at: sampleRate)
      controller.sidechain(session.strip, follows: nil, end)
      return
    }
    controller.sidechain(session.strip, follows: live.session(sidechain.ducker)?.strip, shape)
  }

  func measure(_ session: LiveSession, _ isOn: Bool) {
    session.settings.isMeasuring = isOn
    controller.measure(session.strip, isOn)
  }

  // MARK: Plugins

  /// Puts the rig's voice processing before a session's graph, or takes it away, once the session is silent.
  func processVoice(_ session: LiveSession, _ isOn: Bool) {
    session.settings.processesVoice = isOn
    guard isOn, session.voice.isEmpty, let graph = live.rig.voiceProcessing else { return }
    do throws(RigError) {
      session.voice = try builder.buildVoice(graph, for: session.session)
    } catch {
      hooks.complain("The voice processing is left out: \(error.message)")
    }
  }

  /// Tells plugins that ask for it how verbose prompts may be.
  func setPromptStyle(of session: LiveSession, _ style: PromptStyle) {
    session.settings.promptStyle = style
    for plugin in session.plugins {
      for instance in plugin.instances {
        instance.setControl("prompt_style", to: style.value, through: controller)
      }
    }
  }

  /// Lets a session have what one at a time can have, or the variant that everybody may use; exchanged in silence.
  func hold(_ token: ExclusiveToken, _ session: LiveSession, _ isHeld: Bool) {
    if isHeld {
      session.settings.tokens.insert(token)
    } else {
      session.settings.tokens.remove(token)
    }
  }

  /// How long a ramp takes on a session's strip: nobody hears one that is silent.
  func ramp(of session: LiveSession, _ time: Seconds) -> FrameCount {
    session.isSilent ? FrameCount(1) : time.frames(at: sampleRate)
  }

  // MARK: Succession

  /// Takes back what the tower has done: it says all of it anew once the server is back.
  func forgetDecisions() {
    inputGain = .unity
    for port in tower.ports { live.route(port.id.name)?.route.fader = port.volume }
    for route in live.routes { setLevels(of: route, over: FrameCount(1)) }
    for session in live.sessions {
      var settings = StripSettings()
      (settings.tokens, settings.hears) = (session.settings.tokens, session.settings.hears)
      setStrip(of: session, as: settings)
    }
  }

  /// Sets a silent strip to what the tower thinks that it is set to.
  func setStrip(of session: LiveSession, as settings: StripSettings) {
    session.settings = settings
    controller.ramp(session.strip.duck, to: LinearGain(settings.duck), over: FrameCount(1))
    setSidechain(of: session, settings.sidechain)
    controller.measure(session.strip, settings.isMeasuring)
    controller.silence(session.strip, settings.isSilenced, over: FrameCount(1))
    setMute(of: session, over: FrameCount(1))
    controller.zeroInputs(session.strip, settings.isDeaf && session.hearsInputsOnly)
    setSourceGains(of: session, over: FrameCount(1))
    processVoice(session, settings.processesVoice)
    setPromptStyle(of: session, settings.promptStyle)
  }

  // MARK: Levels

  func setLevels(of session: LiveSession, over frames: FrameCount) {
    let values = session.session
    controller.ramp(session.strip.trim, to: LinearGain(values.trim), over: frames)
    controller.ramp(session.strip.fader, to: LinearGain(values.fader), over: frames)
    setMute(of: session, over: frames)
    setSends(of: session, over: frames)
    setSourceGains(of: session, over: frames)
  }

  private func setMute(of session: LiveSession, over frames: FrameCount) {
    let isMuted = session.session.isMuted || session.settings.isMuted
    controller.ramp(session.strip.mute, to: isMuted ? .silence : .unity, over: frames)
  }

  func setLevels(of route: LiveRoute, over frames: FrameCount) {
    guard route.isOutput else { return }
    let bus = route.bus
    controller.ramp(bus.fader, to: LinearGain(route.route.fader), over: frames)
    controller.ramp(bus.mute, to: route.route.isMuted ? .silence : .unity, over: frames)
  }

  func startPlayers(of session: LiveSession) {
    for case let player? in session.players where player.isPlaying {
      controller.setPlaying(player.node, true)
    }
  }
}

extension Duck {
  /// How the duck breathes; `nil` when it does not.
  fileprivate func shape(at rate: SampleRate) -> SidechainShape? {
    sidechain.map { sidechain in
      SidechainShape(
        threshold: LinearGain(sidechain.threshold),
        idle: LinearGain(sidechain.idle),
        attack: attack.frames(at: rate),
        hold: hold.frames(at: rate),
        release: release.frames(at: rate)
      )
    }
  }

  /// A shape for the end of a side chain, of which only the times count.
  fileprivate func endOfSidechain(at rate: SampleRate) -> SidechainShape {
    SidechainShape(
      threshold: .unity,
      idle: .unity,
      attack: attack.frames(at: rate),
      hold: .zero,
      release: release.frames(at: rate)
    )
  }
}

extension PromptStyle {
  /// The value of a plugin's control for it.
  fileprivate var value: Float {
    switch self {
    case .none: 0
    case .short: 1
    case .normal: 2
    }
  }
}
