// SPDX-License-Identifier: Apache-2.0
// `tarmac preset check`: mistakes, before they sound.

internal import Glibc
internal import Host

enum PresetCommand {
  static let command = Command(
    name: "preset",
    summary: "Checks presets.",
    subcommands: [
      Command(
        name: "check",
        summary: "Reports all mistakes of presets: file, line, column and what to do.",
        details: "Exits with 65 when there is one.",
        positionals: [
          Command.Positional(
            name: "FILE",
            summary: "Presets, YAML files.",
            value: .file,
            isRepeated: true
          )
        ],
        examples: [
          Command.Example(line: "tarmac preset check presets/*.yaml", meaning: "All presets.")
        ],
        action: check
      )
    ]
  )

  private static func check(_ arguments: Arguments) async throws(Failure) {
    var isGood = true
    for file in arguments.positionals {
      let problems = checkPreset(file: file)
      if problems.isEmpty {
        Terminal.write("\(file): ok\n")
      } else {
        isGood = false
        Terminal.write(problems.map { $0 + "\n" }.joined(), to: STDERR_FILENO)
      }
    }
    if !isGood { throw Failure("", .data) }
  }
}
