// SPDX-License-Identifier: Apache-2.0
// `tarmac run`.

internal import ControlProtocol
internal import Glibc
internal import Host
import JACKVocabulary
internal import Presets
internal import Quantities
import RigModel

enum RunCommand {
  static let command = Command(
    name: "run",
    summary: "Brings a preset up on JACK and keeps it running until Ctrl-C or \"tarmac stop\".",
    details: """
      The preset is checked first; a preset with mistakes is refused before anything sounds.
      With "auto" a running JACK or PipeWire is used, and when there is none a private jackd is
      started and stopped again at the end. SIGHUP reloads the preset; a rig whose terminal is closed
      ends. A service manager such as systemd hears when it sounds and whether it lives.
      A session manager (NSM) that the environment names says where the preset is; the one that is
      given is what a new session begins with.
      """,
    positionals: [
      Command.Positional(
        name: "PRESET",
        summary:
          "The preset, a YAML file; without one the DJ rig of the demo plays, or what a session manager (NSM_URL) says.",
        value: .file,
        isOptional: true
      )
    ],
    options: [
      Command.Option(
        name: "name",
        summary: "The name of the rig: of its JACK client and its socket (default: tarmac).",
        valueName: "NAME"
      ),
      Command.Option(
        name: "server",
        summary:
          "Where JACK comes from; with none a clock drives the rig, and nobody hears it (default: auto).",
        valueName: "HOW",
        value: .choice(ServerMode.allCases.map(\.rawValue))
      ),
      Command.Option(
        name: "card",
        summary:
          "The sound card that JACK is to play to, as ALSA names it, and no other one; the rig waits for it. Or dummy.",
        valueName: "CARD"
      ),
      Command.Option(
        name: "start",
        summary:
          "What it does without a file, a plugin or a folder: strict refuses, best plays what is left (default: as the preset says).",
        valueName: "HOW",
        value: .choice(StartMode.allCases.map(\.rawValue))
      ),
      Command.Option(
        name: "threads",
        summary: "How many threads render sessions (default: one on each processor).",
        valueName: "N"
      ),
      Command.Option(
        name: "force",
        summary: "Runs plugins too that crashed when \"plugins check\" tried them."
      ),
      Command.Option(
        name: "port-names",
        summary: "Gives ports pretty names (JACK metadata) with jackd too, which may hang by that."
      ),
      Command.Option(
        name: "log-level",
        summary:
          "How much it logs: info adds each decision, debug the notifications of sessions (default: notice).",
        valueName: "LEVEL",
        value: .choice(LogLevel.allCases.map(\.word))
      ),
      Command.Option(
        name: "osc",
        summary: "Listens to OSC on this machine, port 9000, unless the preset says where."
      ),
      Command.Option(
        name: "web",
        summary:
          "Serves a page for browsers on this machine, port 8080, unless the preset says where."
      ),
    ],
    examples: [
      Command.Example(line: "tarmac run", meaning: "Two decks play the demo, until Ctrl-C."),
      Command.Example(
        line: "tarmac run presets/dj.yaml --web",
        meaning: "The DJ rig, with a mixer for the browser."
      ),
    ],
    action: run
  )

  /// What plays where no preset is named; a session manager says so itself.
  private static func preset(_ arguments: Arguments) throws(Failure) -> String? {
    if let named = arguments.positional(0) { return absolutePath(named) }
    return isSessionManagerNamed ? nil : try DemoRig.preset()
  }

  private static func threadCount(_ text: String) throws(Failure) -> Int {
    guard let count = Int(text, radix: 10), 1...64 ~= count else {
      throw Failure("--threads can't be '\(text)': it takes 1 to 64.", .usage)
    }
    return count
  }

  private static func card(_ text: String) throws(Failure) -> CardWish {
    guard let wish = CardWish(text) else {
      throw Failure("--card can't be '\(text)': \(CardWish.form).", .usage)
    }
    return wish
  }

  private static func run(_ arguments: Arguments) async throws(Failure) {
    var options = RunOptions(
      preset: try preset(arguments),
      name: arguments.value("name") ?? ControlSocketPath.standardName,
      server: arguments.value("server").flatMap(ServerMode.init(rawValue:)) ?? .auto,
      threads: try arguments.value("threads").map(threadCount),
      runsDangerous: arguments.has("force"),
      writesPortNames: arguments.has("port-names")
    )
    options.start = arguments.value("start").flatMap(StartMode.init(rawValue:))
    options.card = try arguments.value("card").map(card)
    if arguments.has("osc") { options.surfaces.osc = OSCSettings() }
    if arguments.has("web") { options.surfaces.web = WebSettings() }
    // A log may be read by others: the first device's link is only for the user at this terminal.
    let showLink = Terminal.isInteractive() ? WebCommand.showFirst : nil
    let word = arguments.value("log-level")
    let level = LogLevel.allCases.first { $0.word == word } ?? .notice
    let isJournal = Journal.isOnStandardError
    let writer = LogWriter { level, sentence in
      if isJournal {
        Terminal.write(Journal.lines(sentence.shown, level), to: STDERR_FILENO)
      } else {
        Terminal.write(sentence.shown + "\n")
      }
    }
    defer { writer.settle(within: Seconds(1)) }
    do {
      let log = RunLog(threshold: level) { writer($0, RunLog.stamped($1)) }
      try await runHost(options, showLink: showLink, log: log)
    } catch {
      throw Failure(error)
    }
  }
}

/// Starts the guard of a rig's end, before there is another thread.
func guardRun() {
  let code = ExitCode.unfinished.rawValue
  guard !guardEnd(exitCode: code, isJournal: Journal.isOnStandardError) else { return }
  Terminal.write("tarmac: \(noRoom)\n", to: STDERR_FILENO)
  exit(ExitCode.system.rawValue)
}

private let noRoom =
  "The system has no memory left for a rig, or no thread: see 'ulimit -v', 'ulimit -u' and LimitAS=."
