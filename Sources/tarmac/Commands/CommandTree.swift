// SPDX-License-Identifier: Apache-2.0
// All commands, in the order in which the help lists them.

extension Command {
  /// The whole program.
  static let tarmac: Command = Command(
    name: "tarmac",
    summary: "The audio control tower of a Linux rig: sessions, LV2 plugins and outputs on JACK.",
    details: """
      A preset describes routes and sessions; "tarmac run" brings it up and stays in the foreground.
      The other commands talk to it from a second terminal.
      """,
    examples: [
      Example(line: "tarmac doctor", meaning: "Is this machine ready?"),
      Example(line: "tarmac preset check rig.yaml", meaning: "Is the preset right?"),
      Example(line: "tarmac run rig.yaml", meaning: "Bring the rig up."),
      Example(line: "tarmac watch", meaning: "See what sounds, and why; mix with keys."),
    ],
    subcommands: [
      RunCommand.command, StopCommand.command, StatusCommand.command, WatchCommand.command,
      SessionCommand.command, InterruptCommand.command, SwitchCommand.command, RouteCommand.command,
      PermissionCommand.command, WebCommand.command, SoundCommand.command, TransportCommand.command,
      ExplainCommand.command,
      WhatIfCommand.command, LogCommand.command, SetCommand.command, GetCommand.command,
      TriggerCommand.command, TreeCommand.command, LearnCommand.command,
      PluginCommand.command, StateCommand.command, ReloadCommand.command, PlayerCommand.command,
      QueueCommand.command, RecordCommand.command, FilesCommand.command,
      LibraryCommand.command,
      RenderCommand.command, SimulateCommand.command, PresetCommand.command,
      PluginsCommand.command, RulesCommand.command, DoctorCommand.command, DemoCommand.command,
      CompletionCommand.command, CompleteCommand.command, ManualCommand.command, MCPCommand.command,
    ]
  )
}

extension Command.Option {
  /// The option that names the host to talk to.
  static let host = Command.Option(
    name: "name",
    summary: "The name of the running rig (default: tarmac).",
    valueName: "NAME"
  )

  /// The option for programs that read the answer.
  static let json = Command.Option(name: "json", summary: "Writes JSON.")
}
