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
  /// What sounds outside the session rules, old buses that stay among them.
  let buses: [LiveBus]
  /// Sessions whose sound ends, or pauses for another configuration; to be silent before the new plan is adopted.
  let silenced: [LiveSession]
  /// Sends that end while their session stays; to be silent as well.
  let leavingSends: [SendNode]

  /// The rig that it leads to.
  var live: LiveRig {
    LiveRig(rig: rig, routes: routes, sessions: sessions, buses: buses)
  }

  /// All ports that the new rig needs; sessions that stay don't know yet of what is new in them.
  var ports: [PortGroup] {
    routes.map(\.ports) + (rig.sessions + rig.buses.map(\.session)).flatMap(\.ports)
  }
}

/// What a change has led to.
struct RigChangeOutcome {
  /// A sentence for each session that the tower refused.
  var refused: [String] = []
  /// Recordings whose subject is gone; to be completed once the renderer has obeyed.
  var ended: [LiveRecording] = []
}

extension RigConductor {
  /// Prepares to become `rig`; a failure leaves everything as it was.
  func prepareChange(to rig: Rig) throws(HostError) -> RigChange {
    var sessions: [LiveSession] = []
    for session in rig.sessions {
      sessions.append(try successor(of: live.session(session.name), session, in: rig))
    }
    for session in sessions { try session.isolated?.waitUntilUp() }
    var buses: [LiveBus] = []
    for bus in rig.buses {
      let old = live.bus(bus.purpose)?.session
      let session = try successor(of: old, bus.session, in: rig)
      buses.append(LiveBus(purpose: bus.purpose, session: session))
    }
    let routes = rig.routes.map { route in
      let old = live.route(route.name)
      return old?.hasSameShape(as: route) == true ? old ?? LiveRoute(route) : LiveRoute(route)
    }
    let kept = keptRoutes(routes)
    let strips = zip(sessions + buses.map(\.session), rig.sessions + rig.buses.map(\.session))
    let staying = strips.filter { live.has($0.0) }
    return RigChange(
      rig: rig,
      routes: routes,
      sessions: sessions,
      buses: buses,
      silenced: live.strips.filter { old in
        !staying.contains { $0 === old && $1.configuration == old.session.configuration }
      },
      leavingSends: staying.flatMap {
        $0.waysLeaving(for: $1, outputs: rig.outputNames, routes: kept)
      }
    )
  }

  /// The live session that is there already, if it can go on, or a new one.
  private func successor(
    of old: LiveSession?,
    _ session: Session,
    in rig: Rig
  ) throws(HostError) -> LiveSession {
    if let old, old.hasSameSound(as: session) { return old }
    let players = old?.session.sources == session.sources ? old?.players : nil
    return try build(session, reusing: players, in: rig)
  }

  /// Lets what ends fall silent; `isSilent` says when all but the leaving sends is.
  func silence(_ change: RigChange) {
    for session in change.silenced where session.isSounding { close(session) }
    for send in change.leavingSends {
      controller.ramp(send.level, to: .silence, over: HostTimes.release.frames(at: sampleRate))
    }
  }

  /// Whether all sessions that end are silent and their graphs are not called any more.
  func isSilent(_ change: RigChange) -> Bool {
    change.silenced.allSatisfy(\.isSilent)
  }

