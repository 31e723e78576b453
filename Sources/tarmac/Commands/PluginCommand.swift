// SPDX-License-Identifier: Apache-2.0
// `tarmac plugin`: presets and states of a plugin that runs. `tarmac state`: those of all.

internal import ControlProtocol
internal import Glibc

enum PluginCommand {
  private static let plugin = Command.Positional(
    name: "PLUGIN",
    summary: "Such as deckA.eq; \"tarmac get\" lists the paths.",
    value: .live(.plugins)
  )

  static let command = Command(
    name: "plugin",
    summary: "Presets and states of a plugin of the running rig.",
    details: """
      PLUGIN is SESSION.NAME; what stands for it while its session lacks a token is SESSION.NAME.shared.
      "tarmac plugins" is about those that are installed.
      """,
    subcommands: [presets, apply, save, restore]
  )

  private static let presets = Command(
    name: "presets",
    summary: "Lists the presets of a plugin.",
    positionals: [plugin],
    options: [.json, .host],
    examples: [
      Command.Example(
        line: "tarmac plugin presets deckA.eq",
        meaning: "What there is for deckA.eq."
      )
    ],
    action: { arguments throws(Failure) in
      let presets = try arguments.send(PluginPresetsRequest(plugin: arguments.positionals[0]))
      guard !arguments.has("json") else { return try writeJSON(presets) }
      let rows = presets.map { [Table.Cell($0.label), Table.Cell($0.uri)] }
      Terminal.write(Table(heading: ["PRESET", "URI"], rows: rows).text())
    }
  )

  private static let apply = Command(
    name: "apply",
    summary: "Gives a plugin a preset; the plugin may be silent for a moment.",
    positionals: [
      plugin,
      Command.Positional(
        name: "PRESET",
        summary: "The preset's label or its URI.",
        value: .live(.presets)
      ),
    ],
    options: [.json, .host],
    examples: [
      Command.Example(
        line: "tarmac plugin apply deckA.eq \"Bass out\"",
        meaning: "Give it one of its presets."
      )
    ],
    action: { arguments throws(Failure) in
      let request = PluginApplyRequest(
        plugin: arguments.positionals[0],
        preset: arguments.positionals[1]
      )
      let preset = try arguments.send(request)
      guard !arguments.has("json") else { return try writeJSON(preset) }
      Terminal.write("\(request.plugin) has the preset \(preset.label)\n")
    }
  )

  private static let save = Command(
    name: "save",
    summary: "Saves the state of a plugin into a folder.",
    details: """
      "state:" in a preset and "tarmac plugin restore" take it from there, and so does jalv. With --label it is a
      preset: in a folder of its own in ~/.lv2, such as ~/.lv2/mine.preset.lv2, all hosts list it.
      """,
    positionals: [
      plugin,
      Command.Positional(
        name: "FOLDER",
        summary: "The folder; it is made if need be, and a state in it replaced.",
        value: .directory
      ),
    ],
    options: [
      Command.Option(name: "label", summary: "Makes it a preset of this name.", valueName: "NAME"),
      copies, .json, .host,
    ],
    examples: [
      Command.Example(line: "tarmac plugin save deckA.eq deep", meaning: "Keep it as it is."),
      Command.Example(
        line: "tarmac plugin save deckA.eq ~/.lv2/deep.preset.lv2 --label \"Deep\"",
        meaning: "A preset for all LV2 hosts."
      ),
    ],
    action: { arguments throws(Failure) in
      let request = PluginSaveRequest(
        plugin: arguments.positionals[0],
        folder: absolutePath(arguments.positionals[1]),
        label: arguments.value("label"),
        copies: arguments.has("copy")
      )
      let reply = try arguments.send(request)
      guard !arguments.has("json") else { return try writeJSON(reply) }
      Terminal.write("\(request.plugin) is saved in \(request.folder)\n")
    }
  )

  private static let restore = Command(
    name: "restore",
    summary: "Gives a plugin the state that was saved in a folder.",
    positionals: [
      plugin,
      Command.Positional(name: "FOLDER", summary: "The folder.", value: .directory),
    ],
    options: [.json, .host],
    examples: [Command.Example(line: "tarmac plugin restore deckA.eq deep", meaning: "As it was.")],
    action: { arguments throws(Failure) in
      let request = PluginRestoreRequest(
        plugin: arguments.positionals[0],
        folder: absolutePath(arguments.positionals[1])
      )
      let reply = try arguments.send(request)
      guard !arguments.has("json") else { return try writeJSON(reply) }
      Terminal.write("\(request.plugin) has its state from \(request.folder)\n")
    }
  )
}

/// For states that go to another machine.
private let copies = Command.Option(
  name: "copy",
  summary: "Copies the files that are used into the folder; else it has links to them."
)

enum StateCommand {
  private static let folder = Command.Positional(
    name: "FOLDER",
    summary: "The folder (default: the one that the preset names with \"state\").",
    value: .directory,
    isOptional: true
  )

  static let command = Command(
    name: "state",
    summary: "Saves and restores what all plugins of the rig remember.",
    subcommands: [
      Command(
        name: "save",
        summary: "Saves the states of all plugins into a folder.",
        details: "Exits with 1 when a plugin refuses; the others are saved.",
        positionals: [folder],
        options: [copies, .json, .host],
        examples: [
          Command.Example(line: "tarmac state save tonight", meaning: "Keep how all plugins are.")
        ],
        action: { arguments throws(Failure) in
          let request = StateSaveRequest(
            folder: arguments.positional(0).map(absolutePath),
            copies: arguments.has("copy")
          )
          try answer(try arguments.send(request), "saved in", arguments)
        }
      ),
      Command(
        name: "restore",
        summary: "Gives all plugins the states that were saved in a folder.",
        details: "Exits with 1 when a plugin refuses; the others have their states.",
        positionals: [folder],
        options: [.json, .host],
        examples: [
          Command.Example(line: "tarmac state restore tonight", meaning: "As it was saved.")
        ],
        action: { arguments throws(Failure) in
          let request = StateRestoreRequest(folder: arguments.positional(0).map(absolutePath))
          try answer(try arguments.send(request), "restored from", arguments)
        }
      ),
    ]
  )

  private static func answer(
    _ report: StateReport,
    _ verb: String,
    _ arguments: Arguments
  ) throws(Failure) {
    if arguments.has("json") {
      try writeJSON(report)
    } else {
      let count = report.plugins.count
      let states = count == 1 ? "1 state" : "\(count) states"
      Terminal.write(report.problems.map { $0 + "\n" }.joined(), to: STDERR_FILENO)
      Terminal.write("\(states) \(verb) \(report.folder)\n")
    }
    if !report.problems.isEmpty { throw Failure("") }
  }
}
