// SPDX-License-Identifier: Apache-2.0
// Reads what data files say of a plugin's ports.

internal import CLilv

extension PluginReader {
  /// The ports in index order; none where they can't be counted.
  func ports() -> [PluginInfo.Port] {
    if let defect = unsafe world.portDefect(of: plugin) {
      defects.noteObstacle(defect)
      return []
    }
    return unsafe (0..<lilv_plugin_get_num_ports(plugin)).compactMap(port)
  }

  private func port(_ index: UInt32) -> PluginInfo.Port? {
    guard let port = unsafe lilv_plugin_get_port_by_index(plugin, index) else { return nil }
    let properties = unsafe properties(of: port)
    let symbol = unsafe LV2World.text(lilv_port_get_symbol(plugin, port)) ?? ""
    var result = unsafe PluginInfo.Port(
      index: index,
      symbol: symbol,
      name: LV2World.take(lilv_port_get_name(plugin, port)) ?? symbol,
      comment: text(port, Vocabulary.rdfs("comment")),
      kind: kind(of: port),
      direction: isA(port, Vocabulary.core("OutputPort")) ? .output : .input,
      defaultValue: number(port, "default", of: symbol),
      minimum: number(port, "minimum", of: symbol),
      maximum: number(port, "maximum", of: symbol),
      properties: properties,
      scalePoints: scalePoints(of: port),
      law: law(of: port, symbol),
      unit: unit(of: port),
      designation: text(port, Vocabulary.core("designation")),
      minimumSize: minimumSize(text(port, Vocabulary.resize("minimumSize")), of: symbol),
      group: group(of: port),
      supports: [Vocabulary.atom("supports"), Vocabulary.event("supportsEvent")].flatMap {
        unsafe takeTexts(lilv_port_get_value(plugin, port, world.node($0)))
      }.sorted()
    )
    if result.has(.sampleRate) {
      result.multiply(by: Float(rate))
    } else {
      judge(result.defaultValue, result.minimum, result.maximum, of: symbol)
    }
    return result
  }

  /// What flows through each port, and which way.
  func portKinds() -> [(PluginInfo.Kind, PluginInfo.Direction)] {
    guard unsafe world.portDefect(of: plugin) == nil else { return [] }
    return unsafe (0..<lilv_plugin_get_num_ports(plugin)).compactMap { index in
      guard let port = unsafe lilv_plugin_get_port_by_index(plugin, index) else { return nil }
      return unsafe (
        kind(of: port), isA(port, Vocabulary.core("OutputPort")) ? .output : .input
      )
    }
  }

  private func kind(of port: OpaquePointer) -> PluginInfo.Kind {
    if unsafe isA(port, Vocabulary.core("AudioPort")) { return .audio }
    if unsafe isA(port, Vocabulary.core("ControlPort")) { return .control }
    if unsafe isA(port, Vocabulary.core("CVPort")) { return .cv }
    if unsafe isA(port, Vocabulary.atom("AtomPort")) { return .event }
    if unsafe isA(port, Vocabulary.event("EventPort")) { return .oldEvent }
    return .other
  }

  private func properties(of port: OpaquePointer) -> [PluginInfo.Property] {
    PluginInfo.Property.allCases.filter { property in
      if property == .sideChain, unsafe isSideChain(port) { return true }
      return property.uris.contains { uri in
        unsafe lilv_port_has_property(plugin, port, world.node(uri))
      }
    }
  }

  /// Whether the port, or the group that it is in, is a side chain of others.
  private func isSideChain(_ port: OpaquePointer) -> Bool {
    if unsafe text(port, Vocabulary.portGroups("sideChainOf")) != nil { return true }
    guard let group = unsafe lilv_port_get(plugin, port, world.node(Vocabulary.portGroups("group")))
    else { return false }
    defer { unsafe lilv_node_free(group) }
    let main = unsafe world.pointer
    let relation = unsafe world.node(Vocabulary.portGroups("sideChainOf"))
    return unsafe LV2World.take(lilv_world_get(main, group, relation, nil)) != nil
  }

  private func scalePoints(of port: OpaquePointer) -> [PluginInfo.ScalePoint] {
    guard let points = unsafe lilv_port_get_scale_points(plugin, port) else { return [] }
    defer { unsafe lilv_scale_points_free(points) }
    var result: [PluginInfo.ScalePoint] = []
    var position = unsafe lilv_scale_points_begin(points)
    while unsafe !lilv_scale_points_is_end(points, position) {
      let point = unsafe lilv_scale_points_get(points, position)
      let value = unsafe lilv_node_as_float(lilv_scale_point_get_value(point))
      let label = unsafe LV2World.text(lilv_scale_point_get_label(point)) ?? ""
      if value.isFinite { result.append(PluginInfo.ScalePoint(value: value, label: label)) }
      unsafe position = lilv_scale_points_next(points, position)
    }
    return result.sorted { ($0.value, $0.label) < ($1.value, $1.label) }
  }

