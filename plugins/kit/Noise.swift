// SPDX-License-Identifier: Apache-2.0
// Noise that is the same each time.

/// White noise: numbers between -1 and 1, each as likely as any other.
///
/// Source: G. Marsaglia, "Xorshift RNGs", with S. Vigna's multiplication at the end.
///
/// > Threading: Realtime.
package struct WhiteNoise {
  private var state: UInt64

  /// The noise of a seed; each seed has another one.
  @_noLocks
  package init(seed: UInt64) {
    // splitmix64: seeds that are next to each other must not sound alike.
    var mixed = (seed &+ 1) &* 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ mixed &>> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed &>> 27) &* 0x94d0_49bb_1331_11eb
    state = (mixed ^ mixed &>> 31) | 1
  }

  /// The next number; the mean of all is 0, that of their squares a third.
  @inline(__always)
  @_noLocks
  package mutating func next() -> Float {
    state ^= state &>> 12
    state ^= state &<< 25
    state ^= state &>> 27
    let bits = (state &* 0x2545_f491_4f6c_dd1d) &>> 41
    // 23 bits, and half of a step: as far above zero as below.
    return (Float(Int32(truncatingIfNeeded: bits)) - 4_194_303.5) * (1 / 4_194_304)
  }
}

/// Makes white noise pink: -3 dB per octave from 20 Hz to 20 kHz, at any sample rate.
///
/// Source: poles and zeros that alternate, evenly spaced in octaves, have 3 dB per octave on the
/// average (J. O. Smith, "Spectral Audio Signal Processing"). The poles are apart, one in each
/// lane, by partial fractions; the last zero makes up for what is missing next to half of the
/// sample rate.
///
/// > Threading: Realtime; `init` Control.
package struct PinkFilter {
  private let poles: SIMD8<Float>
  private let gains: SIMD8<Float>
  private let direct: Float
  private var state = SIMD8<Float>()

  /// The filter for a sample rate, at rest; the RMS of what it makes of `WhiteNoise` is 1.
  package init(rate: Double) {
    let (lowest, highest) = (5.0, min(rate / 2, 60_000))
    let ratio = Libm.power(highest / lowest, 1 / 7.5)
    func place(_ position: Double) -> Double {
      Libm.exp(-2 * .pi * lowest * Libm.power(ratio, position) / rate)
    }
    var (poles, zeros) = (SIMD8<Double>(), SIMD8<Double>())
    for index in 0..<8 {
      poles[index] = place(Double(index))
      zeros[index] = place(Double(index) + 0.5)
    }
    // The more it is, the louder are high frequencies.
    var (low, high) = (-0.99, 0.99)
    let top = min(20_000, 0.42 * rate)
    for _ in 0..<50 {
      zeros[7] = (low + high) / 2
      let slope =
        PinkFilter.power(poles, zeros, top / rate) * top
        / (PinkFilter.power(poles, zeros, 1_000 / rate) * 1_000)
      if slope > 1 { high = zeros[7] } else { low = zeros[7] }
    }
    var (gains, direct) = (SIMD8<Double>(repeating: 1), 1.0)
    for index in 0..<8 {
      direct *= zeros[index] / poles[index]
      for other in 0..<8 {
        gains[index] *= 1 - zeros[other] / poles[index]
        if other != index { gains[index] /= 1 - poles[other] / poles[index] }
      }
    }
    // The energy of the answer to an impulse: its first sample, and pairs of geometric series.
    let first = direct + gains.sum()
    var energy = first * first
    for one in 0..<8 {
      for other in 0..<8 {
        let product = poles[one] * poles[other]
        energy += gains[one] * gains[other] * product / (1 - product)
      }
    }
    let scale = Libm.squareRoot(3 / energy)
    self.poles = SIMD8<Float>(poles)
    self.gains = SIMD8<Float>(gains * scale)
    self.direct = Float(direct * scale)
  }

  /// What is left of the power of a frequency, as a share of the sample rate.
  private static func power(
    _ poles: SIMD8<Double>,
    _ zeros: SIMD8<Double>,
    _ frequency: Double
  ) -> Double {
    let cosine = 2 * Libm.cos(2 * .pi * frequency)
    var power = 1.0
    for index in 0..<8 {
      power *= 1 + zeros[index] * (zeros[index] - cosine)
      power /= 1 + poles[index] * (poles[index] - cosine)
    }
    return power
  }

  /// Forgets what it has heard.
  @_noLocks
  package mutating func reset() { state = SIMD8<Float>() }

  /// Takes one sample.
  @inline(__always)
  @_noLocks
  package mutating func next(_ input: Float) -> Float {
    state = state * poles + input
    let eight = state * gains
    let four = eight.lowHalf + eight.highHalf
    let two = four.lowHalf + four.highHalf
    return two[0] + two[1] + direct * input
  }
}
