// SPDX-License-Identifier: Apache-2.0
// Writes JSON piece by piece, byte for byte as `JSONText.encode` would, for messages that are
// written thousands of times a second.

/// Writes JSON into bytes, in the order of the calls.
///
/// The caller writes the keys of an object in alphabetical order, as `JSONText.encode` does.
package struct JSONWriter: Sendable {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []

  /// Begins empty, with room for a number of bytes.
  package init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Writes what is JSON already: brackets, commas, keys, whole texts.
  package mutating func write(json: StaticString) {
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount)
    )
  }

  /// Writes what is JSON already.
  package mutating func write(json: [UInt8]) {
    bytes.append(contentsOf: json)
  }

  /// Writes a whole number.
  package mutating func write(_ number: some FixedWidthInteger) {
    bytes.append(contentsOf: number.description.utf8)
  }

  /// Writes a number with the fewest digits that identify it; a number that JSON cannot hold is
  /// `null`.
  package mutating func write(_ number: Double) {
    guard number.isFinite else { return write(json: "null") }
    var digits = number.description[...]
    if digits.hasSuffix(".0") { digits = digits.dropLast(2) }
    bytes.append(contentsOf: digits.utf8)
  }

  /// Writes a truth value.
  package mutating func write(_ isTrue: Bool) {
    write(json: isTrue ? "true" : "false")
  }

  /// Writes a text.
  package mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x08: write(json: #"\b"#)
      case 0x09: write(json: #"\t"#)
      case 0x0A: write(json: #"\n"#)
      case 0x0C: write(json: #"\f"#)
      case 0x0D: write(json: #"\r"#)
      case 0..<0x20:
        write(json: #"\u00"#)
        bytes += [Self.hex[Int(clamping: byte >> 4)], Self.hex[Int(clamping: byte & 0xF)]]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static let hex = Array("0123456789abcdef".utf8)
}
