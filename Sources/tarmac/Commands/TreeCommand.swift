// SPDX-License-Identifier: Apache-2.0
// `tarmac tree`: the kinds of values that a rig has, a row for each; docs/tree.md is made from it.

internal import ControlProtocol

enum TreeCommand {
  static let command = Command(
    name: "tree",
    summary: "Lists the kinds of values that the running rig has, a row for all that are alike.",
    details: """
      Words in capitals stand for names: SESSION, ROUTE, SOURCE, CHANNEL and so on. "tarmac get" lists the values
      themselves. docs/tree.md is what --markdown writes.
      """,
    options: [
      Command.Option(name: "markdown", summary: "Writes them as a page of documentation."),
      .json, .host,
    ],
    examples: [
      Command.Example(line: "tarmac tree", meaning: "What can be read, set and done?")
    ],
    action: { arguments throws(Failure) in
      let nodes = try arguments.send(TreeListRequest())
      let reference = TreeReference(nodes)
      if arguments.has("json") { return try writeJSON(reference.entries) }
      if arguments.has("markdown") { return Terminal.writeAsIs(reference.markdown) }
      let rows = reference.entries.map { entry in
        [
          Table.Cell(entry.pattern), Table.Cell(entry.kind, .faint), Table.Cell(entry.takes),
          Table.Cell(entry.summary),
        ]
      }
      Terminal.write(Table(heading: ["PATH", "KIND", "TAKES", "WHAT"], rows: rows).text())
    }
  )
}
