// SPDX-License-Identifier: Apache-2.0
// Random packets.

import OSC
import SeededNumbers

/// Makes valid packets, of every type.
enum MadePackets {
  static func packet(_ numbers: inout SeededNumbers, depth: Int = 0) -> OSCPacket {
    guard depth < 3, Int.random(in: 0..<4, using: &numbers) == 0 else {
      return .message(message(&numbers))
    }
    let count = Int.random(in: 0..<4, using: &numbers)
    let elements = (0..<count).map { _ in packet(&numbers, depth: depth + 1) }
    return .bundle(OSCBundle(at: OSCTimeTag(bits: numbers.next()), elements))
  }

  static func message(_ numbers: inout SeededNumbers) -> OSCMessage {
    let parts = (0...Int.random(in: 0..<3, using: &numbers)).map { _ in text(&numbers) }
    let count = Int.random(in: 0..<5, using: &numbers)
    return OSCMessage(
      "/" + parts.joined(separator: "/"),
      (0..<count).map { _ in argument(&numbers, depth: 0) }
    )
  }

  private static func text(_ numbers: inout SeededNumbers) -> String {
    let words = ["deck", "fader_db", "*", "?", "[a-c]", "{a,b}", "ä", "", "x", "sends", "%2F"]
    return words.randomElement(using: &numbers) ?? ""
  }

  private static func argument(_ numbers: inout SeededNumbers, depth: Int) -> OSCArgument {
    let bits = numbers.next()
    let low = UInt32(truncatingIfNeeded: bits)
    switch Int.random(in: 0..<(depth < 3 ? 16 : 15), using: &numbers) {
    case 0: return .int32(Int32(bitPattern: low))
    case 1: return .float(Float(low))
    case 2: return .string(text(&numbers))
    case 3: return .blob((0..<Int.random(in: 0..<9, using: &numbers)).map { UInt8($0) })
    case 4: return .int64(Int64(bitPattern: bits))
    case 5: return .timeTag(OSCTimeTag(bits: bits))
    case 6: return .double(Double(bits))
    case 7: return .symbol(text(&numbers))
    case 8: return .character(low)
    case 9: return .color(low)
    case 10: return .midi(low)
    case 11: return .bool(true)
    case 12: return .bool(false)
    case 13: return .none
    case 14: return .impulse
    default:
      let count = Int.random(in: 0..<4, using: &numbers)
      return .array((0..<count).map { _ in argument(&numbers, depth: depth + 1) })
    }
  }
}
