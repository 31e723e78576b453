// SPDX-License-Identifier: Apache-2.0
// Tables that fit the terminal.

/// A table with a heading; where the terminal is narrow, the last column is wrapped.
struct Table {
  /// A cell: its text and what the colour says about it.
  struct Cell: ExpressibleByStringInterpolation {
    var text: String
    var style: Style?

    /// Makes a cell of a text in one line, wherever the text comes from.
    init(_ text: String, _ style: Style? = nil) {
      self.text = text.shown
      self.style = style
    }

    init(stringLiteral text: String) {
      self.init(text)
    }
  }

  var heading: [String]
  var rows: [[Cell]] = []

  /// The least width of the last column before the others are narrowed.
  private static let leastRoom = 16
  private static let gap = 2

  /// The lines of the table, none wider than `columns`.
  func lines(columns: Int = Terminal.size.columns) -> [String] {
    let widths = widths(columns: columns)
    let head = heading.map { Cell($0, .heading) }
    return ([head] + rows).flatMap { lines(of: $0, widths: widths) }
  }

  /// The table as text.
  func text() -> String {
    lines().map { $0 + "\n" }.joined()
  }

  /// The width of each column; the widest give way until all fit.
  private func widths(columns: Int) -> [Int] {
    var widths = heading.map(\.count)
    for row in rows {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], cell.text.count)
      }
    }
    guard let last = widths.popLast(), columns < Int.max else { return widths }
    let gaps = widths.count * Table.gap
    let room = columns - gaps - min(last, Table.leastRoom)
    while widths.reduce(0, +) > room, let widest = widths.max(), widest > 4,
      let column = widths.firstIndex(of: widest)
    {
      widths[column] -= 1
    }
    return widths + [max(1, columns - gaps - widths.reduce(0, +))]
  }

  private func lines(of cells: [Cell], widths: [Int]) -> [String] {
    let lastColumn = heading.count - 1
    var start = ""
    for (column, cell) in cells.dropLast().enumerated() {
      let text = shortened(cell.text, to: widths[column])
      start += styled(text, cell.style) + spaces(widths[column] - text.count + Table.gap)
    }
    guard let last = cells.last else { return [] }
    let indent = spaces(widths.prefix(lastColumn).reduce(lastColumn * Table.gap, +))
    let parts = widths.count > lastColumn ? wrapped(last.text, to: widths[lastColumn]) : [last.text]
    return parts.enumerated().map { number, part in
      let line = (number == 0 ? start : indent) + styled(part, last.style)
      return String(line.trimmingSuffix(while: { $0 == " " }))
    }
  }
}

/// `text`, cut at the end when it is longer than `width`.
func shortened(_ text: String, to width: Int) -> String {
  guard text.count > width else { return text }
  return width > 1 ? text.prefix(width - 1) + "…" : String(text.prefix(width))
}

/// `text` in lines of up to `width` characters, broken between words; a longer word is cut.
func wrapped(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  for word in text.split(whereSeparator: \.isWhitespace) {
    if let line = lines.last, line.count + 1 + word.count <= width {
      lines[lines.count - 1] += " \(word)"
    } else {
      lines.append(shortened(String(word), to: width))
    }
  }
  return lines.isEmpty ? [""] : lines
}

extension StringProtocol {
  /// Itself without the characters at its end that `isUnwanted` names.
  fileprivate func trimmingSuffix(while isUnwanted: (Character) -> Bool) -> SubSequence {
    guard let end = lastIndex(where: { !isUnwanted($0) }) else { return prefix(0) }
    return self[...end]
  }
}