  /// Where along the travel of its knob values are; a law that makes no sense is a defect, and left
  /// out.
  private func law(of port: OpaquePointer, _ symbol: String) -> [PluginInfo.LawPoint] {
    let (place, value) = unsafe (
      world.node(Vocabulary.law("place")), world.node(Vocabulary.rdf("value"))
    )
    guard
      let nodes = unsafe lilv_port_get_value(plugin, port, world.node(Vocabulary.law("point")))
    else { return [] }
    defer { unsafe lilv_nodes_free(nodes) }
    var points: [PluginInfo.LawPoint] = []
    var position = unsafe lilv_nodes_begin(nodes)
    while unsafe !lilv_nodes_is_end(nodes, position) {
      let point = unsafe lilv_nodes_get(nodes, position)
      unsafe position = lilv_nodes_next(nodes, position)
      guard unsafe lilv_node_is_blank(point) || lilv_node_is_uri(point),
        let at = unsafe number(point, place), let number = unsafe number(point, value)
      else {
        defects.note("a point of the law of '\(symbol)' lacks its place or its value")
        return []
      }
      points.append(PluginInfo.LawPoint(place: at, value: number))
    }
    points.sort { $0.place < $1.place }
    let isRising = zip(points, points.dropFirst()).allSatisfy {
      $0.place < $1.place && $0.value < $1.value
    }
    let isWhole = points.count > 1 && points.first?.place == 0 && points.last?.place == 1
    if points.isEmpty || isRising && isWhole { return points }
    defects.note("the law of '\(symbol)' does not ascend from place 0 to place 1")
    return []
  }

  /// A finite number that is said of a node.
  private func number(_ subject: OpaquePointer?, _ predicate: OpaquePointer?) -> Float? {
    guard let node = unsafe lilv_world_get(world.pointer, subject, predicate, nil) else {
      return nil
    }
    defer { unsafe lilv_node_free(node) }
    return unsafe LV2World.text(node).flatMap(Float.init).flatMap { $0.isFinite ? $0 : nil }
  }

  private func unit(of port: OpaquePointer) -> String? {
    guard let unit = unsafe lilv_port_get(plugin, port, world.node(Vocabulary.units("unit"))) else {
      return nil
    }
    defer { unsafe lilv_node_free(unit) }
    let symbol = unsafe world.node(Vocabulary.units("symbol"))
    return unsafe LV2World.take(lilv_world_get(world.pointer, unit, symbol, nil))
  }

  private func isA(_ port: OpaquePointer, _ uri: String) -> Bool {
    unsafe lilv_port_is_a(plugin, port, world.node(uri))
  }

  private func text(_ port: OpaquePointer, _ predicate: String) -> String? {
    unsafe LV2World.take(lilv_port_get(plugin, port, world.node(predicate)))
  }

  /// A finite number that is said of the port.
  private func number(_ port: OpaquePointer, _ word: String, of symbol: String) -> Float? {
    let predicate = unsafe world.node(Vocabulary.core(word))
    guard let node = unsafe lilv_port_get(plugin, port, predicate) else { return nil }
    defer { unsafe lilv_node_free(node) }
    return unsafe number(in: node, word, of: symbol)
  }
}

extension PluginInfo.Port {
  /// Makes numbers that are multiples of the sample rate absolute.
  ///
  /// A default beyond the declared range is meant to be absolute already.
  fileprivate mutating func multiply(by rate: Float) {
    let product = { (value: Float) in (value * rate).isFinite ? value * rate : nil }
    if let value = defaultValue, value >= minimum ?? value, value <= maximum ?? value {
      defaultValue = product(value)
    }
    minimum = minimum.flatMap(product)
    maximum = maximum.flatMap(product)
  }
}

extension PluginInfo.Property {
  /// The properties that say this in data files; some had another name once.
  fileprivate var uris: [String] {
    switch self {
    case .integer: [Vocabulary.core("integer")]
    case .toggled: [Vocabulary.core("toggled")]
    case .enumeration: [Vocabulary.core("enumeration")]
    case .logarithmic:
      [
        Vocabulary.portProperties("logarithmic"),
        "http://lv2plug.in/ns/dev/extportinfo#logarithmic",
      ]
    case .trigger: [Vocabulary.portProperties("trigger")]
    case .strictBounds:
      [
        Vocabulary.portProperties("hasStrictBounds"),
        "http://lv2plug.in/ns/dev/extportinfo#hasStrictBounds",
      ]
    case .sampleRate: [Vocabulary.core("sampleRate")]
    case .sideChain: [Vocabulary.core("isSideChain")]
    case .connectionOptional: [Vocabulary.core("connectionOptional")]
    case .reportsLatency: [Vocabulary.core("reportsLatency")]
    case .notOnGUI: [Vocabulary.portProperties("notOnGUI")]
    case .expensive: [Vocabulary.portProperties("expensive")]
    case .causesArtifacts:
      [Vocabulary.portProperties("causesArtifacts"), Vocabulary.core("causesArtifacts")]
    case .notAutomatic: [Vocabulary.portProperties("notAutomatic")]
    }
  }
}
