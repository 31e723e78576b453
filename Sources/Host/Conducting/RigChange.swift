// SPDX-License-Identifier: Apache-2.0
// From the rig that is up to another one: what stays, what goes, what comes.

import ControlTower
import LV2Hosting
import Presets
import Quantities
import RenderCore

/// A change of the rig that has been prepared: all that can fail has been done.
///
/// What the new preset leaves as it was stays as the user has left it.
struct RigChange {
  let rig: Rig
  let routes: [LiveRoute]
  /// The sessions of the new rig, old ones that stay among them.
  let sessions: [LiveSession]
  /// Sessions whose sound ends, to be silent before the new plan is adopted.
  let leaving: [LiveSession]
}

extension RigConductor {
  /// Prepares to become `rig`; a failure leaves everything as it was.
  func prepareChange(to rig: Rig) throws(HostError) -> RigChange {
    var sessions: [LiveSession] = []
    for session in rig.sessions {
      let old = live.session(session.name)
      if let old, old.hasSameSound(as: session) {
        sessions.append(old)
      } else {
        let players = old?.session.sources == session.sources ? old?.players : nil
        sessions.append(try builder.build(session, reusing: players))
      }
    }
    let routes = rig.routes.map { route in
      let old = live.route(route.name)
      return old?.hasSameShape(as: route) == true ? old ?? LiveRoute(route) : LiveRoute(route)
    }
    let leaving = live.sessions.filter { old in !sessions.contains { $0 === old } }
    return RigChange(rig: rig, routes: routes, sessions: sessions, leaving: leaving)
  }

  /// Lets what leaves fall silent; `isSilent` says when it is.
  func silence(_ change: RigChange) {
    for session in change.leaving where session.isSounding {
      silentStrips.remove(session.strip.id)
      controller.close(session.strip, over: HostTimes.release.frames(at: sampleRate))
    }
  }

  /// Whether all that leaves is silent and its graphs are not called any more.
  func isSilent(_ change: RigChange) -> Bool {
    change.leaving.allSatisfy { !$0.isSounding || silentStrips.contains($0.strip.id) }
  }

  /// Becomes the new rig, once what leaves is silent; `channels` are the driver's for the new ports.
  ///
  /// - Returns: a sentence for each session that the tower refused.
  func commit(_ change: RigChange, channels: [PortKey: Int]) -> [String] {
    let old = live
    recordings.filter { !change.covers($0.subject) }.forEach { recording in
      _ = try? finish(detachRecording(of: recording.subject))
    }
    let renewed = changedConfigurations(change, since: old)
    for session in renewed {
      let state = tower.session(session.configuration.id)
      live.session(session.name)?.wasActive = state?.isActive == true
    }
    for id in goneSessions(change, since: old) + renewed.map(\.configuration.id) {
      // The tower knows every live session.
      try? handle(.removed(id))
    }
    live = LiveRig(rig: change.rig, routes: change.routes, sessions: change.sessions)
    for (session, values) in zip(change.sessions, change.rig.sessions) {
      take(values, into: session, since: old)
    }
    for (route, values) in zip(change.routes, change.rig.routes) { route.adopt(values) }
    publish(channels: channels, blockFrames: blockFrames)
    meters.forgetAll()
    setLevels()
    return welcome(change, renewed: renewed, since: old)
  }

  // MARK: Steps

  private func goneSessions(_ change: RigChange, since old: LiveRig) -> [SessionID] {
    old.rig.sessions.map(\.configuration.id).filter { id in
      !change.rig.sessions.contains { $0.configuration.id == id }
    }
  }

  /// Sessions that stay by name and ask the tower for something else.
  private func changedConfigurations(_ change: RigChange, since old: LiveRig) -> [Session] {
    change.rig.sessions.filter { session in
      old.rig.sessions.contains {
        $0.name == session.name && $0.configuration != session.configuration
      }
    }
  }

  private func take(_ values: Session, into session: LiveSession, since old: LiveRig) {
    if old.sessions.contains(where: { $0 === session }) {
      setControls(of: session, to: values)
      session.adopt(values)
    } else if let before = old.session(values.name) {
      // A new graph under an old name takes the old one's place in the mix.
      session.keepUserValues(of: before)
    }
  }

  /// Sets the control inputs that the new preset sets differently, in the instances that stay.
  private func setControls(of session: LiveSession, to values: Session) {
    let nodes = zip(session.preset.graph.nodes, values.graph.nodes)
    for (plugin, (before, after)) in zip(session.plugins, nodes) {
      for symbol in Set(before.values.keys).union(after.values.keys)
      where before.values[symbol] != after.values[symbol] {
        guard let port = plugin.instance.control(symbol) else { continue }
        let value = after.values[symbol] ?? port.info.defaultValue ?? port.value
        unsafe controller.setControl(port.pointer, to: value)
      }
    }
  }

  private func welcome(_ change: RigChange, renewed: [Session], since old: LiveRig) -> [String] {
    var refused: [String] = []
    for session in change.sessions {
      let before = old.session(session.name)
      let isRenewed = renewed.contains { $0.name == session.name }
      let wasActive = before.map { isRenewed && $0.wasActive } ?? session.preset.startsActive
      if before !== session { startPlayers(of: session) }
      do throws(HostError) {
        if before == nil || isRenewed { try add(session.preset) }
        if before == nil || isRenewed, wasActive {
          try handle(.activate(session.preset.configuration.id))
        }
      } catch {
        refused.append("Session '\(session.name)' stays inactive: \(error.message)")
      }
      if before !== session, !isRenewed { join(session) }
    }
    return refused
  }

  /// Lets a new graph under an old name sound as the tower has decided for that name.
  private func join(_ session: LiveSession) {
    guard let state = tower.session(session.preset.configuration.id), state.isActive,
      !session.isSounding
    else { return }
    session.isSounding = true
    session.duck = state.duck?.duck.level ?? .unity
    controller.ramp(session.strip.duck, to: LinearGain(session.duck), over: FrameCount(1))
    controller.measure(session.strip, session.preset.configuration.mode == .measurement)
    let attack = HostTimes.attack.frames(at: sampleRate)
    controller.open(session.strip, over: attack, after: .zero)
  }
}

extension RigChange {
  /// Whether what is recorded under this name goes on as it is.
  fileprivate func covers(_ subject: String) -> Bool {
    !leaving.contains { $0.name == subject }
      && (sessions.contains { $0.name == subject } || routes.contains { $0.route.name == subject })
  }
}
