// SPDX-License-Identifier: Apache-2.0
// Reads a graph of nodes and connections.

import RigModel

/// Reads one graph of nodes and connections.
struct NetReader {
  let reader: GraphReader
  let signals: Signals
  var log: ProblemLog { reader.context.log }
  private(set) var names: [String] = []
  /// The plugins by the index of their node; `nil` where one is not known.
  private(set) var uses: [PluginUse?] = []
  private var wires: [Wire] = []
  private var seen: Set<Wire> = []
  private(set) var indices: [String: Int] = [:]
  var midiWires: [MIDIWire] = []

  /// One port listens to another.
  private struct Wire: Hashable {
    var from: Output
    var to: Input
  }

  private enum Output: Hashable {
    case signal(String, channel: Int)
    case node(Int, port: String)
  }

  private enum Input: Hashable {
    case node(Int, port: String)
    case output(Int)
  }

  init(_ reader: GraphReader, _ signals: Signals) {
    self.reader = reader
    self.signals = signals
  }

  /// Reads the graph, adds its nodes in execution order and returns its output.
  mutating func read(_ fields: Fields) -> Channels? {
    guard let nodes = fields.required("nodes")?.entries(as: "'nodes'", log),
      let list = fields.required("connections")?.list(as: "'connections'", log)
    else { return nil }
    guard reader.context.count(.instances, nodes.count, at: fields.position) else { return nil }
    for entry in nodes { readNode(entry) }
    var isComplete = !uses.contains { $0 == nil }
    var order = ExecutionOrder(names: names)
    for item in list {
      guard let connection = Connection(item, log), connect(connection, &order) else {
        isComplete = false
        continue
      }
    }
    if let cycle = order.cycle() {
      let position = cycle.position
      log.report(position, "the connections go round in a circle: \(cycle.names)")
      return nil
    }
    guard isComplete else { return nil }
    return build(order.sorted(), fields.position(of: "connections"))
  }

  private mutating func readNode(_ entry: YAMLNode.Entry) {
    _ = reader.take(id: entry.key, at: entry.position)
    indices[entry.key] = names.count
    names.append(entry.key)
    uses.append(Fields(entry.value, .node, log).flatMap(reader.plugin))
  }

  // MARK: Ends of connections

  /// Connects both ends; notes the order of nodes even where a plugin is not known.
  private mutating func connect(_ connection: Connection, _ order: inout ExecutionOrder) -> Bool {
    let fromNode = indices[connection.from.name]
    let toNode = indices[connection.to.name]
    if let fromNode, let toNode {
      order.add(fromNode, before: toNode, at: connection.position)
    }
    if carriesMIDI(connection) { return connectMIDI(connection) }
    let from = outputs(connection, node: fromNode)
    let to = inputs(connection, node: toNode, width: from?.count)
    guard let from, let to else { return false }
    wire(connection, from, to)
    return true
  }

  private func outputs(_ connection: Connection, node: Int?) -> [Output]? {
    let end = connection.from
    if let node {
      guard let use = uses[node] else { return nil }
      let ports = ports(end, use.outputs, all: use.allOutputs, "audio output", connection.position)
      return ports?.map { .node(node, port: $0) }
    }
    guard let signal = signals[end.name] else {
      let known = names + signals.keys.sorted()
      let hint = Spelling.hintOrList(end.name, among: known, of: "nodes and sources")
      let message = "nothing called \(end.name.quoted) can be listened to\(hint)"
      log.report(connection.position, message)
      return nil
    }
    guard let count = signal?.count else { return nil }
    guard let port = end.port else { return (0..<count).map { .signal(end.name, channel: $0) } }
    guard let number = Int(port, radix: 10), (1...max(1, count)).contains(number), count > 0
    else {
      let has = "\(end.name.quoted) has the channels 1 to \(count)"
      log.report(connection.position, "there is no channel \(end.text.quoted): \(has)")
      return nil
    }
    return [.signal(end.name, channel: number - 1)]
  }

