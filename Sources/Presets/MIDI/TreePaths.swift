// SPDX-License-Identifier: Apache-2.0
// The paths of the tree that a rig will have, as far as its preset can know.

import ControlTower
import RigModel

/// The beginnings of the paths that a rig has: two parts of each, three for a send or a player.
///
/// The names of a plugin's values are known once it runs.
struct TreePaths {
  private var seconds: [String: [String]] = [:]
  private var thirds: [String: [String]] = [:]
  /// The sessions and routes that may be there, even if mistakes hide what they have.
  private let names: Set<String>

  /// The paths of a rig whose sessions and routes, the broken ones too, have these names.
  init(of rig: Rig, names: [String]) {
    self.names = Set(names)
    // The paths of a missing graph are not known.
    for session in rig.sessions where !session.channel.isGraphMissing {
      let plugins = session.channel.graph.nodes.map(\.id)
      seconds[session.name] =
        StripValue.all.map(\.key) + Self.ofSessions + Self.ofAnything + plugins
      thirds["\(session.name).sends"] = session.channel.sends.indices.map {
        session.channel.sends.name(of: $0)
      }
      thirds["\(session.name).sources"] = session.channel.sources.compactMap { source in
        switch source.kind {
        case .player, .silent: source.name
        default: nil
        }
      }
    }
    for bus in Array(rig.interrupters.values) + Array(rig.rings.values) {
      let plugins = bus.graph.nodes.map(\.id)
      seconds[bus.name] = StripValue.onBuses.map(\.key) + ["sends", "meters", "ring"] + plugins
      thirds["\(bus.name).sends"] = bus.sends.indices.map { bus.sends.name(of: $0) }
    }
    for bus in rig.buses {
      let plugins = bus.graph.nodes.map(\.id)
      seconds[bus.name] = Self.ofBuses + plugins
      thirds["\(bus.name).sends"] = bus.sends.indices.map { bus.sends.name(of: $0) }
    }
    for group in rig.groups {
      seconds[group.name] = GroupValue.all.map(\.key) + ["members"]
    }
    for route in rig.routes {
      seconds[route.name] = Self.of(route) + route.graphs.values.flatMap(\.nodes).map(\.id)
    }
    seconds[Rig.treeName] = Self.ofRig
    thirds["rig.sounds"] = rig.systemSounds.files.keys.sorted()
    thirds["rig.switches"] = ["silent", "lock", "microphone", "do_not_interrupt"]
    thirds["rig.transport"] = ["rolling", "position_seconds", "tempo_bpm", "meter", "bar", "beat"]
    thirds["rig.solo"] = ["clear"]
    thirds["rig.interrupters"] = Interrupter.allCases.map(\.rawValue)
  }

  /// The values of every session, without its strip.
  private static let ofSessions = [
    "active", "interrupted", "why", "fault", "foreground", "permission", "category", "duck_db",
    "load_percent", "overruns", "latency_ms", "sends", "sources",
  ]
  /// The values of everything that can be recorded and metered.
  private static let ofAnything = ["meters", "recording", "record", "stop_recording"]
  /// The values of every bus.
  static let ofBuses =
    StripValue.all.map(\.key)
    + ["sends", "meters", "clips", "load_percent", "overruns", "latency_ms"]
  /// The values of every route.
  static let ofRoutes =
    RouteValue.all.map(\.key)
    + ["present", "role", "direction", "waiting", "clips", "latency_ms"] + ofAnything
  /// The values of a route, without its plugins.
  static func of(_ route: Route) -> [String] {
    ofRoutes + (route.measuresLoudness ? ["loudness"] : [])
  }
  private static let ofRig = [
    "transport", "server", "render", "preset", "reload", "reset_counters", "interrupters",
    "switches", "solo", "sounds",
  ]

  /// Reports a path that the rig can't have.
  func check(_ path: String, at position: Position, _ log: ProblemLog) {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else {
      return log.report(position, "\(path.quoted) is no path: write it as deckA.fader_db")
    }
    // System sounds have a strip under a name of the engine's.
    guard let known = seconds[parts[0]] else {
      guard !names.contains(parts[0]), parts[0] != SystemSounds.name else { return }
      let hint = Spelling.hintOrList(parts[0], among: seconds.keys.sorted(), of: "beginnings")
      return log.report(position, "no path begins with \(parts[0].quoted)\(hint)")
    }
    guard known.contains(parts[1]) else {
      let hint = Self.hint(parts[1], among: known)
      let owner = parts[0].quoted
      return log.report(position, "\(owner) has no \(parts[1].quoted)\(hint)")
    }
    guard parts.count > 2, let rest = thirds["\(parts[0]).\(parts[1])"], !rest.contains(parts[2])
    else { return }
    let hint = Self.hint(parts[2], among: rest)
    let owner = "\(parts[0]).\(parts[1])"
    log.report(position, "\(owner.quoted) has no \(parts[2].quoted)\(hint)")
  }

  /// The probable meaning; often a part of a path has been left out.
  private static func hint(_ part: String, among known: [String]) -> String {
    let nearest = Spelling.hint(part, among: known)
    guard nearest.isEmpty else { return nearest }
    if !part.isEmpty, let longer = known.first(where: { $0.hasPrefix(part) }) {
      return ": did you mean \(longer.quoted)?"
    }
    return Spelling.hintOrList(part, among: known, of: "its values")
  }
}
