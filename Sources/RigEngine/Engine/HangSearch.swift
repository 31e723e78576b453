// SPDX-License-Identifier: Apache-2.0
// Plugins of the rig's own process that do not come back: whose they are, and how a rig goes on
// without them.

import RenderCore
package import RigModel

/// Finds out which plugin does not come back.
///
/// > Threading: Control.
package struct HangSearch: EnginePart {
  let context: EngineContext

  /// Notes that strips are silent for good, because of plugins in them; their channels are made
  /// again with the next change.
  func giveUp(_ strips: Set<UInt32>) {
    let channels = live.channels.filter { strips.contains($0.strip.id) }
    for channel in channels { channel.gate.isGivenUp = true }
    let hangs = channels.compactMap { enteredPlugin(of: [$0]) }
    // Where all have come back meanwhile, nobody can say which plugin it was.
    if hangs.isEmpty { hooks.late(channels.map(\.name)) } else { hooks.hung(hangs) }
  }

  /// The plugin that keeps the driver's thread, which has not come back for a while.
  package var hang: Hang? { enteredPlugin(of: live.channels) }

  private func enteredPlugin(of channels: [LiveChannel]) -> Hang? {
    for channel in channels {
      for plugin in channel.plugins where plugin.instances.contains(where: \.isEntered) {
        return Hang(session: channel.name, plugin: plugin.id)
      }
    }
    return nil
  }
}

extension Rig {
  /// The same where plugins that have hung hold nobody up.
  package func containing(_ hangs: Set<Hang>) -> Rig {
    var rig = self
    let names = Set(hangs.map(\.session))
    for index in rig.sessions.indices where names.contains(rig.sessions[index].name) {
      rig.sessions[index].channel = rig.sessions[index].channel.contained
    }
    for (interrupter, channel) in rig.interrupters where names.contains(channel.name) {
      rig.interrupters[interrupter] = channel.dry
    }
    for index in rig.buses.indices where names.contains(rig.buses[index].name) {
      rig.buses[index] = rig.buses[index].dry
    }
    for hang in hangs {
      guard let (index, place) = outputGraph(of: hang) else { continue }
      rig.routes[index].graphs[place] = nil
    }
    return rig
  }

  /// The output whose plugin has hung, by its index, and in which of its graphs that is; `nil` for
  /// a plugin elsewhere.
  package func outputGraph(of hang: Hang) -> (route: Int, graph: OutputGraph)? {
    guard let index = routes.firstIndex(where: { $0.name == hang.session }) else { return nil }
    let graphs = routes[index].graphs
    let place = OutputGraph.allCases.first { place in
      graphs[place]?.nodes.contains { $0.id == hang.plugin } == true
    }
    return place.map { (index, $0) }
  }
}

extension HostedPlugin {
  /// Whether a thread of this process is in it.
  fileprivate var isEntered: Bool { localNode?.isRunning == true }
}

extension Channel {
  /// The same where its plugins hold nobody up: in a process of its own, or, where it can't have
  /// one, without sound.
  package var contained: Channel {
    guard canBeIsolated else { return silenced }
    var channel = self
    channel.isolation = .process
    return channel
  }

  /// Whether its graph can have a process of its own; sessions that sound goes through on its way
  /// have to be in one with it.
  private var canBeIsolated: Bool {
    graph.inserts.isEmpty && !sources.contains { $0.kind == .insert }
  }
}
