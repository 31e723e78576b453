// SPDX-License-Identifier: Apache-2.0
// Functions for every sample: made of what SIMD units have, without a call.

internal import CPlugin

/// libm, for what is worked out when a control changes.
///
/// > Threading: Realtime.
package enum Libm {
  /// The tangent, of radians.
  @_noLocks
  package static func tan(_ value: Float) -> Float {
    // RT-ASSUMED: libm computes, and does nothing else.
    unsafe _unsafePerformance { CPlugin.tanf(value) }
  }

  /// 10 to the power of `value`.
  @_noLocks
  package static func power(_ base: Double, _ exponent: Double) -> Double {
    // RT-ASSUMED: libm computes, and does nothing else.
    unsafe _unsafePerformance { CPlugin.pow(base, exponent) }
  }

  /// The natural logarithm.
  @_noLocks
  package static func log(_ value: Double) -> Double {
    // RT-ASSUMED: libm computes, and does nothing else.
    unsafe _unsafePerformance { CPlugin.log(value) }
  }

  /// e to the power of `value`.
  @_noLocks
  package static func exp(_ value: Double) -> Double {
    // RT-ASSUMED: libm computes, and does nothing else.
    unsafe _unsafePerformance { CPlugin.exp(value) }
  }

  /// The next whole number that is no less.
  @_noLocks
  package static func roundUp(_ value: Double) -> Double {
    // RT-ASSUMED: libm computes, and does nothing else.
    unsafe _unsafePerformance { CPlugin.ceil(value) }
  }

  /// The square root.
  @_noLocks
  package static func squareRoot(_ value: Double) -> Double {
    // RT-ASSUMED: libm computes, and does nothing else.
    unsafe _unsafePerformance { CPlugin.sqrt(value) }
  }

  /// The sine, of radians.
  @_noLocks
  package static func sin(_ value: Double) -> Double {
    // RT-ASSUMED: libm computes, and does nothing else.
    unsafe _unsafePerformance { CPlugin.sin(value) }
  }

  /// The cosine, of radians.
  @_noLocks
  package static func cos(_ value: Double) -> Double {
    // RT-ASSUMED: libm computes, and does nothing else.
    unsafe _unsafePerformance { CPlugin.cos(value) }
  }
}

/// Approximations for audio rate.
///
/// > Threading: Realtime.
package enum Fast {
  /// 2 to the power of `value`, within 4e-7 of it; `value` from -126 to 126.
  ///
  /// Source: the exponent is the whole part; a polynomial (Chebyshev nodes on ±1/2) makes the rest.
  @inline(__always)
  @_noLocks
  package static func exp2(_ value: Float) -> Float {
    let clamped = min(max(value, -126), 126)
    // So large a number has no room for a fraction.
    let shifted = clamped + 12_582_912
    let whole = shifted - 12_582_912
    let x = clamped - whole
    var sum: Float = 0.000_154_03
    sum = sum * x + 0.001_339_887
    sum = sum * x + 0.009_618_129
    sum = sum * x + 0.055_503_324
    sum = sum * x + 0.240_226_507
    sum = sum * x + 0.693_147_18
    sum = sum * x + 1
    // The whole part is in the lowest bits already; a conversion that may trap would prevent SIMD.
    let scale = Float(bitPattern: (shifted.bitPattern &+ 127) &<< 23)
    return sum * scale
  }

  /// The logarithm to the base 2 of a positive normal number, within 2e-6.
  ///
  /// Source: atanh series of (m - 1) / (m + 1), with the mantissa m between 1/√2 and √2.
  @inline(__always)
  @_noLocks
  package static func log2(_ value: Float) -> Float {
    let bits = value.bitPattern
    // The bits of 1/√2: what is above has an exponent one higher.
    let offset = bits &- 0x3f35_04f3
    let exponent = Int32(bitPattern: offset) &>> 23
    let mantissa = Float(bitPattern: (offset & 0x007f_ffff) &+ 0x3f35_04f3)
    let x = (mantissa - 1) / (mantissa + 1)
    let square = x * x
    var sum: Float = 0.320_598_98
    sum = sum * square + 0.412_198_58
    sum = sum * square + 0.577_078_02
    sum = sum * square + 0.961_796_69
    sum = sum * square + 2.885_390_08
    return sum * x + Float(exponent)
  }
}

/// Decibels.
///
/// > Threading: Realtime.
package enum Decibels {
  /// 20 / log2(10): decibels of each doubling.
  package static var perOctave: Float { @_noLocks get { 6.020_599_913 } }

  /// The factor of a level in dB, by libm.
  @_noLocks
  package static func gain(_ level: Float) -> Float {
    Float(Libm.power(10, Double(level) / 20))
  }

  /// The level of a factor in dB, by libm; -200 dB at least.
  @_noLocks
  package static func level(_ gain: Float) -> Float {
    gain > 1e-10 ? Float(Libm.log(Double(gain)) * 8.685_889_638_065_035) : -200
  }
}
