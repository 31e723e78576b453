// SPDX-License-Identifier: Apache-2.0
// `tarmac preset check`: finds mistakes before the preset is played.

internal import Glibc
import InstalledPlugins
import RigModel

enum PresetCommand {
  static let command = Command(
    name: "preset",
    summary: "Checks presets.",
    subcommands: [
      Command(
        name: "check",
        summary: "Reports all mistakes of presets: file, line, column and what to do.",
        details:
          "Exits with 65 when there is one. Warnings, of what is allowed but probably not meant, "
          + "count only with --strict. With --json there is a list of all files, with the mistakes and "
          + "warnings of each; a mistake has its own file, which may be one that is included.",
        positionals: [
          Command.Positional(
            name: "FILE",
            summary: "Presets, YAML files.",
            value: .file,
            isRepeated: true
          )
        ],
        options: [
          Command.Option(name: "strict", summary: "Counts warnings as mistakes."), .json,
        ],
        examples: [
          Command.Example(line: "tarmac preset check presets/*.yaml", meaning: "All presets."),
          Command.Example(
            line: "tarmac preset check --json presets/dj.yaml",
            meaning: "Its mistakes for an editor."
          ),
        ],
        action: check
      )
    ]
  )

  private static func check(_ arguments: Arguments) async throws(Failure) {
    let isStrict = arguments.has("strict")
    let reports = checkPresets(files: arguments.positionals).map {
      PresetDocument($0, isStrict: isStrict)
    }
    if arguments.has("json") {
      try writeJSON(reports)
    } else {
      for report in reports { write(report) }
    }
    if reports.contains(where: { !$0.isGood }) { throw Failure("", .data) }
  }

  private static func write(_ report: PresetDocument) {
    Terminal.write(report.lines.map { $0.shown + "\n" }.joined(), to: STDERR_FILENO)
    if report.isGood { Terminal.write("\(report.file.shown): ok\n") }
  }
}

/// What is wrong with a preset, for programs.
struct PresetDocument: Encodable {
  var file: String
  /// Whether it can be used, and with `--strict` whether there is no warning either.
  var isGood: Bool
  var problems: [Problem]
  /// How many further problems there are.
  var omitted: Int
  var warnings: [Problem]

  /// One mistake, or warning.
  struct Problem: Encodable {
    var file: String
    /// From 1.
    var line: Int
    /// In characters, from 1.
    var column: Int
    var message: String

    init(_ problem: PresetProblem) {
      (file, line, column) = (problem.file, problem.line, problem.column)
      message = problem.message
    }
  }

  init(_ report: PresetReport, isStrict: Bool) {
    file = report.file
    problems = report.problems.map(Problem.init)
    omitted = report.omitted
    warnings = report.warnings.map(Problem.init)
    isGood = problems.isEmpty && (warnings.isEmpty || !isStrict)
    lines = report.problemLines + report.warningLines
  }

  /// The same for people, as compilers print it.
  let lines: [String]

  private enum CodingKeys: String, CodingKey {
    case file, isGood, problems, omitted, warnings
  }
}
