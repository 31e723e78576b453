// SPDX-License-Identifier: Apache-2.0
// What frequencies a signal, or an answer to an impulse, is made of.

internal import Glibc

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
    Spectrum.transform(&real, &imaginary)
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

  /// An iterative radix-2 transform in place.
  package static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let size = real.count
    var mirrored = 0
    for index in 1..<max(size, 1) {
      var bit = size >> 1
      while mirrored & bit != 0 {
        mirrored ^= bit
        bit >>= 1
      }
      mirrored |= bit
      if index < mirrored {
        real.swapAt(index, mirrored)
        imaginary.swapAt(index, mirrored)
      }
    }
    var length = 2
    while length <= size {
      let angle = -2 * Double.pi / Double(length)
      for offset in 0..<length / 2 {
        let (cosine, sine) = (cos(angle * Double(offset)), sin(angle * Double(offset)))
        for start in stride(from: 0, to: size, by: length) {
          let (low, high) = (start + offset, start + offset + length / 2)
          let r = real[high] * cosine - imaginary[high] * sine
          let i = real[high] * sine + imaginary[high] * cosine
          real[high] = real[low] - r
          imaginary[high] = imaginary[low] - i
          real[low] += r
          imaginary[low] += i
        }
      }
      length *= 2
    }
  }
}
