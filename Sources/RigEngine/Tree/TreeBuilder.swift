// SPDX-License-Identifier: Apache-2.0
// Every node of the tree that the engine has, in the order in which people read them.

import ControlTower
import ControlTree
import RigModel

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
    for channel in live.channels {
      // That of an output is with the output's values.
      if case .output = channel.purpose { continue }
      nodes += strip(channel)
      nodes += sends(channel)
      if channel.purpose.isSessionOrBus { nodes += plugins(of: channel) }
      if channel.purpose.hasSeat { nodes += state(of: channel) + sources(of: channel) }
      nodes += meters(of: channel)
    }
    for group in live.groups { nodes += self.group(group) }
    nodes += crossfader()
    for route in live.routes {
      nodes += self.route(route)
      for place in OutputGraph.allCases {
        let channel = live.channel(.output(route.route.name, place))
        nodes += channel.map(plugins) ?? []
      }
    }
    for interrupter in Interrupter.allCases { nodes += state(of: interrupter) }
    return nodes + rig()
  }
}

extension LiveChannel.Purpose {
  /// What its fader and mute belong to; how loud interruptions are is the operator's own.
  var scope: ValueScope {
    switch self {
    case .interrupter, .ring, .output: .rig
    case .session, .systemSounds, .bus: .venue
    }
  }
}
