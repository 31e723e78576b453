// SPDX-License-Identifier: Apache-2.0
// The steps of a change of the rig, each about one kind of thing.

import ControlTower
import LV2Hosting
import Presets
import Quantities
import RenderCore
import RigErrors

extension RigConductor {
  func goneSessions(_ change: RigChange, since old: LiveRig) -> [SessionID] {
    old.rig.sessions.map(\.configuration.id).filter { id in
      !change.rig.sessions.contains { $0.configuration.id == id }
    }
  }

  /// Sessions that stay by name and ask the tower for something else.
  func changedConfigurations(_ change: RigChange, since old: LiveRig) -> [Session] {
    change.rig.sessions.filter { session in
      old.rig.sessions.contains {
        $0.name == session.name && $0.configuration != session.configuration
      }
    }
  }

  func keptRoutes(_ routes: [LiveRoute]) -> Set<String> {
    Set(routes.filter { live.has($0) }.map(\.route.name))
  }

  func take(
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
  func reset(_ session: LiveSession) {
    setStrip(of: session, as: StripSettings())
  }

  /// Moves what stays to its new level, and sets what is new and silent still.
  func setLevels(since old: LiveRig) {
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

  func welcome(_ change: RigChange, renewed: [Session], since old: LiveRig) -> [String] {
    var refused: [String] = []
    for session in change.sessions {
      let before = old.session(session.name)
      let isRenewed = renewed.contains { $0.name == session.name }
      let wasActive = before.map { isRenewed && $0.wasActive } ?? session.preset.startsActive
      if before !== session { startPlayers(of: session) }
      if before == nil || isRenewed {
        refused += welcome(session.name) { () throws(RigError) in
          try add(session.preset)
          if wasActive { try handle(.activate(session.preset.configuration.id)) }
        }
      }
      if before !== session, !isRenewed { join(session) }
    }
    return refused
  }

  /// Tells the tower what the rig's owner has decided, if that is something else now.
  func takePolicy(since old: LiveRig) {
    if live.rig.policy != old.rig.policy { tell(.setRigPolicy(live.rig.policy)) }
  }

  /// Parts sessions that do not hear each other any more, and joins those that do from now on.
  func connectSessions(since old: LiveRig, renewed: [Session]) {
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
  func continueBuses(since old: LiveRig) {
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
