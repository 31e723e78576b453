// SPDX-License-Identifier: Apache-2.0
// Reads the address of a controller's message.

import RigModel
import Suggestions

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
