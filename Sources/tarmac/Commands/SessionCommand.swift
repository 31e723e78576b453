// SPDX-License-Identifier: Apache-2.0
// `tarmac session`: which sessions may sound.

internal import ControlProtocol
internal import ControlTower

enum SessionCommand {
  private static let session = Command.Positional(
    name: "SESSION",
    summary: "The name of a session.",
    value: .live(.sessions)
  )

  static let command = Command(
    name: "session",
    summary: "Lists, shows, activates and deactivates sessions.",
    examples: [
      Command.Example(line: "tarmac session list", meaning: "All sessions and their states."),
      Command.Example(
        line: "tarmac session category voice playAndRecord --options duckOthers",
        meaning: "Let the voice hear inputs as well."
      ),
      Command.Example(
        line: "tarmac session background deckA",
        meaning: "Take deckA from the control surface …"
      ), Command.Example(line: "tarmac session foreground deckA", meaning: "… and bring it back."),
      Command.Example(line: "tarmac session interrupt deckA", meaning: "Hold deckA by hand …"),
      Command.Example(line: "tarmac session release deckA", meaning: "… and let it go on."),
      Command.Example(
        line: "tarmac session override voice speaker",
        meaning: "Send the voice to the speaker until the route changes."
      ), Command.Example(line: "tarmac session override voice none", meaning: "End that."),
    ],
    subcommands: [
      list, show, activate, deactivate, category, foreground, background, interrupt, release,
      override,
    ]
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
      Command.Example(
        line: "tarmac session activate voice",
        meaning: "Begin an announcement; the music is turned down."
      )
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
      Command.Option(name: "force", summary: "The operator does it, whatever the session wants."),
      .json, .host,
    ],
    examples: [
      Command.Example(
        line: "tarmac session deactivate voice",
        meaning: "End it; the music comes back."
      )
    ],
    action: { arguments throws(Failure) in
      if arguments.has("force") { return try force(.deactivate, arguments) }
      let request = DeactivateRequest(
        session: arguments.positionals[0],
        notifyOthers: !arguments.has("quietly")
      )
      try answer(try arguments.send(request), arguments)
    }
  )

  private static let category = Command(
    name: "category",
    summary: "Gives a session another category, mode and options.",
    details: "What is not given is as if it had never been: options do not survive.",
    positionals: [
      session,
      Command.Positional(
        name: "CATEGORY",
        summary: "What its sound is for.",
        value: .choice(Category.allCases.map(\.rawValue))
      ),
    ],
    options: [
      Command.Option(
        name: "mode",
        summary: "The mode (default: default).",
        valueName: "MODE",
        value: .choice(Mode.allCases.map(\.rawValue))
      ),
      Command.Option(
        name: "options",
        summary: "Options, separated by commas.",
        valueName: "OPTIONS"
      ),
      .json, .host,
    ],
    action: { arguments throws(Failure) in
      let options = arguments.value("options")?.split(separator: ",").map(String.init)
      let request = SetCategoryRequest(
        session: arguments.positionals[0],
        category: arguments.positionals[1],
        mode: arguments.value("mode"),
        options: options
      )
      try answer(try arguments.send(request), arguments)
    }
  )

  private static let foreground = ground("foreground", "Brings a session to the surface.", true)
  private static let background = ground("background", "Takes a session from the surface.", false)

  private static func ground(_ name: String, _ summary: String, _ isFront: Bool) -> Command {
    Command(
      name: name,
      summary: summary,
      positionals: [session],
      options: [.json, .host],
      action: { arguments throws(Failure) in
        let request = ForegroundRequest(session: arguments.positionals[0], isForeground: isFront)
        try answer(try arguments.send(request), arguments)
      }
    )
  }

  private static let interrupt = Command(
    name: "interrupt",
    summary: "Interrupts a session until it is released.",
    positionals: [session],
    options: [.json, .host],
    action: { arguments throws(Failure) in try force(.interrupt, arguments) }
  )

  private static let release = Command(
    name: "release",
    summary: "Lets a session go on that was interrupted by hand.",
    positionals: [session],
    options: [.json, .host],
    action: { arguments throws(Failure) in try force(.release, arguments) }
  )

  private static let override = Command(
    name: "override",
    summary: "Forces a session's output to the speaker, or ends that.",
    positionals: [
      session,
      Command.Positional(
        name: "PORT",
        summary: "speaker or none.",
        value: .choice(["speaker", "none"])
      ),
    ],
    options: [.json, .host],
    action: { arguments throws(Failure) in
      let request = OverrideOutputRequest(
        session: arguments.positionals[0],
        port: arguments.positionals[1]
      )
      try answer(try arguments.send(request), arguments)
    }
  )

  private static func force(
    _ action: ForceRequest.Action,
    _ arguments: Arguments
  ) throws(Failure) {
    let request = ForceRequest(session: arguments.positionals[0], action: action)
    try answer(try arguments.send(request), arguments)
  }

  private static func answer(_ status: SessionStatus, _ arguments: Arguments) throws(Failure) {
    guard !arguments.has("json") else { return try writeJSON(status) }
    Terminal.write("\(status.name): \(status.why.isEmpty ? status.state : status.why)\n")
  }
}
