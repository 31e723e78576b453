// SPDX-License-Identifier: Apache-2.0
// `tarmac plugins`: the plugins that a preset can name.

internal import Glibc
internal import Host
import InstalledPlugins
internal import LV2Hosting
import PluginChecking
internal import Suggestions

enum PluginsCommand {
  static let command = Command(
    name: "plugins",
    summary: "Lists the installed LV2 plugins, explains one, and tries them.",
    examples: [
      Command.Example(
        line: "tarmac plugins list isolator",
        meaning: "Everything with \"isolator\"."
      ),
      Command.Example(
        line: "tarmac plugins list --inputs 2 --outputs 2",
        meaning: "What fits into a stereo chain."
      ),
      Command.Example(
        line: "tarmac plugins info urn:tarmac:isolator",
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
        options: [
          Command.Option(name: "class", summary: "Only this class.", valueName: "CLASS"),
          Command.Option(name: "author", summary: "Only by this author.", valueName: "NAME"),
          Command.Option(
            name: "inputs",
            summary: "Only with so many audio inputs.",
            valueName: "N"
          ),
          Command.Option(
            name: "outputs",
            summary: "Only with so many audio outputs.",
            valueName: "N"
          ),
          Command.Option(name: "midi", summary: "Only those that take events."),
          .json,
        ],
        action: list
      ),
      Command(
        name: "info",
        summary: "Shows a plugin's ports and what it needs.",
        positionals: [
          Command.Positional(name: "URI", summary: "A URI, or a part of it or of the name.")
        ],
        options: [.json],
        action: info
      ),
      CheckCommand.command,
    ]
  )

  private static func list(_ arguments: Arguments) async throws(Failure) {
    noteBundleProblems()
    var plugins: [PluginSummary] = []
    for plugin in installedPlugins() where try isWanted(plugin, arguments) {
      plugins.append(plugin)
    }
    guard !arguments.has("json") else { return try writeJSON(plugins) }
    let rows = plugins.map {
      [
        Table.Cell($0.name), Table.Cell($0.category),
        Table.Cell("\($0.audioInputs):\($0.audioOutputs)\($0.eventInputs > 0 ? " +events" : "")"),
        Table.Cell($0.uri),
      ]
    }
    Terminal.write(Table(heading: ["NAME", "CLASS", "IN:OUT", "URI"], rows: rows).text())
  }

  /// Says on standard error which bundles could not be read.
  static func noteBundleProblems() {
    for problem in bundleProblems() { Terminal.write(problem + "\n", to: STDERR_FILENO) }
  }

  private static func info(_ arguments: Arguments) async throws(Failure) {
    let plugin = try plugin(arguments.positionals[0])
    let check = knownCheck(of: plugin.copy)
    guard !arguments.has("json") else {
      return try writeJSON(PluginDocument(info: plugin, check: check))
    }
    Terminal.write(PluginReport.text(plugin, check: check?.summary))
  }

  /// The plugin with this URI, or else the only one with `word` in its URI or name.
  private static func plugin(_ word: String) throws(Failure) -> PluginInfo {
    if let plugin = pluginInfo(uri: word) { return plugin }
    noteBundleProblems()
    let plugins = installedPlugins()
    let found = plugins.like(word).map(\.uri)
    if found.count == 1, let plugin = pluginInfo(uri: found[0]) { return plugin }
    guard found.isEmpty else {
      let list = Suggestion.list(found)
      throw Failure("\(found.count) plugins are like '\(word)'; say which: \(list).", .data)
    }
    let nearest = Suggestion.nearest(to: word, among: plugins.map(\.uri))
    let hint = nearest.map { "did you mean '\($0)'?" } ?? "'tarmac plugins list' shows all"
    throw Failure("There is no plugin \(word) here; \(hint)", .data)
  }

  /// Whether a plugin matches the options.
  private static func isWanted(
    _ plugin: PluginSummary,
    _ arguments: Arguments
  ) throws(Failure) -> Bool {
    func holds(_ text: String?, _ field: String) -> Bool {
      text.map { field.lowercased().contains($0.lowercased()) } ?? true
    }
    func count(_ option: String, _ ports: Int) throws(Failure) -> Bool {
      guard let word = arguments.value(option) else { return true }
      return Double(ports) == (try nonNegative(word, "--\(option)"))
    }
    let fitsBefore = try count("inputs", plugin.audioInputs)
    let fitsAfter = try count("outputs", plugin.audioOutputs)
    let text = arguments.positional(0)
    return fitsBefore && fitsAfter
      && (text == nil || [plugin.uri, plugin.name, plugin.category].contains { holds(text, $0) })
      && holds(arguments.value("class"), plugin.category)
      && holds(arguments.value("author"), plugin.author ?? "")
      && (!arguments.has("midi") || plugin.eventInputs > 0)
  }
}

/// A plugin for programs: what its data files say, and what its last check has found.
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
