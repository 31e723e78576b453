// SPDX-License-Identifier: Apache-2.0
// Levels: decibels for people, linear gain for samples.

import Glibc

/// A level on the logarithmic scale; `0` leaves a signal as it is.
package struct Decibels: Hashable, Comparable, Sendable {
  /// The level in dB; `-.infinity` is silence.
  package var value: Float

  /// Makes a level of `value` dB.
  package init(_ value: Float) {
    self.value = value
  }

  /// Makes the level that a linear gain stands for.
  package init(_ gain: LinearGain) {
    value = gain.factor > 0 ? 20 * log10f(gain.factor) : -.infinity
  }

  /// Leaves a signal as it is.
  package static let unity = Decibels(0)

  /// Converts to a linear gain of exactly zero.
  package static let silence = Decibels(-.infinity)

  /// Orders by loudness.
  package static func < (lhs: Decibels, rhs: Decibels) -> Bool {
    lhs.value < rhs.value
  }

  /// Adds two levels: the gains multiply.
  package static func + (lhs: Decibels, rhs: Decibels) -> Decibels {
    Decibels(lhs.value + rhs.value)
  }
}

/// A factor that samples are multiplied by.
package struct LinearGain: Hashable, Sendable {
  /// The factor: 0 is silence, 1 leaves a signal as it is.
  package let factor: Float

  /// Makes a gain of exactly `factor`.
  package init(factor: Float) {
    self.factor = factor
  }

  /// Converts a level; 0 dB gives exactly 1 and silence exactly 0.
  package init(_ level: Decibels) {
    factor = level == .unity ? 1 : powf(10, level.value / 20)
  }

  /// Leaves a signal bit for bit as it is.
  package static let unity = LinearGain(factor: 1)

  /// Exactly zero.
  package static let silence = LinearGain(factor: 0)
}
