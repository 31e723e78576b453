// SPDX-License-Identifier: Apache-2.0
// Texts of a document as sentences show them: invisible characters by their names.

extension String {
  /// The text in quotes, fit for one line: control characters replaced, invisible characters named,
  /// long text cut.
  var quoted: String { quoted(limit: 120) }

  /// A path in quotes, uncut.
  var quotedPath: String { quoted(limit: .max) }

  private func quoted(limit: Int) -> String {
    var shown = ""
    var before: UnicodeScalar?
    for scalar in unicodeScalars.prefix(limit) {
      let isControl = scalar.properties.generalCategory == .control
      if isControl || scalar == "\u{2028}" || scalar == "\u{2029}" {
        shown.unicodeScalars.append("\u{FFFD}")
      } else if scalar.isInvisible, !(scalar.joinsLetters && before?.isASCII == false) {
        shown += "<\(scalar.code)>"
      } else {
        shown.unicodeScalars.append(scalar)
      }
      before = scalar
    }
    let isCut = unicodeScalars.dropFirst(limit).first != nil
    return "'\(shown)\(isCut ? "…" : "")'"
  }

  /// The first letter that is not ASCII but may look like it, in words; `nil` where there is none,
  /// or other characters are not ASCII.
  var lookalike: String? {
    let strange = unicodeScalars.filter { !$0.isASCII }
    guard let first = strange.first, !first.isInvisible else { return nil }
    return "'\(first)' is \(first.code)"
  }
}

extension UnicodeScalar {
  /// Whether it is invisible, or looks like a space and is not one.
  var isInvisible: Bool {
    switch properties.generalCategory {
    case .spaceSeparator: self != " "
    case .format: true
    default: properties.isDefaultIgnorableCodePoint && !isVariation
    }
  }

  /// Its number and its name, such as "U+00A0 no-break space".
  var code: String {
    let digits = String(value, radix: 16, uppercase: true)
    let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    // Unicode's name for the byte order mark is that of its former use.
    let name = value == 0xFEFF ? "byte order mark" : properties.name?.lowercased()
    return "U+\(number)" + (name.map { " \($0)" } ?? "")
  }

  /// Whether it only says how the letters or pictures around it go together.
  fileprivate var joinsLetters: Bool { value == 0x200C || value == 0x200D }

  private var isVariation: Bool { (0xFE00...0xFE0F).contains(value) }
}
