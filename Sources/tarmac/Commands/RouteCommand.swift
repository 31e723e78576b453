// SPDX-License-Identifier: Apache-2.0
// `tarmac route`: where sound goes when nobody plugs anything.

internal import ControlProtocol

enum RouteCommand {
  private static let direction = Command.Positional(
    name: "DIRECTION",
    summary: "input or output.",
    value: .choice(["input", "output"])
  )

  static let command = Command(
    name: "route",
    summary: "Picks the current input or output by hand.",
    details: """
      Sends and sources with "currentRoute" follow what was plugged in last. What is picked comes first,
      until something is plugged in again. "tarmac status" shows all routes.
      """,
    examples: [
      Command.Example(line: "tarmac route pick output phones", meaning: "Listen on the phones."),
      Command.Example(line: "tarmac route pick output", meaning: "What was plugged in last again."),
    ],
    subcommands: [
      Command(
        name: "pick",
        summary: "Picks a route, or without one ends that.",
        positionals: [
          direction,
          Command.Positional(
            name: "ROUTE",
            summary: "The name of a route.",
            value: .live(.routes),
            isOptional: true
          ),
        ],
        options: [.json, .host],
        action: { arguments throws(Failure) in
          let sessions = try arguments.send(
            RoutePickRequest(direction: arguments.positionals[0], route: arguments.positional(1))
          )
          guard !arguments.has("json") else { return try writeJSON(sessions) }
          Terminal.write(StatusReport.currentRoutes(sessions).text())
        }
      )
    ]
  )
}
