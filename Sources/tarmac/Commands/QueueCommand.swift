// SPDX-License-Identifier: Apache-2.0
// `tarmac queue`: what players play next.

internal import ControlProtocol

enum QueueCommand {
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
      Command.Example(line: "tarmac queue find deckA deck-a", meaning: "Is it in the list?"),
    ],
    subcommands: [
      edit("list", "Shows the queue, and what the list has next.") { _ in nil },
      edit("add", "Adds files at the end of the queue.", files) { arguments in
        .add(files: arguments.positionals.dropFirst().map(absolutePath))
      },
      edit("insert", "Adds files before what has a place in the queue.", place, files) {
        arguments throws(Failure) in
        let files = arguments.positionals.dropFirst(2).map(absolutePath)
        return .insert(at: try number(arguments, 1, "PLACE"), files: files)
      },
      edit(
        "move",
        "Gives a track of the queue another place.",
        Command.Positional(name: "FROM", summary: "Its place, from 1."),
        Command.Positional(name: "TO", summary: "The place that it gets.")
      ) { arguments throws(Failure) in
        .move(from: try number(arguments, 1, "FROM"), to: try number(arguments, 2, "TO"))
      },
      edit("remove", "Takes a track out of the queue.", place) { arguments throws(Failure) in
        .remove(at: try number(arguments, 1, "PLACE"))
      },
      edit("clear", "Empties the queue.") { _ in .clear },
      find,
    ]
  )

  private static let find = Command(
    name: "find",
    summary: "Looks for tracks of a player's list.",
    details: """
      All of the words are in the path, title or artist that the list gives for a track; capitals do
      not matter.
      """,
    positionals: [
      .player,
      Command.Positional(name: "WORD", summary: "What to look for.", isRepeated: true),
    ],
    options: [.json, .host],
    action: { arguments throws(Failure) in
      let (session, source) = arguments.player
      let words = arguments.positionals.dropFirst().joined(separator: " ")
      let request = TrackSearchRequest(session: session, source: source, words: words)
      let found = try arguments.send(request)
      guard !arguments.has("json") else { return try writeJSON(found) }
      Terminal.write(QueueReport.text(found))
    }
  )

  /// A subcommand for an edit of a player's queue; `nil` to look.
  private static func edit(
    _ name: String,
    _ summary: String,
    _ more: Command.Positional...,
    make: @escaping @Sendable (Arguments) throws(Failure) -> QueueRequest.Edit?
  ) -> Command {
    Command(
      name: name,
      summary: summary,
      positionals: [.player] + more,
      options: [.json, .host],
      action: { arguments throws(Failure) in try send(try make(arguments), arguments) }
    )
  }

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
    let (session, source) = arguments.player
    let request = QueueRequest(session: session, source: source, edit: edit)
    let queue = try arguments.send(request)
    guard !arguments.has("json") else { return try writeJSON(queue) }
    Terminal.write(QueueReport.text(queue))
  }
}
