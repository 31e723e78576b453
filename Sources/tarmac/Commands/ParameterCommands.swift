// SPDX-License-Identifier: Apache-2.0
// `tarmac set`, `get` and `trigger`: the tree of values.

internal import ControlProtocol
internal import ControlTree

enum SetCommand {
  static let command = Command(
    name: "set",
    summary: "Sets values of the running rig: a fader, a mute, a plugin's control or parameter.",
    details: """
      "tarmac get" lists the paths and what each takes. What is set to the path of a file may be set to a relative
      one, and where values have names the names will do. Below each value there are two more: PATH.locked keeps it
      from being set, PATH.maximum is the most that it can be set to.

      Several values change in one step: all of them, or, if one is refused, none. --over fades them together; what
      can't fade, such as a mute, changes at once.
      """,
    positionals: [
      Command.Positional(name: "PATH", summary: "Such as deckA.fader_db.", value: .live(.values)),
      Command.Positional(
        name: "VALUE",
        summary: "A number, a word such as on, or a path; toggle turns a switch.",
        isOptional: true
      ),
      Command.Positional(
        name: "PATH VALUE",
        summary: "More values that change in the same step.",
        value: .live(.values),
        isOptional: true,
        isRepeated: true
      ),
    ],
    options: [
      Command.Option(
        name: "by",
        summary: "Goes a step from where the value is, such as 3 or -1.5.",
        valueName: "STEP"
      ),
      Command.Option(
        name: "over",
        summary: "Gets there in a time, such as 2 or 1:30; levels move in dB.",
        valueName: "TIME"
      ),
      Command.Option(
        name: "curve",
        summary: "How it gets there (default: linear).",
        valueName: "CURVE",
        value: .choice(FadeCurve.allCases.map(\.rawValue))
      ), .json, .host,
    ],
    examples: [
      Command.Example(line: "tarmac set deckA.fader_db -6", meaning: "Turn deckA down."),
      Command.Example(line: "tarmac set deckA.fader_db --by -1.5", meaning: "A little more."),
      Command.Example(
        line: "tarmac set deckA.fader_db -inf --over 8",
        meaning: "Fade it out in eight seconds."
      ),
      Command.Example(
        line: "tarmac set deckA.fader_db -inf deckB.fader_db 0 --over 4",
        meaning: "Go from one deck to the other."
      ),
      Command.Example(
        line: "tarmac set main.mute toggle",
        meaning: "Silence an output, or end that."
      ),
      Command.Example(line: "tarmac set deckA.eq.low_db -20", meaning: "Set a plugin's control."),
      Command.Example(
        line: "tarmac set main.fader_db.maximum -3",
        meaning: "Let nobody turn main up any further."
      ),
    ],
    action: { arguments throws(Failure) in
      guard arguments.positionals.count < 3 else { return try setAll(arguments) }
      let reply = try arguments.send(try request(arguments))
      guard !arguments.has("json") else { return try writeJSON(reply) }
      write([reply])
    }
  )

  private static func write(_ entries: [TreeEntry]) {
    for entry in entries { Terminal.write("\(entry.path) \(entry.value.words)\n") }
  }

  /// Sets several values in one step.
  private static func setAll(_ arguments: Arguments) throws(Failure) {
    let words = arguments.positionals
    guard words.count.isMultiple(of: 2) else {
      throw Failure("Say what '\(words[words.count - 1])' is to be: each PATH has a VALUE.", .usage)
    }
    guard arguments.value("by") == nil else {
      throw Failure("--by STEP is for one value: set the others by commands of their own.", .usage)
    }
    guard !stride(from: 1, to: words.count, by: 2).contains(where: { words[$0] == "toggle" }) else {
      throw Failure("toggle is for one value: set the others by commands of their own.", .usage)
    }
    var request = TreeApplyRequest(
      values: stride(from: 0, to: words.count, by: 2).map {
        TreeEntry(path: words[$0], value: .text(words[$0 + 1]))
      },
      curve: arguments.value("curve").flatMap(FadeCurve.init),
      folder: workingFolder
    )
    if let time = arguments.value("over") { request.over_seconds = try secondsOfTime(time, "TIME") }
    let reply = try arguments.send(request)
    guard !arguments.has("json") else { return try writeJSON(reply) }
    write(reply)
  }

