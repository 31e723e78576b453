// SPDX-License-Identifier: Apache-2.0
// From the way of a control to a value, and back.

import ControlTree
import RigModel

/// The values along the way of a control, which goes from 0 to 1.
struct ValueWay: Sendable {
  private enum Course: Sendable {
    /// The part of a law between two of its places.
    case law(ControlLaw, from: Double, to: Double)
    case words([String])
  }

  private let low: Double
  private let high: Double
  /// All that the value can be.
  private let bounds: ClosedRange<Double>
  private let isWhole: Bool
  /// Whether silence is below the lowest level.
  private let endsInSilence: Bool
  private let course: Course

  /// The way that a binding wants for a value; `nil` for one without a way, such as a text.
  init?(_ kind: ValueKind, _ binding: MIDIBinding) {
    switch kind {
    case .level(let bounds, let allowsSilence):
      let low = binding.range?.lowerBound ?? (allowsSilence ? -.infinity : bounds.lowerBound)
      endsInSilence = low == -.infinity
      self.low = min(max(low, bounds.lowerBound), bounds.upperBound)
      high = min(binding.range?.upperBound ?? bounds.upperBound, bounds.upperBound)
      isWhole = false
    case .number(let range):
      let low = max(binding.range?.lowerBound ?? -.infinity, range.bounds.lowerBound)
      let high = min(binding.range?.upperBound ?? .infinity, range.bounds.upperBound)
      guard low.isFinite, high.isFinite, low <= high else { return nil }
      (self.low, self.high, isWhole, endsInSilence) = (low, high, range.isWhole, false)
    case .choice(let words):
      guard !words.isEmpty else { return nil }
      (low, high, isWhole, endsInSilence) = (0, Double(words.count - 1), true, false)
    case .toggle, .text, .file, .meter, .trigger, .opaque: return nil
    }
    guard low < high || low == high && isWhole else { return nil }
    if case .choice(let words) = kind {
      (bounds, course) = (low...high, .words(words))
      return
    }
    let law = Self.law(of: kind, binding.curve)
    // A law through points has its own range, of which the binding has a part; others are of the
    // binding's.
    let whole = if case .points = law { kind.bounds ?? low...high } else { low...high }
    let (from, to) = (law.place(of: low, in: whole), law.place(of: high, in: whole))
    bounds = from < to ? whole : low...high
    course = from < to ? .law(law, from: from, to: to) : .law(.linear, from: 0, to: 1)
  }

  /// How a value goes: as the preset says, or as the value itself says.
  private static func law(of kind: ValueKind, _ curve: MIDIBinding.Curve?) -> ControlLaw {
    if case .level = kind, curve == .logarithmic { return kind.law }
    return curve?.law ?? kind.law
  }

  /// Whether the middle of a control is to be exactly 0: where 0 is in the middle of the way.
  private var isCentred: Bool {
    guard case .law(let law, let from, let to) = course, low < 0, high > 0 else { return false }
    let zero = (law.place(of: 0, in: bounds) - from) / (to - from)
    return (zero - 0.5).magnitude < 1e-9
  }

  // MARK: Positions and values

  /// The value at a place.
  func value(at position: Double) -> TreeValue {
    let position = min(max(position, 0), 1)
    if endsInSilence, position == 0 { return .number(-.infinity) }
    let number =
      switch course {
      case .law(let law, let from, let to): law.value(at: from + position * (to - from), in: bounds)
      case .words(let words): (position * Double(words.count - 1)).rounded()
      }
    let inside = position == 1 ? high : position == 0 ? low : min(max(number, low), high)
    if case .words(let words) = course { return .text(words[Int(exactly: inside.rounded()) ?? 0]) }
    return .number(isWhole ? inside.rounded() : inside)
  }

  /// Where a value is; `nil` for one that has no place, such as a name.
  func position(of value: TreeValue) -> Double? {
    switch course {
    case .words(let words):
      guard case .text(let word) = value, let index = words.firstIndex(of: word) else { return nil }
      return words.count > 1 ? Double(index) / Double(words.count - 1) : 0
    case .law(let law, let from, let to):
      guard let number = value.number, !number.isNaN else { return nil }
      if endsInSilence, number == -.infinity { return 0 }
      let inside = min(max(number, low), high)
      let position = (law.place(of: inside, in: bounds) - from) / (to - from)
      return position.isFinite ? min(max(position, 0), 1) : 0
    }
  }

  // MARK: Positions and what controllers send

  /// The place that a controller means; the middle of a way round 0 is exactly there.
  func position(of value: Int, highest: Int) -> Double {
    let middle = (highest + 1) / 2
    guard isCentred else { return Double(value) / Double(highest) }
    return value <= middle
      ? Double(value) / Double(2 * middle)
      : 0.5 + Double(value - middle) / Double(2 * (highest - middle))
  }

  /// What a controller is to show for a place.
  func shown(at position: Double, highest: Int) -> Int {
    let middle = (highest + 1) / 2
    let shown =
      !isCentred
      ? position * Double(highest)
      : position <= 0.5
        ? position * Double(2 * middle)
        : Double(middle) + (position - 0.5) * Double(2 * (highest - middle))
    return min(max(Int(exactly: shown.rounded()) ?? 0, 0), highest)
  }
}

extension MIDIBinding.Curve {
  /// The way that a preset asks for by its name.
  fileprivate var law: ControlLaw {
    switch self {
    case .linear: .linear
    case .fader: .fader
    case .logarithmic: .logarithmic
    }
  }
}