  private func inputs(_ connection: Connection, node: Int?, width: Int?) -> [Input]? {
    let end = connection.to
    if let node {
      guard let use = uses[node] else { return nil }
      let position = connection.position
      let ports = ports(end, use.inputs, all: use.allInputs, "audio input", position)
      return ports?.map { .node(node, port: $0) }
    }
    guard end.name == GraphReader.outputName else {
      let hint = Spelling.hintOrList(end.name, among: names + ["out"], of: "nodes and the end")
      log.report(connection.position, "nothing called \(end.name.quoted) has inputs\(hint)")
      return nil
    }
    guard let port = end.port else { return width.map { (0..<$0).map { .output($0) } } }
    guard let number = Int(port, radix: 10), (1...Limits.channels).contains(number) else {
      let rule = "outputs are numbers from 1 to \(Limits.channels), such as 'out.1'"
      log.report(connection.position, "there is no output \(end.text.quoted): \(rule)")
      return nil
    }
    return [.output(number - 1)]
  }

  /// The ports of a node at an end: the named one of `all`, or the usual ones.
  private func ports(
    _ end: Connection.Endpoint,
    _ usual: [String],
    all: [String],
    _ kind: String,
    _ position: Position
  ) -> [String]? {
    guard let port = end.port else {
      if usual.isEmpty { log.report(position, "the node \(end.name.quoted) has no \(kind)s") }
      return usual.isEmpty ? nil : usual
    }
    guard all.contains(port) else {
      let hint = Spelling.hintOrList(port, among: all, of: "its \(kind)s")
      log.report(position, "\(port.quoted) is no \(kind) of the node \(end.name.quoted)\(hint)")
      return nil
    }
    return [port]
  }

  // MARK: Building

  private mutating func wire(_ connection: Connection, _ from: [Output], _ to: [Input]) {
    guard from.count == to.count || from.count == 1 else {
      let widths = "\(counted(from.count, "channel")) do not fit \(counted(to.count, "input"))"
      log.report(connection.position, "\(widths): name the ports, such as 'name.port'")
      return
    }
    for (index, input) in to.enumerated() {
      let wire = Wire(from: from.count == 1 ? from[0] : from[index], to: input)
      guard seen.insert(wire).inserted else {
        let ends = "\(connection.from.text.quoted) and \(connection.to.text.quoted)"
        log.report(connection.position, "\(ends) are connected twice")
        return
      }
      wires.append(wire)
    }
  }

  private func build(_ order: [Int], _ position: Position) -> Channels? {
    var indices: [Int: Int] = [:]
    for (offset, node) in order.enumerated() { indices[node] = reader.nodes.count + offset }
    var nodes = uses.enumerated().map { $0.element?.node(id: names[$0.offset]) }
    var outputs: Channels = []
    for wire in wires {
      let heard = resolve(wire.from, indices)
      guard reader.context.count(.connections, heard.count, at: position) else { return nil }
      switch wire.to {
      case .node(let index, let port): nodes[index]?.inputs[port]?.append(contentsOf: heard)
      case .output(let channel):
        while outputs.count <= channel { outputs.append([]) }
        outputs[channel] += heard
      }
    }
    if outputs.isEmpty { log.report(position, "nothing is connected to 'out'") }
    let leaving = wireMIDI(&nodes, indices)
    for index in order {
      if let node = nodes[index] { reader.append([node], id: node.id, uri: node.plugin) }
    }
    reader.midi = leaving
    return outputs.isEmpty ? nil : outputs
  }

  private func resolve(_ output: Output, _ indices: [Int: Int]) -> [Graph.Signal] {
    switch output {
    case .signal(let name, let channel): (signals[name] ?? nil)?[channel] ?? []
    case .node(let index, let port): indices[index].map { [.node($0, port: port)] } ?? []
    }
  }
}
