// SPDX-License-Identifier: Apache-2.0
// Reads one use of a plugin: which one, and the values that it is set to.

/// A plugin at a place of a graph.
struct PluginUse {
  let description: PluginDescription
  let values: [String: Float]
  let position: Position

  /// The audio inputs that sound goes through: all but side chains.
  var inputs: [String] {
    description.ports.filter { $0.kind == .audioInput && !$0.isSideChain }.map(\.symbol)
  }

  /// The audio inputs, with side chains.
  var allInputs: [String] {
    description.ports.filter { $0.kind == .audioInput }.map(\.symbol)
  }

  var outputs: [String] {
    description.ports.filter { $0.kind == .audioOutput }.map(\.symbol)
  }

  /// Reads the keys `plugin` and `set`; `nil` when the plugin is not known.
  init?(_ fields: Fields, _ context: PresetContext) {
    let log = context.log
    let setNode = fields["set"]
    guard let node = fields.required("plugin"), let uri = node.text(as: "plugin", log) else {
      return nil
    }
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
    description = found
    position = node.position
    values = setNode.map { Self.values($0, found, log) } ?? [:]
  }

  /// A node of the graph, listening to nothing yet.
  func node(id: String) -> Graph.Node {
    let inputs = Dictionary(allInputs.map { ($0, [Graph.Signal]()) }) { first, _ in first }
    return Graph.Node(id: id, plugin: description.uri, inputs: inputs, values: values)
  }

  private static func values(
    _ node: YAMLNode,
    _ plugin: PluginDescription,
    _ log: ProblemLog
  ) -> [String: Float] {
    var values: [String: Float] = [:]
    for entry in node.entries(as: "set", log) ?? [] {
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
