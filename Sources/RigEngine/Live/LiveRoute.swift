// SPDX-License-Identifier: Apache-2.0
// A route that is up: its bus in the mixer and the user's settings.

import ControlTower
package import JACKVocabulary
import Quantities
package import RenderCore
package import RigModel

/// A route of the running rig.
///
/// > Threading: Control.
package final class LiveRoute {
  /// What the preset says.
  private(set) var preset: Route
  /// The same with what its user can turn as the user has left it.
  package internal(set) var route: Route
  /// The route in the mixer: a bus for an output, meters and a tap for an input.
  package let bus: BusNode

  package init(_ route: Route) {
    (preset, self.route) = (route, route)
    bus = BusNode(channels: route.channels.count)
  }

  /// Whether sound leaves the rig here.
  package var isOutput: Bool { route.direction == .output }

  /// Whether `other` has the same channels in the same direction: the bus and the ports can be
  /// kept.
  func hasSameShape(as other: Route) -> Bool {
    preset.direction == other.direction && preset.channels == other.channels
  }

  /// Whether another output has been heard on it: its way back to the cue alone is heard.
  private(set) var hasMonitored = false

  /// Takes over a changed preset.
  func adopt(_ other: Route) {
    hasMonitored = hasMonitored || preset.monitors != nil
    let before = (preset: preset, user: route)
    (preset, route) = (other, other)
    keepVolume(before.user, since: before.preset)
  }

  /// Has the volume of a route that this one replaces, unless the preset says something else now.
  func keepVolume(of other: LiveRoute) { keepVolume(other.route, since: other.preset) }

  private func keepVolume(_ user: Route, since before: Route) {
    if preset.fader == before.fader { route.fader = user.fader }
  }

  /// Has what users have set, and the rest as the preset has it, but for its volume.
  func take(_ user: UserValues, keeping kept: inout UserValues) {
    let volume = route.fader
    route = user.laid(over: preset, preset.rememberedValues, at: preset.name, keeping: &kept)
    route.fader = volume
  }

  /// Whether the tower knows the route as it is, whatever its volume.
  func isSamePlug(as port: PortDescription) -> Bool {
    var present = route.port
    present.volume = port.volume
    return present == port
  }

  /// The JACK ports that the route needs.
  package var ports: PortGroup {
    PortGroup(
      direction: route.direction,
      ports: route.portNames.enumerated().map { index, name in
        PortRequest(
          key: .route(route.name, channel: index),
          label: PortLabel(owner: route.name, name: name),
          patterns: route.connections[index]
        )
      }
    )
  }
}

/// Ports that belong together, in the order of their channels.
package struct PortGroup: Hashable {
  /// Whether audio or MIDI comes in or goes out.
  package var direction: Route.Direction
  /// Whether they are ports for MIDI.
  package var carriesMIDI = false
  package var ports: [PortRequest]
}

/// A port that the rig needs of its driver.
package struct PortRequest: Hashable {
  package var key: PortKey
  package var label: PortLabel
  /// What to connect it to.
  package var patterns: [PortPattern] = []
}

/// What a port is called.
package struct PortLabel: Hashable {
  /// Whose port it is; how `name` begins.
  package var owner: String
  /// The stable name, without the client's.
  package var name: String

  /// The name for people.
  package var prettyName: String {
    name == owner ? name : "\(owner) \(name.dropFirst(owner.count + 1))"
  }
}

/// Which part of a rig a port belongs to; channels count from 0.
package enum PortKey: Hashable {
  case route(String, channel: Int)
  case source(session: String, source: String, channel: Int)
  /// Takes a channel of the rig's inputs to the program that is a session.
  case capture(session: String, channel: Int)
  case midi(session: String, Route.Direction)
  /// The rig's own MIDI.
  case control(Route.Direction)
}
