// SPDX-License-Identifier: Apache-2.0
// `tarmac set` and `tarmac get`: the values of the rig.

internal import ControlProtocol

enum SetCommand {
  static let command = Command(
    name: "set",
    summary: "Sets a value of the running rig: a fader, a mute, a plugin's control or parameter.",
    details: """
      "tarmac get" lists the paths and what each takes. What is set to the path of a file may be set to a relative
      one, and where values have names the names will do.
      """,
    positionals: [
      Command.Positional(name: "PATH", summary: "Such as deckA.fader_db."),
      Command.Positional(name: "VALUE", summary: "A number, a word such as on, or a path."),
    ],
    options: [.json, .host],
    examples: [
      Command.Example(line: "tarmac set deckA.fader_db -6", meaning: "Turn deckA down."),
      Command.Example(line: "tarmac set main.mute on", meaning: "Silence an output."),
      Command.Example(line: "tarmac set deckA.comp.ratio 4", meaning: "Set a plugin's control."),
    ],
    action: { arguments throws(Failure) in
      let request = SetRequest(
        path: arguments.positionals[0],
        value: arguments.positionals[1],
        folder: workingFolder
      )
      let reply = try arguments.send(request)
      guard !arguments.has("json") else { return try writeJSON(reply) }
      Terminal.write("\(reply.path) \(reply.value)\n")
    }
  )
}

enum GetCommand {
  static let command = Command(
    name: "get",
    summary: "Shows values of the running rig and what each takes.",
    positionals: [
      Command.Positional(
        name: "PATH",
        summary: "A path, or the start of one (default: all).",
        isOptional: true
      )
    ],
    options: [.json, .host],
    examples: [
      Command.Example(line: "tarmac get", meaning: "All values."),
      Command.Example(line: "tarmac get deckA", meaning: "The values of deckA."),
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
