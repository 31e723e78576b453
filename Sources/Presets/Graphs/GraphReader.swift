// SPDX-License-Identifier: Apache-2.0
// Reads the graph of one session: a chain, nodes with connections, or a file with either.

import RigModel

/// For each channel the signals that are summed into it.
typealias Channels = [[Graph.Signal]]

/// The signals that a part of a graph may listen to: channels by name; `nil` where mistakes hide
/// the width.
typealias Signals = [String: Channels?]

/// Builds the graph of one session.
///
/// Functions that return channels return `nil` when a reported mistake hides their number; what
/// depends on it is not checked then.
final class GraphReader {
  /// The name in connections of the input: all sources, or the step before in a chain.
  static let inputName = "source"
  /// The name in connections of the end of a graph.
  static let outputName = "out"

  let context: PresetContext
  /// The other sessions; `nil` outside the sessions.
  let partners: Partners?
  /// The nodes so far.
  private(set) var nodes: [Graph.Node] = []
  /// The inserts so far.
  var inserts: [Graph.Insert] = []
  /// The MIDI at the place that is being read; at the end, the MIDI output.
  var midi: [Graph.MIDISignal] = []
  private var takenNames: Set<String>
  /// Nodes that get their ids at the end, when all given ids are known.
  private var numbers: [String: Int] = [:]
  private var nameless: [(base: String, nodes: Range<Int>)] = []

  private let sources: Signals
  private let input: Channels?

  init(
    _ sources: [(name: String, source: Source?)],
    _ context: PresetContext,
    _ partners: Partners?,
    taken: some Sequence<String> = []
  ) {
    self.context = context
    self.partners = partners
    var signals: Signals = [:]
    for (index, entry) in sources.enumerated() {
      let channels = entry.source.map { source in
        (1...source.channels).map { [Graph.Signal.source(index, channel: $0)] }
      }
      signals[entry.name] = .some(channels)
    }
    input = Self.mix(sources.map { signals[$0.name] ?? nil })
    // Graph files that fit any session call all its sources together `source`.
    if !signals.isEmpty, signals[Self.inputName] == nil { signals[Self.inputName] = .some(input) }
    self.sources = signals
    takenNames = Set(signals.keys).union([Self.inputName, Self.outputName]).union(taken)
    // `phone.ring.fader_db` is the fader of a ring.
    if partners == nil { takenNames.insert("ring") }
  }

  /// Reads the whole graph; without one the outputs are the sources.
  func read(_ node: YAMLNode?) -> Channels? {
    let outputs = node.map { part($0, input: input, sources) } ?? input
    for entry in nameless {
      let id = freeName(entry.base)
      for index in entry.nodes { nodes[index].id = id }
    }
    return outputs
  }

  /// Reads a graph, or a part of one that gets `input`.
  func part(_ node: YAMLNode, input: Channels?, _ signals: Signals) -> Channels? {
    if case .sequence(let steps) = node.content {
      return chain(steps, input: input, signals)
    }
    guard case .mapping = node.content else {
      let forms = "a list of plugins, { use: file }, or 'nodes' with 'connections'"
      context.log.report(node.position, "a graph must be \(forms), not \(node.summary)")
      return nil
    }
    guard let fields = Fields(node, .graph, context.log) else { return nil }
    if let use = fields["use"] {
      fields.refuse(["nodes", "connections"], "can't stand beside 'use'")
      return context.include(use) { self.part($0, input: input, signals) }
    }
    var net = NetReader(self, signals)
    return net.read(fields)
  }

  /// Adds nodes; `nil` for `id` stands for one made from the plugin's URI.
  func append(_ added: [Graph.Node], id: String?, uri: String) {
    if id == nil {
      nameless.append((Self.name(from: uri), nodes.count..<nodes.count + added.count))
    }
    nodes += added
  }

  /// Reads one use of a plugin.
  func plugin(_ fields: Fields) -> PluginUse? {
    PluginUse(fields, context, partners)
  }

  /// Takes a node id; `false` (and a report) when it can't be one.
  func take(id: String, at position: Position) -> Bool {
    guard Names.check(id, "a node", position, context.log) else { return false }
    guard takenNames.insert(id).inserted else {
      let message = "the name \(id.quoted) is taken by another node, source or value beside it"
      context.log.report(position, message)
      return false
    }
    return true
  }

  private func freeName(_ base: String) -> String {
    while true {
      let number = numbers[base, default: 1]
      numbers[base] = number + 1
      let name = number == 1 ? base : "\(base)\(number)"
      if takenNames.insert(name).inserted { return name }
    }
  }

  /// The last part of a URI, with the characters that a name may have.
  private static func name(from uri: String) -> String {
    let parts = uri.split { $0 == "/" || $0 == "#" || $0 == ":" }
    let letters = (parts.last ?? "").utf8.filter(Names.isAllowed).prefix(Limits.nameLength / 2)
    return letters.isEmpty ? "plugin" : String(decoding: letters, as: UTF8.self)
  }

  /// The sum of all sources: as wide as the widest, mono ones on every channel.
  private static func mix(_ sources: [Channels?]) -> Channels? {
    var known: [Channels] = []
    for source in sources {
      guard let source else { return nil }
      known.append(source)
    }
    let width = known.map(\.count).max() ?? 0
    return (0..<width).map { channel in
      known.flatMap { source in
        if source.count == 1 { source[0] } else { channel < source.count ? source[channel] : [] }
      }
    }
  }
}
