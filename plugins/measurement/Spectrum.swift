// SPDX-License-Identifier: Apache-2.0
// What frequencies a signal, or an answer to an impulse, is made of.

internal import Glibc
internal import Loudness

/// The discrete Fourier transform of a real signal, whose length is a power of two.
package struct Spectrum {
  /// Real and imaginary parts, for the frequencies from 0 on.
  package private(set) var real: [Double]
  package private(set) var imaginary: [Double]
  private let rate: Double
  private let size: Int

  /// Transforms `samples`, with zeros behind them up to the next power of two.
  package init(_ samples: [Float], rate: Double = 48_000) {
    var size = 1
    while size < samples.count { size *= 2 }
    self.size = size
    self.rate = rate
    real = samples.map(Double.init) + [Double](repeating: 0, count: size - samples.count)
    imaginary = [Double](repeating: 0, count: size)
    FourierTransform.run(&real, &imaginary)
  }

  /// The magnitude at the bin next to a frequency.
  package func magnitude(_ hertz: Double) -> Double {
    let bin = min(Int(clamping: Int64((hertz * Double(size) / rate).rounded())), size / 2)
    return hypot(real[bin], imaginary[bin])
  }

  /// The phase at the bin next to a frequency, in radians.
  package func phase(_ hertz: Double) -> Double {
    let bin = min(Int(clamping: Int64((hertz * Double(size) / rate).rounded())), size / 2)
    return atan2(imaginary[bin], real[bin])
  }
}
