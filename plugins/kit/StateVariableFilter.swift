// SPDX-License-Identifier: Apache-2.0
// Filters whose frequency may be turned at audio rate.

/// A second-order filter for four channels at once; low-pass, band-pass and high-pass of the same
/// poles.
///
/// Source: A. Simper, "Linear Trapezoidal Integrated State Variable Filter"; the integrators are
/// trapezoids, so the states mean the same whatever the frequency.
///
/// > Threading: Realtime.
package struct StateVariableFilter {
  private var first = SIMD4<Float>(repeating: 0)
  private var second = SIMD4<Float>(repeating: 0)

  /// A filter at rest.
  package init() {}

  /// Forgets what it has heard.
  @_noLocks
  package mutating func reset() {
    first = SIMD4<Float>(repeating: 0)
    second = SIMD4<Float>(repeating: 0)
  }

  /// Takes one frame; high-pass is `input - damping · band - low`.
  @inline(__always)
  @_noLocks
  package mutating func next(
    _ input: SIMD4<Float>,
    _ poles: FilterPoles
  ) -> (band: SIMD4<Float>, low: SIMD4<Float>) {
    let rest = input - second
    let band = first * poles.a1 + rest * poles.a2
    let low = second + first * poles.a2 + rest * poles.a3
    first = band + band - first
    second = low + low - second
    return (band, low)
  }
}

/// Where the poles of a state variable filter are.
///
/// > Threading: Realtime.
package struct FilterPoles {
  /// 1 / Q.
  package let damping: Float
  fileprivate let a1: Float
  fileprivate let a2: Float
  fileprivate let a3: Float

  /// The poles for `g`, the tangent of π times frequency over sample rate, and `damping`, one over
  /// the quality.
  @inline(__always)
  @_noLocks
  package init(g: Float, damping: Float) {
    self.damping = damping
    a1 = 1 / (1 + g * (g + damping))
    a2 = g * a1
    a3 = g * a2
  }

  /// The poles for a frequency in Hz, kept between 1 Hz and 0.49 of the sample rate.
  @_noLocks
  package init(hertz: Float, rate: Float, damping: Float) {
    self.init(g: FilterPoles.g(hertz: hertz, rate: rate), damping: damping)
  }

  /// The tangent of π times frequency over sample rate.
  @_noLocks
  package static func g(hertz: Float, rate: Float) -> Float {
    Libm.tan(.pi * min(max(hertz, 1), 0.49 * rate) / rate)
  }

  /// The logarithm to the base 2 of `g`: octaves, but for the highest ones.
  @_noLocks
  package static func log2g(hertz: Float, rate: Float) -> Float {
    Float(Libm.log(Double(g(hertz: hertz, rate: rate))) * 1.442_695_040_888_963_4)
  }
}
