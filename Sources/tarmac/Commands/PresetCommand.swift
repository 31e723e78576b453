// SPDX-License-Identifier: Apache-2.0
// `tarmac preset check`: mistakes, before they sound.

internal import Glibc
internal import Host
import InstalledPlugins

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
          + "count only with --strict.",
        positionals: [
          Command.Positional(
            name: "FILE",
            summary: "Presets, YAML files.",
            value: .file,
            isRepeated: true
          )
        ],
        options: [
          Command.Option(name: "strict", summary: "Counts warnings as mistakes.")
        ],
        examples: [
          Command.Example(line: "tarmac preset check presets/*.yaml", meaning: "All presets.")
        ],
        action: check
      )
    ]
  )

  private static func check(_ arguments: Arguments) async throws(Failure) {
    let isStrict = arguments.has("strict")
    var isGood = true
    for file in arguments.positionals {
      let report = checkPreset(file: file)
      let lines = report.problems + report.warnings
      Terminal.write(lines.map { $0.shown + "\n" }.joined(), to: STDERR_FILENO)
      if report.problems.isEmpty && (report.warnings.isEmpty || !isStrict) {
        Terminal.write("\(file.shown): ok\n")
      } else {
        isGood = false
      }
    }
    if !isGood { throw Failure("", .data) }
  }
}
