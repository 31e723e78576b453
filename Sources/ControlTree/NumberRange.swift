// SPDX-License-Identifier: Apache-2.0
// The range of a number of the tree, and the names of some values.

import Suggestions

/// A value that has a name.
package struct ScalePoint: Hashable, Sendable {
  /// The name.
  package var label: String
  /// The value.
  package var value: Double

  /// Names a value.
  package init(label: String, value: Double) {
    (self.label, self.value) = (label, value)
  }
}

/// The range of a number.
package struct NumberRange: Hashable, Sendable {
  /// The minimum and the maximum, which may be infinite.
  package var bounds: ClosedRange<Double>
  /// Whether it has no fraction.
  package var isWhole: Bool
  /// The symbol of the unit, such as "Hz".
  package var unit: String?
  /// Values with names; they may lie outside of the bounds.
  package var scalePoints: [ScalePoint]
  /// The scale of a knob for it; linear by default.
  package var law: ControlLaw

  /// Describes a range.
  package init(
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
  package var words: String {
    let (least, most) = (bounds.lowerBound, bounds.upperBound)
    let isAny = least == -.infinity && most == .infinity
    let numbers =
      isAny
      ? "any \(isWhole ? "whole " : "")number"
      : "\(TreeValue.words(least)) to \(TreeValue.words(most))\(isWhole ? ", whole" : "")"
    return withLabels(numbers + (unit.map { " \($0)" } ?? ""))
  }

  /// Words for the range, with the names of values added.
  func withLabels(_ words: String) -> String {
    scalePoints.isEmpty ? words : "\(words), or \(Suggestion.list(scalePoints.map(\.label)))"
  }

  /// Whether `number` is allowed; a value with a name always is.
  ///
  /// Bounds are often 32-bit floats, so a number that rounds to a bound is allowed.
  package func allows(_ number: Double) -> Bool {
    let isInside = bounds.contains(number) || bounds.contains(Double(Float(number)))
    let isGood = Float(number).isFinite && isInside && (!isWhole || number == number.rounded())
    return isGood || scalePoints.contains { Float($0.value) == Float(number) }
  }

  /// The value with a name; upper and lower case may differ where the name is unambiguous.
  package func value(labelled word: String) -> Double? {
    let alike = scalePoints.filter { $0.label.lowercased() == word.lowercased() }
    return (alike.first { $0.label == word } ?? (alike.count == 1 ? alike[0] : nil))?.value
  }

  /// The name of a number, where it has one.
  package func label(of number: Double) -> String? {
    scalePoints.first { Float($0.value) == Float(number) }?.label
  }

  /// The nearest allowed number, for steps that lead out of the range.
  func clamp(_ number: Double) -> Double {
    let inside = min(max(number, bounds.lowerBound), bounds.upperBound)
    return isWhole ? inside.rounded() : inside
  }

  /// The nearest allowed number; one that is allowed stays as it is.
  func nearest(_ number: Double) -> Double {
    allows(number) ? number : min(max(number, bounds.lowerBound), bounds.upperBound)
  }
}
