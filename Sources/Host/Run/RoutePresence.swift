// SPDX-License-Identifier: Apache-2.0
// Which routes are plugged in, as far as JACK's ports show it.

import AudioBackend
import RigEngine
import RigModel

/// Which routes of a rig can be used, as JACK's ports come and go.
///
/// A route is there while at least one of its channels has a port to be connected to: a headset
/// with one cup left is still a headset, and a device's first port that goes is followed by the
/// others at once. A route that names no ports is always there; people connect it by hand.
struct RoutePresence {
  private let rules: ConnectionRules?
  /// The routes that wait for ports, by the names of their own ports.
  private let waiting: [String: String]
  /// Routes that name no ports.
  private let constant: Set<String>
  /// The ports of other clients that each route could be connected to.
  private var found: [String: Set<String>] = [:]
  /// Ports that JACK has reported as gone but may still list.
  private(set) var vanished: Set<String> = []

  init(of routes: [Route]) {
    let wanting = routes.filter { $0.connections.contains { !$0.isEmpty } }
    constant = Set(routes.map(\.name)).subtracting(wanting.map(\.name))
    waiting = Dictionary(
      wanting.flatMap { route in route.portNames.map { ($0, route.name) } },
      uniquingKeysWith: { first, _ in first }
    )
    // Presets hold only regular expressions that compile.
    rules = try? ConnectionRules(wanting.map { ConnectionRule(LiveRoute($0).ports) })
  }

  /// The routes that can be used.
  var present: Set<String> {
    constant.union(found.filter { !$0.value.isEmpty }.keys)
  }

  /// Finds the usable routes among all present ports.
  mutating func look(at ports: [PresentPort], client: String) {
    vanished.formIntersection(ports.map(\.name))
    let listed = ports.filter { !vanished.contains($0.name) }
    found = [:]
    for (port, others) in rules?.others(present: listed, client: client) ?? [:] {
      guard let route = waiting[port] else { continue }
      found[route, default: []].formUnion(others)
    }
  }

  /// Notes that a port goes; returns whether a route goes with it.
  mutating func lose(_ port: String) -> Bool {
    vanished.insert(port)
    var isLoss = false
    for route in found.keys where found[route]?.remove(port) != nil {
      isLoss = isLoss || found[route]?.isEmpty == true
    }
    return isLoss
  }

  /// Notes that a port of this name has come; `look` says what that means.
  mutating func gain(_ port: String) {
    vanished.remove(port)
  }
}
