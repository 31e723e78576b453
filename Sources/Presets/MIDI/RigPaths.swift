// SPDX-License-Identifier: Apache-2.0
// The paths of the tree that a rig will have, as far as its preset can know.

import ControlTower
import RigModel

/// All paths of a rig but those of alerts, and of plugins' values, which are known once they run.
struct RigPaths {
  /// What comes behind a path, in the order of the tree: nothing behind a value.
  private(set) var parts: [String: [String]] = ["": []]
  /// The paths behind which anything may come: plugins, alerts, and owners that mistakes hide.
  private(set) var open: Set<String> = []

  private init() {}

  /// The paths of a rig whose sessions and routes, the broken ones too, have these names.
  init(of rig: Rig, names: [String] = []) {
    // The paths of a missing graph are not known.
    for session in rig.sessions where !session.channel.isGraphMissing {
      add(session.channel, StripValue.all, plugins: session.channel.graph.nodes)
      add(RigPath.Session.words + RigPath.Recording.words, session.name)
      for source in session.channel.sources {
        switch source.kind {
        case .player, .silent:
          let player = RigPath.Branch.sources.path(of: session.name, source.name)
          add(RigPath.Player.words, player)
          for number in 1...RigPath.HotCue.count {
            add(RigPath.HotCue.words, RigPath.Branch.hot_cues.path(of: player, String(number)))
          }
        default: break
        }
      }
    }
    for bus in rig.interrupters.values { add(bus, StripValue.onBuses) }
    for ring in rig.rings.values { add(ring, StripValue.onSystemSounds) }
    for bus in rig.buses { add(bus, StripValue.all, plugins: bus.graph.nodes) }
    let sounds = rig.systemSounds
    if !sounds.files.isEmpty {
      let channels = SystemSounds.channels
      addStrip(SystemSounds.name, StripValue.onSystemSounds, sounds.sends, channels: channels)
    }
    for group in rig.groups { add(GroupValue.all.map(\.key) + RigPath.Group.words, group.name) }
    for route in rig.routes { add(route) }
    add(RigPath.Rig.words, RigPath.rig)
    add(RigPath.Transport.words, RigPath.Branch.transport.path())
    add(RigPath.Server.words, RigPath.Branch.server.path())
    add(RigPath.Render.words, RigPath.Branch.render.path())
    add(CrossfaderValue.all.map(\.key), RigPath.Branch.crossfader.path())
    add(RigPath.Switch.words, RigPath.Branch.switches.path())
    for interrupter in Interrupter.allCases {
      add(RigPath.Interrupter.words, RigPath.Branch.interrupters.path(interrupter.rawValue))
    }
    add(sounds.files.keys.sorted(), RigPath.Branch.sounds.path())
    addOpen(RigPath.Branch.alerts.path())
    open.formUnion((names + [SystemSounds.name]).filter { parts[$0] == nil })
  }

  /// What a bus has, sends too, which no plugin of it can be called.
  static func words(of bus: Channel) -> [String] {
    var paths = RigPaths()
    paths.add(bus, StripValue.all)
    return (paths.parts[bus.name] ?? []) + [RigPath.Branch.sends.rawValue]
  }

  /// What a route has, plugins too, which no other plugin of it can be called.
  static func words(of route: Route) -> [String] {
    var (paths, route) = (RigPaths(), route)
    // Whether it is a monitor is read later.
    route.monitors = route.name
    paths.add(route)
    return paths.parts[route.name] ?? []
  }

  private mutating func add(
    _ strip: Channel,
    _ values: [StripValue],
    plugins: [Graph.Node] = []
  ) {
    addStrip(strip.name, values, strip.sends, channels: strip.graph.outputs.count)
    for plugin in plugins { addOpen(RigPath.plugin(plugin.id, of: strip.name)) }
  }

  private mutating func addStrip(
    _ name: String,
    _ values: [StripValue],
    _ sends: [Send],
    channels: Int
  ) {
    add(values.map(\.key) + RigPath.Strip.words, name)
    for index in sends.indices {
      add(SendValue.all.map(\.key) + RigPath.Send.words, sends.path(of: index, from: name))
    }
    for index in 0..<channels {
      addMeters(RigPath.Meter.allCases, channelLabel(index, of: channels), name)
    }
  }

  private mutating func add(_ route: Route) {
    add(RigPath.Route.words + RigPath.Recording.words, route.name)
    add([RigPath.Strip.clips.rawValue], route.name)
    for channel in route.channels { addMeters(RigPath.Meter.ofRoutes, channel, route.name) }
    guard route.direction == .output else { return }
    add(route.values.map(\.key) + [RigPath.Strip.latency_ms.rawValue], route.name)
    if route.measuresLoudness {
      add(RigPath.Loudness.words, RigPath.Branch.loudness.path(of: route.name))
    }
    for plugin in route.graphs.values.flatMap(\.nodes) {
      addOpen(RigPath.plugin(plugin.id, of: route.name))
    }
  }

  private mutating func addMeters(_ words: [RigPath.Meter], _ label: String, _ owner: String) {
    add(words.map(\.rawValue), RigPath.Branch.meters.path(of: owner, channelName(label)))
  }

  private mutating func addOpen(_ path: String) {
    add(path)
    open.insert(path)
  }

  private mutating func add(_ words: [String], _ owner: String) {
    for word in words { add("\(owner).\(word)") }
  }

  private mutating func add(_ path: String) {
    var owner = ""
    for part in path.split(separator: ".").map(String.init) {
      let next = owner.isEmpty ? part : "\(owner).\(part)"
      if parts[next] == nil {
        parts[next] = []
        parts[owner]?.append(part)
      }
      owner = next
    }
  }

  // MARK: Reading

  /// Reports a path that the rig can't have.
  func check(_ path: String, at position: Position, _ log: ProblemLog) {
    let words = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard words.count > 1 else {
      return log.report(position, "\(path.quoted) is no path: write it as deckA.fader_db")
    }
    var owner = ""
    for word in words {
      let next = owner.isEmpty ? word : "\(owner).\(word)"
      if open.contains(next) { return }
      var known = parts[owner] ?? []
      if known.isEmpty {
        known = RigPath.Guard.words
        if known.contains(word) { return }
      }
      guard known.contains(word) else {
        guard !owner.isEmpty else {
          let hint = Spelling.hintOrList(word, among: known.sorted(), of: "beginnings")
          return log.report(position, "no path begins with \(word.quoted)\(hint)")
        }
        let hint = Self.hint(word, among: known)
        return log.report(position, "\(owner.quoted) has no \(word.quoted)\(hint)")
      }
      owner = next
    }
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
