// SPDX-License-Identifier: Apache-2.0
// Every node of the tree that the engine has, in the order in which people read them.

import ControlTower
import Presets

/// Makes the nodes of a rig; they hold the parts of the engine that they read and set, and never
/// the tree that holds them.
///
/// > Threading: Control.
struct TreeBuilder: EnginePart {
  let context: EngineContext
  let towerControl: TowerControl
  let mixer: MixerControl
  let players: PlayerControl
  let plugins: PluginControl
  let meters: MeterBoard

  /// Every node, what users have named first.
  func nodes() -> [TreeNode] {
    var nodes: [TreeNode] = []
    for session in live.sessions {
      nodes += strip(session, StripValue.all)
      nodes += sends(session)
      nodes += plugins(of: session)
      nodes += state(of: session)
      nodes += sources(of: session)
      nodes += meters(of: session)
    }
    // What no fader of a route turns, its user turns here (VOL-02).
    for bus in live.channels {
      if case .output = bus.purpose { continue }
      nodes += strip(bus.session, bus.values)
      nodes += sends(bus.session)
      if bus.sum != nil { nodes += plugins(of: bus.session) }
      nodes += meters(of: bus.session)
    }
    for group in live.groups { nodes += self.group(group) }
    for route in live.routes {
      nodes += self.route(route)
      for place in OutputGraph.allCases {
        let channel = live.channel(.output(route.route.name, place))
        nodes += channel.map { plugins(of: $0.session) } ?? []
      }
    }
    for interrupter in Interrupter.allCases { nodes += state(of: interrupter) }
    return nodes + rig()
  }
}
