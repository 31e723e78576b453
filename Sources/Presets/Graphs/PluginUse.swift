// SPDX-License-Identifier: Apache-2.0
// Reads one use of a plugin: which one, and the values that it is set to.

import ControlTower

/// A plugin at a place of a graph.
struct PluginUse {
  let description: PluginDescription
  let values: [String: Float]
  let position: Position
  /// What stands for the plugin while the session does not hold a token.
  private(set) var shared: Graph.SharedVariant?

  /// The keys that describe a plugin.
  static let keys = ["plugin", "set"] + variantKeys
  /// Those of them that are about its shared variant.
  static let variantKeys = ["shared", "shared_set", "exclusive"]

  /// The audio inputs that sound goes through: all but side chains.
  var inputs: [String] { description.throughInputs }

  /// The audio inputs, with side chains.
  var allInputs: [String] {
    description.ports.filter { $0.kind == .audioInput }.map(\.symbol)
  }

  var outputs: [String] { description.audioOutputs }

  /// Reads the keys of a plugin; `nil` when it is not known.
  init?(_ fields: Fields, _ context: PresetContext, allowsVariant: Bool) {
    guard let node = fields.required("plugin") else { return nil }
    let found = Self.plugin(node, as: "plugin", context)
    let variant = allowsVariant ? Self.variant(fields, of: found, context) : nil
    if !allowsVariant { fields.refuse(Self.variantKeys, "is for plugins of sessions only") }
    guard let found else { return nil }
    description = found
    position = node.position
    values = fields["set"].map { Self.values($0, as: "set", found, context.log) } ?? [:]
    shared = variant
  }

  /// The plugin with the URI at a node; reports one that can't run here.
  private static func plugin(_ node: YAMLNode, as key: String, _ context: PresetContext)
    -> PluginDescription?
  {
    let log = context.log
    guard let uri = node.text(as: key, log) else { return nil }
    guard let found = context.catalogue.plugin(uri) else {
      let hint = { Spelling.hint(uri, among: context.catalogue.uris) }
      let advice = { hint().isEmpty ? ": 'tarmac plugins list' shows what is" : hint() }
      log.report(node.position, "the plugin \(uri.quoted) is not installed\(advice())")
      return nil
    }
    if let refusal = found.refusal {
      log.report(node.position, "the plugin \(uri.quoted) can't run here: \(refusal)")
      return nil
    }
    return found
  }

  /// Reads what runs instead of `plugin` while the session does not hold the token that it takes.
  private static func variant(
    _ fields: Fields,
    of plugin: PluginDescription?,
    _ context: PresetContext
  ) -> Graph.SharedVariant? {
    let given = variantKeys.filter(fields.has)
    guard !given.isEmpty else { return nil }
    guard let node = fields["shared"], let tokenNode = fields["exclusive"] else {
      let rule = "'exclusive' names what the plugin needs for itself, 'shared' what runs without"
      let place = fields.place(of: given[0])
      context.log.report(place, "\(rule): write both, or neither (HWC-03)")
      return nil
    }
    let token = tokenNode.name(of: "a token", context.log)
    guard let shared = Self.plugin(node, as: "shared", context) else { return nil }
    let values = fields["shared_set"].map {
      Self.values($0, as: "shared_set", shared, context.log)
    }
    guard let token, let plugin else { return nil }
    guard let ports = plugin.ports(as: shared) else {
      let message = "needs as many audio inputs and outputs as the plugin that it stands for"
      context.log.report(node.position, "\(shared.uri.quoted) \(message) (HWC-03)")
      return nil
    }
    return Graph.SharedVariant(
      token: ExclusiveToken(token),
      plugin: shared.uri,
      ports: ports,
      values: values ?? [:]
    )
  }

  /// A node of the graph, listening to nothing yet.
  func node(id: String) -> Graph.Node {
    let inputs = Dictionary(allInputs.map { ($0, [Graph.Signal]()) }) { first, _ in first }
    var node = Graph.Node(id: id, plugin: description.uri, inputs: inputs, values: values)
    node.shared = shared
    return node
  }

  private static func values(
    _ node: YAMLNode,
    as key: String,
    _ plugin: PluginDescription,
    _ log: ProblemLog
  ) -> [String: Float] {
    var values: [String: Float] = [:]
    for entry in node.entries(as: key, log) ?? [] {
      let port = plugin.ports.first { $0.symbol == entry.key }
      guard case .controlInput(let low, let high, let isInteger, let isToggle)? = port?.kind else {
        log.report(entry.position, noControl(entry.key, plugin, exists: port != nil))
        continue
      }
      let kind = ControlKind(low: low, high: high, isInteger: isInteger, isToggle: isToggle)
      values[entry.key] = kind.value(entry.value, entry.key, log)
    }
    return values
  }

  private static func noControl(_ symbol: String, _ plugin: PluginDescription, exists: Bool)
    -> String
  {
    let controls = plugin.ports.filter {
      if case .controlInput = $0.kind { true } else { false }
    }
    let hint = Spelling.hintOrList(symbol, among: controls.map(\.symbol), of: "control inputs")
    let kind = exists ? "a port, but no control input" : "no control input"
    return "\(symbol.quoted) is \(kind) of \(plugin.uri.quoted)\(hint)"
  }
}

extension PluginDescription {
  /// The audio inputs that sound goes through: all but side chains.
  fileprivate var throughInputs: [String] {
    ports.filter { $0.kind == .audioInput && !$0.isSideChain }.map(\.symbol)
  }

  fileprivate var audioOutputs: [String] {
    ports.filter { $0.kind == .audioOutput }.map(\.symbol)
  }

  /// The audio ports of `other` that stand for those of this plugin, in order; `nil` when it has not as many.
  fileprivate func ports(as other: PluginDescription) -> [String: String]? {
    guard throughInputs.count == other.throughInputs.count,
      audioOutputs.count == other.audioOutputs.count
    else { return nil }
    let pairs = zip(throughInputs + audioOutputs, other.throughInputs + other.audioOutputs)
    return Dictionary(Array(pairs)) { first, _ in first }
  }
}

/// What a control input accepts.
private struct ControlKind {
  let low: Float
  let high: Float
  let isInteger: Bool
  let isToggle: Bool

  func value(_ node: YAMLNode, _ symbol: String, _ log: ProblemLog) -> Float? {
    if isToggle {
      if let number = node.decimal, number == 0 || number == 1 { return Float(number) }
      return node.boolean(as: symbol, log).map { $0 ? 1 : 0 }
    }
    guard let decimal = node.decimal else {
      log.report(node.position, "\(symbol) must be a number, not \(node.summary)")
      return nil
    }
    guard !isInteger || decimal == decimal.rounded() else {
      log.report(node.position, "\(symbol) must be a whole number, not \(decimal.short)")
      return nil
    }
    let value = Float(decimal)
    guard value.isFinite, !(value < low), !(value > high) else {
      log.report(node.position, "\(symbol) must be \(bounds), not \(decimal.short)")
      return nil
    }
    return value
  }

  private var bounds: String {
    "from \(low.isFinite ? "\(low.short)" : "any") to \(high.isFinite ? "\(high.short)" : "any")"
  }
}

extension Float {
  fileprivate var short: String {
    Int(exactly: self).map { abs($0) < 1_000_000 ? "\($0)" : description } ?? description
  }
}
