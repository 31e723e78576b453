// SPDX-License-Identifier: Apache-2.0
// Reads one use of a plugin: which one, and the values that it is set to.

import ControlTower
import RigModel

/// A plugin at a place of a graph.
struct PluginUse {
  let description: PluginDescription
  let position: Position
  private let values: PluginValues
  private let start: Graph.Start?
  /// The side chain of the plugin.
  private(set) var sidechain: PluginSidechain?
  /// The plugin that runs while the session does not hold a token.
  private(set) var shared: Graph.SharedVariant?

  /// The keys that describe a plugin.
  static let keys = ["plugin", "preset", "state", "set", "sidechain"] + variantKeys
  /// The keys of the shared variant.
  static let variantKeys = ["shared", "shared_set", "exclusive"]

  /// The audio inputs of the main signal: all but side chains.
  var inputs: [String] {
    let steering = sidechain?.ports ?? []
    return description.input.symbols.filter { !steering.contains($0) }
  }

  /// The audio inputs, with side chains.
  var allInputs: [String] { description.audioInputs }

  /// The audio outputs of the main signal.
  var outputs: [String] { description.output.symbols }

  /// The audio outputs, with those outside the main signal.
  var allOutputs: [String] { description.audioOutputs }

  /// The MIDI inputs, in port order; a chain uses the first.
  var midiInputs: [String] { description.symbols(.midiInput) }

  /// The MIDI outputs, in port order; a chain uses the first.
  var midiOutputs: [String] { description.symbols(.midiOutput) }

  /// Whether the main signal bypasses it.
  var isMIDIOnly: Bool {
    allInputs.isEmpty && allOutputs.isEmpty && !(midiInputs.isEmpty && midiOutputs.isEmpty)
  }

  /// Reads the keys of a plugin; `nil` when it is not known.
  ///
  /// Without `partners` it is outside the sessions.
  init?(_ fields: Fields, _ context: PresetContext, _ partners: Partners?) {
    guard let node = fields.required("plugin") else { return nil }
    let isIsolated = partners?.isIsolated == true
    let found = Self.plugin(node, as: "plugin", context, isIsolated)
    let variant = partners.flatMap { _ in Self.variant(fields, of: found, context, isIsolated) }
    if partners == nil {
      fields.refuse(["sidechain"] + Self.variantKeys, "is for plugins of sessions only")
    }
    guard let found else { return nil }
    if let partners, let node = fields["sidechain"] {
      sidechain = PluginSidechain(node, of: found, context, partners)
    }
    description = found
    position = node.position
    values = PluginValues(fields["set"], as: "set", of: found, context.log)
    start = Self.start(fields, of: found, context)
    shared = variant
  }

  /// The plugin with the URI at a node; reports one that can't run here.
  private static func plugin(
    _ node: YAMLNode,
    as key: String,
    _ context: PresetContext,
    _ isIsolated: Bool
  ) -> PluginDescription? {
    let log = context.log
    guard let uri = node.text(as: key, log) else { return nil }
    guard let found = context.catalogue.plugin(uri) else {
      let hint = { Spelling.hint(uri, among: context.catalogue.uris) }
      let advice = { hint().isEmpty ? ": 'tarmac plugins list' shows what is" : hint() }
      context.miss(node.position, "the plugin \(uri.quoted) is not installed\(advice())")
      return nil
    }
    if let refusal = found.refusal {
      context.miss(node.position, "the plugin \(uri.quoted) can't run here: \(refusal)")
      return nil
    }
    if let danger = found.danger, !isIsolated {
      let remedy = "use another, give its session 'isolation: process', or run with --force"
      context.miss(node.position, "the plugin \(uri.quoted) can't run here: \(danger); \(remedy)")
      return nil
    }
    return found
  }

  /// Reads the plugin that runs in place of `plugin` while the session does not hold its token.
  private static func variant(
    _ fields: Fields,
    of plugin: PluginDescription?,
    _ context: PresetContext,
    _ isIsolated: Bool
  ) -> Graph.SharedVariant? {
    let given = variantKeys.filter(fields.has)
    guard !given.isEmpty else { return nil }
    guard let node = fields["shared"], let tokenNode = fields["exclusive"] else {
      let rule = "'exclusive' names what the plugin needs for itself, 'shared' what runs without"
      let position = fields.position(of: given[0])
      context.log.report(position, "\(rule): write both, or neither (HWC-03)")
      return nil
    }
    let token = tokenNode.name(of: "a token", context.log)
    guard let shared = Self.plugin(node, as: "shared", context, isIsolated) else { return nil }
    let values = PluginValues(fields["shared_set"], as: "shared_set", of: shared, context.log)
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
      values: values.controls,
      parameters: values.parameters
    )
  }

  /// A node of the graph, listening to nothing yet.
  func node(id: String) -> Graph.Node {
    let inputs = Dictionary(allInputs.map { ($0, sidechain?.signals[$0] ?? []) }) { first, _ in
      first
    }
    var node = Graph.Node(id: id, plugin: description.uri, inputs: inputs, values: values.controls)
    node.parameters = values.parameters
    node.start = start
    node.shared = shared
    return node
  }
}

extension PluginDescription {
  /// The audio inputs, with side chains, in port order.
  var audioInputs: [String] { ports.filter { $0.kind == .audioInput }.map(\.symbol) }

  /// The audio outputs, with those outside the main signal, in port order.
  fileprivate var audioOutputs: [String] {
    symbols(.audioOutput)
  }

  /// The symbols of all ports of a kind.
  fileprivate func symbols(_ kind: Kind) -> [String] {
    ports.filter { $0.kind == kind }.map(\.symbol)
  }

  /// The audio ports of `other` that replace those of this plugin, in order; `nil` when it has
  /// fewer.
  fileprivate func ports(as other: PluginDescription) -> [String: String]? {
    guard input.symbols.count == other.input.symbols.count,
      output.symbols.count == other.output.symbols.count
    else { return nil }
    let sound = zip(
      input.symbols + output.symbols,
      other.input.symbols + other.output.symbols
    )
    // Side chains and MIDI ports replace one another as far as both plugins have some.
    let steering = zip(sideChain, other.sideChain)
    let midi = [Kind.midiInput, .midiOutput].flatMap { Array(zip(symbols($0), other.symbols($0))) }
    return Dictionary(Array(sound) + Array(steering) + midi) { first, _ in first }
  }
}
