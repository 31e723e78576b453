// SPDX-License-Identifier: Apache-2.0
// How much of each frequency there is in a row of numbers.

internal import Glibc
internal import Quantities

/// The power of the frequencies of a signal, by the fast Fourier transform of Cooley and Tukey
/// (1965).
struct Spectrum {
  /// The power of each step from 0 up to half of the signal's rate.
  let powers: [Double]
  /// How many steps a turn for each number of the signal has.
  let size: Int

  /// Looks at a signal, in steps that are at least `finer` times as fine as it is long.
  init(of signal: [Double], finer: Int = 2) {
    var size = 2
    while size < signal.count * finer { size *= 2 }
    self.size = size
    var real = signal + [Double](repeating: 0, count: size - signal.count)
    var imaginary = [Double](repeating: 0, count: size)
    Self.transform(&real, &imaginary)
    powers = (0..<(size / 2)).map { real[$0] * real[$0] + imaginary[$0] * imaginary[$0] }
  }

  /// The power at a frequency, in turns for each number of the signal.
  func power(at frequency: Double) -> Double {
    let place = frequency * Double(size)
    guard place >= 0, place < Double(powers.count - 1) else { return 0 }
    let index = Int(clamping: place)
    let share = place - Double(index)
    return powers[index] + share * (powers[index + 1] - powers[index])
  }

  private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let count = real.count
    var target = 0
    for index in 1..<count {
      var bit = count >> 1
      while target & bit != 0 {
        target ^= bit
        bit >>= 1
      }
      target |= bit
      if index < target {
        real.swapAt(index, target)
        imaginary.swapAt(index, target)
      }
    }
    var length = 2
    while length <= count {
      let angle = -2 * Double.pi / Double(length)
      let half = length / 2
      let turns = (0..<half).map { (cos(angle * Double($0)), sin(angle * Double($0))) }
      for start in stride(from: 0, to: count, by: length) {
        for index in 0..<half {
          let (low, high) = (start + index, start + index + half)
          let (c, s) = turns[index]
          let (a, b) = (real[high] * c - imaginary[high] * s, real[high] * s + imaginary[high] * c)
          (real[high], imaginary[high]) = (real[low] - a, imaginary[low] - b)
          (real[low], imaginary[low]) = (real[low] + a, imaginary[low] + b)
        }
      }
      length *= 2
    }
  }
}
