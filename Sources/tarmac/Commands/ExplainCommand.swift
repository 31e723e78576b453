// SPDX-License-Identifier: Apache-2.0
// `tarmac explain` and `tarmac what-if`: why things are as they are, and what the tower would
// decide.

internal import ControlProtocol

enum ExplainCommand {
  static let command = Command(
    name: "explain",
    summary: "Says why a session is heard, silent, turned down, or where it is.",
    details: """
      Each sentence names the rule that decided, and the cause. "tarmac rules" shows
      what a rule says.
      """,
    positionals: [
      Command.Positional(
        name: "SESSION",
        summary: "The name of a session.",
        value: .live(.sessions)
      )
    ],
    options: [.json, .host],
    examples: [Command.Example(line: "tarmac explain deckA", meaning: "Why is deckA so quiet?")],
    action: { arguments throws(Failure) in
      let sentences = try arguments.send(ExplainRequest(session: arguments.positionals[0]))
      guard !arguments.has("json") else { return try writeJSON(sentences) }
      Terminal.write(sentences.map { $0 + "\n" }.joined())
    }
  )
}

enum WhatIfCommand {
  private static let actions: [(word: String, action: WhatIfRequest.Action, subject: String)] = [
    ("activate", .activate, "a session"), ("deactivate", .deactivate, "a session"),
    ("play", .play, "a session"), ("pause", .pause, "a session"),
    ("ring", .ring, "phone, alarm or assistant"), ("begin", .begin, "phone, alarm or assistant"),
    ("end", .end, "phone, alarm or assistant"), ("unplug", .unplug, "a route"),
    ("turn-on", .turnOn, "silent, lock or microphone"),
    ("turn-off", .turnOff, "silent, lock or microphone"),
  ]

  static let command = Command(
    name: "what-if",
    summary: "Says what would happen, and changes nothing.",
    details: actions.map { pair in
      let gap = String(repeating: " ", count: 12 - pair.word.count)
      return "\(pair.word)\(gap)SUBJECT is \(pair.subject)"
    }.joined(separator: "\n"),
    positionals: [
      Command.Positional(
        name: "ACTION",
        summary: "What would be done.",
        value: .choice(actions.map(\.word))
      ),
      Command.Positional(name: "SUBJECT", summary: "To what.", value: .live(.subjects)),
    ],
    options: [.json, .host],
    examples: [
      Command.Example(line: "tarmac what-if activate voice", meaning: "What would be turned down?"),
      Command.Example(line: "tarmac what-if unplug phones", meaning: "What would be paused?"),
    ],
    action: { arguments throws(Failure) in
      let word = arguments.positionals[0]
      guard let action = actions.first(where: { $0.word == word })?.action else { return }
      let decision = try arguments.send(
        WhatIfRequest(action: action, subject: arguments.positionals[1])
      )
      guard !arguments.has("json") else { return try writeJSON(decision) }
      Terminal.write(text(decision))
    }
  )

  /// What would be done, as an answer to a question: nothing has been done.
  static func text(_ decision: DecisionStatus) -> String {
    let nothing = ["nothing would change"]
    let lines = decision.lines.isEmpty ? nothing : decision.lines
    return "If \(decision.event):\n" + lines.map { "  \($0)\n" }.joined()
  }
}