  /// Becomes the new rig, once what ends is silent; `channels` are the driver's for the new ports.
  func commit(
    _ change: RigChange,
    channels: [PortKey: Int],
    present: Set<String>
  ) -> RigChangeOutcome {
    let old = live
    var outcome = RigChangeOutcome()
    outcome.ended = recordings.filter { !change.covers($0.subject, since: old) }.compactMap {
      try? detachRecording(of: $0.subject)
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
    live = change.live
    for (session, values) in zip(change.sessions, change.rig.sessions) {
      take(values, into: session, before: old.session(session.name), since: old)
      if renewed.contains(where: { $0.name == session.name }) { reset(session) }
    }
    for (bus, values) in zip(change.buses, change.rig.buses) {
      take(values.session, into: bus.session, before: old.bus(bus.purpose)?.session, since: old)
    }
    for (route, values) in zip(change.routes, change.rig.routes) {
      if old.has(route) {
        route.adopt(values)
      } else if let before = old.route(values.name) {
        route.keepUserValues(of: before)
      }
    }
    publish(channels: channels, blockFrames: blockFrames)
    meters.forgetAll()
    takePolicy(since: old)
    takeTransport(since: old.rig.transport)
    setPresent(present)
    setLevels(since: old)
    outcome.refused = welcome(change, renewed: renewed, since: old)
    connectSessions(since: old, renewed: renewed)
    continueBuses(since: old)
    return outcome
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

  private func keptRoutes(_ routes: [LiveRoute]) -> Set<String> {
    Set(routes.filter { live.has($0) }.map(\.route.name))
  }

  private func take(
    _ values: Session,
    into session: LiveSession,
    before: LiveSession?,
    since old: LiveRig
  ) {
    if old.has(session) {
      setControls(of: session, to: values)
      let kept = Set(live.routes.filter { old.has($0) }.map(\.route.name))
      session.adopt(values, outputs: live.rig.outputNames, routes: kept)
    } else if let before {
      // A new graph under an old name takes the old one's place in the mix.
      session.keepUserValues(of: before)
      if before.session.sources == values.sources { session.players = before.players }
      setStrip(of: session, as: before.settings)
    }
  }

  /// Undoes what the tower has done to a strip, for a session that it is told of anew.
  private func reset(_ session: LiveSession) {
    setStrip(of: session, as: StripSettings())
  }

  /// Moves what stays to its new level, and sets what is new and silent still.
  private func setLevels(since old: LiveRig) {
    let ramp = HostTimes.fader.frames(at: sampleRate)
    for route in live.routes { setLevels(of: route, over: old.has(route) ? ramp : FrameCount(1)) }
    for session in live.strips {
      setLevels(of: session, over: old.has(session) ? ramp : FrameCount(1))
    }
  }

  /// Sets the values of plugins that the new preset sets differently, in the instances that stay.
  private func setControls(of session: LiveSession, to values: Session) {
    let nodes = zip(session.preset.graph.nodes, values.graph.nodes)
    for (plugin, (before, after)) in zip(session.plugins, nodes) {
      change(plugin.instance, PluginSettings(before), PluginSettings(after))
      guard let shared = plugin.shared, let old = before.shared, let new = after.shared else {
        continue
      }
      change(shared.instance, PluginSettings(old), PluginSettings(new))
    }
  }

  /// Sets what is other in `after`; what is gone from it goes back to its default.
  private func change(
    _ plugin: any HostedPlugin,
    _ before: PluginSettings,
    _ after: PluginSettings
  ) {
    for symbol in before.values.keys where after.values[symbol] == nil {
      guard let value = plugin.info.port(symbol)?.defaultValue else { continue }
      plugin.setControl(symbol, to: value, through: controller)
    }
    var changes = after.changes(since: before)
    for uri in before.parameters.keys where after.parameters[uri] == nil {
      guard let value = plugin.info.parameter(uri)?.defaultValue else { continue }
      changes.parameters[uri] = short(value)
    }
    do throws(HostingError) {
      try take(changes, plugin)
    } catch {
      stateProblems.append("A parameter is as it was: \(error.description).")
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

  /// Tells the tower what the rig's owner has decided, if that is something else now.
  private func takePolicy(since old: LiveRig) {
    if live.rig.policy != old.rig.policy { tell(.setRigPolicy(live.rig.policy)) }
  }

  /// Parts sessions that do not hear each other any more, and joins those that do from now on.
  private func connectSessions(since old: LiveRig, renewed: [Session]) {
    let (before, after) = (old.rig.connectionEvents, live.rig.connectionEvents)
    for case .connect(let from, let id) in before where !after.contains(.connect(from, to: id)) {
      // Who has left has taken its connections along.
      try? handle(.disconnect(from, from: id))
    }
    for case .connect(let from, let id) in after {
      let isAnew = renewed.contains { [from, id].contains($0.configuration.id) }
      if isAnew || !before.contains(.connect(from, to: id)) { tell(.connect(from, to: id)) }
    }
  }

  /// Lets new buses sound if the old ones in their place did.
  private func continueBuses(since old: LiveRig) {
    for bus in live.buses where !old.has(bus.session) {
      switch bus.purpose {
      case .systemSounds: open(bus.session, after: .zero)
      case .interrupter(let interrupter):
        if old.bus(bus.purpose)?.session.isSounding == true { sound(interrupter, true) }
      }
    }
  }

  /// Lets a new strip under an old name sound as the tower has decided for that name.
  func join(_ session: LiveSession) {
    guard tower.session(session.preset.configuration.id)?.isActive == true, !session.isSounding
    else { return }
    open(session, after: .zero)
  }
}

extension LiveRig {
  fileprivate func has(_ session: LiveSession) -> Bool {
    strips.contains { $0 === session }
  }

  fileprivate func has(_ route: LiveRoute) -> Bool {
    routes.contains { $0 === route }
  }
}

extension RigChange {
  /// Whether what is recorded under this name goes on as it is.
  fileprivate func covers(_ subject: String, since old: LiveRig) -> Bool {
    if let session = old.session(subject) { return sessions.contains { $0 === session } }
    return routes.contains { $0.route.name == subject && old.has($0) }
  }
}
