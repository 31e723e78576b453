// SPDX-License-Identifier: Apache-2.0
// Mutations that leave an input nearly as it was: JSON stays JSON, YAML keeps its lines, OSC stays
// OSC.

import OSC
package import SeededNumbers
import StrictJSON

/// How inputs are changed.
package enum Mutation {
  // MARK: JSON

  /// Values that programs stumble over.
  private static let odd: [JSONValue] = [
    .null, .bool(true), .integer(0), .integer(-1), .integer(.max), .integer(.min),
    .number(1e300), .number(-1e300), .number(0.5), .number(1e-300), .integer(4_294_967_296),
    .string(""), .string("\u{0}"), .string("\u{1B}[2J\u{202E}"), .string("../../x"), .string("nan"),
    .string("-inf"), .string(String(repeating: "a", count: 5_000)), .array([]), .object([:]),
  ]

  /// Changes one value of a JSON text; `nil` when it is none.
  @Sendable
  package static func json(_ bytes: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8]? {
    guard let value = try? JSONText.value(of: bytes) else { return nil }
    return try? JSONText.encode(changed(value, &numbers))
  }

  private static func changed(_ value: JSONValue, _ numbers: inout SeededNumbers) -> JSONValue {
    switch value {
    case .array(var elements):
      guard numbers.roll(4) > 0, !elements.isEmpty else { break }
      let index = numbers.roll(elements.count)
      switch numbers.roll(4) {
      case 0: elements.remove(at: index)
      case 1: elements.insert(elements[numbers.roll(elements.count)], at: index)
      default: elements[index] = changed(elements[index], &numbers)
      }
      return .array(elements)
    case .object(var members):
      guard numbers.roll(4) > 0, let key = numbers.pick(members.keys.sorted()) else { break }
      switch numbers.roll(6) {
      case 0: members[key] = nil
      case 1: members[key + "x"] = members[key]
      default: members[key] = members[key].map { changed($0, &numbers) }
      }
      return .object(members)
    default: break
    }
    switch numbers.roll(8) {
    case 0: return .array([value])
    case 1: return .object(["a": value])
    default: return numbers.pick(odd) ?? .null
    }
  }

  // MARK: Lines and bytes

  /// Doubles, drops, moves or indents a line, or puts another line's value after its key.
  @Sendable
  package static func lines(_ bytes: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8]? {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count > 1 else { return nil }
    let (one, other) = (numbers.roll(lines.count), numbers.roll(lines.count))
    switch numbers.roll(6) {
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

  /// Turns up to three bytes into others, or takes some away, or puts some in.
  package static func bytes(_ bytes: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    var bytes = bytes
    switch numbers.roll(4) {
    case 0: bytes.removeLast(1 + numbers.roll(min(bytes.count, 8)))
    case 1:
      let more = numbers.bytes(1 + numbers.roll(4))
      bytes.insert(contentsOf: more, at: numbers.roll(bytes.count))
    default:
      for _ in 0...numbers.roll(3) { bytes[numbers.roll(bytes.count)] = numbers.bytes(1)[0] }
    }
    return bytes
  }

  // MARK: OSC

  /// Makes another packet of the same kind, if the bytes are one: adds or removes an argument, an
  /// address or an element.
  @Sendable
  package static func osc(_ bytes: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8]? {
    guard let packet = try? OSCPacket(bytes) else { return nil }
    return changed(packet, &numbers).bytes
  }

  private static let words = [
    "/deckA/fader_db", "/*", "//x", "/[a-c]", "/{a,b}", "/", "/tarmac/list",
  ]

  private static let arguments: [OSCArgument] = [
    .float(.nan), .float(-.infinity), .int32(.min), .int64(.max), .string(""), .blob([1, 2, 3]),
    .bool(true), .none, .impulse, .array([.double(1e308), .array([])]), .timeTag(.immediately),
    .midi(0), .symbol("x"), .character(0), .color(.max),
  ]

  private static func changed(_ packet: OSCPacket, _ numbers: inout SeededNumbers) -> OSCPacket {
    switch (packet, numbers.roll(4)) {
    case (.message, 0):
      return .bundle(OSCBundle(at: OSCTimeTag(bits: UInt64(numbers.roll(3))), [packet]))
    case (.message(var message), let choice):
      if choice == 1, let word = numbers.pick(words) { message.address = word }
      if choice == 2, !message.arguments.isEmpty {
        message.arguments.remove(at: numbers.roll(message.arguments.count))
      }
      if choice == 3, let argument = numbers.pick(arguments) { message.arguments.append(argument) }
      return .message(message)
    case (.bundle(var bundle), let choice):
      guard !bundle.elements.isEmpty else { return .message(OSCMessage("/x")) }
      let index = numbers.roll(bundle.elements.count)
      switch choice {
      case 0: return bundle.elements[index]
      case 1: bundle.elements.remove(at: index)
      case 2: bundle.elements.append(bundle.elements[index])
      default: bundle.elements[index] = changed(bundle.elements[index], &numbers)
      }
      return .bundle(bundle)
    }
  }
}
