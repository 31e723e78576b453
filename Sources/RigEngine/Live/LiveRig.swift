// SPDX-License-Identifier: Apache-2.0
// The rig that is up.

package import ControlTower
package import RenderCore
package import RigModel
import SoundFiles
package import TrackLibrary

/// The routes and channels of the running rig.
///
/// > Threading: Control.
package struct LiveRig {
  package internal(set) var rig: Rig
  package internal(set) var routes: [LiveRoute]
  /// All that is rendered, in the order in which it is mixed: the channels of sessions first.
  package internal(set) var channels: [LiveChannel] = []
  /// The gains that several channels share.
  package internal(set) var groups: [LiveGroup] = []
  /// The crossfader, as the user has left it.
  let crossfader = LiveCrossfader()
  /// Which deck leads the beat.
  var sync = LiveSync()

  /// What people have prepared of the tracks that decks play; `nil` without decks, and offline.
  package var library: TrackLibrary? {
    channels.lazy.flatMap(\.players).compactMap { $0?.file.library }.first
  }

  /// The channels of sessions, in the order of the preset.
  package var sessions: [LiveChannel] { channels.filter(\.purpose.hasSeat) }

  /// All ports that the rig needs, in the order in which people read them.
  package var ports: [PortGroup] {
    routes.map(\.ports) + channels.flatMap(\.ports) + rig.controlPorts
  }

  package func session(_ name: String) -> LiveChannel? { channel(.session(name)) }

  package func session(_ id: SessionID) -> LiveChannel? { session(id.name) }

  func channel(_ purpose: LiveChannel.Purpose) -> LiveChannel? {
    channels.first { $0.purpose == purpose }
  }

  package func route(_ name: String) -> LiveRoute? {
    routes.first { $0.route.name == name }
  }

  /// The buses, each behind those that are sent to it.
  package var buses: [(channel: LiveChannel, sum: BusNode)] {
    channels.compactMap { channel in channel.nodes.sum.map { (channel, $0) } }
  }

  /// The interrupters that the preset lets be heard, each with its channel.
  package var interrupters: [(id: Interrupter, channel: LiveChannel)] {
    channels.compactMap { channel in
      guard case .interrupter(let interrupter) = channel.purpose else { return nil }
      return (interrupter, channel)
    }
  }

  /// The outputs that a channel is kept off; a bus those that any session is kept off, as it may
  /// hold something of that.
  func closedOutputs(to channel: LiveChannel) -> Set<PortID> {
    guard channel.nodes.sum != nil else { return channel.settings.closedOutputs }
    return Set(sessions.flatMap(\.settings.closedOutputs))
  }

  /// Where levels of sends can stay: outputs and buses that are the same in another rig.
  func sendTargets(alsoIn other: LiveRig) -> Set<String> {
    let outputs = routes.filter(other.has).map(\.route.name)
    return Set(outputs + buses.map(\.channel.name).filter { other.channel(.bus($0)) != nil })
  }
}
