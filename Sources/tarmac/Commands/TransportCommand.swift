// SPDX-License-Identifier: Apache-2.0
// `tarmac transport`: where the music is.

internal import ControlProtocol

enum TransportCommand {
  static let command = Command(
    name: "transport",
    summary: "Shows, starts, stops and moves the transport that plugins follow.",
    details: """
      It is JACK's, which all programs share, or with "transport: { source: own }" in the preset the rig's own.
      """,
    examples: [
      Command.Example(line: "tarmac transport show", meaning: "Where is the music?"),
      Command.Example(line: "tarmac transport start", meaning: "Let it roll."),
      Command.Example(
        line: "tarmac transport tempo 96 3/4",
        meaning: "96 beats a minute, a waltz."
      ),
      Command.Example(line: "tarmac transport locate 1:12.5", meaning: "Go to a time …"),
      Command.Example(line: "tarmac transport locate --bar 9", meaning: "… or to a bar."),
      Command.Example(line: "tarmac transport stop", meaning: "Stop it."),
    ],
    subcommands: [show, roll("start", "Lets it roll.", true), roll("stop", "Stops it.", false)]
      + [locate, tempo]
  )

  private static let show = Command(
    name: "show",
    summary: "Shows where it is.",
    options: [.json, .host],
    action: { arguments throws(Failure) in
      try write(try arguments.send(TransportShowRequest()), arguments)
    }
  )

  private static func roll(_ name: String, _ summary: String, _ isRolling: Bool) -> Command {
    Command(
      name: name,
      summary: summary,
      options: [.json, .host],
      action: { arguments throws(Failure) in
        try write(try arguments.send(TransportSetRequest(isRolling: isRolling)), arguments)
      }
    )
  }

  private static let locate = Command(
    name: "locate",
    summary: "Goes to a place.",
    positionals: [
      Command.Positional(name: "TIME", summary: "From the start: 61.5 or 1:01.5.", isOptional: true)
    ],
    options: [
      Command.Option(name: "bar", summary: "A bar instead, from 1.", valueName: "BAR"), .json,
      .host,
    ],
    action: { arguments throws(Failure) in
      var request = TransportSetRequest()
      switch (arguments.positional(0), arguments.value("bar")) {
      case (let time?, nil): request.position_seconds = try secondsOfTime(time, "TIME")
      case (nil, let bar?):
        guard let number = Int(bar, radix: 10) else {
          throw Failure("--bar is a whole number from 1 on, not '\(bar)'.", .usage)
        }
        request.bar = number
      default: throw Failure("Say where to go: TIME or --bar BAR.", .usage)
      }
      try write(try arguments.send(request), arguments)
    }
  )

  private static let tempo = Command(
    name: "tempo",
    summary: "Counts beats by another tempo, from the beat where the music is.",
    positionals: [
      Command.Positional(name: "BPM", summary: "Beats per minute."),
      Command.Positional(name: "METER", summary: "Such as 3/4.", isOptional: true),
    ],
    options: [.json, .host],
    action: { arguments throws(Failure) in
      let beats = try nonNegative(arguments.positionals[0], "BPM")
      let request = TransportSetRequest(tempo_bpm: beats, meter: arguments.positional(1))
      try write(try arguments.send(request), arguments)
    }
  )

  private static func write(_ status: TransportStatus, _ arguments: Arguments) throws(Failure) {
    guard !arguments.has("json") else { return try writeJSON(status) }
    Terminal.write(TransportReport.text(status))
  }
}

/// The output of `tarmac transport` for people.
enum TransportReport {
  static func text(_ status: TransportStatus) -> String {
    let state = status.isRolling ? "rolling" : "stopped"
    var parts = ["\(state) at \(fixed(status.position_seconds, digits: 2)) s"]
    if let bar = status.bar, let beat = status.beat {
      parts.append("bar \(bar), beat \(fixed(beat, digits: 2))")
    }
    if let tempo = status.tempo_bpm, let meter = status.meter {
      parts.append("\(fixed(tempo, digits: 2)) beats per minute, \(meter)")
    }
    return "The transport (\(whose(status))) is \(parts.joined(separator: "; ")).\n"
  }

  private static func whose(_ status: TransportStatus) -> String {
    if status.source == "own" { return "the rig's own" }
    if status.source == "leader" { return "that of the deck that leads" }
    if status.isTimebaseMaster { return "JACK's; Tarmac counts the beats" }
    return status.hasOtherTimebaseMaster ? "JACK's; another program counts the beats" : "JACK's"
  }
}
