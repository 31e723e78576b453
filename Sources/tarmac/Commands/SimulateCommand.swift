// SPDX-License-Identifier: Apache-2.0
// `tarmac simulate`: a story without JACK, with every decision and its rule.

internal import FoundationEssentials
internal import Host
import OfflineRendering
internal import Presets
internal import RigErrors

enum SimulateCommand {
  static let command = Command(
    name: "simulate",
    summary:
      "Plays a scenario on virtual ports and a virtual clock; says each decision with its rule.",
    details: """
      The same scenario gives the same bytes every time. With --expect the exit code is 1 when the log differs from the
      kept one; "tarmac simulate X.yaml > X.log" keeps it.
      """,
    positionals: [
      Command.Positional(name: "SCENARIO", summary: "The scenario, a YAML file.", value: .file)
    ],
    options: [
      Command.Option(
        name: "render",
        summary: "Writes what each output sounds like into this folder, as WAV files.",
        valueName: "DIR",
        value: .directory
      ),
      Command.Option(
        name: "expect",
        summary: "Compares the log with a kept one and shows only the difference.",
        valueName: "FILE",
        value: .file
      ),
      SandboxedRender.option,
      .json,
    ],
    examples: [
      Command.Example(
        line: "tarmac simulate scenarios/call-during-the-set.yaml",
        meaning: "What the phone does to two decks."
      ),
      Command.Example(
        line: "tarmac simulate scenarios/curtain-falls.yaml --expect scenarios/curtain-falls.log",
        meaning: "Are the decisions still the same?"
      ),
    ],
    action: run
  )

  private static func run(_ arguments: Arguments) async throws(Failure) {
    let kept = try arguments.value("expect").map { path throws(Failure) in try read(path) }
    let simulation: Simulation
    do {
      simulation = try Simulation(scenario: arguments.positionals[0])
    } catch {
      throw Failure(error)
    }
    if let folder = arguments.value("render") {
      let files = try SandboxedRender.run(arguments, to: folder) { _ throws(RigError) in
        try simulation.render(to: folder)
      }
      guard files != nil else { return }
    }
    let log = simulation.report.text
    if let kept, let file = arguments.value("expect") {
      guard log != kept else { return }
      Terminal.write(difference(from: kept, named: file, to: log, named: arguments.positionals[0]))
      throw Failure("The log is not as it was kept.")
    }
    if arguments.has("json") {
      try writeJSON(SimulationDocument(simulation.report))
    } else {
      Terminal.write(log)
    }
  }

  private static func read(_ path: String) throws(Failure) -> String {
    do throws(FileProblem) {
      let bytes = try RegularFile(path).bytes(limit: 64 << 20)
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      throw Failure("The kept log \(path) \(error.sentence).", .io)
    }
  }
}
