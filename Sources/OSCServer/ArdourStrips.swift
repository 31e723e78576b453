// SPDX-License-Identifier: Apache-2.0
// The rig as Ardour numbers it: strips, their sends and plugins, the master.

import ControlTree

/// What Ardour's numbers mean in a rig.
///
/// Strips are the sessions, from 1, in the order of the preset; the master is the first output.
struct ArdourStrips: Sendable {
  /// A session.
  struct Strip: Sendable {
    let name: String
    /// How many channels it has.
    let channels: Int
    /// The sends, as the beginnings of their paths.
    let sends: [String]
    /// The plugins with those of their values that can be set.
    let plugins: [(name: String, parameters: [NodeDescription])]
  }

  let strips: [Strip]
  /// The name of the first output.
  let master: String?
  private let values: [String: NodeDescription]

  init(_ nodes: [NodeDescription]) {
    values = Dictionary(nodes.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    var parts: [String: [(path: [Substring], node: NodeDescription)]] = [:]
    var order: [String] = []
    for node in nodes {
      let path = node.path.split(separator: ".", omittingEmptySubsequences: false)
      let name = String(path[0])
      if parts[name] == nil { order.append(name) }
      parts[name, default: []].append((path, node))
    }
    let values = values
    strips = order.filter { values["\($0).foreground"] != nil }.map { Strip($0, parts[$0] ?? []) }
    master = order.first { values["\($0).present"] != nil && values["\($0).fader_db"] != nil }
  }

  /// The strip of a number.
  func strip(_ number: Int) -> Strip? { strips.numbered(number) }

  /// A node by its path.
  func node(_ path: String) -> NodeDescription? { values[path] }
}

extension ArdourStrips.Strip {
  fileprivate init(_ name: String, _ nodes: [(path: [Substring], node: NodeDescription)]) {
    self.name = name
    channels = nodes.count {
      $0.path.count == 4 && $0.path[1] == "meters" && $0.path[3] == "peak_db"
    }
    sends = nodes.filter { $0.path.count == 4 && $0.path[1] == "sends" && $0.path[3] == "level_db" }
      .map { "\(name).sends.\($0.path[2])" }
    var plugins: [(name: String, parameters: [NodeDescription])] = []
    for (path, node) in nodes where path.count == 3 {
      guard !["sends", "sources", "meters"].contains(path[1]), !node.isReadOnly,
        node.kind.bounds != nil
      else { continue }
      let plugin = String(path[1])
      if plugins.last?.name != plugin { plugins.append((plugin, [])) }
      plugins[plugins.count - 1].parameters.append(node)
    }
    self.plugins = plugins
  }
}

extension Array {
  /// The element of a number that counts from 1.
  func numbered(_ number: Int) -> Element? {
    (1...Swift.max(count, 1)).contains(number) && !isEmpty ? self[number - 1] : nil
  }
}
