// SPDX-License-Identifier: Apache-2.0
// From a signal to its frequencies.

internal import Glibc

/// The discrete Fourier transform, by the method of Cooley and Tukey (1965).
package enum FourierTransform {
  /// Transforms real and imaginary parts in place; there are as many as a power of two.
  package static func run(_ real: inout [Double], _ imaginary: inout [Double]) {
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
