// SPDX-License-Identifier: Apache-2.0
// `tarmac status`: everything at a glance, once or as it happens.

internal import ControlProtocol
internal import Glibc

enum StatusCommand {
  static let command = Command(
    name: "status",
    summary: "Shows the server, routes with their levels, sessions and why they are silent.",
    options: [
      Command.Option(name: "watch", summary: "Shows it again and again, until Ctrl-C."),
      Command.Option(name: "reset", summary: "Resets the counters of cycle times."),
      .json, .host,
    ],
    examples: [
      Command.Example(line: "tarmac status", meaning: "The rig at this moment."),
      Command.Example(line: "tarmac status --watch", meaning: "Moving meters."),
      Command.Example(line: "tarmac status --json", meaning: "For scripts; units are in the keys."),
    ],
    action: run
  )

  private static let refreshSeconds = 0.1

  private static func run(_ arguments: Arguments) async throws(Failure) {
    if arguments.has("reset") { _ = try arguments.send(ResetCountersRequest()) }
    guard arguments.has("watch") else { return try show(arguments) }
    if Terminal.isInteractive(STDIN_FILENO), Terminal.isInteractive(), !arguments.has("json") {
      return try await WatchScreen.run(arguments)
    }
    while true {
      try show(arguments)
      try? await Task.sleep(for: .seconds(refreshSeconds))
    }
  }

  private static func show(_ arguments: Arguments) throws(Failure) {
    let status = try arguments.send(StatusRequest())
    guard !arguments.has("json") else { return try writeJSON(status) }
    let lines = StatusReport.lines(status, columns: Terminal.size.columns)
    Terminal.write(lines.map { $0 + "\n" }.joined())
  }
}
