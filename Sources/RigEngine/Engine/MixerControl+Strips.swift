// SPDX-License-Identifier: Apache-2.0
// What the tower and the user do to one session's strip.

import ControlTower
import Quantities
import RenderCore
import RigModel

extension MixerControl {
  /// Lets sessions use their routes again that the tower does not call paused any more.
  func releaseHeld() {
    for session in live.sessions where session.settings.isHeld {
      guard towerControl.tower.session(session.id)?.isPaused != true else {
        continue
      }
      session.settings.isHeld = false
      setLevels(of: session, over: ramp(of: session, HostTimes.fader))
    }
  }

  func silence(_ session: LiveChannel, _ isOn: Bool) {
    session.settings.isSilenced = isOn
    let time = isOn ? HostTimes.release : HostTimes.attack
    controller.silence(session.strip, isOn, over: ramp(of: session, time))
  }

  /// Behind the fader, so that the cue is still heard.
  func mute(_ session: LiveChannel, _ isOn: Bool) {
    session.settings.isMuted = isOn
    let time = userMute ?? (isOn ? HostTimes.release : HostTimes.attack)
    setMute(of: session, over: ramp(of: session, time))
  }

  func setInputMuted(_ session: LiveChannel, _ isOn: Bool) {
    session.settings.isInputMuted = isOn
    if session.hearsInputsOnly {
      controller.zeroInputs(session.strip, isOn)
    } else {
      setSourceGains(of: session, over: ramp(of: session, HostTimes.release))
    }
  }

  func silenceSecondary(_ session: LiveChannel, _ isOn: Bool) {
    session.settings.isSecondarySilent = isOn
    setSourceGains(of: session, over: ramp(of: session, HostTimes.fader))
  }

  func duck(_ session: LiveChannel, to level: Decibels, over time: Seconds, after hold: Seconds) {
    session.settings.duck = level
    // A session that is about to sound gets its level at once, unless its last sound has not died
    // away.
    let isSounding = session.gate.isSounding
    let frames = isSounding ? time.frames(at: sampleRate) : ramp(of: session, HostTimes.release)
    let delay = isSounding ? hold.frames(at: sampleRate) : .zero
    guard session.settings.duckOutputs == nil else {
      return setSends(of: session, over: frames, after: delay) { session.isDucked($0) }
    }
    controller.ramp(session.strip.duck, to: LinearGain(level), over: frames, after: delay)
  }

  /// Lets a session's duck act on its way to some outputs only, or for all that is heard of it.
  func duck(_ session: LiveChannel, at outputs: Set<PortID>?) {
    session.settings.duckOutputs = outputs
    let frames = ramp(of: session, HostTimes.fader)
    controller.ramp(session.strip.duck, to: LinearGain(session.settings.stripDuck), over: frames)
    setSends(of: session, over: frames)
    setSidechain(of: session, session.settings.sidechain)
  }

  func setSidechain(of session: LiveChannel, _ sidechain: (ducker: SessionID, duck: Duck)?) {
    session.settings.sidechain = sidechain
    guard let sidechain, session.settings.duckOutputs == nil,
      let shape = sidechain.duck.shape(at: sampleRate)
    else {
      let end = Duck.standard.endOfSidechain(at: sampleRate)
      controller.sidechain(session.strip, follows: nil, end)
      return
    }
    controller.sidechain(session.strip, follows: live.session(sidechain.ducker)?.strip, shape)
  }

  func measure(_ session: LiveChannel, _ isOn: Bool) {
    session.settings.isMeasuring = isOn
    controller.measure(session.strip, isOn)
    setSends(of: session, over: ramp(of: session, HostTimes.fader))
  }

  // MARK: Succession

  /// Takes back what the tower has done to routes and inputs: it says all of it again once the
  /// server is back.
  func forgetDecisions() {
    inputGain = .unity
    for port in towerControl.tower.ports { live.route(port.id.name)?.route.fader = port.volume }
    for route in live.routes { setLevels(of: route, over: FrameCount(1)) }
  }

  /// Sets a silent strip to what the tower thinks that it is set to.
  func setStrip(of channel: LiveChannel) {
    let settings = channel.settings
    controller.ramp(channel.strip.duck, to: LinearGain(settings.stripDuck), over: FrameCount(1))
    setSidechain(of: channel, settings.sidechain)
    controller.measure(channel.strip, settings.isMeasuring)
    controller.silence(channel.strip, settings.isSilenced, over: FrameCount(1))
    setMute(of: channel, over: FrameCount(1))
    controller.zeroInputs(channel.strip, settings.isInputMuted && channel.hearsInputsOnly)
    setSourceGains(of: channel, over: FrameCount(1))
  }

  // MARK: Levels

  func setLevels(of channel: LiveChannel, over frames: FrameCount) {
    for layer in [GainLayer.trim, .fader, .balance, .crossfade, .level] {
      setLevel(layer, of: channel, over: frames)
    }
    setMute(of: channel, over: frames)
    setSourceGains(of: channel, over: frames)
  }

  /// Sets one layer of a strip to its value.
  func setLevel(_ layer: GainLayer, of channel: LiveChannel, over frames: FrameCount) {
    let (values, strip) = (channel.current.values, channel.strip)
    switch layer {
    case .trim: controller.ramp(strip.trim, to: LinearGain(values.trim), over: frames)
    case .fader: controller.ramp(strip.fader, to: LinearGain(values.fader), over: frames)
    case .balance:
      // The louder side keeps its level, so that what leans is never louder than what does not.
      let (left, right) = (min(1, 1 - values.balance), min(1, 1 + values.balance))
      controller.lean(
        strip,
        left: LinearGain(factor: Float(left)),
        right: LinearGain(factor: Float(right)),
        over: frames
      )
    case .crossfade: CrossfaderLevels(context: context).set(channel, over: frames)
    // The tower has moved that of a session.
    case .mute: if !channel.purpose.hasSeat { setMute(of: channel, over: frames) }
    case .cue:
      setSends(of: channel, over: frames, after: .zero) {
        channel.current.sends[$0.send].isCueOnly
      }
    case .level: setSends(of: channel, over: frames)
    case .dim, .night, .mono, .polarity, .delay, .cueMix, .split, .swap:
      preconditionFailure("no strip has \(layer)")
    }
  }

  private func setMute(of channel: LiveChannel, over frames: FrameCount) {
    controller.ramp(channel.strip.mute, to: channel.isMuted ? .silence : .unity, over: frames)
  }

  // MARK: Outputs

  func setLevels(of route: LiveRoute, over frames: FrameCount) {
    for value in route.route.values { setLevel(value.layer, of: route, over: frames) }
    guard route.hasMonitored, route.route.monitors == nil else { return }
    OutputLevels(context: context).leaveMain(of: route, over: frames)
  }

  /// Sets one layer of an output to its value.
  func setLevel(_ layer: GainLayer, of route: LiveRoute, over frames: FrameCount) {
    guard route.isOutput else { return }
    OutputLevels(context: context).set(layer, of: route, over: frames)
    guard layer == .mute else { return }
    for session in live.sessions where session.settings.isMeasuring {
      setSends(of: session, to: route.route.name, over: ramp(of: session, HostTimes.fader))
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
