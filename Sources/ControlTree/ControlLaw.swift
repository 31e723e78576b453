// SPDX-License-Identifier: Apache-2.0
// The scale of a knob or fader: the same for the web mixer, OSC and MIDI.

import Glibc

/// The scale of a control from 0, its lower or left end, to 1.
package enum ControlLaw: Hashable, Sendable {
  /// Equal distances are equal differences.
  case linear
  /// Equal distances are equal factors, for frequencies and times; for ranges that begin above 0.
  case logarithmic
  /// Linear between points, both of whose coordinates ascend; the first is at 0, the last at 1.
  case points([Point])

  /// A value and its place.
  package struct Point: Hashable, Sendable {
    /// From 0 to 1.
    package var place: Double
    /// The value, in its unit.
    package var value: Double

    /// Makes a point of a place and a value.
    package init(_ place: Double, _ value: Double) { (self.place, self.value) = (place, value) }
  }

  /// The scale of mixing desks: three quarters up is 0 dB, the top +12; the lower end is silence.
  package static let fader = Self.points([
    Point(0, -90), Point(0.0625, -60), Point(0.25, -30), Point(0.5, -10), Point(0.75, 0),
    Point(1, 12),
  ])

  /// The scale of a gain knob: 0 dB in its centre, and no silence.
  package static let trim = Self.points([
    Point(0, -90), Point(0.15, -24), Point(0.5, 0), Point(1, 12),
  ])

  /// The law through points; `nil` for fewer than two, and for points that don't ascend all the way
  /// from 0 to 1.
  package init?(through points: [Point]) {
    let isRising = zip(points, points.dropFirst()).allSatisfy {
      $0.place < $1.place && $0.value < $1.value
    }
    guard points.count > 1, isRising, points.first?.place == 0, points.last?.place == 1 else {
      return nil
    }
    self = .points(points)
  }

  /// The value at a place from 0 to 1, of a range; places beyond are clamped.
  package func value(at place: Double, in range: ClosedRange<Double>) -> Double {
    let place = min(max(place, 0), 1)
    let (low, high) = (range.lowerBound, range.upperBound)
    let value =
      switch self {
      case .logarithmic where low > 0: low * pow(high / low, place)
      case .points(let points): Self.along(points, place, \.place, \.value)
      case .linear, .logarithmic: low + place * (high - low)
      }
    return min(max(value, low), high)
  }

  /// The place from 0 to 1 of a value of a range; values beyond are clamped.
  package func place(of value: Double, in range: ClosedRange<Double>) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    let inside = min(max(value, low), high)
    let place =
      switch self {
      case .logarithmic where low > 0: log(inside / low) / log(high / low)
      case .points(let points): Self.along(points, inside, \.value, \.place)
      case .linear, .logarithmic: (inside - low) / (high - low)
      }
    return place.isFinite ? min(max(place, 0), 1) : 0
  }

  private static func along(
    _ points: [Point],
    _ x: Double,
    _ from: KeyPath<Point, Double>,
    _ to: KeyPath<Point, Double>
  ) -> Double {
    guard let first = points.first, let last = points.last else { return x }
    guard x > first[keyPath: from] else { return first[keyPath: to] }
    guard let end = points.firstIndex(where: { x <= $0[keyPath: from] }) else {
      return last[keyPath: to]
    }
    let (low, high) = (points[end - 1], points[end])
    let part = (x - low[keyPath: from]) / (high[keyPath: from] - low[keyPath: from])
    return low[keyPath: to] + part * (high[keyPath: to] - low[keyPath: to])
  }
}
