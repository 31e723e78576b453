// SPDX-License-Identifier: Apache-2.0
// All about one plugin, as text.

internal import LV2Hosting

/// Turns what a plugin's data files say into text.
enum PluginReport {
  /// Everything about `plugin`: its maker, its ports, parameters, groups and presets.
  ///
  /// `check` is what its last check has found.
  static func text(_ plugin: PluginInfo, check: String?) -> String {
    let lines = facts(plugin) + [check].compactMap(\.self)
    var text = lines.map { $0.shown + "\n" }.joined() + "\n\(ports(plugin).text())"
    if !plugin.parameters.isEmpty { text += "\n\(parameters(plugin).text())" }
    if !plugin.groups.isEmpty { text += "\n\(groups(plugin).text())" }
    if !plugin.presets.isEmpty {
      let rows = plugin.presets.map { [Table.Cell($0.label), Table.Cell($0.uri)] }
      text += "\n\(Table(heading: ["PRESET", "URI"], rows: rows).text())"
    }
    return text
  }

  private static func facts(_ plugin: PluginInfo) -> [String] {
    let author = plugin.author.map { ", by \($0)" } ?? ""
    let version = plugin.version.map { ", version \($0)" } ?? ""
    var lines = ["\(plugin.name) (\(plugin.category)\(author)\(version))", plugin.uri]
    if let comment = plugin.comment {
      lines += wrapped(comment, to: min(Terminal.size.columns, 100))
    }
    if let licence = plugin.licence { lines.append("licence   \(licence)") }
    lines.append("bundle    \(plugin.bundle)")
    if !plugin.requiredFeatures.isEmpty {
      lines.append("requires  \(plugin.requiredFeatures.joined(separator: ", "))")
    }
    lines += signalPath(plugin)
    if plugin.reportsLatency { lines.append("latency   reports how far it delays its output") }
    if let refusal = plugin.refusal { lines.append("refused   \(refusal.reason)") }
    if !plugin.isRealtimeCapable {
      lines.append("real time it does not say that its run is hard-real-time capable")
    }
    lines += plugin.defects.map { "defect    \($0)" }
    if let refusal = plugin.refusal { lines.append("refused   \(refusal.reason)") }
    return lines
  }

  /// How sound goes through the plugin in a chain, and what controls it.
  private static func signalPath(_ plugin: PluginInfo) -> [String] {
    let paths = [plugin.mainPath(.input), plugin.mainPath(.output)]
    guard paths.contains(where: { !$0.symbols.isEmpty }) else { return [] }
    let ends = paths.map { path in
      let symbols = path.symbols.isEmpty ? "nothing" : path.symbols.joined(separator: ", ")
      return symbols + (path.layout.map { " (\(lastWord(of: $0)))" } ?? "")
    }
    let steering = plugin.sideChainInputs
    return ["sound     from \(ends[0]) to \(ends[1])"]
      + (steering.isEmpty ? [] : ["sidechain \(steering.joined(separator: ", "))"])
  }

  private static func ports(_ plugin: PluginInfo) -> Table {
    let rows = plugin.ports.map { port in
      [
        Table.Cell(port.symbol), Table.Cell("\(port.kind) \(port.direction)"),
        Table.Cell(range(of: port)), Table.Cell(remarks(on: port)),
      ]
    }
    return Table(heading: ["SYMBOL", "PORT", "DEFAULT AND RANGE", "NAME AND MEANING"], rows: rows)
  }

  private static func range(of port: PluginInfo.Port) -> String {
    guard port.kind == .control || port.kind == .cv else { return "" }
    return range(port.defaultValue, port.minimum, port.maximum, port.unit)
  }

  private static func range(
    _ value: Float?,
    _ minimum: Float?,
    _ maximum: Float?,
    _ unit: String?
  ) -> String {
    var words: [String] = []
    if let value { words.append(short(value)) }
    if let minimum, let maximum { words.append("\(short(minimum))…\(short(maximum))") }
    if let unit { words.append(unit) }
    return words.joined(separator: " ")
  }

  /// The name of a port with its properties, designation, scale points and comment.
  private static func remarks(on port: PluginInfo.Port) -> String {
    var remarks = port.properties.map(\.rawValue)
    if let designation = port.designation { remarks.append(lastWord(of: designation)) }
    remarks += port.supports.map(lastWord)
    let points = port.scalePoints.map { "\(short($0.value)) = \($0.label)" }
    let text = remarks.isEmpty ? port.name : "\(port.name) (\(remarks.joined(separator: ", ")))"
    let head = points.isEmpty ? text : "\(text): \(points.joined(separator: ", "))"
    return port.comment.map { "\(head). \($0)" } ?? head
  }

  private static func parameters(_ plugin: PluginInfo) -> Table {
    let rows = plugin.parameters.map { parameter in
      [
        Table.Cell(plugin.names(of: parameter).first ?? parameter.uri),
        Table.Cell(parameter.type.rawValue),
        Table.Cell(
          range(parameter.defaultValue, parameter.minimum, parameter.maximum, parameter.unit)
        ),
        Table.Cell("\(parameter.name)\(parameter.isWritable ? "" : " (read only)")"),
        Table.Cell(parameter.uri),
      ]
    }
    return Table(heading: ["PARAMETER", "TYPE", "DEFAULT AND RANGE", "NAME", "URI"], rows: rows)
  }

  private static func groups(_ plugin: PluginInfo) -> Table {
    let rows = plugin.groups.map { group in
      [
        Table.Cell(group.name), Table.Cell(group.layout.map(lastWord) ?? ""),
        Table.Cell(group.ports.joined(separator: ", ")),
      ]
    }
    return Table(heading: ["GROUP", "LAYOUT", "PORTS"], rows: rows)
  }

  /// What follows the last `#` or `/` of a URI.
  private static func lastWord(of uri: String) -> String {
    uri.split { $0 == "#" || $0 == "/" }.last.map(String.init) ?? uri
  }

  private static func short(_ value: Float) -> String {
    value == value.rounded() && abs(value) < 1e6 ? fixed(Double(value), digits: 0) : "\(value)"
  }
}
