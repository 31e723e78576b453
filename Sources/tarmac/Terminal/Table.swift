// SPDX-License-Identifier: Apache-2.0
// Tables that fit the terminal.

/// A table with a heading; the last column gives way when the terminal is narrow.
struct Table {
  /// A cell: its text and what the colour says about it.
  struct Cell: ExpressibleByStringInterpolation {
    var text: String
    var style: Style?

    init(_ text: String, _ style: Style? = nil) {
      self.text = text
      self.style = style
    }

    init(stringLiteral text: String) {
      self.init(text)
    }
  }

  var heading: [String]
  var rows: [[Cell]] = []

  /// The lines of the table, none wider than `columns`.
  func lines(columns: Int = Terminal.size.columns) -> [String] {
    var widths = heading.map(\.count)
    for row in rows {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], cell.text.count)
      }
    }
    let head = heading.map { Cell($0, .heading) }
    return ([head] + rows).map { line($0, widths: widths, columns: columns) }
  }

  /// The table as text.
  func text() -> String {
    lines().map { $0 + "\n" }.joined()
  }

  private func line(_ cells: [Cell], widths: [Int], columns: Int) -> String {
    var line = ""
    var room = columns
    for (column, cell) in cells.enumerated() where room > 0 {
      let isLast = column == cells.count - 1
      let text = shortened(cell.text, to: room)
      line += styled(text, cell.style)
      let padding = min(widths[column] + 2, room) - text.count
      if !isLast { line += spaces(padding) }
      room -= text.count + max(padding, 0)
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}

/// `text`, cut at the end when it is longer than `width`.
func shortened(_ text: String, to width: Int) -> String {
  guard text.count > width else { return text }
  return width > 1 ? text.prefix(width - 1) + "…" : String(text.prefix(width))
}
