// SPDX-License-Identifier: Apache-2.0
// A picture of a measurement.

/// Curves over one axis.
package struct Figure {
  /// One line of a figure.
  package struct Curve {
    let label: String
    let points: [(x: Double, y: Double)]

    /// Makes a curve of its points, from left to right.
    package init(_ label: String, _ points: [(x: Double, y: Double)]) {
      self.label = label
      self.points = points
    }
  }

  /// An axis: what is on it, from where to where, and where its lines are.
  package struct Axis {
    let label: String
    let range: ClosedRange<Double>
    let marks: [Double]
    let isLogarithmic: Bool

    /// Makes an axis with a line at each of `marks`.
    package init(
      _ label: String,
      _ range: ClosedRange<Double>,
      marks: [Double],
      isLogarithmic: Bool = false
    ) {
      self.label = label
      self.range = range
      self.marks = marks
      self.isLogarithmic = isLogarithmic
    }

    /// Frequencies that are heard.
    package static let frequency = Axis(
      "Hz",
      20...20_000,
      marks: [20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000],
      isLogarithmic: true
    )

    /// Levels, with a line each `step`.
    package static func level(
      _ range: ClosedRange<Double>,
      _ label: String = "dB",
      step: Double
    ) -> Axis {
      let marks = stride(from: range.lowerBound, through: range.upperBound, by: step)
      return Axis(label, range, marks: Array(marks))
    }

    /// Times in milliseconds, with a line each `step`.
    package static func time(_ range: ClosedRange<Double>, step: Double) -> Axis {
      level(range, "ms", step: step)
    }

    /// Where a value is, from 0 to 1.
    func place(_ value: Double) -> Double {
      let (low, high) = (range.lowerBound, range.upperBound)
      guard isLogarithmic else { return (value - low) / (high - low) }
      return decades(value / low) / decades(high / low)
    }
  }

  let title: String
  let x: Axis
  let y: Axis
  let curves: [Curve]

  /// Makes a figure; its title is a sentence without a stop.
  package init(_ title: String, x: Axis, y: Axis, curves: [Curve]) {
    self.title = title
    self.x = x
    self.y = y
    self.curves = curves
  }
}
