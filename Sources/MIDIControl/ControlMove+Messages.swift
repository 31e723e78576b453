// SPDX-License-Identifier: Apache-2.0
// From a value to the bytes that make a controller show it.

import RigModel

extension ControlMove {
  /// The messages that say the same.
  package var messages: [[UInt8]] {
    let value = UInt16(clamping: min(max(value, 0), address.kind.highest))
    let (coarse, fine) = (
      UInt8(truncatingIfNeeded: value >> 7), UInt8(truncatingIfNeeded: value & 0x7F)
    )
    let number = UInt16(clamping: address.number ?? 0)
    func message(_ kind: UInt8, _ data: UInt8...) -> [UInt8] {
      [kind | UInt8(clamping: min(max(address.channel - 1, 0), 15))] + data
    }
    func control(_ number: UInt16, _ value: UInt8) -> [UInt8] {
      message(0xB0, UInt8(truncatingIfNeeded: number & 0x7F), value)
    }
    func parameter(_ coarseNumber: UInt16, _ fineNumber: UInt16) -> [[UInt8]] {
      [
        control(coarseNumber, UInt8(truncatingIfNeeded: number >> 7 & 0x7F)),
        control(fineNumber, UInt8(truncatingIfNeeded: number & 0x7F)), control(6, coarse),
        control(38, fine),
      ]
    }
    switch address.kind {
    case .note: return [message(0x90, UInt8(truncatingIfNeeded: number & 0x7F), fine)]
    case .cc: return [control(number, fine)]
    case .cc14: return [control(number, coarse), control(number + 32, fine)]
    case .nrpn: return parameter(99, 98)
    case .rpn: return parameter(101, 100)
    case .bend: return [message(0xE0, fine, coarse)]
    case .program:
      return [
        message(0xC0, address.number == nil ? fine : UInt8(truncatingIfNeeded: number & 0x7F))
      ]
    case .pressure: return [message(0xD0, fine)]
    }
  }
}
