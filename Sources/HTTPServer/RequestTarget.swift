// SPDX-License-Identifier: Apache-2.0
// What a request asks for: the path and the query, decoded once and strictly.

/// The target of a request line, such as `/api/tree?pattern=*.fader_db`.
package struct RequestTarget: Hashable, Sendable {
  /// The path, decoded.
  package let path: String
  /// The query's values by name, decoded, in their order.
  package let query: [String: [String]]

  /// `/`.
  package static let root = RequestTarget(path: "/", query: [:])

  /// How many values a query may have.
  static let mostValues = 128

  /// Reads a target; `nil` when it is none that a server of its own would be asked for, or is
  /// written wrongly.
  ///
  /// Only the form that begins with `/` is taken. What is decoded must be UTF-8 without control
  /// characters.
  package init?(_ text: some Sequence<UInt8>) {
    let bytes = Array(text)
    guard bytes.first == UInt8(ascii: "/"), !bytes.contains(UInt8(ascii: "#")) else { return nil }
    let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
    guard let path = Self.decoded(bytes[..<end], plusIsSpace: false) else { return nil }
    var query: [String: [String]] = [:]
    let pairs = bytes[end...].dropFirst().split(separator: UInt8(ascii: "&"))
    guard pairs.count <= Self.mostValues else { return nil }
    for pair in pairs {
      let middle = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard let name = Self.decoded(pair[..<middle], plusIsSpace: true),
        let value = Self.decoded(pair[middle...].dropFirst(), plusIsSpace: true)
      else { return nil }
      query[name, default: []].append(value)
    }
    (self.path, self.query) = (path, query)
  }

  private init(path: String, query: [String: [String]]) {
    (self.path, self.query) = (path, query)
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> String? {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(hexValue),
          let low = rest.popFirst().flatMap(hexValue)
        else { return nil }
        plain.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace:
        plain.append(UInt8(ascii: " "))
      default:
        plain.append(byte)
      }
    }
    guard !plain.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    return String(validating: plain, as: UTF8.self)
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
