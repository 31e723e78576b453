// SPDX-License-Identifier: Apache-2.0
// The address of a controller's message: cc/1/11, note/1/36, bend/1.

/// A control of a MIDI controller, by the messages that it sends.
///
/// People write it as `KIND/CHANNEL/NUMBER`, such as `cc/1/11`; a bend wheel and channel pressure
/// have no number.
package struct MIDIAddress: Hashable, Sendable {
  /// What kind of message.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A key or pad; its value is how hard it is struck.
    case note
    /// A control change.
    case cc
    /// Two control changes, the second of which (32 further) has the fine half.
    case cc14
    /// A parameter without a registered number.
    case nrpn
    /// A parameter with one.
    case rpn
    /// Pitch bend.
    case bend
    /// A program change; without a number its value is the program.
    case program
    /// Pressure on the keys of a channel.
    case pressure

    /// The range of its numbers; `nil` where it has none.
    package var numbers: ClosedRange<Int>? {
      switch self {
      case .note, .cc, .program: 0...127
      case .cc14: 0...31
      case .nrpn, .rpn: 0...16_383
      case .bend, .pressure: nil
      }
    }

    /// The highest value that it has.
    package var highest: Int {
      switch self {
      case .note, .cc, .program, .pressure: 127
      case .cc14, .nrpn, .rpn, .bend: 16_383
      }
    }
  }

  /// What kind of message.
  package var kind: Kind
  /// The channel, from 1 to 16.
  package var channel: Int
  /// The number of the note, control or parameter; `nil` where there is none.
  package var number: Int?

  /// Names a control.
  package init(_ kind: Kind, channel: Int, number: Int? = nil) {
    (self.kind, self.channel, self.number) = (kind, channel, number)
  }

  /// The address as people write it.
  package var text: String {
    "\(kind.rawValue)/\(channel)" + (number.map { "/\($0)" } ?? "")
  }
}

extension MIDIAddress {
  /// Whether a message can belong to both controls: a 14-bit control is made of two 7-bit ones.
  package func sharesMessages(with other: MIDIAddress) -> Bool {
    guard channel == other.channel else { return false }
    if self == other { return true }
    switch (kind, other.kind) {
    case (.cc14, .cc): return number == other.number || number.map { $0 + 32 } == other.number
    case (.cc, .cc14): return other.sharesMessages(with: self)
    case (.program, .program): return number == nil || other.number == nil
    default: return false
    }
  }
}
