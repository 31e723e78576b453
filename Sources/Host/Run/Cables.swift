// SPDX-License-Identifier: Apache-2.0
// What the rig's ports are connected to, and what they should be connected to: other programs may
// disconnect them.

import AudioBackend
import Presets
import RenderCore
import RigEngine

/// The connections of a rig's ports as they were seen last, and those that its rules want.
struct Cables {
  /// What each port is connected to.
  private(set) var connections: [PortKey: [String]] = [:]
  /// What each port should be connected to but is not, although it is there: another program has
  /// disconnected it.
  private(set) var missing: [PortKey: [String]] = [:]
  /// The connections that there should be, except for those that JACK refuses.
  private var wanted: [Connection] = []
  /// Those of the wanted connections that were seen.
  private var made: Set<Connection> = []
  /// The wanted connections that are missing and were never seen: JACK has neither refused nor made
  /// them.
  private(set) var ignored: [Connection] = []

  /// Notes the result of making connections.
  mutating func note(_ report: ConnectionReport) {
    wanted = report.wanted.filter { !report.failed.contains($0) }
    made.formIntersection(wanted)
  }

  /// Notes what ports with these full names are connected to; ports in `leaving` count as gone.
  mutating func note(_ seen: [String: [String]], of names: [PortKey: String], leaving: Set<String>)
  {
    connections = names.compactMapValues { seen[$0] }
    var absent: [String: [String]] = [:]
    made.formUnion(
      wanted.filter { seen[$0.from]?.contains($0.to) ?? seen[$0.to]?.contains($0.from) ?? true }
    )
    ignored = wanted.filter {
      !made.contains($0) && !leaving.contains($0.from) && !leaving.contains($0.to)
    }
    for connection in wanted {
      for (own, other) in [(connection.from, connection.to), (connection.to, connection.from)] {
        guard let others = seen[own], !others.contains(other), !leaving.contains(other) else {
          continue
        }
        absent[own, default: []].append(other)
      }
    }
    missing = names.compactMapValues { absent[$0] }
  }

  /// The routes that are connected to nothing, although what they should be connected to is there.
  var cutRoutes: Set<String> {
    Set(missing.keys.compactMap(\.routeName)).subtracting(
      connections.compactMap { key, others in others.isEmpty ? nil : key.routeName }
    )
  }

  /// Whether something is missing.
  var areMissing: Bool { !missing.isEmpty }

  /// Whether a route is connected to one of these ports.
  func reach(_ ports: Set<String>) -> Bool {
    connections.contains { key, others in
      key.routeName != nil && others.contains(where: ports.contains)
    }
  }
}

extension PortKey {
  /// The route that the port belongs to; `nil` for ports of sessions and others.
  fileprivate var routeName: String? {
    if case .route(let name, _) = self { name } else { nil }
  }
}
