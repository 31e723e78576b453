// SPDX-License-Identifier: Apache-2.0
// A row of the tables of keys. Readers take range, words and default of a value from it; schema
// and documentation are made of it.

import Quantities
import RigModel

/// A key of a mapping.
struct Key: Sendable {
  let name: String
  /// What may be written behind it.
  let value: KeyValue
  let usual: Usual
  /// What it means, as a cell of the documentation; `{range}` and `{words}` stand for those of the
  /// value.
  let text: String

  /// What a key means that is not there.
  enum Usual: Sendable {
    /// It must be there.
    case required
    /// The same as a switch, a word or a number.
    case flag(Bool), word(String), number(Double)
    /// Something that the text says.
    case text(String)
  }

  init(_ name: String, _ value: KeyValue, _ usual: Usual, _ text: String) {
    (self.name, self.value, self.usual, self.text) = (name, value, usual, text)
  }
}

extension Key.Usual: ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
  ExpressibleByStringInterpolation, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral
{
  init(booleanLiteral value: Bool) { self = .flag(value) }
  init(stringLiteral value: String) { self = .text(value) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }

  /// A word of an enumeration.
  static func word(_ word: some RawRepresentable<String>) -> Self { .word(word.rawValue) }
  static func number(_ value: Int) -> Self { .number(Double(value)) }
  static func number(_ value: Seconds) -> Self { .number(value.value) }
  /// The value that is nearest in decimal: -0.1, not -0.10000000149.
  static func number(_ value: Decibels) -> Self { .number(Double("\(value.value)") ?? 0) }

  /// What a session does without a role, which has defaults of its own.
  static func withoutRole(_ flag: Bool) -> Self { .text(Self.flag(flag).cell) }
  static func withoutRole(_ word: some RawRepresentable<String>) -> Self {
    .text(Self.word(word).cell)
  }

  /// The cell of the documentation.
  var cell: String {
    switch self {
    case .required: "required"
    case .flag(let flag): flag ? "on" : "off"
    case .word(let word): "`\(word)`"
    case .number(let number): number.short
    case .text(let text): text
    }
  }
}

extension Key {
  /// The cell of the documentation that says what it means.
  var cell: String {
    text.replacing("{range}", with: value.range ?? "")
      .replacing("{words}", with: value.words.map { "`\($0)`" }.joined(separator: ", "))
  }

  /// The row of the documentation.
  var row: String {
    let usual = usual.cell.isEmpty ? " " : " \(usual.cell) "
    return "| `\(name)` | \(cell) |\(usual)|"
  }
}
