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
      Command.Example(
        line: "tarmac interrupt decline phone",
        meaning: "It is declined, and everything goes on."
      ), Command.Example(line: "tarmac interrupt ring assistant", meaning: "The assistant rings …"),
      Command.Example(line: "tarmac interrupt accept assistant", meaning: "… and is accepted."),
      Command.Example(
        line: "tarmac interrupt end assistant --no-resume",
        meaning: "What it interrupted stays silent."
      ),
      Command.Example(
        line: "tarmac interrupt begin alarm",
        meaning: "The alarm does not ring first."
      ), Command.Example(line: "tarmac interrupt end alarm", meaning: "It is over."),
    ],
    subcommands: [
      step("ring", "Says that an interrupter announces itself.") {
        InterruptRingRequest(interrupter: $0)
      },
      step("accept", "Says that one that rang was accepted and begins.") {
        InterruptAcceptRequest(interrupter: $0)
      },
      step("decline", "Says that one that rang was declined.") {
        InterruptDeclineRequest(interrupter: $0)
      },
      step("begin", "Says that an interrupter begins.") {
        InterruptBeginRequest(interrupter: $0)
      },
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

  /// A command that sends one request about an interrupter.
  private static func step<Request: ControlRequest>(
    _ name: String,
    _ summary: String,
    _ request: @escaping @Sendable (String) -> Request
  ) -> Command where Request.Reply == [SessionStatus] {
    Command(
      name: name,
      summary: summary,
      positionals: [interrupter],
      options: [.json, .host],
      action: { arguments throws(Failure) in
        try answer(try arguments.send(request(arguments.positionals[0])), arguments)
      }
    )
  }

  private static func answer(_ sessions: [SessionStatus], _ arguments: Arguments) throws(Failure) {
    guard !arguments.has("json") else { return try writeJSON(sessions) }
    Terminal.write(StatusReport.sessions(sessions).text())
  }
}
