// SPDX-License-Identifier: Apache-2.0
// Text from outside (names of ports, plugins and files) as a terminal may have it: shown, never
// carried out.

internal import ControlProtocol

extension String {
  /// The text in one line: control sequences, characters that turn text round, and ends of lines
  /// are spelt out.
  ///
  /// What is shown already stays as it is.
  var shown: String { shown(except: { _ in false }) }

  /// The same with lines and tabs as they are, and with the colours that `styled` gives.
  var shownInLines: String {
    guard unicodeScalars.contains("\u{1B}") else { return shown(except: Self.isLayout) }
    var text = ""
    var rest = self[...]
    while let escape = rest.unicodeScalars.firstIndex(of: "\u{1B}") {
      text += String(rest[..<escape]).shown(except: Self.isLayout)
      rest = rest[escape...]
      let length = Style.sequences.first { rest.hasPrefix($0) }?.unicodeScalars.count
      let end = rest.unicodeScalars.index(escape, offsetBy: length ?? 1)
      text += length == nil ? String(rest[..<end]).shown : String(rest[..<end])
      rest = rest[end...]
    }
    return text + String(rest).shown(except: Self.isLayout)
  }

  private static func isLayout(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\t"
  }

  private func shown(except isPlain: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: { $0.isUnseen && !isPlain($0) }) else { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isUnseen, !isPlain(scalar) {
        text.append(contentsOf: scalar.spelling.unicodeScalars)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  fileprivate var spelling: String {
    switch self {
    case "\n": #"\n"#
    case "\r": #"\r"#
    case "\t": #"\t"#
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}
