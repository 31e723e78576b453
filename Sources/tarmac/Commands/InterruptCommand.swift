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
    summary: "Says that a phone call, an alarm or an assistant rings, begins or ends.",
    details: """
      While it lasts, the sessions it interrupts are suspended: they make no sound and use no CPU.
      One that rings is accepted or declined; sessions may ask not to be interrupted by ringing.
      """,
    examples: [
      Command.Example(line: "tarmac interrupt ring phone", meaning: "The telephone rings."),
      Command.Example(line: "tarmac interrupt decline phone", meaning: "Everybody goes on."),
      Command.Example(line: "tarmac interrupt begin alarm", meaning: "The alarm does not ask."),
      Command.Example(line: "tarmac interrupt end alarm", meaning: "It is over."),
    ],
    subcommands: [
      Command(
        name: "ring",
        summary: "Says that an interrupter announces itself.",
        positionals: [interrupter],
        options: [.json, .host],
        action: { arguments throws(Failure) in
          let request = InterruptRingRequest(interrupter: arguments.positionals[0])
          try answer(try arguments.send(request), arguments)
        }
      ),
      Command(
        name: "accept",
        summary: "Says that one that rang was accepted and begins.",
        positionals: [interrupter],
        options: [.json, .host],
        action: { arguments throws(Failure) in
          let request = InterruptAcceptRequest(interrupter: arguments.positionals[0])
          try answer(try arguments.send(request), arguments)
        }
      ),
      Command(
        name: "decline",
        summary: "Says that one that rang was declined.",
        positionals: [interrupter],
        options: [.json, .host],
        action: { arguments throws(Failure) in
          let request = InterruptDeclineRequest(interrupter: arguments.positionals[0])
          try answer(try arguments.send(request), arguments)
        }
      ),
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
