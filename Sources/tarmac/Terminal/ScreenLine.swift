// SPDX-License-Identifier: Apache-2.0
// A line of a full screen: pieces of text with styles, cut to the width of the terminal.

/// A line of a full screen.
struct ScreenLine: Hashable, Sendable {
  /// A piece in one style; text from outside never acts as a control sequence.
  struct Piece: Hashable, Sendable {
    let text: String
    let style: Style?
  }

  private(set) var pieces: [Piece] = []

  /// The empty line, or one of a text.
  init(_ text: String = "", _ style: Style? = nil) {
    add(text, style)
  }

  /// Adds a piece at the end.
  mutating func add(_ text: String, _ style: Style? = nil) {
    guard !text.isEmpty else { return }
    pieces.append(Piece(text: text.shown, style: style))
  }

  /// Adds a text in a column of so many cells, cut if it is longer.
  mutating func add(_ text: String, _ style: Style? = nil, width: Int, alignsRight: Bool = false) {
    guard width > 0 else { return }
    let text = text.shown
    let cut = text.cells > width ? text.prefix(cells: max(0, width - 1)) + "…" : text
    let gap = spaces(width - cut.cells)
    if alignsRight { add(gap) }
    add(cut, style)
    if !alignsRight { add(gap) }
  }

  mutating func add(_ line: ScreenLine) { pieces += line.pieces }

  /// How many cells it takes.
  var cells: Int { pieces.reduce(0) { $0 + $1.text.cells } }

  /// The text alone.
  var text: String { pieces.map(\.text).joined() }

  /// The line in `columns` cells at most; without Unicode, in ASCII.
  func fitted(to columns: Int) -> ScreenLine {
    guard cells > columns else { return self }
    var (line, room) = (ScreenLine(), columns)
    for piece in pieces where room > 0 {
      let text = piece.text.prefix(cells: room)
      line.add(text, piece.style)
      room -= text.cells
    }
    return line
  }

  /// The sequence that makes a terminal show the line.
  func sequence(colour: Bool) -> String {
    pieces.map { styled($0.text, $0.style, colour: colour) }.joined()
  }
}

/// A sentence cut in its middle, so that the rule at its end stays.
func shortenedSentence(_ text: String, to width: Int) -> String {
  let text = text.shown
  guard text.cells > width, let start = text.lastIndex(of: "(") else { return text }
  let rule = "… " + text[start...]
  guard rule.cells < width / 2 else { return text }
  return text.prefix(cells: width - rule.cells) + rule
}
