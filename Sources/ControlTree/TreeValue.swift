// SPDX-License-Identifier: Apache-2.0
// A value of the rig as every door passes it on.

/// A value of the tree.
package enum TreeValue: Hashable, Sendable {
  /// A number; a level is in dB, with −∞ for silence.
  case number(Double)
  /// A whole number that has more digits than a `Double` keeps; only these use it, so that each
  /// value has one form.
  case long(Int64)
  /// On or off.
  case toggle(Bool)
  /// A text, a word of a choice, or the path of a file.
  case text(String)

  /// A whole number, with all its digits.
  package init(whole number: Int64) {
    self = Self.exact.contains(number) ? .number(Double(number)) : .long(number)
  }

  /// The whole numbers that a `Double` represents uniquely.
  private static let exact: ClosedRange<Int64> = (-1 << 53)...(1 << 53)

  /// The value as a number; `nil` for a text.
  package var number: Double? {
    switch self {
    case .number(let number): number
    case .long(let number): Double(number)
    case .toggle(let isOn): isOn ? 1 : 0
    case .text: nil
    }
  }

  /// How people read and write it; numbers have no needless digits.
  package var words: String {
    switch self {
    case .number(let number): Self.words(number)
    case .long(let number): "\(number)"
    case .toggle(let isOn): isOn ? "on" : "off"
    case .text(let text): text
    }
  }

  /// The meaning of a word for a switch; `nil` for other words.
  package static func flag(_ text: String) -> Bool? {
    switch text {
    case "on", "true", "yes", "1": true
    case "off", "false", "no", "0": false
    default: nil
    }
  }

  /// A number as people read it: a 32-bit float with all of its digits, others to a millionth.
  package static func words(_ number: Double) -> String {
    if let whole = Int64(exactly: number), exact.contains(whole) { return "\(whole)" }
    let short = Float(number)
    if Double(short) == number || !short.isFinite { return "\(short)" }
    let rounded = (number * 1e6).rounded() / 1e6
    return rounded.isFinite && rounded != 0 ? "\(rounded)" : "\(number)"
  }
}
