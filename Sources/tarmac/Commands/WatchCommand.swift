// SPDX-License-Identifier: Apache-2.0
// `tarmac watch`: the rig on a full screen, or what happens, line by line.

internal import ControlClient
internal import ControlProtocol
internal import Glibc

enum WatchCommand {
  static let command = Command(
    name: "watch",
    summary: "Shows the rig on a full screen with keys to mix; or prints what happens.",
    details: """
      On a terminal it shows strips with their meters, players, routes and what happens; "?" lists the keys,
      q quits. With --events, a TOPIC or --json, or into a pipe, it prints what happens line by line until
      Ctrl-C: each decision with its rule and its cause.
      """,
    positionals: [
      Command.Positional(
        name: "TOPIC",
        summary: "The kind of events to show (default: all).",
        value: .choice(EventTopic.allCases.map(\.rawValue)),
        isOptional: true,
        isRepeated: true
      )
    ],
    options: [
      Command.Option(name: "events", summary: "Prints what happens, on a terminal too."),
      Command.Option(name: "json", summary: "Writes JSON, an object in each line."), .host,
    ],
    examples: [
      Command.Example(line: "tarmac watch", meaning: "The rig at a glance, with keys to mix."),
      Command.Example(line: "tarmac watch --events", meaning: "Everything, as it happens."),
      Command.Example(
        line: "tarmac watch decision",
        meaning: "Only decisions, each with its rule."
      ),
    ],
    action: run
  )

  private static func run(_ arguments: Arguments) async throws(Failure) {
    let isPlain =
      arguments.has("events") || arguments.has("json") || !arguments.positionals.isEmpty
    if !isPlain, Terminal.isInteractive(STDIN_FILENO), Terminal.isInteractive() {
      return try await WatchScreen.run(arguments)
    }
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
