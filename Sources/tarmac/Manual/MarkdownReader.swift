// SPDX-License-Identifier: Apache-2.0
// Reads as much Markdown as our documents use, for manual pages.

/// Writes a document in Markdown as parts of a manual page.
struct MarkdownReader {
  private var lines: ArraySlice<String>

  init(_ document: String) {
    lines = document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
  }

  /// Writes all of it.
  func write(to page: inout ManualText) {
    var rest = self
    while let line = rest.lines.first { rest.writeBlock(line, to: &page) }
  }

  private mutating func writeBlock(_ line: String, to page: inout ManualText) {
    if line.isEmpty || line.hasPrefix("# ") || line.hasPrefix("![") || line.hasPrefix("<!--") {
      lines.removeFirst()
    } else if line.hasPrefix("## ") {
      page.heading(Self.text(line.dropFirst(3).uppercased()))
      lines.removeFirst()
    } else if line.hasPrefix("###") {
      page.subheading(Self.text(String(line.drop { $0 == "#" }.dropFirst())))
      lines.removeFirst()
    } else if line.hasPrefix("```") {
      lines.removeFirst()
      page.literal(take { !$0.hasPrefix("```") })
      lines = lines.dropFirst()
    } else if line.hasPrefix("|") {
      table(take { $0.hasPrefix("|") }, to: &page)
    } else if Self.mark(of: line) != nil {
      list(to: &page)
    } else {
      let text = take { Self.isText($0) }
      page.paragraph(Self.text(text.joined(separator: " ")))
    }
  }

  /// Takes lines from the beginning as long as they are of a kind.
  private mutating func take(while isOf: (String) -> Bool) -> [String] {
    let taken = Array(lines.prefix(while: isOf))
    lines = lines.dropFirst(taken.count)
    return taken
  }

  private static func isText(_ line: String) -> Bool {
    !line.isEmpty && !line.hasPrefix("#") && !line.hasPrefix("```") && !line.hasPrefix("|")
      && mark(of: line) == nil
  }

  // MARK: Lists and tables

  /// What makes a line an item of a list, such as `- ` or `1. `.
  private static func mark(of line: String) -> Substring? {
    line.firstMatch(of: #/^(?:- |\d+\. )/#).map { $0.0 }
  }

  private mutating func list(to page: inout ManualText) {
    let isOrdered = lines.first?.hasPrefix("-") == false
    page.list(isOrdered ? "-enum" : "-bullet")
    while let line = lines.first, let mark = Self.mark(of: line) {
      lines.removeFirst()
      let rest = take { $0.hasPrefix("  ") }.map { String($0.drop { $0 == " " }) }
      let item = [String(line.dropFirst(mark.count))] + rest
      page.item()
      page.paragraph(Self.text(item.joined(separator: " ")))
      // An empty line between two items ends no list.
      if lines.first?.isEmpty == true, let next = lines.dropFirst().first,
        Self.mark(of: next) != nil
      {
        lines.removeFirst()
      }
    }
    page.endList()
  }

  /// A table as a list: the first cell of each row, and the other cells below it.
  private func table(_ rows: [String], to page: inout ManualText) {
    let cells = rows.map(Self.cells)
    guard let heads = cells.first else { return }
    page.list("-tag -width Ds")
    for row in cells.dropFirst(2) {
      guard let first = row.first else { continue }
      page.item(Self.text(first))
      for (index, cell) in row.enumerated().dropFirst() where !cell.isEmpty {
        let name = index < heads.count ? heads[index] : ""
        page.paragraph(Self.text(index == 1 ? cell : "\(name): \(cell)"))
      }
    }
    page.endList()
  }

  private static func cells(_ row: String) -> [String] {
    row.replacing("\\|", with: "\u{1}").split(separator: "|", omittingEmptySubsequences: false)
      .dropFirst().dropLast()
      .map { $0.replacing("\u{1}", with: "|").trimmed }
  }

  // MARK: Text

  /// Text with its code and emphasis in bold, and links as what they say.
  static func text(_ markdown: String) -> String {
    let plain = markdown.replacing(#/\[([^\]]+)\]\([^)]*\)/#) { String($0.1) }
    var text = ""
    for (index, part) in plain.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    {
      if index % 2 == 1 {
        text += ManualText.bold(String(part))
        continue
      }
      for (index, run) in part.split(separator: "**", omittingEmptySubsequences: false).enumerated()
      {
        text += index % 2 == 1 ? ManualText.bold(String(run)) : ManualText.escaped(String(run))
      }
    }
    return text
  }
}

extension StringProtocol {
  /// Without spaces at either end.
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.first == " " { rest = rest.dropFirst() }
    while rest.last == " " { rest = rest.dropLast() }
    return String(rest)
  }
}
