// SPDX-License-Identifier: Apache-2.0
// `tarmac session`: who may sound.

internal import ControlProtocol

enum SessionCommand {
  private static let session = Command.Positional(
    name: "SESSION",
    summary: "The name of a session."
  )

  static let command = Command(
    name: "session",
    summary: "Lists, shows, activates and deactivates sessions.",
    examples: [
      Command.Example(line: "tarmac session list", meaning: "All sessions and their states."),
      Command.Example(
        line: "tarmac session activate announcer",
        meaning: "Begin an announcement; the music is ducked."
      ),
      Command.Example(
        line: "tarmac session deactivate announcer",
        meaning: "End it; the music comes back."
      ),
    ],
    subcommands: [list, show, activate, deactivate]
  )

  private static let list = Command(
    name: "list",
    summary: "Lists all sessions.",
    options: [.json, .host],
    action: { arguments throws(Failure) in
      let sessions = try arguments.send(SessionListRequest())
      guard !arguments.has("json") else { return try writeJSON(sessions) }
      Terminal.write(StatusReport.sessions(sessions).text())
    }
  )

  private static let show = Command(
    name: "show",
    summary: "Shows one session: its state and why, levels, sources and plugins.",
    positionals: [session],
    options: [.json, .host],
    examples: [Command.Example(line: "tarmac session show deckA", meaning: "All about deckA.")],
    action: { arguments throws(Failure) in
      let request = SessionShowRequest(session: arguments.positionals[0])
      let status = try arguments.send(request)
      guard !arguments.has("json") else { return try writeJSON(status) }
      Terminal.write(SessionReport.text(status))
    }
  )

  private static let activate = Command(
    name: "activate",
    summary: "Asks for a session to sound; the tower may refuse.",
    details: "Exits with 1 when the session is not active afterwards.",
    positionals: [session],
    options: [.json, .host],
    examples: [
      Command.Example(line: "tarmac session activate voice", meaning: "Let the voice sound.")
    ],
    action: { arguments throws(Failure) in
      let request = ActivateRequest(session: arguments.positionals[0])
      let status = try arguments.send(request)
      try answer(status, arguments)
      if status.state != "active" { throw Failure("") }
    }
  )

  private static let deactivate = Command(
    name: "deactivate",
    summary: "Ends a session's turn.",
    positionals: [session],
    options: [
      Command.Option(
        name: "quietly",
        summary: "Does not tell those it interrupted that they can resume."
      ),
      .json, .host,
    ],
    examples: [
      Command.Example(line: "tarmac session deactivate voice", meaning: "End the announcement.")
    ],
    action: { arguments throws(Failure) in
      let request = DeactivateRequest(
        session: arguments.positionals[0],
        notifyOthers: !arguments.has("quietly")
      )
      try answer(try arguments.send(request), arguments)
    }
  )

  private static func answer(_ status: SessionStatus, _ arguments: Arguments) throws(Failure) {
    guard !arguments.has("json") else { return try writeJSON(status) }
    Terminal.write("\(status.name): \(status.why)\n")
  }
}
