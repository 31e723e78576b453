// SPDX-License-Identifier: Apache-2.0
// What an OSC message says besides its address.

/// An argument of an OSC message.
package enum OSCArgument: Hashable, Sendable {
  /// `i`
  case int32(Int32)
  /// `f`
  case float(Float)
  /// `s`
  case string(String)
  /// `b`
  case blob([UInt8])
  /// `h`
  case int64(Int64)
  /// `t`
  case timeTag(OSCTimeTag)
  /// `d`
  case double(Double)
  /// `S`, a text that stands for something.
  case symbol(String)
  /// `c`, a character by its code.
  case character(UInt32)
  /// `r`, a colour: red, green, blue and alpha, 8 bits each.
  case color(UInt32)
  /// `m`, a MIDI message: port, status and two data bytes.
  case midi(UInt32)
  /// `T` and `F`
  case bool(Bool)
  /// `N`
  case none
  /// `I`, also called bang.
  case impulse
  /// `[` … `]`
  case array([OSCArgument])

  /// Its letters in the type tag string.
  package var typeTag: String {
    switch self {
    case .int32: "i"
    case .float: "f"
    case .string: "s"
    case .blob: "b"
    case .int64: "h"
    case .timeTag: "t"
    case .double: "d"
    case .symbol: "S"
    case .character: "c"
    case .color: "r"
    case .midi: "m"
    case .bool(let isOn): isOn ? "T" : "F"
    case .none: "N"
    case .impulse: "I"
    case .array(let elements): "[" + elements.map(\.typeTag).joined() + "]"
    }
  }
}

extension OSCArgument {
  /// The number that it is: senders use whichever type they have.
  package var number: Double? {
    switch self {
    case .int32(let number): Double(number)
    case .float(let number): Double(number)
    case .int64(let number): Double(number)
    case .double(let number): number
    case .bool(let isOn): isOn ? 1 : 0
    case .string, .blob, .timeTag, .symbol, .character, .color, .midi, .none, .impulse, .array: nil
    }
  }

  /// The text that it is.
  package var text: String? {
    switch self {
    case .string(let text), .symbol(let text): text
    default: nil
    }
  }
}
