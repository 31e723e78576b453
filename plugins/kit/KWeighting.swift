// SPDX-License-Identifier: Apache-2.0
// How loud a frequency is to the ear: the two filters of ITU-R BS.1770.

/// The K-weighting of two channels.
///
/// Source: ITU-R BS.1770-4, annex 1, gives the filters for 48 kHz only. Their analogue prototypes
/// are known (B. De Man, "Evaluation of implementations of the EBU R128 loudness measurement"): a
/// shelf of 4 dB from 1.7 kHz on, and a high-pass at 38 Hz. The bilinear transform makes of them,
/// at 48 kHz, the standard's numbers, and at any other rate the same sound.
///
/// > Threading: Realtime.
package struct KWeighting {
  private let shelf: Section
  private let highPass: Section
  private var shelfState = (SIMD2<Double>(), SIMD2<Double>())
  private var highPassState = (SIMD2<Double>(), SIMD2<Double>())

  private struct Section {
    let b0, b1, b2, a1, a2: Double
  }

  /// The filters for a sample rate, at rest.
  package init(rate: Double) {
    let k = KWeighting.tangent(1_681.974_450_955_533, rate)
    let quality = 0.707_175_236_955_419_6
    let high = Libm.power(10, 3.999_843_853_973_347 / 20)
    let middle = Libm.power(high, 0.499_666_774_154_541_6)
    let a0 = 1 + k / quality + k * k
    shelf = Section(
      b0: (high + middle * k / quality + k * k) / a0,
      b1: 2 * (k * k - high) / a0,
      b2: (high - middle * k / quality + k * k) / a0,
      a1: 2 * (k * k - 1) / a0,
      a2: (1 - k / quality + k * k) / a0
    )
    let low = KWeighting.highPass(rate)
    // The standard's numerator is 1, -2, 1 at 48 kHz: 0.04 dB more than a high-pass has. So at all
    // rates.
    let gain = KWeighting.highPass(48_000).a0 / low.a0
    highPass = Section(
      b0: gain,
      b1: -2 * gain,
      b2: gain,
      a1: 2 * (low.k * low.k - 1) / low.a0,
      a2: (2 + 2 * low.k * low.k - low.a0) / low.a0
    )
  }

  private static func highPass(_ rate: Double) -> (k: Double, a0: Double) {
    let k = tangent(38.135_470_876_024_44, rate)
    return (k, 1 + k / 0.500_327_037_323_877_3 + k * k)
  }

  private static func tangent(_ hertz: Double, _ rate: Double) -> Double {
    let angle = Double.pi * hertz / rate
    return Libm.sin(angle) / Libm.cos(angle)
  }

  /// Forgets what it has heard.
  @_noLocks
  package mutating func reset() {
    shelfState = (SIMD2<Double>(), SIMD2<Double>())
    highPassState = (SIMD2<Double>(), SIMD2<Double>())
  }

  /// Whether silence would give silence, so that it need not be filtered.
  package var isAtRest: Bool {
    @_noLocks get {
      let zero = SIMD2<Double>()
      return shelfState.0 == zero && shelfState.1 == zero
        && highPassState.0 == zero && highPassState.1 == zero
    }
  }

  /// Takes one frame.
  @inline(__always)
  @_noLocks
  package mutating func next(_ input: SIMD2<Double>) -> SIMD2<Double> {
    let bright = shelf.b0 * input + shelfState.0
    shelfState.0 = (shelf.b1 * input + shelfState.1) - shelf.a1 * bright
    shelfState.1 = shelf.b2 * input - shelf.a2 * bright
    let output = highPass.b0 * bright + highPassState.0
    highPassState.0 = (highPass.b1 * bright + highPassState.1) - highPass.a1 * output
    highPassState.1 = highPass.b2 * bright - highPass.a2 * output
    return output
  }

  /// Takes frames of two channels, and adds up the squares of what becomes of them.
  @_noLocks
  package mutating func energies(
    _ first: Samples,
    _ second: Samples,
    _ frames: Int
  ) -> SIMD2<Double> {
    var (weighting, sums) = (self, SIMD2<Double>())
    for index in 0..<frames {
      let output = weighting.next(SIMD2(Double(first[index]), Double(second[index])))
      sums += output * output
    }
    self = weighting
    return sums
  }
}

/// Loudness in LUFS.
///
/// > Threading: Realtime.
package enum Loudness {
  /// The loudness of a K-weighted mean square, summed over the channels; -120 at least.
  @_noLocks
  package static func level(_ energy: Double) -> Double {
    energy > 1e-12 ? max(-120, Libm.log(energy) * 4.342_944_819_032_518 - 0.691) : -120
  }
}
