// SPDX-License-Identifier: Apache-2.0
// `tarmac record`: a route or a session to a file.

internal import ControlProtocol

enum RecordCommand {
  private static let subject = Command.Positional(
    name: "SUBJECT",
    summary: "The name of a route or a session.",
    value: .live(.subjects)
  )

  static let command = Command(
    name: "record",
    summary: "Records a route or a session to a file.",
    examples: [
      Command.Example(
        line: "tarmac record prepare main set.flac",
        meaning: "Open the file, so that the recording begins at once."
      ),
      Command.Example(
        line: "tarmac record start main set.flac",
        meaning: "Record the main output."
      ), Command.Example(line: "tarmac record stop main", meaning: "Close the file."),
    ],
    subcommands: [
      toFile("prepare", "Opens the file, so that the recording can begin at once.") {
        arguments,
        file throws(Failure) in
        let request = RecordPrepareRequest(subject: arguments.positionals[0], file: file)
        try answer(try arguments.send(request), "is ready for", arguments)
      },
      toFile("start", "Begins a recording; a session that hears inputs is activated for it.") {
        arguments,
        file throws(Failure) in
        let request = RecordStartRequest(subject: arguments.positionals[0], file: file)
        try answer(try arguments.send(request), "records", arguments)
      },
      Command(
        name: "stop",
        summary: "Ends a recording and closes its file.",
        positionals: [
          Command.Positional(
            name: "SUBJECT",
            summary: "What is being recorded.",
            value: .live(.recordings)
          )
        ],
        options: [.json, .host],
        action: { arguments throws(Failure) in
          let request = RecordStopRequest(subject: arguments.positionals[0])
          try answer(try arguments.send(request), "recorded", arguments)
        }
      ),
    ]
  )

  private static func toFile(
    _ name: String,
    _ summary: String,
    _ action: @escaping @Sendable (Arguments, String) throws(Failure) -> Void
  ) -> Command {
    Command(
      name: name,
      summary: summary,
      positionals: [
        subject,
        Command.Positional(
          name: "FILE",
          summary: "The file to write; .wav or .flac says the format.",
          value: .file
        ),
      ],
      options: [.json, .host],
      action: { arguments throws(Failure) in
        try action(arguments, absolutePath(arguments.positionals[1]))
      }
    )
  }

  private static func answer(
    _ recording: RecordingStatus,
    _ verb: String,
    _ arguments: Arguments
  ) throws(Failure) {
    guard !arguments.has("json") else { return try writeJSON(recording) }
    Terminal.write("\(recording.subject) \(verb) \(StatusReport.recording(recording))\n")
  }
}
