// SPDX-License-Identifier: Apache-2.0
// The rig that is up.

package import ControlTower
package import Presets
package import RenderCore

/// The routes and sessions of the running rig.
///
/// > Threading: Control.
package struct LiveRig {
  package internal(set) var rig: Rig
  package internal(set) var routes: [LiveRoute]
  /// What the tower decides about.
  package internal(set) var sessions: [LiveSession]
  /// What is rendered outside the session rules.
  var channels: [LiveChannel] = []
  /// The gains that several channels share.
  package internal(set) var groups: [LiveGroup] = []

  /// All that is rendered, in the order in which it is mixed.
  package var strips: [LiveSession] { sessions + channels.map(\.session) }

  /// All ports that the rig needs, in the order in which people read them.
  package var ports: [PortGroup] {
    routes.map(\.ports) + strips.flatMap(\.ports) + rig.controlPorts
  }

  package func session(_ name: String) -> LiveSession? {
    sessions.first { $0.name == name }
  }

  package func session(_ id: SessionID) -> LiveSession? {
    session(id.name)
  }

  package func route(_ name: String) -> LiveRoute? {
    routes.first { $0.route.name == name }
  }

  /// How sentences call a strip.
  package func title(of strip: LiveSession) -> String {
    let noun =
      if session(strip.name) === strip {
        "session"
      } else if route(strip.name) != nil {
        "output"
      } else if channel(.bus(strip.name)) != nil {
        "bus"
      } else {
        "interrupter"
      }
    return "\(noun) '\(strip.name)'"
  }

  func channel(_ purpose: LiveChannel.Purpose) -> LiveChannel? {
    channels.first { $0.purpose == purpose }
  }

  /// The buses, each behind those that are sent to it.
  package var buses: [(name: String, session: LiveSession, sum: BusNode)] {
    channels.compactMap { channel in
      channel.sum.map { (channel.session.name, channel.session, $0) }
    }
  }

  /// The outputs that a strip is kept off; a bus those that any session is kept off, as it may hold
  /// something of that.
  func closedOutputs(to strip: LiveSession) -> Set<PortID> {
    guard channel(.bus(strip.name))?.session === strip else { return strip.settings.closedOutputs }
    return Set(sessions.flatMap(\.settings.closedOutputs))
  }

  /// Where levels of sends can stay: outputs and buses that are the same in another rig.
  func sendTargets(alsoIn other: LiveRig) -> Set<String> {
    let outputs = routes.filter(other.has).map(\.route.name)
    return Set(outputs + buses.map(\.name).filter { other.channel(.bus($0)) != nil })
  }
}
