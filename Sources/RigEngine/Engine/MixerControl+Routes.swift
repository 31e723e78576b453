// SPDX-License-Identifier: Apache-2.0
// Where sessions are heard and what they hear: routes that come and go, sends, sources, inserts,
// volumes.

import ControlTower
import Quantities
import RenderCore
import RigModel

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
    for channel in live.channels {
      for liveSend in channel.liveSends
      where liveSend.route == route && !channel.current.sends[liveSend.send].followsRoute {
        controller.ramp(liveSend.node.level, to: gain(of: liveSend, channel), over: FrameCount(1))
      }
    }
  }

  // MARK: Sends

  /// Sends a channel where its current route leads.
  func route(_ channel: LiveChannel, by route: RouteDescription) {
    channel.settings.route = route
    let frames = ramp(of: channel, HostTimes.fader)
    for liveSend in channel.liveSends where channel.current.sends[liveSend.send].followsRoute {
      controller.ramp(liveSend.node.level, to: gain(of: liveSend, channel), over: frames)
    }
  }

  /// Keeps a session off outputs, whether its sends name them or follow its route.
  func close(_ outputs: Set<PortID>, to session: LiveChannel) {
    session.settings.closedOutputs = outputs
    setSends(of: session, over: ramp(of: session, HostTimes.release))
    // What buses still hold of earlier sound would be heard there.
    for bus in live.buses.map(\.channel) {
      setSends(of: bus, over: ramp(of: bus, HostTimes.release))
    }
  }

  /// Keeps a session off all outputs as long as only other sessions are to hear it, or lets it go
  /// where its sends lead.
  func feedSessionsOnly(_ session: LiveChannel, _ isOn: Bool) {
    guard session.settings.onlyFeedsSessions != isOn else { return }
    session.settings.onlyFeedsSessions = isOn
    setSends(of: session, over: ramp(of: session, HostTimes.release))
  }

  /// Sets the sends of a channel to an output; to all of them without one.
  func setSends(of channel: LiveChannel, to route: String? = nil, over frames: FrameCount) {
    setSends(of: channel, over: frames, after: .zero) { route == nil || $0.route == route }
  }

  /// Sets some sends of a channel, once `delay` has gone by.
  func setSends(
    of channel: LiveChannel,
    over frames: FrameCount,
    after delay: FrameCount,
    where isMeant: (LiveSend) -> Bool
  ) {
    for liveSend in channel.liveSends where isMeant(liveSend) {
      let gain = gain(of: liveSend, channel)
      controller.ramp(liveSend.node.level, to: gain, over: frames, after: delay)
    }
  }

  /// The gain of a send: its own, and the duck where that acts at some outputs only.
  private func gain(of liveSend: LiveSend, _ channel: LiveChannel) -> LinearGain {
    let send = channel.current.sends[liveSend.send]
    guard isOpen(liveSend, send, of: channel) else { return .silence }
    var level = send.gain(isCued: channel.current.values.isCued)
    if channel.isDucked(liveSend) {
      level = LinearGain(factor: level.factor * LinearGain(channel.settings.duck).factor)
    }
    // A measurement passes the output's fader by (MEAS-01), and its mute with it.
    if channel.settings.isMeasuring, channel.current.entry == .sum,
      live.route(liveSend.route)?.route.isMuted == true
    {
      return .silence
    }
    return level
  }

  /// Whether a send leads to a route that is there and, if the channel is to follow the tower, that
  /// the tower chose.
  private func isOpen(_ liveSend: LiveSend, _ send: Send, of channel: LiveChannel) -> Bool {
    let output = PortID(liveSend.route)
    guard !channel.settings.onlyFeedsSessions else { return false }
    if let monitor = liveSend.monitor {
      // What is measured is for its outputs alone.
      guard !channel.settings.isMeasuring,
        !live.closedOutputs(to: channel).contains(PortID(monitor))
      else { return false }
    }
    // What is measured passes its fader (MEAS-01).
    if send.isImplied, channel.settings.isMeasuring { return false }
    if send.isToBus {
      // A bus would change what is measured (MEAS-01).
      let isOpen = live.closedOutputs(to: channel).isDisjoint(with: send.outputs.map { PortID($0) })
      return isOpen && !channel.settings.isMeasuring
    }
    guard present.contains(liveSend.route), !live.closedOutputs(to: channel).contains(output) else {
      return false
    }
    guard send.followsRoute else { return true }
    // What no session plays is heard wherever its route leads.
    let category = towerControl.configuration(of: channel)?.category ?? .soloAmbient
    let outputs = channel.settings.route.followedOutputs(by: category)
    return outputs.contains(output) && !channel.settings.isHeld
  }

  /// Lets what no session plays follow the output that the tower chooses for it.
  func settleBusRoutes() {
    let others = live.channels.filter { !$0.purpose.hasSeat && $0.nodes.sum == nil }
    guard !others.isEmpty else { return }
    let route = towerControl.tower.routeOutsideSessions
    for channel in others where channel.settings.route != route { self.route(channel, by: route) }
  }

  // MARK: Sources

  /// Lets a session hear another one, or ends that.
  func hear(_ other: SessionID, _ session: LiveChannel, _ isOpen: Bool) {
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

  /// Says which sources and inserts of a channel are to be heard.
  func setSourceGains(of channel: LiveChannel, over frames: FrameCount) {
    for (source, node) in zip(channel.current.sources, channel.nodes.gains) {
      controller.ramp(node.level, to: gain(of: source, channel), over: frames)
    }
    for (name, gate) in channel.nodes.insertGates {
      let isOpen = channel.settings.hears.contains(SessionID(name))
      controller.ramp(gate.level, to: isOpen ? .unity : .silence, over: frames)
    }
  }

  private func gain(of source: Source, _ channel: LiveChannel) -> LinearGain {
    if source.isSecondary && channel.settings.isSecondarySilent { return .silence }
    if !channel.isInCharge(source.name) { return .silence }
    switch source.kind {
    case .route:
      return channel.settings.isInputMuted && !channel.hearsInputsOnly ? .silence : inputGain
    case .session(let name, _, _):
      return channel.settings.hears.contains(SessionID(name)) ? .unity : .silence
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
