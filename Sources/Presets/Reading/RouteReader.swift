// SPDX-License-Identifier: Apache-2.0
// Reads routes.

import ControlTower
import JACKVocabulary
import RigModel

/// The routes of a preset, as the rest of it sees them.
struct RouteTable {
  private(set) var routes: [Route] = []
  private(set) var positions: [String: Position] = [:]
  /// The routes by name; `nil` where mistakes leave nothing to check.
  private var table: [String: Route?] = [:]

  /// The buses by name: how wide they are, and the outputs that they reach.
  private var buses: [String: (width: Int, outputs: [String])] = [:]

  /// The names of all routes.
  var names: [String] { Array(table.keys) }

  /// Whether there is a route of that name.
  func contains(_ name: String) -> Bool { table[name] != nil }

  /// What already has a name: a route or a bus.
  func owner(of name: String) -> String? {
    table[name] != nil ? "a route" : buses[name] != nil ? "a bus" : nil
  }

  /// Notes a bus that can be sent to.
  mutating func add(bus name: String, width: Int, outputs: [String] = []) {
    buses[name] = (width, outputs)
  }

  /// Reads `routes`; `false` where it is no mapping, so that names of routes can't be checked.
  mutating func read(_ node: YAMLNode, _ context: PresetContext) -> Bool {
    let log = context.log
    guard let entries = node.entries(as: "'routes'", log) else { return false }
    for entry in entries {
      _ = Names.check(entry.key, "a route", entry.position, log)
      Names.checkReserved(entry.key, "route", entry.position, log)
      let route = Route(entry, context)
      if let route { routes.append(route) }
      positions[entry.key] = entry.position
      table[entry.key] = .some(route)
    }
    return true
  }

  /// Finds the route that a text names; reports an unknown one and one of the wrong direction.
  func find(_ node: YAMLNode, _ direction: Route.Direction, _ log: ProblemLog) -> Route? {
    guard let name = node.text(as: "a route", log) else { return nil }
    guard let entry = table[name] else {
      let hint = { Spelling.hintOrList(name, among: names(direction), of: "\(direction) routes") }
      log.report(node.position, "there is no route \(name.quoted)\(hint())")
      return nil
    }
    guard let route = entry, route.direction != direction else { return entry }
    let message = "the route \(name.quoted) is an \(route.direction), but an \(direction) is needed"
    log.report(node.position, message)
    return nil
  }

  /// Finds the output or the bus that a text names; reports an unknown one, and an input.
  func findTarget(_ node: YAMLNode, _ log: ProblemLog) -> SendTarget? {
    guard case .scalar(let name) = node.content, table[name] == nil, !buses.isEmpty else {
      return find(node, .output, log).map { SendTarget($0) }
    }
    if let bus = buses[name] {
      return SendTarget(name: name, width: bus.width, isBus: true, outputs: bus.outputs)
    }
    let known = names(.output) + buses.keys.sorted()
    let hint = Spelling.hintOrList(name, among: known, of: "outputs and buses")
    log.report(node.position, "there is no route or bus \(name.quoted)\(hint)")
    return nil
  }

  /// The routes that may be meant where one of this direction is needed.
  private func names(_ direction: Route.Direction) -> [String] {
    table.filter { $0.value.map { $0.direction == direction } ?? true }.keys.sorted()
  }
}

/// Where a send goes.
struct SendTarget {
  let name: String
  let width: Int
  var isBus = false
  /// The outputs that are reached there.
  let outputs: [String]

  /// The name of it in sentences.
  var title: String { (isBus ? "the bus " : "the route ") + name.quoted }
}

extension SendTarget {
  fileprivate init(_ route: Route) {
    self.init(name: route.name, width: route.channels.count, outputs: [route.name])
  }
}

/// The speed in air at 20 °C, in metres a second.
private let speedOfSound = 343.0

extension Route {
  fileprivate init?(_ entry: YAMLNode.Entry, _ context: PresetContext) {
    let log = context.log
    guard let fields = Fields(entry.value, .route, log) else { return nil }
    let role: PortRole? = fields.choice("role")
    let direction = role.flatMap { Self.direction($0, fields) }
    let layout = Self.layout(fields, context)
    let isMirrored = fields.boolean("mirrored")
    let measuresLoudness = fields.boolean("loudness")
    var route = Route(name: entry.key, role: .lineOut, channels: [])
    for value in RouteValue.ofOutputs { fields.take(value, into: &route) }
    if let metres = fields.number("delay_m") {
      if fields.has("delay_ms") { fields.refuse(["delay_m"], "can't stand beside 'delay_ms'") }
      route.delay = metres / speedOfSound * 1_000
    }
    guard let role, let direction, let layout else { return nil }
    if direction == .input {
      fields.refuse(Self.outputKeys, "is for output routes only")
    } else if role != .net {
      fields.refuse(["mirrored"], "is for routes with the role net only")
    }
    (route.role, route.direction, route.isMirrored) = (role, direction, isMirrored)
    (route.channels, route.connections) = (layout.names, layout.connections)
    route.measuresLoudness = measuresLoudness
    if context.monitor != entry.key {
      let keys = RouteValue.ofMonitor.map(\.key)
      fields.refuse(keys, "is for the output that 'solo' names beside 'main'")
    }
    if measuresLoudness, layout.names.count > Limits.loudnessChannels {
      fields.refuse(["loudness"], "measures at most \(Limits.loudnessChannels) channels")
    }
    if direction == .output { route.readGraphs(fields, context) }
    self = route
  }

