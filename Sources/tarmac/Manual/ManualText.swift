// SPDX-License-Identifier: Apache-2.0
// Writes mdoc, the language of manual pages, with all text escaped.

/// Lines of a manual page, put together.
struct ManualText {
  private(set) var lines: [String] = []
  /// Whether a paragraph was written last, so that another one needs a gap.
  private var isAfterText = false

  private static let width = 78

  /// A line that is a macro.
  mutating func macro(_ line: String) {
    lines.append(line)
    isAfterText = false
  }

  mutating func heading(_ text: String) {
    // mdoc reserves the section ERRORS for pages on functions.
    macro(".Sh \(Self.arguments(text == "ERRORS" ? "REFUSALS AND ERRORS" : text))")
  }
  mutating func subheading(_ text: String) { macro(".Ss \(Self.arguments(text))") }

  /// A paragraph of text that has been escaped; each sentence begins a line.
  mutating func paragraph(_ escaped: String) {
    if isAfterText { lines.append(".Pp") }
    lines += Self.lines(escaped)
    isAfterText = true
  }

  /// Literal text, such as commands to type.
  mutating func literal(_ text: [String]) {
    macro(".Bd -literal -offset indent")
    lines += text.map { Self.guarded(Self.escaped($0)) }
    macro(".Ed")
    isAfterText = true
  }

  /// Begins a list; `.Bl` makes the gap itself.
  mutating func list(_ kind: String) { macro(".Bl \(kind)") }

  mutating func item(_ escaped: String = "") {
    macro(escaped.isEmpty ? ".It" : ".It \(Self.arguments(escaped))")
  }

  mutating func endList() {
    macro(".El")
    isAfterText = true
  }

  /// The page.
  var text: String { lines.map { $0 + "\n" }.joined() }

  /// Lines of a help text as one paragraph.
  static func joined(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  // MARK: Letters

  /// Text with all special characters of mdoc escaped.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "\u{20}"..."\u{7E}": String(scalar)
      default: "\\[u\(hexadecimal(scalar.value))]"
      }
    }.joined()
  }

  /// The same in bold.
  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Guards a line that begins with a control character of mdoc.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") ? "\\&" + line : line
  }

  /// The arguments of a macro, quoted so that none is taken for a macro or for punctuation.
  private static func arguments(_ text: String) -> String {
    text.split(separator: " ").map { word in
      let isMacro = word.wholeMatch(of: #/[A-Z%][a-z0-9]{1,2}/#) != nil
      let isPunctuation = word.wholeMatch(of: #/[.,:;()\[\]?!|]/#) != nil
      return (isMacro || isPunctuation ? "\\&" : "") + word.replacing("\"", with: "\\(dq")
    }.joined(separator: " ")
  }

  /// Text in lines of a page's width, a new one for each sentence.
  private static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var endsSentence = true
    for word in text.split(separator: " ") {
      if !endsSentence, let line = lines.last, line.utf8.count + 1 + word.utf8.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(guarded(String(word)))
      }
      endsSentence = word.contains(#/[.!?](?:\)|\\fR|\\\(dq|")*$/#)
    }
    return lines
  }
}
