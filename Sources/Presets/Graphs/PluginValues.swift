// SPDX-License-Identifier: Apache-2.0
// Reads the values that `set` gives to a plugin: numbers for control inputs, and values of
// parameters.

import RigModel

/// The values that a preset gives to one plugin.
struct PluginValues {
  /// Values of control inputs, by symbol.
  private(set) var controls: [String: Float] = [:]
  /// Values of parameters as text, by URI.
  private(set) var parameters: [String: String] = [:]

  private let plugin: PluginDescription
  private let log: ProblemLog

  /// Reads the mapping at a key; no values without one.
  init(_ node: YAMLNode?, as key: String, of plugin: PluginDescription, _ log: ProblemLog) {
    self.plugin = plugin
    self.log = log
    for entry in node?.entries(as: key, log) ?? [] { read(entry) }
  }

  private mutating func read(_ entry: YAMLNode.Entry) {
    var entry = entry
    // Libraries of YAML 1.1 read `on` and write `true`.
    if entry.key == "true", !plugin.ports.contains(where: { $0.symbol == entry.key }),
      plugin.ports.contains(where: { $0.symbol == "on" })
    {
      entry.key = "on"
    }
    let port = plugin.ports.first { $0.symbol == entry.key }
    if let port, case .controlInput(let low, let high, let isInteger, let isToggle) = port.kind {
      let taken = NumberTaken(
        name: port.symbol,
        range: (Double(low), Double(high)),
        isInteger: isInteger,
        isToggle: isToggle,
        scalePoints: port.scalePoints
      )
      controls[port.symbol] = taken.value(entry.value, log).map { Float($0) }
    } else if port == nil, let parameter = plugin.parameter(entry.key) {
      read(parameter, entry)
    } else {
      log.report(entry.position, unknown(entry.key, isPort: port != nil))
    }
  }

  private mutating func read(_ parameter: PluginDescription.Parameter, _ entry: YAMLNode.Entry) {
    guard parameter.isWritable, parameter.kind != .other else {
      let reason = parameter.isWritable ? "is of a type that can't be set" : "can only be read"
      log.report(entry.position, "the parameter \(entry.key.quoted) \(reason): remove it")
      return
    }
    guard parameters[parameter.uri] == nil else {
      let message = "the parameter <\(parameter.uri)> is set twice, by two of its names"
      log.report(entry.position, message)
      return
    }
    parameters[parameter.uri] = parameter.text(entry, log)
  }

  private func unknown(_ name: String, isPort: Bool) -> String {
    let controls = plugin.ports.filter {
      if case .controlInput = $0.kind { true } else { false }
    }
    let parameters = plugin.parameters.filter(\.isWritable).compactMap(\.names.first)
    let known = controls.map(\.symbol) + parameters
    let noun = parameters.isEmpty ? "control input" : "control input or parameter"
    let hint = Spelling.hintOrList(name, among: known, of: noun + "s")
    let kind = isPort ? "a port, but no \(noun)" : "no \(noun)"
    return "\(name.quoted) is \(kind) of \(plugin.uri.quoted)\(hint)"
  }
}

extension PluginDescription {
  /// The parameter that a preset means: by one of its names, or by its URI.
  fileprivate func parameter(_ name: String) -> Parameter? {
    parameters.first { $0.uri == name || $0.names.contains(name) }
  }
}

extension PluginDescription.Parameter {
  /// The value at an entry as text.
  fileprivate func text(_ entry: YAMLNode.Entry, _ log: ProblemLog) -> String? {
    let node = entry.value
    switch kind {
    case .number(let minimum, let maximum, let isInteger):
      let taken = NumberTaken(
        name: entry.key,
        range: (minimum, maximum),
        isInteger: isInteger,
        isToggle: false,
        scalePoints: scalePoints
      )
      guard let number = taken.value(node, log) else { return nil }
      guard isInteger else { return number.short }
      // All digits are kept, even where a `Double` has fewer.
      if case .scalar(let text) = node.content, Int64(text, radix: 10) != nil {
        return text
      }
      return Int64(exactly: number).map { "\($0)" }
    case .toggle:
      let taken = NumberTaken(
        name: entry.key,
        range: (0, 1),
        isInteger: false,
        isToggle: true,
        scalePoints: scalePoints
      )
      return taken.value(node, log).map { $0 > 0 ? "on" : "off" }
    case .text:
      // A text may be empty.
      if case .scalar(let text) = node.content { return text }
      return node.text(as: entry.key, log)
    case .path:
      guard let text = node.text(as: entry.key, log) else { return nil }
      let path = Path.absolute(text, in: node.position.file)
      if !Path.exists(path) { log.warn(node.position, "there is nothing at \(path.quotedPath)") }
      return path
    case .uri: return node.text(as: entry.key, log)
    case .other: return nil
    }
  }
}

/// The range of a number, and the names of values.
private struct NumberTaken {
  let name: String
  let range: (low: Double, high: Double)
  let isInteger: Bool
  let isToggle: Bool
  let scalePoints: [PluginDescription.ScalePoint]

  func value(_ node: YAMLNode, _ log: ProblemLog) -> Double? {
    if let number = node.decimal {
      if scalePoints.contains(where: { Double($0.value) == number || $0.value == Float(number) }) {
        return number
      }
      if !isToggle { return checked(number, node, log) }
      if number == 0 || number == 1 { return number }
    }
    if case .scalar(let text) = node.content, let point = scalePoints.labelled(text) {
      return Double(point.value)
    }
    if isToggle { return node.boolean(as: name, log).map { $0 ? 1 : 0 } }
    let labels = Spelling.list(scalePoints.map(\.label))
    let words = scalePoints.isEmpty ? "" : " or one of \(labels)"
    log.report(node.position, "\(name) must be a number\(words), not \(node.summary)")
    return nil
  }

  private func checked(_ number: Double, _ node: YAMLNode, _ log: ProblemLog) -> Double? {
    guard !isInteger || number == number.rounded() else {
      log.report(node.position, "\(name) must be a whole number, not \(number.short)")
      return nil
    }
    // Bounds come from 32-bit floats, so a number that rounds to a bound is allowed.
    let single = Double(Float(number))
    let isBelow = number < range.low && single < range.low
    let isAbove = number > range.high && single > range.high
    guard single.isFinite, !isBelow, !isAbove else {
      log.report(node.position, "\(name) must be \(bounds), not \(number.short)")
      return nil
    }
    return number
  }

  private var bounds: String {
    let low = range.low.isFinite ? Float(range.low).short : "any"
    let high = range.high.isFinite ? Float(range.high).short : "any"
    return "from \(low) to \(high)"
  }
}

extension [PluginDescription.ScalePoint] {
  /// The point with this label; upper and lower case matter only where two labels differ in nothing
  /// else.
  fileprivate func labelled(_ text: String) -> PluginDescription.ScalePoint? {
    if let point = first(where: { $0.label == text }) { return point }
    let alike = filter { $0.label.lowercased() == text.lowercased() }
    return alike.count == 1 ? alike.first : nil
  }
}

extension Float {
  fileprivate var short: String {
    Int(exactly: self).map { abs($0) < 1_000_000 ? "\($0)" : description } ?? description
  }
}
