// SPDX-License-Identifier: Apache-2.0
// The manual pages, and the text of the one on the commands.

internal import Glibc
internal import Quantities

/// A page of the manual.
enum ManualPage: String, CaseIterable {
  case tarmac
  case preset = "tarmac-preset"
  case control = "tarmac-control"
  case tree = "tarmac-tree"

  /// The section that it belongs to.
  private var section: Int {
    switch self {
    case .tarmac: 1
    case .preset: 5
    case .control, .tree: 7
    }
  }

  private var summary: String {
    switch self {
    case .tarmac: "the audio control tower of a Linux rig"
    case .preset: "what a rig of tarmac is made of"
    case .control: "how programs speak with a running tarmac"
    case .tree: "the values of a running tarmac"
    }
  }

  /// The page that is made from a document in Markdown.
  func text(document: String) -> String {
    var page = ManualText()
    begin(&page)
    page.heading("DESCRIPTION")
    MarkdownReader(document).write(to: &page)
    end(&page)
    return page.text
  }

  /// The page of all commands.
  func text(commands root: Command) -> String {
    var page = ManualText()
    begin(&page)
    page.heading("SYNOPSIS")
    page.macro(".Nm")
    page.macro(".Ar COMMAND")
    page.macro(".Op Ar argument ...")
    page.heading("DESCRIPTION")
    page.paragraph(ManualText.escaped(root.summary))
    page.paragraph(ManualText.escaped(ManualText.joined(root.details)))
    page.heading("COMMANDS")
    for command in root.listed { Self.write(command, after: [root], to: &page) }
    page.heading("ENVIRONMENT")
    page.list("-tag -width Ds")
    for (name, meaning) in ProgramFacts.environment {
      page.item(ManualText.bold(name))
      page.paragraph(ManualText.escaped(meaning))
    }
    page.endList()
    page.heading("EXIT STATUS")
    page.list("-tag -width Ds")
    for code in ExitCode.allCases {
      page.item(ManualText.escaped("\(code.rawValue)"))
      page.paragraph(ManualText.escaped(code.meaning))
    }
    page.endList()
    page.heading("EXAMPLES")
    Self.write(root.examples, to: &page)
    end(&page)
    return page.text
  }

  // MARK: Parts

  private func begin(_ page: inout ManualText) {
    page.macro(".\\\" Made by \"tarmac manual \(rawValue)\".")
    page.macro(".Dd \(Self.date)")
    page.macro(".Dt \(rawValue.uppercased()) \(section)")
    page.macro(".Os")
    page.heading("NAME")
    page.macro(".Nm \(rawValue)")
    page.macro(".Nd \(summary)")
  }

  private func end(_ page: inout ManualText) {
    page.heading("SEE ALSO")
    let others = Self.allCases.filter { $0 != self }.sorted {
      ($0.section, $0.rawValue) < ($1.section, $1.rawValue)
    }
    for (index, other) in others.enumerated() {
      let comma = index < others.count - 1 ? " ," : ""
      page.macro(".Xr \(other.rawValue) \(other.section)\(comma)")
    }
  }

  private static func write(_ command: Command, after path: [Command], to page: inout ManualText) {
    let here = path + [command]
    if let next = Optional(command.listed), !next.isEmpty {
      for command in next { write(command, after: here, to: &page) }
      return
    }
    page.subheading(ManualText.escaped(here.map(\.name).joined(separator: " ")))
    page.literal([command.usage(after: here)])
    page.paragraph(ManualText.escaped(command.summary))
    if !command.details.isEmpty {
      page.paragraph(ManualText.escaped(ManualText.joined(command.details)))
    }
    let entries =
      command.positionals.map { ($0.name, $0.text) } + command.options.map { ($0.usage, $0.text) }
    if !entries.isEmpty {
      page.list("-tag -width Ds -compact")
      for (word, meaning) in entries {
        page.item(ManualText.bold(word))
        page.paragraph(ManualText.escaped(meaning))
      }
      page.endList()
    }
    write(command.examples, to: &page)
  }

  private static func write(_ examples: [Command.Example], to page: inout ManualText) {
    for example in examples {
      page.paragraph(ManualText.escaped(example.meaning))
      page.literal([example.line])
    }
  }

  /// The day on which the page is made, or the one that reproducible builds ask for.
  private static var date: String {
    let epoch = Terminal.environment("SOURCE_DATE_EPOCH").flatMap { Int($0, radix: 10) }
    var time: time_t = epoch ?? Int(clamping: wallSeconds())
    var parts = unsafe tm()
    guard unsafe gmtime_r(&time, &parts) != nil else { return "January 1, 1970" }
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let (month, day, year) = unsafe (parts.tm_mon, parts.tm_mday, parts.tm_year)
    return "\(months[Int(clamping: month)]) \(day), \(1900 + year)"
  }
}
