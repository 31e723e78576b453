// SPDX-License-Identifier: Apache-2.0
// Reads what data files say of groups of ports, and of properties.

internal import CLilv

extension PluginReader {
  /// The groups that the ports are in, by symbol.
  func groups(of ports: [PluginInfo.Port]) -> [PluginInfo.PortGroup] {
    var groups: [String: PluginInfo.PortGroup] = [:]
    for port in ports {
      guard let symbol = port.group else { continue }
      if groups[symbol] == nil { groups[symbol] = group(ofPort: port.index, symbol: symbol) }
      groups[symbol]?.ports.append(port.symbol)
    }
    return groups.values.sorted { $0.symbol < $1.symbol }
  }

  /// The symbol of a port's group.
  func group(of port: OpaquePointer) -> String? {
    guard let group = unsafe lilv_port_get(plugin, port, world.node(Vocabulary.portGroups("group")))
    else { return nil }
    defer { unsafe lilv_node_free(group) }
    return unsafe symbol(of: group)
  }

  /// The symbol of the group that is the plugin's main one.
  func mainGroup(_ direction: PluginInfo.Direction) -> String? {
    let name = direction == .input ? "mainInput" : "mainOutput"
    let groups = unsafe lilv_plugin_get_value(
      plugin,
      world.node(Vocabulary.portGroups(name))
    )
    defer { unsafe lilv_nodes_free(groups) }
    guard let group = unsafe lilv_nodes_get_first(groups) else { return nil }
    return unsafe symbol(of: group)
  }

  private func group(ofPort index: UInt32, symbol: String) -> PluginInfo.PortGroup? {
    let predicate = unsafe world.node(Vocabulary.portGroups("group"))
    guard let port = unsafe lilv_plugin_get_port_by_index(plugin, index),
      let group = unsafe lilv_port_get(plugin, port, predicate)
    else { return nil }
    defer { unsafe lilv_node_free(group) }
    let main = unsafe lilv_world_get(
      world.pointer,
      group,
      world.node(Vocabulary.portGroups("sideChainOf")),
      nil
    )
    defer { unsafe lilv_node_free(main) }
    let types = unsafe lilv_world_find_nodes(
      world.pointer,
      group,
      world.node(Vocabulary.rdf("type")),
      nil
    )
    let general = ["Group", "InputGroup", "OutputGroup", "DiscreteGroup"].map {
      Vocabulary.portGroups($0)
    }
    let layout = unsafe takeTexts(types).filter { !general.contains($0) }.min()
    return unsafe PluginInfo.PortGroup(
      symbol: symbol,
      name: said(of: group, Vocabulary.core("name")) ?? symbol,
      layout: layout.map { String($0.split(separator: "#").last ?? "") },
      sideChainOf: main.map { unsafe self.symbol(of: $0) },
      ports: []
    )
  }

  /// What a group is called in data files: its symbol, else the end of its URI.
  private func symbol(of group: OpaquePointer) -> String {
    if let symbol = unsafe said(of: group, Vocabulary.core("symbol")) { return symbol }
    let uri = unsafe LV2World.text(group) ?? ""
    return String(uri.split { "#/".contains($0) }.last ?? "")
  }

  /// What is said of something, once.
  func said(of subject: OpaquePointer, _ predicate: String) -> String? {
    unsafe LV2World.take(lilv_world_get(world.pointer, subject, world.node(predicate), nil))
  }

  private func number(of subject: OpaquePointer, _ word: String) -> Float? {
    let (world, predicate) = unsafe (self.world.pointer, self.world.node(Vocabulary.core(word)))
    guard let node = unsafe lilv_world_get(world, subject, predicate, nil) else { return nil }
    defer { unsafe lilv_node_free(node) }
    return unsafe number(in: node, word, of: LV2World.text(subject) ?? "")
  }

  /// The properties that can be set or asked for, by URI.
  func parameters() -> [PluginParameter] {
    let writable = Set(values(Vocabulary.patch("writable")))
    let readable = Set(values(Vocabulary.patch("readable")))
    return writable.union(readable).sorted().compactMap { uri in
      guard let subject = unsafe world.node(uri) else { return nil }
      let range = unsafe said(of: subject, Vocabulary.rdfs("range"))
      return unsafe PluginParameter(
        uri: uri,
        name: said(of: subject, Vocabulary.rdfs("label"))
          ?? said(of: subject, Vocabulary.core("name")) ?? uri,
        comment: said(of: subject, Vocabulary.rdfs("comment")),
        type: ParameterType.allCases.first { $0.typeURI == range } ?? .other,
        isWritable: writable.contains(uri),
        isReadable: readable.contains(uri),
        defaultValue: number(of: subject, "default"),
        minimum: number(of: subject, "minimum"),
        maximum: number(of: subject, "maximum"),
        unit: unit(of: subject),
        scalePoints: scalePoints(of: subject)
      )
    }
  }

  private func unit(of subject: OpaquePointer) -> String? {
    let predicate = unsafe world.node(Vocabulary.units("unit"))
    guard let unit = unsafe lilv_world_get(world.pointer, subject, predicate, nil) else {
      return nil
    }
    defer { unsafe lilv_node_free(unit) }
    return unsafe said(of: unit, Vocabulary.units("symbol"))
  }

  private func scalePoints(of subject: OpaquePointer) -> [PluginInfo.ScalePoint] {
    let predicate = unsafe world.node(Vocabulary.core("scalePoint"))
    guard let points = unsafe lilv_world_find_nodes(world.pointer, subject, predicate, nil)
    else { return [] }
    defer { unsafe lilv_nodes_free(points) }
    var result: [PluginInfo.ScalePoint] = []
    var position = unsafe lilv_nodes_begin(points)
    while unsafe !lilv_nodes_is_end(points, position) {
      if let point = unsafe lilv_nodes_get(points, position),
        let value = unsafe said(of: point, Vocabulary.rdf("value")).flatMap({ Float($0) }),
        value.isFinite
      {
        let label = unsafe said(of: point, Vocabulary.rdfs("label")) ?? ""
        result.append(PluginInfo.ScalePoint(value: value, label: label))
      }
      unsafe position = lilv_nodes_next(points, position)
    }
    return result.sorted { ($0.value, $0.label) < ($1.value, $1.label) }
  }
}
