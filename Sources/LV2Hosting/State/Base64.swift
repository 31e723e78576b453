// SPDX-License-Identifier: Apache-2.0
// How bytes are written in Turtle.

/// Bytes as text of 64 characters.
enum Base64 {
  /// The bytes that a text stands for; white space in it does not count.
  static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var (bits, count, isOver) = (0 as UInt32, 0, false)
    for character in text.utf8 {
      if character <= 0x20 { continue }
      if character == UInt8(ascii: "=") { isOver = true; continue }
      guard !isOver, let value = value(of: character) else { return nil }
      bits = bits << 6 | UInt32(truncatingIfNeeded: value)
      count += 1
      if count == 4 {
        bytes += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8)]
        bytes.append(UInt8(truncatingIfNeeded: bits))
        (bits, count) = (0, 0)
      }
    }
    if count == 1 { return nil }
    if count >= 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> (count == 2 ? 4 : 10))) }
    if count == 3 { bytes.append(UInt8(truncatingIfNeeded: bits >> 2)) }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
