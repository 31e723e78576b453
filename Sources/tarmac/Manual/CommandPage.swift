// SPDX-License-Identifier: Apache-2.0
// docs/commands.md: what the help says of each command, on one page in Markdown.

/// The page of all commands.
///
/// `make commands` writes it, and a test compares it with the program. The lines to try are in
/// tables, where a test finds them and runs them against the DJ rig.
struct CommandPage {
  private(set) var text = ""

  init(of root: Command) {
    add(
      """
      # Commands

      This page is what `tarmac --help` and the help of each command say; `make commands` writes it. The lines to try belong to the
      DJ rig, `presets/dj.yaml`. A rig answers on its own socket: `--name NAME` chooses among several, `--json` answers for programs.

      """
    )
    for command in root.listed { add(command, after: [root]) }
    add("## Environment\n")
    addTable(["variable", "meaning"], ProgramFacts.environment.map { ["`\($0)`", $1] })
    add("## Exit codes\n")
    addTable(["code", "meaning"], ExitCode.allCases.map { ["\($0.rawValue)", $0.meaning] })
    text.removeLast()
  }

  /// A command, or a group and what is in it.
  private mutating func add(_ command: Command, after path: [Command], depth: Int = 2) {
    let here = path + [command]
    let title = here.map(\.name).joined(separator: " ")
    add("\(String(repeating: "#", count: depth)) \(title)\n")
    add("\(command.summary)\n")
    if command.action != nil { add("```text\n\(command.usage(after: here))\n```\n") }
    if !command.details.isEmpty { add("\(Self.paragraph(command.details))\n") }
    let words =
      command.positionals.map { ["`\($0.name)`", $0.text] }
      + command.options.map { ["`\($0.usage)`", $0.text] }
    if !words.isEmpty { addTable(["argument", "meaning"], words) }
    for next in command.listed { add(next, after: here, depth: depth + 1) }
    if !command.examples.isEmpty {
      addTable(
        ["to try\(command.listed.isEmpty ? "" : " with `\(command.name)`")", "meaning"],
        command.examples.map { ["`\($0.line)`", $0.meaning] }
      )
    }
  }

  private mutating func add(_ lines: String) { text += lines + "\n" }

  private mutating func addTable(_ heading: [String], _ rows: [[String]]) {
    let lines = [heading, heading.map { _ in "---" }] + rows
    for cells in lines {
      add("| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |")
    }
    add("")
  }

  /// Lines that belong together as they are, such as a list in columns, in a block; sentences as a
  /// paragraph.
  private static func paragraph(_ details: String) -> String {
    details.contains("  ") ? "```text\n\(details)\n```" : details
  }
}
