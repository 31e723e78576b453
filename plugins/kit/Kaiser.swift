// SPDX-License-Identifier: Apache-2.0
// Taps of FIR filters, worked out when a plugin is instantiated.

/// Low-pass taps for all that interpolates: a sinc in a Kaiser window.
///
/// A larger `beta` lets less through of what is to be taken away, at the price of a wider
/// transition.
///
/// > Threading: Control.
package enum Kaiser {
  /// sin(πt) / πt, in a window that ends `half` frames on either side.
  package static func sinc(_ time: Double, half: Double, beta: Double) -> Double {
    let angle = Double.pi * time
    let sinc = abs(time) < 1e-9 ? 1 : Libm.sin(angle) / angle
    let part = time / half
    guard abs(part) < 1 else { return 0 }
    return sinc * bessel(beta * Libm.squareRoot(1 - part * part)) / bessel(beta)
  }

  /// The modified Bessel function of the first kind and order 0, by its series.
  private static func bessel(_ value: Double) -> Double {
    var (sum, term, index) = (1.0, 1.0, 1.0)
    while term > 1e-18 * sum {
      let factor = value / 2 / index
      term *= factor * factor
      sum += term
      index += 1
    }
    return sum
  }
}
