// SPDX-License-Identifier: Apache-2.0
// Reads JSON strictly, with Tarmac's own parser: input from outside must not depend on how
// Foundation's parser fails.

/// Why a text is not JSON that Tarmac accepts.
package enum JSONProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLong
  case tooDeep
  case malformed(offset: Int)

  /// What is wrong, as a clause.
  package var description: String {
    switch self {
    case .tooLong: "it is longer than \(JSONText.maximumBytes >> 20) MB"
    case .tooDeep: "it is nested more than \(JSONText.maximumDepth) deep"
    case .malformed(let offset): "it is not JSON from byte \(offset) on"
    }
  }
}

/// Goes through the bytes of one JSON text (RFC 8259): UTF-8, no key twice in an object, numbers
/// that a `Double` holds.
struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// The longest number; more digits than any `Double` has.
  private static let maximumDigits = 1_024

  /// Prepares to read a text.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the whole text.
  mutating func text() throws(JSONProblem) -> JSONValue {
    guard bytes.count <= JSONText.maximumBytes else { throw .tooLong }
    let value = try value()
    skipBlanks()
    guard position == bytes.count else { throw problem }
    return value
  }

  private var problem: JSONProblem { .malformed(offset: position) }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  /// Steps over a byte if it comes next.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(JSONProblem) -> JSONValue {
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONProblem) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(JSONProblem) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  /// Reads what is between brackets, which it steps over.
  private mutating func nested(
    _ read: (inout JSONParser) throws(JSONProblem) -> JSONValue
  ) throws(JSONProblem) -> JSONValue {
    guard depth < JSONText.maximumDepth else { throw .tooDeep }
    depth += 1
    position += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  private mutating func array() throws(JSONProblem) -> JSONValue {
    var elements: [JSONValue] = []
    skipBlanks()
    if take("]") { return .array(elements) }
    repeat {
      elements.append(try value())
      skipBlanks()
    } while take(",")
    guard take("]") else { throw problem }
    return .array(elements)
  }

  private mutating func object() throws(JSONProblem) -> JSONValue {
    var members: [String: JSONValue] = [:]
    skipBlanks()
    if take("}") { return .object(members) }
    repeat {
      skipBlanks()
      let start = position
      let key = try string()
      skipBlanks()
      guard take(":") else { throw problem }
      // Another parser may take the other one of two values.
      guard members.updateValue(try value(), forKey: key) == nil else {
        throw .malformed(offset: start)
      }
      skipBlanks()
    } while take(",")
    guard take("}") else { throw problem }
    return .object(members)
  }

  private mutating func word(
    _ word: StaticString,
    _ value: JSONValue
  ) throws(JSONProblem) -> JSONValue {
    let end = position + word.utf8CodeUnitCount
    guard end <= bytes.count, bytes[position..<end].elementsEqual(word.description.utf8) else {
      throw problem
    }
    position = end
    return value
  }
}

// MARK: Numbers

extension JSONParser {
  private mutating func number() throws(JSONProblem) -> JSONValue {
    let start = position
    _ = take("-")
    let first = position
    try digits()
    // A leading zero must be the only digit.
    guard bytes[first] != UInt8(ascii: "0") || position == first + 1 else { throw problem }
    var isWhole = true
    if take(".") {
      isWhole = false
      try digits()
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    guard position - start <= Self.maximumDigits else { throw .malformed(offset: start) }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int64(text, radix: 10) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw .malformed(offset: start) }
    return .number(number)
  }

  /// Steps over digits, at least one.
  private mutating func digits() throws(JSONProblem) {
    guard let byte = next, isDigit(byte) else { throw problem }
    while let byte = next, isDigit(byte) { position += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}

// MARK: Texts

extension JSONParser {
  private mutating func string() throws(JSONProblem) -> String {
    let start = position
    guard take("\"") else { throw problem }
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw problem }
      position += 1
      if byte == UInt8(ascii: "\\") {
        text += UTF8.encode(try escaped()) ?? UTF8.encodedReplacementCharacter
      } else {
        text.append(byte)
      }
    }
    guard take("\""), let string = String(validating: text, as: UTF8.self) else {
      throw .malformed(offset: start)
    }
    return string
  }

  /// The character of an escape, after its backslash.
  private mutating func escaped() throws(JSONProblem) -> Unicode.Scalar {
    guard let byte = next else { throw problem }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try codePoint()
    default: throw problem
    }
  }

  /// A character by its number; one beyond the first 65,536 is a surrogate pair.
  private mutating func codePoint() throws(JSONProblem) -> Unicode.Scalar {
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), take("\\"), take("u") else { throw problem }
    let second = try fourDigits()
    guard UTF16.isTrailSurrogate(second) else { throw problem }
    let halves = (UInt32(clamping: first & 0x3FF), UInt32(clamping: second & 0x3FF))
    guard let scalar = Unicode.Scalar(0x10000 + (halves.0 << 10 | halves.1)) else { throw problem }
    return scalar
  }

  private mutating func fourDigits() throws(JSONProblem) -> UInt16 {
    let end = position + 4
    guard end <= bytes.count, bytes[position..<end].allSatisfy({ isHexDigit($0) }) else {
      throw problem
    }
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    guard let number = UInt16(text, radix: 16) else { throw problem }
    position = end
    return number
  }

  private func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
      || UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte
  }
}
