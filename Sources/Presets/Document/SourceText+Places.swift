// SPDX-License-Identifier: Apache-2.0
// Looks into a text at the places that the parser of YAML names.

extension SourceText {
  /// A place in the text: line and column from 0, and the byte there.
  struct Place {
    var line = 0
    var column = 0
    var byte = 0
  }

  /// Where it begins.
  var start: Place { Place() }

  /// The place in a line and a column, both from 0; fast where `near` is a little before it.
  func place(_ line: Int, _ column: Int, from near: Place) -> Place {
    let isBehind = (near.line, near.column) > (line, column)
    var place = isBehind ? start : near
    while place.byte < bytes.count, (place.line, place.column) < (line, column) {
      let byte = bytes[place.byte]
      place.byte += 1
      while place.byte < bytes.count, bytes[place.byte] & 0xC0 == 0x80 { place.byte += 1 }
      if byte == UInt8(ascii: "\n") {
        (place.line, place.column) = (place.line + 1, 0)
      } else {
        place.column += 1
      }
    }
    return place
  }

  /// The character at a place; `nil` at the end.
  func scalar(at place: Place) -> UnicodeScalar? {
    guard place.byte < bytes.count else { return nil }
    return String(decoding: bytes[place.byte...].prefix(4), as: UTF8.self).unicodeScalars.first
  }

  /// Whether a comment follows at a place, after nothing but spaces.
  func hasComment(at place: Place) -> Bool {
    let rest = bytes[place.byte...]
    let text = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return text.first == UInt8(ascii: "#") && text.startIndex > rest.startIndex
  }

  /// The first line, up to `line`, that begins with a character that looks like a space and is not
  /// one.
  func oddIndentation(upTo line: Int) -> (line: Int, column: Int, scalar: UnicodeScalar)? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, bytes) in lines.prefix(line + 1).enumerated() {
      // Only the beginning of a line matters here.
      let text = String(decoding: bytes.prefix(512), as: UTF8.self).unicodeScalars
      for (column, scalar) in text.enumerated() {
        if scalar.isInvisible { return (number, column, scalar) }
        guard scalar == " " else { break }
      }
    }
    return nil
  }
}
