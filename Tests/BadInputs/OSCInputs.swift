// SPDX-License-Identifier: Apache-2.0
// Random OSC packets, made of meaningful words, and of arguments of all types.

package import OSC
package import SeededNumbers

/// Packets as no controller sends them.
package struct OSCInputs: Sendable {
  /// The words of addresses and texts.
  private let words: [String]
  /// The addresses that exist.
  private let addresses: [String]

  /// Makes packets of these words; half of them are for one of these addresses.
  package init(_ words: [String], addresses: [String] = []) {
    (self.words, self.addresses) = (words, addresses)
  }

  /// A packet; one of eight is a bundle.
  package func packet(_ numbers: inout SeededNumbers) -> OSCPacket { packet(&numbers, depth: 0) }

  /// The bytes of a packet; one of four is damaged.
  package func bytes(_ numbers: inout SeededNumbers) -> [UInt8] {
    let bytes = packet(&numbers).bytes
    return numbers.roll(4) == 0 ? Mutation.bytes(bytes, &numbers) : bytes
  }

  private func packet(_ numbers: inout SeededNumbers, depth: Int) -> OSCPacket {
    if depth < 3, numbers.roll(8) == 0 {
      let elements = (0..<numbers.roll(4)).map { _ in packet(&numbers, depth: depth + 1) }
      let tags = [OSCTimeTag.immediately, OSCTimeTag(bits: 0), OSCTimeTag(bits: .max)]
      return .bundle(OSCBundle(at: numbers.pick(tags) ?? .immediately, elements))
    }
    let isKnown = !addresses.isEmpty && numbers.roll(2) == 0
    let known = isKnown ? numbers.pick(addresses) : nil
    let parts = (0...numbers.roll(3)).map { _ in word(&numbers) }
    let arguments = (0..<numbers.roll(isKnown ? 3 : 5)).map { _ in argument(&numbers) }
    return .message(OSCMessage(known ?? "/" + parts.joined(separator: "/"), arguments))
  }

  private func word(_ numbers: inout SeededNumbers) -> String { numbers.pick(words) ?? "" }

  private static let floats: [Float] = [
    0, 1, 0.5, -6, 12, -193, 1e30, .nan, .infinity, -.infinity, -0.0,
  ]

  private func argument(_ numbers: inout SeededNumbers) -> OSCArgument {
    switch numbers.roll(10) {
    case 0...2: return .float(numbers.pick(Self.floats) ?? 0)
    case 3: return .int32(numbers.pick([0, 1, 2, -1, .max, .min]) ?? 0)
    case 4...5: return .string(word(&numbers))
    case 6: return .int64(numbers.pick([.min, .max]) ?? 0)
    case 7: return .bool(numbers.roll(2) == 0)
    case 8:
      return numbers.pick([.none, .impulse, .blob([1, 2]), .array([.int32(1)])]) ?? .none
    default: return .double(Double(bitPattern: numbers.next()))
    }
  }
}
