// SPDX-License-Identifier: Apache-2.0
// What may be written behind a key: a closed list of kinds, from which readers take what they check
// and the schema what editors check.

import RigModel

/// What a key takes.
enum KeyValue: Sendable {
  /// On or off.
  case toggle
  /// One of some words.
  case oneOf([String])
  case number(ClosedRange<Double>)
  /// A number that does not reach the end of its range.
  case below(Range<Double>)
  case whole(ClosedRange<Int>)
  /// A number, or the word for silence.
  case level(ClosedRange<Double>)
  /// A text with a form of its own.
  case term(Term)
  /// A mapping with keys of its own.
  case mapping(Shape)
  /// A mapping from names to values of one kind.
  indirect case named(Term?, KeyValue, atMost: Int? = nil)
  /// A list of values of one kind.
  indirect case list(KeyValue, ListRule = ListRule())
  /// A value of any of these kinds.
  case any([KeyValue])

  /// What holds for a list as a whole.
  struct ListRule: Sendable {
    var count: Range<Int>?
    var isSet = false
  }

  /// One of the words of an enumeration.
  static func words<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> Self {
    .oneOf(Word.allCases.map(\.rawValue))
  }

  /// A word of the session layer, or a former name of one.
  static func keyword<Word: SessionKeyword>(_ type: Word.Type) -> Self { .oneOf(Word.known) }

  /// A text that is not empty.
  static let text = KeyValue.term(.text)
  /// A name of something.
  static let name = KeyValue.term(.name)

  /// No value, for what can be taken back.
  static let none = KeyValue.oneOf(["none"])
  /// How many channels.
  static let channelCount = KeyValue.whole(1...Limits.channels)
  /// Which channels.
  static let channelNumbers = KeyValue.list(.channelCount, of: 1...)
  static let streams = KeyValue.named(.name, .set(of: .channelCount, 1...))
  static let portPatterns = KeyValue.any([.term(.port), .list(.term(.port))])
  static let midiPorts = KeyValue.any([.toggle, .term(.port), .list(.term(.port))])
  static let feedback = KeyValue.any([.toggle, .term(.midiAddress)])
  static let controlEnds = KeyValue.list(.whole(0...Limits.midiHighest), of: 2...2)

  /// A list with so many values.
  static func list(_ value: KeyValue, of count: some RangeExpression<Int>) -> Self {
    .list(value, ListRule(count: count.relative(to: 0..<Int.max)))
  }

  /// A list in which nothing is twice.
  static func set(of value: KeyValue) -> Self { .list(value, ListRule(isSet: true)) }
  static func set(of value: KeyValue, _ count: some RangeExpression<Int>) -> Self {
    .list(value, ListRule(count: count.relative(to: 0..<Int.max), isSet: true))
  }

  /// The words that it takes.
  var words: [String] {
    switch self {
    case .oneOf(let words): words
    case .list(let value, _): value.words
    case .named(let term, _, _): term?.words ?? []
    case .any(let values): values.flatMap(\.words)
    case .term(let term): term.words
    default: []
    }
  }

  /// The decimal numbers that it takes.
  var numbers: ClosedRange<Double>? {
    switch self {
    case .number(let range), .level(let range): range
    case .any(let values): values.lazy.compactMap(\.numbers).first
    case .list(let value, _): value.numbers
    default: nil
    }
  }

  /// The whole numbers that it takes.
  var wholeNumbers: ClosedRange<Int>? { if case .whole(let range) = self { range } else { nil } }

  /// The numbers that it takes, in words of the documentation.
  var range: String? {
    switch self {
    case .number(let range): "\(range.lowerBound.short) to \(range.upperBound.short)"
    case .below(let range): "\(range.lowerBound.short) to below \(range.upperBound.short)"
    case .whole(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .level(let range): "\(range.lowerBound.short) to \(range.upperBound.short), or `-inf`"
    case .list(let value, _): value.range
    case .any(let values): values.lazy.compactMap(\.range).first
    default: nil
    }
  }
}
