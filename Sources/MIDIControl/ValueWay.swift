// SPDX-License-Identifier: Apache-2.0
// From the way of a control to a value, and back.

import ControlTree
import Glibc
import Presets

/// The values along the way of a control, which goes from 0 to 1.
struct ValueWay: Sendable {
  private enum Course: Sendable {
    case linear, logarithmic
    /// Between two places of a fader.
    case fader(from: Double, to: Double)
    case words([String])
  }

  private let low: Double
  private let high: Double
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
      course =
        binding.curve == .linear
        ? .linear
        : .fader(from: FaderLaw.position(of: low), to: FaderLaw.position(of: high))
    case .number(let range):
      let low = max(binding.range?.lowerBound ?? -.infinity, range.bounds.lowerBound)
      let high = min(binding.range?.upperBound ?? .infinity, range.bounds.upperBound)
      guard low.isFinite, high.isFinite, low <= high else { return nil }
      (self.low, self.high, isWhole, endsInSilence) = (low, high, range.isWhole, false)
      course = binding.curve == .logarithmic && low > 0 ? .logarithmic : .linear
    case .choice(let words):
      guard !words.isEmpty else { return nil }
      (low, high, isWhole, endsInSilence) = (0, Double(words.count - 1), true, false)
      course = .words(words)
    case .toggle, .text, .file, .meter, .trigger, .opaque: return nil
    }
    guard low < high || isWhole else { return nil }
  }

  /// Whether its middle is 0, so that the middle of a control is to be exactly that.
  private var isCentred: Bool { low == -high }

  // MARK: Positions and values

  /// The value at a place.
  func value(at position: Double) -> TreeValue {
    let position = min(max(position, 0), 1)
    if endsInSilence, position == 0 { return .number(-.infinity) }
    let number =
      switch course {
      case .linear: low + position * (high - low)
      case .logarithmic: low * pow(high / low, position)
      case .fader(let from, let to): FaderLaw.level(at: from + position * (to - from))
      case .words(let words): (position * Double(words.count - 1)).rounded()
      }
    let inside = position == 1 ? high : position == 0 ? low : min(max(number, low), high)
    if case .words(let words) = course { return .text(words[Int(exactly: inside.rounded()) ?? 0]) }
    return .number(isWhole ? inside.rounded() : inside)
  }

  /// Where a value is; `nil` for one that has no place, such as a name.
  func position(of value: TreeValue) -> Double? {
    if case .words(let words) = course {
      guard case .text(let word) = value, let index = words.firstIndex(of: word) else { return nil }
      return words.count > 1 ? Double(index) / Double(words.count - 1) : 0
    }
    guard let number = value.number, !number.isNaN else { return nil }
    if endsInSilence, number == -.infinity { return 0 }
    let inside = min(max(number, low), high)
    let position =
      switch course {
      case .linear: (inside - low) / (high - low)
      case .logarithmic: log(inside / low) / log(high / low)
      case .fader(let from, let to): (FaderLaw.position(of: inside) - from) / (to - from)
      case .words: 0.0
      }
    return position.isFinite ? min(max(position, 0), 1) : 0
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
