// SPDX-License-Identifier: Apache-2.0
// The one place where the tower's decisions become commands to the renderer.

import ControlTower
import LV2Hosting
import Presets
import Quantities
import RenderCore
import SoundFiles

/// A rig that is up, with its tower and its renderer, whatever drives them.
///
/// > Threading: Control.
final class RigConductor {
  let controller: RenderController
  let sampleRate: SampleRate
  let diskThread: DiskThread?
  let builder: SessionBuilder
  var tower = ControlTower()
  /// What the tower has decided lately.
  private(set) var decisions = DecisionLog()
  var live: LiveRig
  var recordings: [LiveRecording] = []
  /// Failures of files that have been told.
  var toldFailures: Set<String> = []
  /// What ports of the rig wait for to be connected to; the ones that have all they want are not there.
  var waiting: [PortKey: [String]] = [:]
  /// The driver's channel of each port of the rig.
  private(set) var channels: [PortKey: Int] = [:]
  private(set) var blockFrames: Int
  let meters = MeterBoard()

  /// Brings `rig` up, silent; without a disk thread for rendering offline.
  init(
    _ rig: Rig,
    world: LV2World,
    sampleRate: SampleRate,
    blockFrames: Int,
    diskThread: DiskThread?
  ) throws(HostError) {
    controller = RenderController(sampleRate: sampleRate)
    self.sampleRate = sampleRate
    self.blockFrames = blockFrames
    self.diskThread = diskThread
    builder = SessionBuilder(
      world: world,
      sampleRate: sampleRate,
      blockFrames: blockFrames,
      diskThread: diskThread
    )
    live = LiveRig(rig: rig, routes: rig.routes.map(LiveRoute.init), sessions: [])
    for session in rig.sessions { live.sessions.append(try builder.build(session)) }
    for session in rig.sessions { try add(session) }
  }

  /// Hands the rig as it is to the renderer, for a driver with these channels and this period.
  func publish(channels: [PortKey: Int], blockFrames: Int) {
    self.channels = channels
    self.blockFrames = blockFrames
    controller.publish(live.plan(channels: channels), blockFrames: blockFrames)
  }

  /// Sets every strip and route to the user's values, at once.
  func setLevels() {
    for route in live.routes { setLevels(of: route, over: FrameCount(1)) }
    for session in live.sessions { setLevels(of: session, over: FrameCount(1)) }
  }

  /// Lets players play and activates the sessions that the preset wants active.
  ///
  /// - Returns: a sentence for each that the tower refused.
  func start() -> [String] {
    for session in live.sessions { startPlayers(of: session) }
    var refused: [String] = []
    for session in live.rig.sessions where session.startsActive {
      do throws(HostError) {
        try handle(.activate(session.configuration.id))
      } catch {
        refused.append("Session '\(session.name)' stays inactive: \(error.message)")
      }
    }
    return refused
  }

  /// Puts an event to the tower and carries out what it decides.
  func handle(_ event: TowerEvent) throws(HostError) {
    let decision = tower.decide(event)
    decisions.note(decision)
    switch decision.outcome {
    case .success(let effects):
      carryOut(effects)
    case .failure(let refusal):
      throw HostError(refusal.sentence, exitCode: 69, rule: refusal.rule.description)
    }
  }

  func add(_ session: Session) throws(HostError) {
    try handle(.added(session.configuration))
    guard session.hasPausedPlayersOnly else { return }
    try handle(.setPlaying(session.configuration.id, false))
  }

  // MARK: Effects

  /// Carries out effects in order; who is to sound waits until those before it are silent.
  func carryOut(_ effects: [TowerEffect]) {
    let release = HostTimes.release.frames(at: sampleRate)
    var silentAfter = FrameCount.zero
    for effect in effects {
      switch effect.action {
      case .suspend(let id):
        guard let session = live.session(id.name), session.isSounding else { continue }
        close(session)
        silentAfter = release
      case .sound(let id, let delay):
        guard let session = live.session(id.name) else { continue }
        open(session, after: max(silentAfter, delay.frames(at: sampleRate)))
      case .duck(let id, let level, let time, _):
        guard let session = live.session(id.name) else { continue }
        session.duck = level
        // Who is about to sound gets its level at once, unless its last sound has not died away.
        let ramp = session.isSounding ? time : HostTimes.release
        let frames = session.isSilent ? FrameCount(1) : ramp.frames(at: sampleRate)
        controller.ramp(session.strip.duck, to: LinearGain(level), over: frames)
      case .measure(let id, let isMeasuring):
        guard let session = live.session(id.name) else { continue }
        session.isMeasuring = isMeasuring
        controller.measure(session.strip, isMeasuring)
      case .notify:
        // Clients are told when they can listen; status and `why` already say it.
        continue
      default:
        continue
      }
    }
  }

  /// Ramps a session to silence; `isSilent` says when it is.
  func close(_ session: LiveSession) {
    session.isSounding = false
    controller.close(session.strip, over: HostTimes.release.frames(at: sampleRate))
  }

  /// Lets a session sound, once `delay` has gone by.
  func open(_ session: LiveSession, after delay: FrameCount) {
    session.isSounding = true
    session.isSilent = false
    let attack = HostTimes.attack.frames(at: sampleRate)
    controller.open(session.strip, over: attack, after: delay)
  }

  // MARK: Levels

  func setLevels(of session: LiveSession, over frames: FrameCount) {
    let values = session.session
    controller.ramp(session.strip.trim, to: LinearGain(values.trim), over: frames)
    controller.ramp(session.strip.fader, to: LinearGain(values.fader), over: frames)
    controller.ramp(session.strip.mute, to: values.isMuted ? .silence : .unity, over: frames)
    for (send, node) in zip(values.sends, session.sends) {
      controller.ramp(node.level, to: send.gain(isCued: values.isCued), over: frames)
    }
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

extension Session {
  /// Whether it has players and none of its sources makes a sound by itself at the start.
  fileprivate var hasPausedPlayersOnly: Bool {
    !sources.isEmpty
      && sources.allSatisfy { source in
        if case .player(let player) = source.kind { !player.startsPlaying } else { false }
      }
  }
}
