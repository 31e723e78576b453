// SPDX-License-Identifier: Apache-2.0
// `tarmac plugins`: what a preset can name.

internal import Host
internal import LV2Hosting
internal import Suggestions

enum PluginsCommand {
  static let command = Command(
    name: "plugins",
    summary: "Lists the installed LV2 plugins, explains one, and tries them.",
    examples: [
      Command.Example(line: "tarmac plugins list reverb", meaning: "Everything with \"reverb\"."),
      Command.Example(
        line: "tarmac plugins info http://plugin.org.uk/swh-plugins/amp",
        meaning: "Its ports, for \"set\" in a preset."
      ),
    ],
    subcommands: [
      Command(
        name: "list",
        summary: "Lists the installed plugins.",
        positionals: [
          Command.Positional(
            name: "TEXT",
            summary: "Only plugins with this in their URI, name or class.",
            isOptional: true
          )
        ],
        options: [.json],
        action: list
      ),
      Command(
        name: "info",
        summary: "Shows a plugin's ports and what it needs.",
        positionals: [Command.Positional(name: "URI", summary: "The plugin's URI.")],
        options: [.json],
        action: info
      ),
      CheckCommand.command,
    ]
  )

  private static func list(_ arguments: Arguments) async throws(Failure) {
    var plugins = installedPlugins()
    if let text = arguments.positional(0)?.lowercased() {
      plugins = plugins.filter {
        [$0.uri, $0.name, $0.category].contains { $0.lowercased().contains(text) }
      }
    }
    guard !arguments.has("json") else { return try writeJSON(plugins) }
    let rows = plugins.map {
      [Table.Cell($0.name), Table.Cell($0.category), Table.Cell($0.uri)]
    }
    Terminal.write(Table(heading: ["NAME", "CLASS", "URI"], rows: rows).text())
  }

  private static func info(_ arguments: Arguments) async throws(Failure) {
    let uri = arguments.positionals[0]
    guard let plugin = pluginInfo(uri: uri) else {
      let nearest = Suggestion.nearest(to: uri, among: installedPlugins().map(\.uri))
      let hint = nearest.map { "did you mean '\($0)'?" } ?? "'tarmac plugins list' shows all"
      throw Failure("There is no plugin \(uri) here; \(hint)", .data)
    }
    let check = knownCheck(uri: uri)
    guard !arguments.has("json") else {
      return try writeJSON(PluginDocument(info: plugin, check: check))
    }
    let author = plugin.author.map { ", by \($0)" } ?? ""
    Terminal.write("\(plugin.name) (\(plugin.category)\(author))\n\(plugin.uri)\n")
    if !plugin.requiredFeatures.isEmpty {
      Terminal.write("requires \(plugin.requiredFeatures.joined(separator: ", "))\n")
    }
    if let check { Terminal.write("\(check.summary)\n") }
    let rows = plugin.ports.map { port in
      [
        Table.Cell(port.symbol), Table.Cell("\(port.kind) \(port.direction)"),
        Table.Cell(range(of: port)), Table.Cell(port.name),
      ]
    }
    let table = Table(heading: ["SYMBOL", "PORT", "DEFAULT AND RANGE", "NAME"], rows: rows)
    Terminal.write("\n\(table.text())")
  }

  private static func range(of port: PluginInfo.Port) -> String {
    guard port.kind == .control || port.kind == .cv else { return "" }
    var words: [String] = []
    if let value = port.defaultValue { words.append(short(value)) }
    if let minimum = port.minimum, let maximum = port.maximum {
      words.append("\(short(minimum))…\(short(maximum))")
    }
    if let unit = port.unit { words.append(unit) }
    return words.joined(separator: " ")
  }

  private static func short(_ value: Float) -> String {
    value == value.rounded() && abs(value) < 1e6 ? fixed(Double(value), digits: 0) : "\(value)"
  }
}

/// A plugin for programs: what its data files say and, beside that, what its last check has found.
private struct PluginDocument: Encodable {
  var info: PluginInfo
  var check: PluginCheck?

  private enum Keys: CodingKey {
    case check
  }

  func encode(to encoder: any Encoder) throws {
    try info.encode(to: encoder)
    var container = encoder.container(keyedBy: Keys.self)
    try container.encodeIfPresent(check, forKey: .check)
  }
}
