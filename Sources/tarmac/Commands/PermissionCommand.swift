// SPDX-License-Identifier: Apache-2.0
// `tarmac permission`: which sessions may record.

internal import ControlProtocol

enum PermissionCommand {
  static let command = Command(
    name: "permission",
    summary: "Says whether a session may record.",
    details: "Until it may, it hears exact zeros. The answer is kept when the rig stops.",
    examples: [
      Command.Example(line: "tarmac permission grant voice", meaning: "Let the voice record."),
      Command.Example(line: "tarmac permission deny voice", meaning: "Give it silence instead."),
      Command.Example(line: "tarmac permission forget voice", meaning: "Let it ask again."),
    ],
    subcommands: [
      subcommand("grant", "Lets a session record.", "granted"),
      subcommand("deny", "Lets a session hear nothing but zeros.", "denied"),
      subcommand("forget", "Forgets the answer: the session has to ask again.", "undetermined"),
    ]
  )

  private static func subcommand(
    _ name: String,
    _ summary: String,
    _ permission: String
  ) -> Command {
    Command(
      name: name,
      summary: summary,
      positionals: [
        Command.Positional(
          name: "SESSION",
          summary: "The name of a session.",
          value: .live(.sessions)
        )
      ],
      options: [.json, .host],
      action: { arguments throws(Failure) in
        let status = try arguments.send(
          PermissionSetRequest(session: arguments.positionals[0], permission: permission)
        )
        guard !arguments.has("json") else { return try writeJSON(status) }
        Terminal.write("\(status.name): permission to record is \(status.recordPermission)\n")
      }
    )
  }
}
