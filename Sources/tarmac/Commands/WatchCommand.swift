// SPDX-License-Identifier: Apache-2.0
// `tarmac watch`: what happens, line by line.

internal import ControlClient
internal import ControlProtocol

enum WatchCommand {
  static let command = Command(
    name: "watch",
    summary: "Prints what happens, line by line, until Ctrl-C.",
    details: "Each decision comes with its rule, and with who is the cause.",
    positionals: [
      Command.Positional(
        name: "TOPIC",
        summary: "What to be told of (default: everything).",
        value: .choice(EventTopic.allCases.map(\.rawValue)),
        isOptional: true,
        isRepeated: true
      )
    ],
    options: [
      Command.Option(name: "json", summary: "Writes JSON, an object in each line."), .host,
    ],
    examples: [
      Command.Example(line: "tarmac watch", meaning: "Everything, as it happens."),
      Command.Example(
        line: "tarmac watch decision",
        meaning: "Only decisions, each with its rule."
      ),
    ],
    action: run
  )

  private static func run(_ arguments: Arguments) async throws(Failure) {
    let topics = arguments.positionals.compactMap(EventTopic.init)
    let connection = try arguments.connect()
    defer { connection.close() }
    do throws(ControlClientError) {
      _ = try await connection.reply(
        to: SubscribeRequest(topics: topics.isEmpty ? nil : topics)
      )
    } catch {
      throw Failure(error)
    }
    for await message in connection.events {
      try write(message, asJSON: arguments.has("json"))
    }
    throw Failure("The rig has ended.", .unavailable)
  }

  private static func write(_ message: EventMessage, asJSON: Bool) throws(Failure) {
    guard asJSON else { return Terminal.write(EventReport.text(shown(message))) }
    try writeJSON(message, isOneLine: true)
  }
}
