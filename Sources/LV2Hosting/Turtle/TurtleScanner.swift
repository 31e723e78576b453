// SPDX-License-Identifier: Apache-2.0
// The words of Turtle: URIs, names, texts, numbers.

/// A position in a text in Turtle, and what is there.
struct TurtleScanner {
  /// The text, with a zero behind it.
  private let bytes: [UInt8]
  private let count: Int
  private var position = 0
  /// Whether the word that was taken last began with "@".
  private(set) var isBehindAt = false

  init(_ text: [UInt8]) {
    bytes = text + [0]
    count = text.count
    // The mark of UTF-8 at the start of some files.
    if text.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
  }

  /// The byte at this position; 0 at the end.
  var next: UInt8 { bytes[position] }

  private func byte(_ ahead: Int) -> UInt8 {
    position + ahead < count ? bytes[position + ahead] : 0
  }

  func problem(_ kind: TurtleProblem.Kind = .notTurtle) -> TurtleProblem {
    TurtleProblem(line: 1 + bytes[..<position].count { $0 == UInt8(ascii: "\n") }, kind: kind)
  }

  // MARK: Between words

  /// Goes to the next word, past comments; returns whether there is one.
  mutating func skipSpace() -> Bool {
    while position < count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
        position += 1
      case UInt8(ascii: "#"): skipLine()
      default: return true
      }
    }
    return false
  }

  private mutating func skipLine() {
    while position < count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    if position < count { position += 1 }
  }

  /// Takes a text if it is at this position.
  mutating func take(_ text: StaticString) -> Bool {
    let size = text.utf8CodeUnitCount
    let isHere = (0..<size).allSatisfy { unsafe byte($0) == text.utf8Start[$0] }
    guard isHere else { return false }
    isBehindAt = next == UInt8(ascii: "@")
    position += size
    return true
  }

  /// Takes a word in large or small letters that space follows.
  mutating func takeWord(_ word: StaticString) -> Bool {
    let size = word.utf8CodeUnitCount
    let isHere = (0..<size).allSatisfy { unsafe byte($0) & 0xdf == word.utf8Start[$0] }
    guard isHere, byte(size) <= 0x20 else { return false }
    isBehindAt = false
    position += size
    return true
  }

  /// Takes the word "a".
  mutating func takeA() -> Bool {
    guard next == UInt8(ascii: "a"), !isNamed(byte(1)), byte(1) != UInt8(ascii: ":") else {
      return false
    }
    position += 1
    return true
  }

  /// Takes a mark that may have space on both sides.
  mutating func accept(_ mark: Unicode.Scalar) -> Bool {
    _ = skipSpace()
    guard position < count, next == UInt8(ascii: mark) else { return false }
    position += 1
    _ = skipSpace()
    return true
  }

  mutating func need(_ mark: Unicode.Scalar) throws(TurtleProblem) {
    guard accept(mark) else { throw problem() }
  }

  mutating func needSpace() throws(TurtleProblem) {
    guard skipSpace() else { throw problem() }
  }

  // MARK: Words

  mutating func uri() throws(TurtleProblem) -> String {
    guard next == UInt8(ascii: "<") else { throw problem() }
    position += 1
    return try text(until: UInt8(ascii: ">")) { $0 > 0x20 && $0 != UInt8(ascii: "<") }
  }

  /// The prefix in `@prefix NAME: <URI>`.
  mutating func prefix() throws(TurtleProblem) -> String {
    guard let (prefix, name) = try shortURI(), name.isEmpty else { throw problem() }
    return prefix
  }

  /// The name behind "_:".
  mutating func label() throws(TurtleProblem) -> String {
    let start = position
    skipName()
    guard position > start else { throw problem() }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// A prefix and a name; `nil` where there is none.
  mutating func shortURI() throws(TurtleProblem) -> (prefix: String, name: String)? {
    let start = position
    var end = position
    while isNamed(bytes[end]) || bytes[end] == UInt8(ascii: ".") { end += 1 }
    guard end < count, bytes[end] == UInt8(ascii: ":") else { return nil }
    let prefix = String(decoding: bytes[start..<end], as: UTF8.self)
    position = end + 1
    let first = position
    skipName()
    let name = bytes[first..<position].filter { $0 != UInt8(ascii: "\\") }
    return (prefix, String(decoding: name, as: UTF8.self))
  }

  /// Names go on behind a point, but do not end in one.
  private mutating func skipName() {
    var end = position
    while position < count {
      let byte = bytes[position]
      if isNamed(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "%") {
        position += 1
        end = position
      } else if byte == UInt8(ascii: "\\"), position + 1 < count {
        position += 2
        end = position
      } else if byte == UInt8(ascii: ".") {
        position += 1
      } else {
        break
      }
    }
    position = end
  }

  private func isNamed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
      true
    default: false
    }
  }

  mutating func string() throws(TurtleProblem) -> String {
    let quote = next
    guard byte(1) == quote, byte(2) == quote else {
      position += 1
      return try text(until: quote) { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    }
    position += 3
    return try text(until: quote, isLong: true) { _ in true }
  }

  /// The text up to its end, which is taken, with what its escapes stand for.
  private mutating func text(
    until end: UInt8,
    isLong: Bool = false,
    allowing isAllowed: (UInt8) -> Bool
  ) throws(TurtleProblem) -> String {
    var text: [UInt8] = []
    var start = position
    while position < count {
      let byte = bytes[position]
      if byte == end, !isLong || (self.byte(1) == end && self.byte(2) == end) {
        text += bytes[start..<position]
        position += isLong ? 3 : 1
        return String(decoding: text, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") {
        text += bytes[start..<position]
        text += try escape()
        start = position
      } else if isAllowed(byte), byte != 0 {
        position += 1
      } else {
        throw problem()
      }
    }
    throw problem()
  }

  private mutating func escape() throws(TurtleProblem) -> [UInt8] {
    let kind = byte(1)
    position += 2
    switch kind {
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): return [kind]
    case UInt8(ascii: "u"), UInt8(ascii: "U"):
      let size = kind == UInt8(ascii: "u") ? 4 : 8
      guard position + size <= count,
        let code = UInt32(
          String(decoding: bytes[position..<position + size], as: UTF8.self),
          radix: 16
        ),
        code != 0, let scalar = Unicode.Scalar(code)
      else { throw problem() }
      position += size
      return Array(String(scalar).utf8)
    default: throw problem()
    }
  }

  /// The language behind a text, if one is said.
  mutating func language() throws(TurtleProblem) -> String? {
    guard next == UInt8(ascii: "@"), position < count else { return nil }
    position += 1
    return try label()
  }

  /// A number as it is written, and the name of its type.
  mutating func number() throws(TurtleProblem) -> (text: String, type: String) {
    let start = position
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
    var digits = skipDigits()
    var type = "integer"
    if next == UInt8(ascii: "."), isDigit(byte(1)) {
      position += 1
      digits += skipDigits()
      type = "decimal"
    }
    guard digits > 0 else { throw problem() }
    if next | 0x20 == UInt8(ascii: "e") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() > 0 else { throw problem() }
      type = "double"
    }
    return (String(decoding: bytes[start..<position], as: UTF8.self), type)
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while isDigit(next) { position += 1 }
    return position - start
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  mutating func boolean() -> String? {
    for (word, text) in [("true", "true"), ("false", "false")] as [(StaticString, String)] {
      let size = word.utf8CodeUnitCount
      if !isNamed(byte(size)), byte(size) != UInt8(ascii: ":"), take(word) { return text }
    }
    return nil
  }
}