  /// Reads the graphs of an output.
  private mutating func readGraphs(_ fields: Fields, _ context: PresetContext) {
    for place in OutputGraph.allCases {
      guard let node = fields[place.rawValue] else { continue }
      let source = Source(name: GraphReader.inputName, channels: channels.count, kind: .insert)
      let names = RigPaths.words(of: self)
      let reader = GraphReader([(source.name, source)], context, nil, taken: names)
      let (outputs, isWhole) = context.reading(place.absence, of: name) { reader.read(node) }
      guard let outputs, isWhole else { continue }
      guard outputs.count == channels.count else {
        let widths = "\(counted(outputs.count, "channel")), and the route has \(channels.count)"
        let message = "'\(place.rawValue)' gives back \(widths): it needs as many"
        context.log.report(node.position, message)
        continue
      }
      var graph = Graph()
      (graph.nodes, graph.outputs) = (reader.nodes, outputs)
      graph.isCompensated = context.compensates
      graphs[place] = graph
    }
  }

  /// The keys that only outputs have.
  static let outputKeys =
    RouteValue.ofOutputs.map(\.key) + ["mirrored", "delay_m", "loudness"]
    + OutputGraph.allCases.map(\.rawValue)

  /// The roles that may have either direction.
  static let freeRoles: [PortRole] = [.headset, .usb, .hfp, .net, .virtual]

  /// The direction of a route that says none.
  private static func usualDirection(of role: PortRole) -> Direction {
    role == .mic || role == .lineIn ? .input : .output
  }

  /// The roles that always have a direction.
  static func roles(_ direction: Direction) -> [PortRole] {
    PortRole.allCases.filter { !freeRoles.contains($0) && usualDirection(of: $0) == direction }
  }

  private static func direction(_ role: PortRole, _ fields: Fields) -> Direction? {
    let usual = usualDirection(of: role)
    guard let node = fields["direction"] else { return usual }
    guard let direction: Direction = fields.choice("direction") else { return nil }
    guard direction == usual || freeRoles.contains(role) else {
      let rule = "a route with the role \(role.rawValue) is always an \(usual.rawValue)"
      fields.log.report(node.position, "\(rule): choose another role or remove 'direction'")
      return nil
    }
    return direction
  }

  private static func layout(
    _ fields: Fields,
    _ context: PresetContext
  ) -> (names: [String], connections: [[PortPattern]])? {
    var names: [String]?
    if let node = fields["channels"] {
      guard let given = channelNames(node, fields.log) else { return nil }
      names = given
    }
    guard let node = fields["ports"] else {
      guard let names else {
        if fields.isMeant(["ports", "channels"]) { return nil }
        fields.log.report(fields.position, "a route needs 'ports', or 'channels' to go without")
        return nil
      }
      return (names, names.map { _ in [] })
    }
    let position = fields.position(of: "channels")
    guard let list = PortList(node, channels: names?.count, at: position, context) else {
      return nil
    }
    return (names ?? defaultNames(list.connections.count), list.connections)
  }

  /// Reads a number of channels or their names.
  private static func channelNames(_ node: YAMLNode, _ log: ProblemLog) -> [String]? {
    guard case .sequence(let items) = node.content else {
      return node.wholeNumber(as: "channels", in: 1...Limits.channels, log).map(defaultNames)
    }
    guard (1...Limits.channels).contains(items.count) else {
      log.report(node.position, "a route has 1 to \(Limits.channels) channels")
      return nil
    }
    var names: [String] = []
    for item in items {
      guard let name = item.name(of: "a channel", log) else { continue }
      if names.contains(name) {
        log.report(item.position, "two channels have the name \(name.quoted)")
      }
      names.append(name)
    }
    return names.count == items.count ? names : nil
  }

  private static func defaultNames(_ count: Int) -> [String] {
    switch count {
    case 1: ["mono"]
    case 2: ["L", "R"]
    default: (1...count).map(String.init)
    }
  }
}
