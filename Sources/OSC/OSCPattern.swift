// SPDX-License-Identifier: Apache-2.0
// Which addresses a message means.

/// A pattern of addresses, as OSC 1.0 has them, with the `//` of 1.1.
///
/// Within a part, `?` is any letter, `*` any letters, `[a-z]` one of some, `[!a-z]` one of the
/// others, `{foo,bar}` one of some words; `//` stands for any parts. What has no end, such as a
/// `[`, is no pattern.
///
/// The time is at most the product of the lengths of pattern and address, whatever the pattern.
package struct OSCPattern: Hashable, Sendable {
  private enum Token: Hashable {
    case letter(UInt8)
    case any
    case anyNumber
    case oneOf([ClosedRange<UInt8>], isInverted: Bool)
    case words([[UInt8]])
  }

  private enum Part: Hashable {
    case tokens([Token])
    /// Any parts, also none.
    case descent
  }

  /// The pattern as it was written.
  package let text: String
  private let parts: [Part]

  /// Whether it means one address only.
  package let isLiteral: Bool

  /// Reads a pattern; `nil` for a text that is not one.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "/"), bytes.count <= OSCLimits.address else { return nil }
    self.text = text
    var parts: [Part] = []
    let pieces = bytes.dropFirst().split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    )
    for (index, piece) in pieces.enumerated() {
      if piece.isEmpty, index < pieces.count - 1 {
        if parts.last != .descent { parts.append(.descent) }
      } else {
        guard let tokens = Self.tokens(Array(piece)) else { return nil }
        parts.append(.tokens(tokens))
      }
    }
    self.parts = parts
    isLiteral = parts.allSatisfy { part in
      guard case .tokens(let tokens) = part else { return false }
      return tokens.allSatisfy { if case .letter = $0 { true } else { false } }
    }
  }

  /// Whether it means `address`.
  package func matches(_ address: String) -> Bool {
    if isLiteral { return text == address }
    return reached(by: address).last == true
  }

  /// Whether it means `address`, or something that `address` is below.
  package func matches(beginningOf address: String) -> Bool {
    if isLiteral { return text == address || text == "/" || address.hasPrefix(text + "/") }
    return reached(by: address).contains(true)
  }

  /// For each beginning of `address`, by parts, whether the pattern means it; the first is that of
  /// one part.
  private func reached(by address: String) -> [Bool] {
    let texts = address.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    ).map { Array($0) }
    // reach[n]: whether the pattern's parts so far mean the first n texts.
    var reach = [true] + Array(repeating: false, count: texts.count)
    for part in parts {
      switch part {
      case .descent:
        for index in 1..<reach.count where reach[index - 1] { reach[index] = true }
      case .tokens(let tokens):
        var next = Array(repeating: false, count: reach.count)
        for (index, text) in texts.enumerated() where reach[index] {
          next[index + 1] = Self.matches(tokens, text)
        }
        reach = next
      }
    }
    return Array(reach.dropFirst())
  }
}

extension OSCPattern {
  private static func matches(_ tokens: [Token], _ text: [UInt8]) -> Bool {
    var reach = [true] + Array(repeating: false, count: text.count)
    for token in tokens {
      var next = Array(repeating: false, count: reach.count)
      for index in reach.indices where reach[index] {
        switch token {
        case .letter(let letter):
          if index < text.count, text[index] == letter { next[index + 1] = true }
        case .any:
          if index < text.count { next[index + 1] = true }
        case .oneOf(let ranges, let isInverted):
          if index < text.count, ranges.contains(where: { $0.contains(text[index]) }) != isInverted
          {
            next[index + 1] = true
          }
        case .words(let words):
          for word in words where text[index...].starts(with: word) {
            next[index + word.count] = true
          }
        case .anyNumber:
          for later in index..<next.count { next[later] = true }
        }
        if token == .anyNumber { break }
      }
      reach = next
    }
    return reach.last == true
  }

  private static func tokens(_ piece: [UInt8]) -> [Token]? {
    var tokens: [Token] = []
    var index = 0
    while index < piece.count {
      let letter = piece[index]
      index += 1
      switch letter {
      case UInt8(ascii: "?"): tokens.append(.any)
      case UInt8(ascii: "*"): if tokens.last != .anyNumber { tokens.append(.anyNumber) }
      case UInt8(ascii: "["):
        guard let end = piece[index...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        tokens.append(oneOf(piece[index..<end]))
        index = end + 1
      case UInt8(ascii: "{"):
        guard let end = piece[index...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
        let words = piece[index..<end].split(
          separator: UInt8(ascii: ","),
          omittingEmptySubsequences: false
        )
        tokens.append(.words(words.map { Array($0) }))
        index = end + 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "#"), UInt8(ascii: " "): return nil
      default: tokens.append(.letter(letter))
      }
    }
    return tokens
  }

  /// A minus at an end stands for itself, and an exclamation mark anywhere but first.
  private static func oneOf(_ content: ArraySlice<UInt8>) -> Token {
    let isInverted = content.first == UInt8(ascii: "!")
    let letters = Array(isInverted ? content.dropFirst() : content)
    var ranges: [ClosedRange<UInt8>] = []
    var index = 0
    while index < letters.count {
      if index + 2 < letters.count, letters[index + 1] == UInt8(ascii: "-") {
        let ends = (letters[index], letters[index + 2])
        ranges.append(min(ends.0, ends.1)...max(ends.0, ends.1))
        index += 3
      } else {
        ranges.append(letters[index]...letters[index])
        index += 1
      }
    }
    return .oneOf(ranges, isInverted: isInverted)
  }
}
