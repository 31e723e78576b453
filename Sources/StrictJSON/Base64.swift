// SPDX-License-Identifier: Apache-2.0
// Bytes as a text of 64 characters, in Turtle, tags and elsewhere.

/// Bytes as text of 64 characters.
package enum Base64 {
  /// The bytes that a text stands for; white space in it does not count.
  package static func decode(_ text: String) -> [UInt8]? {
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

  /// The bytes that a text stands for which ends with the first character that is none of it; what
  /// is missing at its end is passed over, as strangers write it.
  package static func decode(beginning text: some Collection<UInt8>) -> [UInt8] {
    let characters = text.prefix { value(of: $0) != nil || $0 == 0x0A || $0 == 0x0D }
    let whole = characters.filter { $0 > 0x20 }
    // A single character at the end is less than a byte.
    return decode(
      String(decoding: whole.prefix(whole.count - (whole.count % 4 == 1 ? 1 : 0)), as: UTF8.self)
    ) ?? []
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
