// SPDX-License-Identifier: Apache-2.0
// Reads sources, graph, levels, streams and sends, of sessions and of interrupters.

import ControlTower
import Quantities
import RigModel

/// Reads the sound of a session, or of an interrupter, which is outside the sessions.
struct SoundReader {
  let routes: RouteTable
  let context: PresetContext
  /// The sessions that can be heard and inserted; `nil` outside the sessions.
  let partners: Partners?
  private var log: ProblemLog { context.log }

  init(_ routes: RouteTable, _ context: PresetContext, _ partners: Partners? = nil) {
    self.routes = routes
    self.context = context
    self.partners = partners
  }

  /// Reads what the sound of `channel` consists of.
  func read(_ fields: Fields, into channel: inout Channel) {
    for value in partners == nil ? StripValue.onBuses : StripValue.all {
      fields.take(value, into: &channel.values)
    }
    channel.graph.isCompensated = context.compensates
    if partners != nil {
      channel.isolation = fields.word("isolation")
      channel.graph.isCompensated = fields.boolean("compensate", default: context.compensates)
    }
    let outputs = channels(fields, &channel)
    var streams = StreamTable(fields["streams"], outputs: outputs?.count, log)
    if channel.isGraphMissing {
      // Its width is not known, so it is as wide as all that refers to it needs.
      let asked = streams.streams.flatMap(\.channels).max() ?? 0
      let sources = channel.sources.map(\.channels).max() ?? 0
      let isInserted = channel.sources.contains { $0.kind == .insert }
      let width = isInserted ? sources : max(asked, sources == 0 ? 2 : sources)
      channel.graph.outputs = Array(repeating: [], count: width)
      // An alarm has to be heard, however it sounds.
      if partners == nil { channel = channel.dry }
      streams = StreamTable(fields["streams"], outputs: width, log)
    }
    channel.streams = streams.streams
    let reachesBuses = partners != nil
    let sends = SendReader(routes: routes, reachesBuses: reachesBuses, streams: streams, log: log)
    channel.sends = sends.read(fields["sends"])
  }

  /// Reads sources and graph and returns the channels that come out.
  private func channels(_ fields: Fields, _ channel: inout Channel) -> Channels? {
    var partners = partners
    partners?.isIsolated = channel.isolation.isSeparate
    let sources = SourceReader(routes, context, partners, of: channel.name).read(fields)
    guard sources.count <= Limits.sources else {
      let message = "a session has at most \(Limits.sources) sources"
      log.report(fields.position(of: "sources"), message)
      return nil
    }
    let count = sources.reduce(0) { $0 + ($1.source?.channels ?? 0) }
    guard context.count(.channels, count, at: fields.position) else { return nil }
    let reader = GraphReader(sources, context, partners)
    if channel.midi?.input != nil { reader.midi = [.input] }
    let (outputs, isWhole) = context.reading(.graph, of: channel.name) {
      reader.read(fields["graph"])
    }
    if channel.isolation.isSeparate { checkIsolation(of: reader, fields) }
    channel.sources = sources.compactMap(\.source)
    guard isWhole else {
      channel.isGraphMissing = true
      channel.isolation = .none
      return nil
    }
    channel.graph.nodes = reader.nodes
    channel.graph.inserts = reader.inserts
    channel.graph.outputs = outputs ?? []
    channel.graph.midi = reader.midi
    return outputs
  }
}

extension SoundReader {
  /// Refuses graphs that can't run in a process of their own.
  private func checkIsolation(of graph: GraphReader, _ fields: Fields) {
    let position = fields.position(of: "isolation")
    if let insert = graph.inserts.first {
      let problem = "the session \(insert.session.quoted), which is inserted, can't follow"
      log.report(position, "a graph in a process of its own is alone there: \(problem)")
    } else if graph.nodes.isEmpty, !fields.has("graph") {
      log.report(position, "there is no plugin to isolate: leave 'isolation' out")
    }
  }
}

/// The other sessions, from the view of a session that hears them.
struct Partners {
  let table: SessionTable
  /// What the session that is being read is to the tower.
  let listener: SessionConfiguration
  /// Whether its plugins run in a process of their own.
  var isIsolated = false

  /// The session that `node` names, as a source; reports when it can't be heard.
  func source(_ node: YAMLNode) -> Session? {
    guard let partner = table.partner(node, of: listener, as: "session") else { return nil }
    table.hear(partner.name, listener.id.name, isSideChain: false, at: node.position)
    return partner
  }

  /// The session that `node` names, for a plugin's side chain; reports when it can't be heard.
  func sideChain(_ node: YAMLNode) -> Session? {
    table.sideChain(node, of: listener)
  }

  /// The session that `node` names, as an insert; reports when that is not allowed.
  func insert(_ node: YAMLNode) -> (name: String, channels: Int)? {
    let log = table.context.log
    guard let partner = table.partner(node, of: listener, as: "insert") else { return nil }
    guard let source = partner.channel.sources.first(where: { $0.kind == .insert }) else {
      let remedy = "give it 'source: { insert: on }'"
      log.report(node.position, "\(partner.name.quoted) does not hear what is inserted: \(remedy)")
      return nil
    }
    guard partner.channel.graph.outputs.count == source.channels else {
      let widths = "hears \(counted(source.channels, "channel")) and gives back"
      let message = "\(widths) \(partner.channel.graph.outputs.count): an insert needs as many"
      log.report(node.position, "\(partner.name.quoted) \(message)")
      return nil
    }
    table.insert(partner.name, into: listener.id.name, at: node.position)
    return (partner.name, source.channels)
  }
}
