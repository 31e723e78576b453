// SPDX-License-Identifier: Apache-2.0
// `tarmac queue`: what players play next.

internal import ControlProtocol

enum QueueCommand {
  private static let player = Command.Positional(
    name: "SESSION[.SOURCE]",
    summary: "A session, and its source when it has several players.",
    value: .live(.players)
  )
  private static let files = Command.Positional(
    name: "FILE",
    summary: "Sound files, lists or folders.",
    value: .file,
    isRepeated: true
  )
  private static let place = Command.Positional(name: "PLACE", summary: "From 1.")

  static let command = Command(
    name: "queue",
    summary: "Shows and changes what players play next.",
    details: """
      The queue comes before the list of a player goes on. A player of one file has a queue, too.
      What has been read of the next track already, about a second before the present one ends, is
      played all the same.
      """,
    examples: [
      Command.Example(
        line: "tarmac queue add deckA presets/demo/deck-b.wav",
        meaning: "Play it after the present track."
      ),
      Command.Example(
        line: "tarmac queue insert deckA 1 presets/demo/deck-a.wav",
        meaning: "Play that before it."
      ),
      Command.Example(line: "tarmac queue move deckA 2 1", meaning: "Or the other way round."),
      Command.Example(line: "tarmac queue list deckA", meaning: "What comes next?"),
      Command.Example(line: "tarmac queue remove deckA 2", meaning: "Leave one out."),
      Command.Example(line: "tarmac queue clear deckA", meaning: "Go on with the list."),
    ],
    subcommands: [
      Command(
        name: "list",
        summary: "Shows the queue, and what the list has next.",
        positionals: [player],
        options: [.json, .host],
        action: { arguments throws(Failure) in try send(nil, arguments) }
      ),
      Command(
        name: "add",
        summary: "Adds files at the end of the queue.",
        positionals: [player, files],
        options: [.json, .host],
        action: { arguments throws(Failure) in
          let files = arguments.positionals.dropFirst().map(absolutePath)
          try send(.add(files: files), arguments)
        }
      ),
      Command(
        name: "insert",
        summary: "Adds files before what has a place in the queue.",
        positionals: [player, place, files],
        options: [.json, .host],
        action: { arguments throws(Failure) in
          let files = arguments.positionals.dropFirst(2).map(absolutePath)
          try send(.insert(at: try number(arguments, 1, "PLACE"), files: files), arguments)
        }
      ),
      Command(
        name: "move",
        summary: "Gives a track of the queue another place.",
        positionals: [
          player, Command.Positional(name: "FROM", summary: "Its place, from 1."),
          Command.Positional(name: "TO", summary: "The place that it gets."),
        ],
        options: [.json, .host],
        action: { arguments throws(Failure) in
          let (from, to) = (try number(arguments, 1, "FROM"), try number(arguments, 2, "TO"))
          try send(.move(from: from, to: to), arguments)
        }
      ),
      Command(
        name: "remove",
        summary: "Takes a track out of the queue.",
        positionals: [player, place],
        options: [.json, .host],
        action: { arguments throws(Failure) in
          try send(.remove(at: try number(arguments, 1, "PLACE")), arguments)
        }
      ),
      Command(
        name: "clear",
        summary: "Empties the queue.",
        positionals: [player],
        options: [.json, .host],
        action: { arguments throws(Failure) in try send(.clear, arguments) }
      ),
    ]
  )

  private static func number(
    _ arguments: Arguments,
    _ index: Int,
    _ name: String
  ) throws(Failure) -> Int {
    let text = arguments.positionals[index]
    guard let number = Int(text, radix: 10), number > 0 else {
      throw Failure("\(name) is a whole number from 1, not '\(text)'.", .usage)
    }
    return number
  }

  private static func send(
    _ edit: QueueRequest.Edit?,
    _ arguments: Arguments
  ) throws(Failure) {
    let parts = arguments.positionals[0].split(separator: ".", maxSplits: 1).map(String.init)
    let request = QueueRequest(
      session: parts.first ?? "",
      source: parts.count == 2 ? parts[1] : nil,
      edit: edit
    )
    let queue = try arguments.send(request)
    guard !arguments.has("json") else { return try writeJSON(queue) }
    Terminal.write(QueueReport.text(queue))
  }
}
