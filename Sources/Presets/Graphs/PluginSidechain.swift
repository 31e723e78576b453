// SPDX-License-Identifier: Apache-2.0
// Reads the side chain of a plugin: which session it listens to, and at which ports.

import RigModel

/// The side chain of a plugin.
struct PluginSidechain {
  /// The plugin's side chain ports, by symbol; the main signal does not use them.
  let ports: [String]
  /// For each port the signals that are summed into it; none when a mistake hides them.
  private(set) var signals: [String: [Graph.Signal]] = [:]

  /// Reads a name, or a mapping, of a session that `plugin` listens to.
  init?(
    _ node: YAMLNode,
    of plugin: PluginDescription,
    _ context: PresetContext,
    _ partners: Partners
  ) {
    let log = context.log
    guard case .mapping = node.content else {
      guard let ports = Self.ports(of: plugin, node, log) else { return nil }
      self.ports = ports
      let session = partners.sideChain(node)
      connect(
        session,
        session?.channel.streams.first { $0.name == StreamTable.main },
        .pre,
        node,
        log
      )
      return
    }
    guard let fields = Fields(node, .pluginSidechain, log) else { return nil }
    let session = fields.required("from").flatMap(partners.sideChain)
    let tap: Send.Tap = fields.word("tap")
    let stream = session.flatMap { Self.stream(fields["stream"], of: $0, log) }
    let named = fields["ports"]
    guard
      let ports = named.map({ Self.ports($0, of: plugin, log) })
        ?? Self.ports(of: plugin, node, log)
    else { return nil }
    self.ports = ports
    connect(session, stream, tap, node, log)
  }

  /// The ports that the plugin marks as side chain.
  private static func ports(of plugin: PluginDescription, _ node: YAMLNode, _ log: ProblemLog)
    -> [String]?
  {
    guard plugin.sideChain.isEmpty else { return plugin.sideChain }
    let inputs = plugin.audioInputs
    let remedy =
      inputs.count < 2
      ? "leave 'sidechain' out"
      : "if it has one, name it: { from: …, ports: [ … ] }; its audio inputs are \(Spelling.list(inputs))"
    log.report(node.position, "\(plugin.uri.quoted) marks no input as a side chain: \(remedy)")
    return nil
  }

  /// The ports that a list names.
  private static func ports(_ node: YAMLNode, of plugin: PluginDescription, _ log: ProblemLog)
    -> [String]?
  {
    guard let items = node.list(as: "ports", log) else { return nil }
    guard !items.isEmpty else {
      log.report(node.position, "'ports' must name at least one audio input")
      return nil
    }
    var ports: [String] = []
    for item in items {
      guard let symbol = item.text(as: "a port", log) else { return nil }
      guard plugin.audioInputs.contains(symbol) else {
        let hint = Spelling.hintOrList(symbol, among: plugin.audioInputs, of: "its audio inputs")
        let message = "\(symbol.quoted) is no audio input of \(plugin.uri.quoted)\(hint)"
        log.report(item.position, message)
        return nil
      }
      guard !ports.contains(symbol) else {
        log.report(item.position, "the port \(symbol.quoted) stands twice")
        return nil
      }
      ports.append(symbol)
    }
    return ports
  }

  private static func stream(_ node: YAMLNode?, of session: Session, _ log: ProblemLog) -> Stream? {
    let name = node.map { $0.text(as: "stream", log) } ?? StreamTable.main
    guard let name else { return nil }
    let found = session.channel.streams.first { $0.name == name }
    if found == nil, let node {
      let known = session.channel.streams.map(\.name)
      let hint = Spelling.hintOrList(name, among: known, of: "its streams")
      let message = "the session \(session.name.quoted) has no stream \(name.quoted)\(hint)"
      log.report(node.position, message)
    }
    return found
  }

  /// One channel goes to all ports, one port gets all channels; otherwise they are joined one by
  /// one.
  private mutating func connect(
    _ session: Session?,
    _ stream: Stream?,
    _ tap: Send.Tap,
    _ node: YAMLNode,
    _ log: ProblemLog
  ) {
    guard let session, let stream else { return }
    let heard = stream.channels.map { Graph.Signal.session(session.name, channel: $0, tap: tap) }
    let owner = "the session \(session.name.quoted)"
    if heard.isEmpty {
      log.report(node.position, "\(owner) has nothing to be heard")
    } else if ports.count == 1 {
      signals[ports[0]] = heard
    } else if heard.count == 1 || heard.count == ports.count {
      for (index, port) in ports.enumerated() {
        signals[port] = [heard[heard.count == 1 ? 0 : index]]
      }
    } else {
      let widths =
        "\(counted(heard.count, "channel")) of \(owner) do not fit a side chain of \(ports.count)"
      log.report(node.position, "\(widths): give it a stream with one, or as many, and name that")
    }
  }
}
