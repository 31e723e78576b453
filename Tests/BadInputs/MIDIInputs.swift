// SPDX-License-Identifier: Apache-2.0
// Random MIDI messages, right and wrong.

package import SeededNumbers

/// Messages as no controller sends them.
package enum MIDIInputs {
  /// Makes a message: mostly channel messages, some system messages, some cut off or with bytes
  /// where there should be none.
  package static func message(_ numbers: inout SeededNumbers) -> [UInt8] {
    let status = UInt8(0x80 + numbers.roll(7) * 16 + numbers.roll(numbers.roll(4) == 0 ? 16 : 2))
    let data = (0..<2).map { _ in UInt8(numbers.roll(128)) }
    switch numbers.roll(16) {
    case 0...7: return [status] + data
    // Controls that select and set parameters, coarse and fine.
    case 8...9:
      let control: UInt8 = numbers.pick([6, 38, 96, 97, 98, 99, 100, 101, 7, 39]) ?? 6
      return [0xB0 | status & 1, control, data[0]]
    case 10: return [[0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF][numbers.roll(6)]]
    case 11: return [0xF2] + data
    case 12: return [0xF0] + numbers.bytes(numbers.roll(8)).map { $0 & 0x7F } + [0xF7]
    case 13: return [status]
    case 14: return [status] + data + data
    default: return numbers.bytes(1 + numbers.roll(4))
    }
  }
}
