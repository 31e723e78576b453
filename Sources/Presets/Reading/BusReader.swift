// SPDX-License-Identifier: Apache-2.0
// Reads buses, which sum what others send to them and send it on.

import RigModel

/// Reads `buses`.
struct BusReader {
  /// The channels of a bus that says none.
  static let usualWidth = 2

  private let context: PresetContext
  private var log: ProblemLog { context.log }

  init(_ context: PresetContext) {
    self.context = context
  }

  /// Reads the buses, each after those that send to it, and adds them to the targets of sends.
  func read(_ node: YAMLNode?, _ routes: inout RouteTable) -> [Channel] {
    let problems = log.count
    var found: [(name: String, width: Int, fields: Fields)] = []
    for entry in node?.entries(as: "'buses'", log) ?? [] {
      if Names.check(entry.key, "a bus", entry.position, log),
        let owner = routes.owner(of: entry.key)
      {
        let message = "the name \(entry.key.quoted) is taken by \(owner)"
        log.report(entry.position, "\(message): buses and routes share names")
      }
      Names.checkReserved(entry.key, "bus", entry.position, log)
      guard let fields = Fields(entry.value, .bus, log) else { continue }
      let width = fields.wholeNumber("channels") ?? Self.usualWidth
      found.append((entry.key, width, fields))
    }
    let channels = found.reduce(0) { $0 + $1.width }
    guard channels <= Limits.busChannels else {
      let message = "the buses of a preset have at most \(Limits.busChannels) channels"
      log.report(node?.position ?? .start(of: ""), "\(message), not \(channels)")
      return []
    }
    for bus in found { routes.add(bus: bus.name, width: bus.width) }
    let buses = found.map { bus(of: $0.width, $0.name, $0.fields, routes) }
    var sorted = order(buses, found.map(\.fields), &routes)
    // Last, so that sources of a bus do not count as heard where solo listens to the bus.
    guard log.count == problems else { return sorted }
    for index in sorted.indices { context.solo?.add(to: &sorted[index], called: "the bus") }
    return sorted
  }

  /// Reads one bus.
  private func bus(
    of width: Int,
    _ name: String,
    _ fields: Fields,
    _ routes: RouteTable
  ) -> Channel {
    var bus = Channel(name: name)
    for value in StripValue.all { fields.take(value, into: &bus.values) }
    bus.sources = [Source(name: GraphReader.inputName, channels: width, kind: .insert)]
    let reader = GraphReader(
      [(GraphReader.inputName, bus.sources[0])],
      context,
      nil,
      taken: RigPaths.words(of: bus)
    )
    let (outputs, isWhole) = context.reading(.graph, of: name) { reader.read(fields["graph"]) }
    if isWhole {
      (bus.graph.nodes, bus.graph.outputs) = (reader.nodes, outputs ?? [])
    } else {
      bus.graph.outputs = (1...width).map { [.source(0, channel: $0)] }
    }
    bus.graph.isCompensated = fields.boolean("compensate", default: context.compensates)
    let count = isWhole ? outputs?.count : width
    let streams = StreamTable(fields["streams"], outputs: count, log)
    bus.streams = streams.streams
    let sends = SendReader(routes: routes, reachesBuses: true, streams: streams, log: log)
    bus.sends = sends.read(fields["sends"])
    if bus.sends.contains(where: \.followsRoute) {
      let message = "a bus has no route of its own: name an output instead of currentRoute"
      log.report(fields.position(of: "sends"), message)
      bus.sends.removeAll(where: \.followsRoute)
    }
    return bus
  }

  /// Puts buses after those that send to them, and sets which outputs each reaches; reports
  /// circles.
  private func order(
    _ buses: [Channel],
    _ fields: [Fields],
    _ routes: inout RouteTable
  ) -> [Channel] {
    var order = ExecutionOrder(names: buses.map(\.name))
    for (index, bus) in buses.enumerated() {
      for send in bus.sends where send.isToBus {
        guard let other = buses.firstIndex(where: { $0.name == send.route }) else { continue }
        order.add(index, before: other, at: fields[index].position(of: "sends"))
      }
    }
    if let cycle = order.cycle() {
      let message = "the buses are sent to one another in a circle: \(cycle.names)"
      log.report(cycle.position, message)
      return []
    }
    var sorted = order.sorted().map { buses[$0] }
    var reached: [String: [String]] = [:]
    for index in sorted.indices.reversed() {
      for number in sorted[index].sends.indices where sorted[index].sends[number].isToBus {
        let name = sorted[index].sends[number].route
        sorted[index].sends[number].outputs = reached[name] ?? []
      }
      let bus = sorted[index]
      reached[bus.name] = Array(Set(bus.sends.flatMap(\.outputs))).sorted()
      let width = bus.sources[0].channels
      routes.add(bus: bus.name, width: width, outputs: reached[bus.name] ?? [])
    }
    return sorted
  }
}
