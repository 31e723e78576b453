// SPDX-License-Identifier: Apache-2.0
// Paths of the tree as addresses of OSC, and back.

import ControlTree
import OSC
import RigErrors

/// An address that stands for a value of the tree: the value itself, or the place of the fader or
/// knob of a level.
struct OSCEntry: Hashable, Sendable {
  /// Such as `/deckA/fader_db`, or `/deckA/fader`.
  let address: String
  let node: NodeDescription
  /// Whether it is the place of the fader, from 0 to 1, that is meant.
  let isPlace: Bool

  /// The addresses of a node: that of its path and, of a level, that of its fader's place.
  ///
  /// What a plugin calls its level is one if the plugin says how its knob goes.
  static func entries(of node: NodeDescription) -> [OSCEntry] {
    let address = OSCAddress.address(of: node.path)
    let value = OSCEntry(address: address, node: node, isPlace: false)
    guard case .points = node.kind.law, address.hasSuffix(OSCAddress.levelEnd) else {
      return [value]
    }
    let place = String(address.dropLast(OSCAddress.levelEnd.count))
    return [value, OSCEntry(address: place, node: node, isPlace: true)]
  }

  /// The addresses of all nodes, in their order; the place of a fader never hides a value of that
  /// name.
  static func entries(of nodes: [NodeDescription]) -> [OSCEntry] {
    let all = nodes.map(entries)
    let own = Set(all.map { $0[0].address })
    return all.joined().filter { !$0.isPlace || !own.contains($0.address) }
  }
}

/// How paths and addresses are written.
enum OSCAddress {
  /// The most bytes of an address or a pattern: what it takes to find what is meant grows with
  /// them.
  private static let mostBytes = 1_024

  /// Refuses what is too long for an address.
  static func requireBounded(_ text: String) throws(RigError) {
    guard text.utf8.count > mostBytes else { return }
    throw .data("An address, or a pattern, has up to \(mostBytes) bytes.")
  }

  /// How the names of levels end.
  static let levelEnd = "_db"

  /// The address of a path; what addresses can't hold is written `%` and two digits, byte by byte.
  static func address(of path: String) -> String {
    var address: [UInt8] = [UInt8(ascii: "/")]
    for byte in path.utf8 {
      if byte == UInt8(ascii: ".") {
        address.append(UInt8(ascii: "/"))
      } else if isPlain(byte) {
        address.append(byte)
      } else {
        address += [
          UInt8(ascii: "%"), digits[Int(clamping: byte >> 4)], digits[Int(clamping: byte & 15)],
        ]
      }
    }
    return String(decoding: address, as: UTF8.self)
  }

  /// The path of an address without wildcards; `nil` where a `%` has no two digits behind it, or
  /// the bytes are no text.
  static func path(of address: some StringProtocol) -> String? {
    var path: [UInt8] = []
    var bytes = Array(address.utf8.dropFirst())[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "/"): path.append(UInt8(ascii: "."))
      case UInt8(ascii: "%"):
        guard let high = bytes.popFirst().flatMap(value), let low = bytes.popFirst().flatMap(value)
        else { return nil }
        path.append(high << 4 | low)
      default: path.append(byte)
      }
    }
    return String(validating: path, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func value(_ digit: UInt8) -> UInt8? {
    let text = String(UnicodeScalar(digit))
    return UInt8(text, radix: 16)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7f && !"#*,/?[]{}%".utf8.contains(byte)
  }
}

extension OSCPattern {
  /// Patterns of the tree that mean all that this one means, itself and below, and perhaps more.
  var treePatterns: [String] {
    if text == "/" { return [] }
    var parts: [String] = []
    for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      if part.isEmpty {
        parts.append("**")
      } else if part.contains(where: "?*[]{}".contains) {
        parts.append("*")
      } else {
        parts.append(OSCAddress.path(of: "/" + part) ?? "*")
      }
    }
    let path = parts.joined(separator: ".")
    return parts.last == "*" || parts.last == "**" ? [path] : [path, path + OSCAddress.levelEnd]
  }
}
