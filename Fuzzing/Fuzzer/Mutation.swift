// SPDX-License-Identifier: Apache-2.0
// Changes that leave a text nearly what it was: JSON stays JSON, YAML keeps its lines.

import ControlProtocol
import StrictJSON

/// Numbers by chance that are the same for the same seed.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &+ 0x9E37_79B9_7F4A_7C15
  }

  /// A number from 0 up to, not including, `sides`.
  mutating func roll(_ sides: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(max(sides, 1)))
  }

  /// One of some.
  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[roll(elements.count)]
  }
}

/// How inputs are changed.
enum Mutation {
  /// Values that programs stumble over.
  private static let odd: [JSONValue] = [
    .null, .bool(true), .integer(0), .integer(-1), .integer(.max), .integer(.min),
    .number(1e300), .number(-1e300), .number(0.5), .number(1e-300), .integer(4_294_967_296),
    .string(""), .string("\u{0}"), .string("\u{1B}[2J\u{202E}"), .string("../../x"), .string("nan"),
    .string("-inf"), .string(String(repeating: "a", count: 5_000)), .array([]), .object([:]),
  ]

  /// Changes one value of a JSON text; `nil` when it is none.
  @Sendable
  static func json(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8]? {
    guard let value = try? JSONText.value(of: bytes) else { return nil }
    return try? JSONText.encode(changed(value, &dice))
  }

  private static func changed(_ value: JSONValue, _ dice: inout Dice) -> JSONValue {
    switch value {
    case .array(var elements):
      guard dice.roll(4) > 0, !elements.isEmpty else { break }
      let index = dice.roll(elements.count)
      switch dice.roll(4) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(elements[dice.roll(elements.count)], at: index)
      default: elements[index] = changed(elements[index], &dice)
      }
      return .array(elements)
    case .object(var members):
      guard dice.roll(4) > 0, let key = dice.pick(members.keys.sorted()) else { break }
      switch dice.roll(6) {
      case 0: members[key] = nil
      case 1: members[key + "x"] = members[key]
      default: members[key] = members[key].map { changed($0, &dice) }
      }
      return .object(members)
    default: break
    }
    switch dice.roll(8) {
    case 0: return .array([value])
    case 1: return .object(["a": value])
    default: return dice.pick(odd) ?? .null
    }
  }

  /// Doubles, drops, moves or indents a line, or puts another one's value behind its key.
  @Sendable
  static func lines(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8]? {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count > 1 else { return nil }
    let (one, other) = (dice.roll(lines.count), dice.roll(lines.count))
    switch dice.roll(6) {
    case 0: lines.remove(at: one)
    case 1: lines.insert(lines[other], at: one)
    case 2: lines.swapAt(one, other)
    case 3: lines[one] = "  ".utf8 + lines[one]
    case 4: lines[one] = lines[one].dropFirst(2)
    default:
      let colon = UInt8(ascii: ":")
      let value = lines[other].drop { $0 != colon }
      lines[one] = lines[one].prefix { $0 != colon } + value
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }
}
