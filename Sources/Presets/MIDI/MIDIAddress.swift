// SPDX-License-Identifier: Apache-2.0
// The address of a controller's message: cc/1/11, note/1/36, bend/1.

import Suggestions

/// A control of a MIDI controller, by the messages that it sends.
///
/// People write it as `KIND/CHANNEL/NUMBER`, such as `cc/1/11`; a bend wheel and channel pressure
/// have no number.
public struct MIDIAddress: Hashable, Sendable {
  /// What kind of message.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
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
    var numbers: ClosedRange<Int>? {
      switch self {
      case .note, .cc, .program: 0...127
      case .cc14: 0...31
      case .nrpn, .rpn: 0...16_383
      case .bend, .pressure: nil
      }
    }

    /// The highest value that it has.
    public var highest: Int {
      switch self {
      case .note, .cc, .program, .pressure: 127
      case .cc14, .nrpn, .rpn, .bend: 16_383
      }
    }
  }

  /// What kind of message.
  public var kind: Kind
  /// The channel, from 1 to 16.
  public var channel: Int
  /// The number of the note, control or parameter; `nil` where there is none.
  public var number: Int?

  /// Names a control.
  public init(_ kind: Kind, channel: Int, number: Int? = nil) {
    (self.kind, self.channel, self.number) = (kind, channel, number)
  }

  /// The address as people write it.
  public var text: String {
    "\(kind.rawValue)/\(channel)" + (number.map { "/\($0)" } ?? "")
  }
}

/// Why a text is no address: the end of a sentence.
struct MIDIAddressProblem: Error {
  let reason: String
}

extension MIDIAddress {
  /// Reads an address.
  static func read(_ text: String) throws(MIDIAddressProblem) -> MIDIAddress {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let kind = Kind(rawValue: parts[0]) else {
      let hint = Spelling.hintOrList(parts[0], among: Kind.allCases.map(\.rawValue), of: "kinds")
      throw MIDIAddressProblem(reason: "\(parts[0].quoted) is no kind of message\(hint)")
    }
    guard parts.count > 1, let channel = Int(parts[1], radix: 10), (1...16).contains(channel) else {
      throw MIDIAddressProblem(reason: "its channel must be from 1 to 16: \(kind.form)")
    }
    guard let numbers = kind.numbers else {
      guard parts.count == 2 else {
        throw MIDIAddressProblem(reason: "\(kind.rawValue) has no number: \(kind.form)")
      }
      return MIDIAddress(kind, channel: channel)
    }
    if kind == .program, parts.count == 2 { return MIDIAddress(kind, channel: channel) }
    guard parts.count == 3, let number = Int(parts[2], radix: 10), numbers.contains(number) else {
      let range = "\(numbers.lowerBound) to \(numbers.upperBound)"
      throw MIDIAddressProblem(reason: "its number must be from \(range): \(kind.form)")
    }
    return MIDIAddress(kind, channel: channel, number: number)
  }
}

extension MIDIAddress.Kind {
  /// What an address of the kind looks like.
  fileprivate var form: String {
    let example = numbers.map { "\(rawValue)/1/\(min(7, $0.upperBound))" } ?? "\(rawValue)/1"
    return "write it as \(example)"
  }
}
