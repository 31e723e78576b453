// SPDX-License-Identifier: Apache-2.0
// How far the values of the mixer go.

/// The ranges of values of the mixer, in presets and at all doors.
package enum MixerLimits {
  /// Levels that are not silence, in dB.
  package static let level: ClosedRange<Double> = -90...12
  /// The delay of an output, in milliseconds.
  package static let delayMilliseconds: ClosedRange<Double> = 0...500
}

extension Double {
  /// The number as people write it, without a fraction of zero.
  package var short: String {
    Int(exactly: self).map { abs($0) < 1_000_000_000 ? "\($0)" : description } ?? description
  }
}