  private static func request(_ arguments: Arguments) throws(Failure) -> TreeSetRequest {
    var request = TreeSetRequest(path: arguments.positionals[0], folder: workingFolder)
    if let step = arguments.value("by") {
      guard let step = Double(step), step.isFinite else {
        throw Failure("A step is a number such as 3 or -1.5, not '\(step)'.", .usage)
      }
      request.step = step
    }
    switch arguments.positional(1) {
    case "toggle": request.toggles = true
    case let value?: request.value = .text(value)
    case nil where request.step == nil:
      throw Failure("Say what '\(request.path)' is to be: a value, toggle, or --by STEP.", .usage)
    case nil: break
    }
    if let time = arguments.value("over") { request.over_seconds = try secondsOfTime(time, "TIME") }
    request.curve = arguments.value("curve").flatMap(FadeCurve.init)
    return request
  }
}

enum GetCommand {
  static let command = Command(
    name: "get",
    summary: "Shows values of the running rig and what each takes.",
    positionals: [
      Command.Positional(
        name: "PATH",
        summary: "A path, the start of one, or a pattern with * and ** (default: all but meters).",
        value: .live(.paths),
        isOptional: true
      )
    ],
    options: [.json, .host],
    examples: [
      Command.Example(line: "tarmac get", meaning: "All values."),
      Command.Example(line: "tarmac get deckA", meaning: "The values of deckA."),
      Command.Example(line: "tarmac get '*.fader_db'", meaning: "All faders."),
    ],
    action: { arguments throws(Failure) in
      let reply = try arguments.send(GetRequest(path: arguments.positional(0)))
      guard !arguments.has("json") else { return try writeJSON(reply) }
      let rows = reply.map { value in
        let unit = value.unit.map { " \($0)" } ?? ""
        let label = value.label.map { " (\($0))" } ?? ""
        let taken = value.isReadOnly ? "read only, \(value.allowed)" : value.allowed
        return [Table.Cell(value.path), Table.Cell(value.value + unit + label), Table.Cell(taken)]
      }
      Terminal.write(Table(heading: ["PATH", "VALUE", "TAKES"], rows: rows).text())
    }
  )
}

enum TriggerCommand {
  static let command = Command(
    name: "trigger",
    summary: "Does something that the running rig has a trigger for; lists them without a PATH.",
    details: """
      Write the arguments of a trigger after its path, as NAME=VALUE. The command returns when the action is done.
      """,
    positionals: [
      Command.Positional(
        name: "PATH",
        summary: "Such as deckA.sources.player.cue.",
        value: .live(.triggers),
        isOptional: true
      ),
      Command.Positional(
        name: "NAME=VALUE",
        summary: "An argument of the trigger.",
        isOptional: true,
        isRepeated: true
      ),
    ],
    options: [.json, .host],
    examples: [
      Command.Example(line: "tarmac trigger", meaning: "What can be done."),
      Command.Example(line: "tarmac trigger rig.reload", meaning: "Read the preset again."),
      Command.Example(
        line: "tarmac trigger main.record file=late-set.flac",
        meaning: "Begin to record what leaves through main …"
      ),
      Command.Example(line: "tarmac trigger main.stop_recording", meaning: "… and close the file."),
    ],
    action: { arguments throws(Failure) in
      guard let path = arguments.positional(0) else { return try list(arguments) }
      var told: [String: String] = [:]
      for word in arguments.positionals.dropFirst() {
        guard let place = word.firstIndex(of: "=") else {
          throw Failure("'\(word)' is no NAME=VALUE.", .usage)
        }
        told[String(word[..<place])] = String(word[word.index(after: place)...])
      }
      let reply = try arguments.send(TreeTriggerRequest(path: path, arguments: told))
      if arguments.has("json") { try writeJSON(reply) }
    }
  )

  private static func list(_ arguments: Arguments) throws(Failure) {
    let triggers = try arguments.send(TreeListRequest()).filter { $0.kind == "trigger" }
    guard !arguments.has("json") else { return try writeJSON(triggers) }
    let rows = triggers.map { trigger in
      let told = (trigger.arguments ?? []).map { $0.isOptional ? "[\($0.name)=…]" : "\($0.name)=…" }
      return [
        Table.Cell(trigger.path), Table.Cell(told.joined(separator: " ")),
        Table.Cell(trigger.summary),
      ]
    }
    Terminal.write(Table(heading: ["PATH", "IS TOLD", "DOES"], rows: rows).text())
  }
}
