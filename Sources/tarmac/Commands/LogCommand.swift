// SPDX-License-Identifier: Apache-2.0
// `tarmac log`: what the tower has decided, and with --follow what it decides.

internal import ControlClient
internal import ControlProtocol
internal import Quantities

enum LogCommand {
  static let command = Command(
    name: "log",
    summary: "Lists the decisions of the tower, with their rules.",
    details: """
      Each has its number, the time, what happened and what was done. With --follow the list goes on as things
      happen, until Ctrl-C or the rig's end.
      """,
    options: [
      Command.Option(name: "last", summary: "How many (default: 20).", valueName: "COUNT"),
      Command.Option(
        name: "since",
        summary: "Only those of so long ago at most, such as 90 or 1:30:00.",
        valueName: "TIME"
      ),
      Command.Option(name: "follow", summary: "Goes on with each new one."),
      .json, .host,
    ],
    examples: [
      Command.Example(line: "tarmac log --last 5", meaning: "What has just happened?"),
      Command.Example(line: "tarmac log --since 10:00", meaning: "And in the last ten minutes?"),
      Command.Example(line: "tarmac log --follow", meaning: "What happens from now on?"),
    ],
    action: run
  )

  private static func run(_ arguments: Arguments) async throws(Failure) {
    let since = try arguments.value("since").map { word throws(Failure) in
      MonotonicTime.now.elapsed(since: .distantPast).value - (try secondsOfTime(word, "TIME"))
    }
    let last = try arguments.value("last").map { word throws(Failure) in
      Int(clamping: try nonNegative(word, "--last"))
    }
    // A time alone means all decisions since then.
    let request = DecisionListRequest(last: last ?? (since == nil ? 20 : nil))
    func isRecent(_ decision: DecisionStatus) -> Bool {
      since.map { $0 <= decision.at?.monotonic_seconds ?? .infinity } ?? true
    }
    guard arguments.has("follow") else {
      let decisions = try arguments.send(request).filter(isRecent)
      guard !arguments.has("json") else { return try writeJSON(decisions) }
      return Terminal.write(decisions.map(line).joined())
    }
    try await follow(request, isRecent, arguments)
  }

  private static func follow(
    _ request: DecisionListRequest,
    _ isRecent: (DecisionStatus) -> Bool,
    _ arguments: Arguments
  ) async throws(Failure) {
    let connection = try arguments.connect()
    defer { connection.close() }
    var past: [DecisionStatus]
    do throws(ControlClientError) {
      // Subscribe before reading the past, so that nothing is lost in between.
      _ = try await connection.reply(to: SubscribeRequest(topics: [.decision]))
      past = try await connection.reply(to: request).filter(isRecent)
    } catch {
      throw Failure(error)
    }
    for decision in past { try write(decision, arguments) }
    var latest = past.last?.number ?? 0
    for await message in connection.events {
      guard case .decision(let decision) = message.event, decision.number > latest else { continue }
      latest = decision.number
      try write(decision, arguments)
    }
    throw Failure("The rig has ended.", .unavailable)
  }

  private static func write(_ decision: DecisionStatus, _ arguments: Arguments) throws(Failure) {
    guard !arguments.has("json") else { return try writeJSON(decision, isOneLine: true) }
    Terminal.write(line(shown(decision)))
  }

  private static func line(_ decision: DecisionStatus) -> String {
    let time = decision.at.map { wallClock($0.seconds) + "  " } ?? ""
    return "\(decision.number)  \(time)\(text(decision))"
  }

  /// What happened and, indented, what was done.
  static func text(_ decision: DecisionStatus) -> String {
    let lines = decision.lines.isEmpty ? ["nothing changes"] : decision.lines
    return "\(decision.event)\n" + lines.map { "  \($0)\n" }.joined()
  }
}
