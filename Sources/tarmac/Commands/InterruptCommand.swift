// SPDX-License-Identifier: Apache-2.0
// `tarmac interrupt`: what outranks all sessions.

internal import ControlProtocol

enum InterruptCommand {
  private static let interrupter = Command.Positional(
    name: "INTERRUPTER",
    summary: "What interrupts.",
    value: .choice(["phone", "alarm", "assistant"])
  )

  static let command = Command(
    name: "interrupt",
    summary: "Says that a phone call, an alarm or an assistant begins or ends.",
    details:
      "While it lasts, the sessions it interrupts are suspended: they make no sound and use no CPU.",
    examples: [
      Command.Example(line: "tarmac interrupt begin phone", meaning: "The telephone rings."),
      Command.Example(line: "tarmac interrupt end phone", meaning: "Everybody goes on."),
    ],
    subcommands: [
      Command(
        name: "begin",
        summary: "Says that an interrupter begins.",
        positionals: [interrupter],
        options: [.json, .host],
        action: { arguments throws(Failure) in
          let request = InterruptBeginRequest(interrupter: arguments.positionals[0])
          try answer(try arguments.send(request), arguments)
        }
      ),
      Command(
        name: "end",
        summary: "Says that an interrupter is over.",
        positionals: [interrupter],
        options: [
          Command.Option(name: "no-resume", summary: "The interrupted stay silent."), .json, .host,
        ],
        action: { arguments throws(Failure) in
          let request = InterruptEndRequest(
            interrupter: arguments.positionals[0],
            shouldResume: !arguments.has("no-resume")
          )
          try answer(try arguments.send(request), arguments)
        }
      ),
    ]
  )

  private static func answer(_ sessions: [SessionStatus], _ arguments: Arguments) throws(Failure) {
    guard !arguments.has("json") else { return try writeJSON(sessions) }
    Terminal.write(StatusReport.sessions(sessions).text())
  }
}
