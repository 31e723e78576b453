// SPDX-License-Identifier: Apache-2.0
// Where sessions are heard and what they hear: routes that come and go, sends, sources, inserts,
// volumes.

import ControlTower
import Presets
import Quantities
import RenderCore

extension MixerControl {
  // MARK: The world

  /// Tells the tower which routes can be used: those that are gone first, then new ones in the
  /// order of the preset.
  package func setPresent(_ names: Set<String>) {
    let before = present
    for port in towerControl.tower.ports
    where !names.contains(port.id.name) || live.route(port.id.name)?.isSamePlug(as: port) != true {
      towerControl.tell(.unplugged(port.id))
    }
    let known = Set(towerControl.tower.ports.map(\.id.name))
    for route in live.routes
    where names.contains(route.route.name) && !known.contains(route.route.name) {
      towerControl.tell(.plugged(route.route.port))
    }
    for route in before.symmetricDifference(names) { setPinned(route) }
    settleBusRoutes()
  }

  /// Opens or closes what is pinned to a route, at once: nothing is connected to it yet, or any
  /// more.
  private func setPinned(_ route: String) {
    for session in live.strips {
      for liveSend in session.liveSends
      where liveSend.route == route && !session.session.sends[liveSend.send].followsRoute {
        controller.ramp(liveSend.node.level, to: gain(of: liveSend, session), over: FrameCount(1))
      }
    }
  }

  // MARK: Sends

  /// Sends a session where its current route leads.
  func route(_ session: LiveSession, by route: RouteDescription) {
    session.settings.route = route
    let frames = ramp(of: session, HostTimes.fader)
    for liveSend in session.liveSends where session.session.sends[liveSend.send].followsRoute {
      controller.ramp(liveSend.node.level, to: gain(of: liveSend, session), over: frames)
    }
  }

  /// Keeps a session off outputs, whether its sends name them or follow its route.
  func close(_ outputs: Set<PortID>, to session: LiveSession) {
    session.settings.closedOutputs = outputs
    setSends(of: session, over: ramp(of: session, HostTimes.release))
    // What buses still hold of earlier sound would be heard there.
    for bus in live.buses.map(\.session) {
      setSends(of: bus, over: ramp(of: bus, HostTimes.release))
    }
  }

  /// Keeps a session off all outputs as long as only other sessions are to hear it, or lets it go
  /// where its sends lead.
  func feedSessionsOnly(_ session: LiveSession, _ isOn: Bool) {
    guard session.settings.onlyFeedsSessions != isOn else { return }
    session.settings.onlyFeedsSessions = isOn
    setSends(of: session, over: ramp(of: session, HostTimes.release))
  }

  /// Sets the sends of a session to an output; to all of them without one.
  func setSends(of session: LiveSession, to route: String? = nil, over frames: FrameCount) {
    setSends(of: session, over: frames, after: .zero) { route == nil || $0.route == route }
  }

  /// Sets some sends of a session, once `delay` has gone by.
  func setSends(
    of session: LiveSession,
    over frames: FrameCount,
    after delay: FrameCount,
    where isMeant: (LiveSend) -> Bool
  ) {
    for liveSend in session.liveSends where isMeant(liveSend) {
      let gain = gain(of: liveSend, session)
      controller.ramp(liveSend.node.level, to: gain, over: frames, after: delay)
    }
  }

  /// The gain of a send: its own, and the duck where that acts at some outputs only.
  private func gain(of liveSend: LiveSend, _ session: LiveSession) -> LinearGain {
    let send = session.session.sends[liveSend.send]
    guard isOpen(liveSend, send, of: session) else { return .silence }
    var level = send.gain(isCued: session.session.values.isCued)
    if session.isDucked(liveSend) {
      level = LinearGain(factor: level.factor * LinearGain(session.settings.duck).factor)
    }
    // A measurement passes the output's fader by (MEAS-01), and its mute with it.
    if session.settings.isMeasuring, session.session.usesRouteFaders,
      live.route(liveSend.route)?.route.isMuted == true
    {
      return .silence
    }
    return level
  }

  /// Whether a send leads to a route that is there and, if the session is to follow the tower, that
  /// the tower chose.
  private func isOpen(_ liveSend: LiveSend, _ send: Send, of session: LiveSession) -> Bool {
    let output = PortID(liveSend.route)
    guard !session.settings.onlyFeedsSessions else { return false }
    // What is measured passes its fader (MEAS-01).
    if send.isImplied, session.settings.isMeasuring { return false }
    if send.isToBus {
      // A bus would change what is measured (MEAS-01).
      let isOpen = live.closedOutputs(to: session).isDisjoint(with: send.outputs.map { PortID($0) })
      return isOpen && !session.settings.isMeasuring
    }
    guard present.contains(liveSend.route), !live.closedOutputs(to: session).contains(output) else {
      return false
    }
    guard send.followsRoute else { return true }
    let state = towerControl.tower.session(session.preset.configuration.id)
    let category = state?.configuration.category ?? session.preset.configuration.category
    let outputs = session.settings.route.followedOutputs(by: category)
    return outputs.contains(output) && !session.settings.isHeld
  }

  /// Lets what no session plays follow the output that the tower chooses for it.
  func settleBusRoutes() {
    guard !live.channels.isEmpty else { return }
    let route = towerControl.tower.routeOutsideSessions
    for bus in live.channels where bus.sum == nil && bus.session.settings.route != route {
      self.route(bus.session, by: route)
    }
  }

  // MARK: Sources

  /// Lets a session hear another one, or ends that.
  func hear(_ other: SessionID, _ session: LiveSession, _ isOpen: Bool) {
    if isOpen {
      session.settings.hears.insert(other)
    } else {
      session.settings.hears.remove(other)
    }
    setSourceGains(of: session, over: ramp(of: session, HostTimes.fader))
  }

  func setInputGain(_ gain: LinearGain) {
    inputGain = gain
    for session in live.sessions {
      setSourceGains(of: session, over: ramp(of: session, HostTimes.fader))
    }
  }

  /// Says which sources and inserts of a session are to be heard.
  func setSourceGains(of session: LiveSession, over frames: FrameCount) {
    for (source, node) in zip(session.session.sources, session.inputs.gains) {
      controller.ramp(node.level, to: gain(of: source, session), over: frames)
    }
    for (name, gate) in session.inputs.insertGates {
      let isOpen = session.settings.hears.contains(SessionID(name))
      controller.ramp(gate.level, to: isOpen ? .unity : .silence, over: frames)
    }
  }

  private func gain(of source: Source, _ session: LiveSession) -> LinearGain {
    if source.isSecondary && session.settings.isSecondarySilent { return .silence }
    switch source.kind {
    case .route:
      return session.settings.isInputMuted && !session.hearsInputsOnly ? .silence : inputGain
    case .session(let name, _, _):
      return session.settings.hears.contains(SessionID(name)) ? .unity : .silence
    case .jack, .player, .silent, .insert: return .unity
    }
  }

  // MARK: Volumes

  func setVolume(of port: PortID, to level: Decibels) {
    guard let route = live.route(port.name), route.isOutput, route.route.fader != level else {
      return
    }
    route.route.fader = level
    setLevel(.fader, of: route, over: fade)
  }
}
