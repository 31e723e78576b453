// SPDX-License-Identifier: Apache-2.0
// `tarmac learn`: which control of a MIDI controller steers what.

internal import ControlClient
internal import ControlProtocol
internal import Glibc
internal import Presets
import RigModel

enum LearnCommand {
  static let command = Command(
    name: "learn",
    summary: "Binds the MIDI control that is moved next to a value or a trigger.",
    details: """
      The control steers it at once, and after reloads too. What was learned is in no preset until --write adds it to
      the file, whose text stays otherwise as it is.
      """,
    positionals: [
      Command.Positional(
        name: "PATH",
        summary: "Such as deckA.fader_db; 'tarmac get' and 'tarmac trigger' list them.",
        isOptional: true
      )
    ],
    options: [
      Command.Option(
        name: "relative",
        summary: "The control is a knob without an end that counts like this.",
        valueName: "ENCODING",
        value: .choice(RelativeEncoding.allCases.map(\.rawValue))
      ),
      Command.Option(
        name: "seconds",
        summary: "How long to wait (default: 30).",
        valueName: "SECONDS"
      ), Command.Option(name: "list", summary: "Shows what was learned."),
      Command.Option(
        name: "forget",
        summary: "Forgets what was learned for a path, in the preset as well.",
        valueName: "PATH"
      ), Command.Option(name: "write", summary: "Writes what was learned into the preset."), .json,
      .host,
    ],
    examples: [
      Command.Example(line: "tarmac learn deckA.fader_db", meaning: "Now move a fader."),
      Command.Example(
        line: "tarmac learn deckA.eq.low_db --relative twos_complement",
        meaning: "Now turn an endless knob."
      ),
      Command.Example(line: "tarmac learn --list", meaning: "What was learned?"),
      Command.Example(line: "tarmac learn --write", meaning: "Keep it in the preset."),
    ],
    action: { arguments throws(Failure) in
      let asked = [
        arguments.positional(0) != nil, arguments.has("list"), arguments.value("forget") != nil,
        arguments.has("write"),
      ]
      guard asked.count(where: { $0 }) == 1 else {
        throw Failure("Say one of PATH, --list, --forget PATH and --write.", .usage)
      }
      if let path = arguments.positional(0) { return try learn(path, arguments) }
      if arguments.has("list") {
        return try write(try arguments.send(MIDILearnedRequest()), arguments)
      }
      if let path = arguments.value("forget") {
        return try write(try arguments.send(MIDIForgetRequest(path: path)), arguments)
      }
      let reply = try arguments.send(MIDIWriteRequest())
      guard !arguments.has("json") else { return try writeJSON(reply) }
      Terminal.write("Written into \(reply.file):\n")
      try write(reply.bindings, arguments)
    }
  )

  private static func learn(_ path: String, _ arguments: Arguments) throws(Failure) {
    var request = MIDILearnRequest(path: path, relative: arguments.value("relative"))
    if let text = arguments.value("seconds") {
      request.seconds = try nonNegative(text, "SECONDS")
    }
    if !arguments.has("json") {
      Terminal.write("Move a control for '\(path)' …\n", to: STDERR_FILENO)
    }
    let learned: LearnedBinding
    let connection = try arguments.connect()
    defer { connection.close() }
    do throws(ControlClientError) {
      // The host itself limits the time to wait for a control.
      learned = try connection.send(request, timeoutSeconds: nil)
    } catch {
      throw Failure(error)
    }
    guard !arguments.has("json") else { return try writeJSON(learned) }
    Terminal.write("\(learned.line)\n")
    if let replaced = learned.replaced {
      let others = replaced.joined(separator: ", ")
      Terminal.write("\(learned.control) steers \(others) no more.\n", to: STDERR_FILENO)
    }
  }

  private static func write(_ learned: [LearnedBinding], _ arguments: Arguments) throws(Failure) {
    guard !arguments.has("json") else { return try writeJSON(learned) }
    for binding in learned { Terminal.write("\(binding.line)\n") }
  }
}
