// SPDX-License-Identifier: Apache-2.0
// Test signals, and what is to be known of signals.

internal import Glibc

/// Signals that a measurement sends through a plugin.
package enum Signal {
  /// A sine of `frames` frames; `amplitude` is its peak, `phase` in radians.
  package static func sine(
    _ hertz: Double,
    rate: Double = 48_000,
    frames: Int,
    amplitude: Double = 1,
    phase: Double = 0
  ) -> [Float] {
    (0..<frames).map {
      Float(amplitude * sin(2 * .pi * hertz * Double($0) / rate + phase))
    }
  }

  /// Silence but for one sample.
  package static func impulse(at frame: Int = 0, frames: Int, amplitude: Float = 1) -> [Float] {
    var samples = [Float](repeating: 0, count: frames)
    samples[frame] = amplitude
    return samples
  }

  /// White noise between -`amplitude` and `amplitude`, the same for the same seed.
  package static func noise(_ seed: UInt64, frames: Int, amplitude: Float = 1) -> [Float] {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    return (0..<frames).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return amplitude * (Float(state >> 40) / Float(1 << 23) - 1)
    }
  }
}

extension [Float] {
  /// The largest sample, without its sign.
  package var peak: Float { reduce(0) { Swift.max($0, abs($1)) } }

  /// The root of the mean square.
  package var rms: Double {
    (reduce(0.0) { $0 + Double($1) * Double($1) } / Double(Swift.max(count, 1))).squareRoot()
  }

  /// The largest step from one sample to the next.
  package var largestStep: Float {
    zip(self, dropFirst()).reduce(0) { Swift.max($0, abs($1.1 - $1.0)) }
  }

  /// The largest difference to `other`, sample by sample.
  package func difference(to other: [Float]) -> Float {
    zip(self, other).reduce(0) { Swift.max($0, abs($1.0 - $1.1)) }
  }

  /// Whether each sample is a number.
  package var isFinite: Bool { allSatisfy(\.isFinite) }

  /// Amplitude and phase (radians) of the part that has this frequency; take whole periods.
  package func component(_ hertz: Double, rate: Double = 48_000) -> (Double, phase: Double) {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in enumerated() {
      let angle = 2 * Double.pi * hertz * Double(index) / rate
      real += Double(sample) * cos(angle)
      imaginary -= Double(sample) * sin(angle)
    }
    let scale = 2 / Double(Swift.max(count, 1))
    return (hypot(real, imaginary) * scale, atan2(imaginary, real))
  }
}

/// A number to the power of another.
package func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// Levels in dB.
package func decibels(_ factor: Double) -> Double { 20 * log10(Swift.max(factor, 1e-20)) }
