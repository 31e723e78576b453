// SPDX-License-Identifier: Apache-2.0
// The kinds of values in the tree: what they take, and how a text becomes one.

package import RigErrors
import Suggestions

/// The kind of a value; every door, page and completion depends on it.
package enum ValueKind: Hashable, Sendable {
  /// A level in dB; −∞ where silence is allowed.
  case level(ClosedRange<Double>, allowsSilence: Bool)
  /// A number in a range.
  case number(NumberRange)
  /// On or off, with the names that a plugin gives them.
  case toggle([ScalePoint] = [])
  /// One of some words.
  case choice([String])
  /// Any text.
  case text
  /// The path of a file or folder.
  case file
  /// A number that changes by itself, with its unit.
  case meter(unit: String?)
  /// Something to be done, with the arguments that it takes.
  case trigger([TriggerArgument])
  /// A value that no door can set, and that reads as a text.
  case opaque

  /// The name in lists.
  package var name: String {
    switch self {
    case .level: "level"
    case .number: "number"
    case .toggle: "switch"
    case .choice: "choice"
    case .text: "text"
    case .file: "file"
    case .meter: "meter"
    case .trigger: "trigger"
    case .opaque: "opaque"
    }
  }

  /// The symbol of its unit, where it has one.
  package var unit: String? {
    switch self {
    case .level: "dB"
    case .number(let range): range.unit
    case .meter(let unit): unit
    default: nil
    }
  }

  /// What it takes, in words.
  package var allowed: String {
    switch self {
    case .level(let range, let allowsSilence):
      "\(TreeValue.words(range.lowerBound)) to \(TreeValue.words(range.upperBound)) dB"
        + (allowsSilence ? ", or -inf" : "")
    case .number(let range): range.words
    case .toggle(let labels): NumberRange(0...1, scalePoints: labels).withLabels("on or off")
    case .choice(let words): Suggestion.list(words)
    case .text: "a text"
    case .file: "the path of a file or folder"
    case .meter(let unit): "a reading" + (unit.map { " in \($0)" } ?? "")
    case .trigger(let arguments):
      arguments.isEmpty ? "nothing" : arguments.map(\.words).joined(separator: ", ")
    case .opaque: "values of a type that can't be set"
    }
  }

  /// Its range in numbers, where it has one; of a level that of its numbers in dB.
  package var bounds: ClosedRange<Double>? {
    switch self {
    case .level(let range, _): range
    case .number(let range): range.bounds
    case .toggle: 0...1
    case .choice, .text, .file, .meter, .trigger, .opaque: nil
    }
  }

  /// The scale of a control for it: a fader where silence is allowed, a knob with 0 dB in its
  /// centre for other levels.
  package var law: ControlLaw {
    switch self {
    case .level(_, let allowsSilence): allowsSilence ? .fader : .trim
    case .number(let range): range.law
    default: .linear
    }
  }

  /// Values with names.
  package var scalePoints: [ScalePoint] {
    switch self {
    case .number(let range): range.scalePoints
    case .toggle(let labels): labels
    default: []
    }
  }

  /// Whether it moves in small steps, so that it can fade and be limited.
  package var isContinuous: Bool {
    switch self {
    case .level: true
    case .number(let range): !range.isWhole
    default: false
    }
  }

  /// The name of a value, where it has one.
  package func label(of value: TreeValue) -> String? {
    value.number.flatMap { number in
      scalePoints.first { Float($0.value) == Float(number) }?.label
    }
  }
}

/// An argument of a trigger.
package struct TriggerArgument: Hashable, Sendable {
  /// The name.
  package var name: String
  /// Whether the trigger works without it.
  package var isOptional: Bool

  /// Names an argument, a text.
  package init(_ name: String, isOptional: Bool = false) {
    (self.name, self.isOptional) = (name, isOptional)
  }

  /// The argument as usage lines show it.
  var words: String { isOptional ? "[\(name)]" : name }
}

