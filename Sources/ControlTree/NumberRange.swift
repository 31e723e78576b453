// SPDX-License-Identifier: Apache-2.0
// What a number of the tree may be, and the words that stand for some of them.

import Suggestions

/// A value that has a name.
public struct ScalePoint: Hashable, Sendable {
  /// The name.
  public var label: String
  /// The value.
  public var value: Double

  /// Names a value.
  public init(label: String, value: Double) {
    (self.label, self.value) = (label, value)
  }
}

/// What a number may be.
public struct NumberRange: Hashable, Sendable {
  /// From the least to the most, which may be infinite.
  public var bounds: ClosedRange<Double>
  /// Whether it has no fraction.
  public var isWhole: Bool
  /// The symbol of the unit, such as "Hz".
  public var unit: String?
  /// Values with names; they may lie outside of the bounds.
  public var scalePoints: [ScalePoint]
  /// How a knob for it goes, where that is said; as equal differences otherwise.
  public var law: ControlLaw

  /// Describes a range.
  public init(
    _ bounds: ClosedRange<Double>,
    isWhole: Bool = false,
    unit: String? = nil,
    scalePoints: [ScalePoint] = [],
    law: ControlLaw = .linear
  ) {
    self.law = law
    self.bounds = bounds
    self.isWhole = isWhole
    self.unit = unit
    self.scalePoints = scalePoints
  }

  /// What it takes, in words.
  public var words: String {
    let (least, most) = (bounds.lowerBound, bounds.upperBound)
    let isAny = least == -.infinity && most == .infinity
    let numbers =
      isAny
      ? "any \(isWhole ? "whole " : "")number"
      : "\(TreeValue.words(least)) to \(TreeValue.words(most))\(isWhole ? ", whole" : "")"
    return withLabels(numbers + (unit.map { " \($0)" } ?? ""))
  }

  /// The same words with those that stand for a value.
  func withLabels(_ words: String) -> String {
    scalePoints.isEmpty ? words : "\(words), or \(Suggestion.list(scalePoints.map(\.label)))"
  }

  /// Whether it may be `number`; one with a name may always.
  ///
  /// Bounds are often numbers of 32 bits: what looks like a bound is one.
  public func allows(_ number: Double) -> Bool {
    let isInside = bounds.contains(number) || bounds.contains(Double(Float(number)))
    let isGood = Float(number).isFinite && isInside && (!isWhole || number == number.rounded())
    return isGood || scalePoints.contains { Float($0.value) == Float(number) }
  }

  /// The number that a word stands for, if it is one of the names; letters may be small or capital
  /// where that is clear.
  public func value(labelled word: String) -> Double? {
    let alike = scalePoints.filter { $0.label.lowercased() == word.lowercased() }
    return (alike.first { $0.label == word } ?? (alike.count == 1 ? alike[0] : nil))?.value
  }

  /// The name of a number, where it has one.
  public func label(of number: Double) -> String? {
    scalePoints.first { Float($0.value) == Float(number) }?.label
  }

  /// The number that comes nearest to what is asked for, for steps that lead out of the range.
  func clamp(_ number: Double) -> Double {
    let inside = min(max(number, bounds.lowerBound), bounds.upperBound)
    return isWhole ? inside.rounded() : inside
  }

  /// The same for a number that is no step: one that is allowed stays as it is.
  func nearest(_ number: Double) -> Double {
    allows(number) ? number : min(max(number, bounds.lowerBound), bounds.upperBound)
  }
}