extension ValueKind {
  /// The value that a text means.
  ///
  /// - Throws: a sentence with the `path` and what it takes.
  package func value(of text: String, at path: String) throws(RigError) -> TreeValue {
    func refuse() -> RigError { .data("'\(path)' can't be '\(text)': it takes \(allowed).") }
    switch self {
    case .level:
      let digits = text.hasSuffix("dB") ? text.dropLast(2).trimmed : text[...]
      guard let number = Float(digits) else { throw refuse() }
      return try checked(.number(Double(number)), at: path)
    case .number(let range):
      if range.isWhole, let number = Int64(text, radix: 10) {
        return try checked(TreeValue(whole: number), at: path)
      }
      if let number = Double(text), number.isFinite {
        return try checked(.number(number), at: path)
      }
      guard let number = range.value(labelled: text) else { throw refuse() }
      return try checked(.number(number), at: path)
    case .toggle(let labels):
      let labelled = NumberRange(0...1, scalePoints: labels).value(labelled: text)
      guard let isOn = TreeValue.flag(text) ?? labelled.map({ $0 > 0 }) else { throw refuse() }
      return .toggle(isOn)
    case .choice, .text, .file: return try checked(.text(text), at: path)
    case .meter, .trigger, .opaque: throw refuse()
    }
  }

  /// A value converted to this kind; numbers are taken for switches, and whole numbers for others,
  /// because some doors know nothing else.
  ///
  /// - Throws: a sentence with the `path` and what it takes.
  package func checked(_ value: TreeValue, at path: String) throws(RigError) -> TreeValue {
    func refuse() -> RigError {
      .data("'\(path)' can't be '\(value.words)': it takes \(allowed).")
    }
    switch (self, value) {
    case (.level(let range, let allowsSilence), .number(let level)):
      let isSilence = allowsSilence && level == -.infinity
      guard isSilence || NumberRange(range).allows(level) else { throw refuse() }
      return value
    case (.number(let range), .number(let number)):
      guard range.allows(number) else { throw refuse() }
      return value
    case (.number(let range), .long(let number)):
      guard range.allows(Double(number)) else { throw refuse() }
      return range.isWhole ? value : .number(Double(number))
    case (.toggle, .toggle): return value
    case (.toggle, .number(let number)) where number == 0 || number == 1:
      return .toggle(number == 1)
    case (.choice(let words), .text(let word)):
      guard words.contains(word) else { throw refuse() }
      return value
    case (.text, .text), (.file, .text): return value
    default: throw refuse()
    }
  }

  /// The value, clamped to the range.
  package func nearest(_ value: TreeValue) -> TreeValue {
    guard let number = value.number, !number.isNaN else { return value }
    switch self {
    case .level(_, let allowsSilence) where allowsSilence && number == -.infinity: return value
    case .level(let range, _): return .number(NumberRange(range).nearest(number))
    case .number(let range):
      let inside = range.nearest(number)
      return inside == number ? value : .number(inside)
    default: return value
    }
  }

  /// The value after a step from `value`, at most to the end of the range.
  ///
  /// - Throws: a sentence, for what has no steps.
  package func step(_ step: Double, from value: TreeValue, at path: String) throws(RigError)
    -> TreeValue
  {
    guard step.isFinite else { throw .data("A step is a finite number.") }
    switch (self, value) {
    case (.level(let range, _), .number(let level)):
      // A step up from silence begins at the lowest level.
      let start = max(level, range.lowerBound)
      return .number(min(max(start + step, range.lowerBound), range.upperBound))
    case (.number(let range), _):
      guard let number = value.number else { break }
      let next = range.clamp(number + step)
      return range.isWhole ? TreeValue(whole: Int64(clamping: next)) : .number(next)
    default: break
    }
    throw .data("'\(path)' has no steps: it takes \(allowed).")
  }
}

extension Int64 {
  /// The whole number nearest to `number`.
  fileprivate init(clamping number: Double) {
    self = Int64(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
  }
}

extension Substring {
  /// Without the spaces at its end.
  fileprivate var trimmed: Substring {
    var rest = self
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
