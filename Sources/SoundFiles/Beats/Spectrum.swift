// SPDX-License-Identifier: Apache-2.0
// How much of each frequency there is in a row of numbers.

internal import Loudness
internal import Quantities

/// The power of the frequencies of a signal.
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
    FourierTransform.run(&real, &imaginary)
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
}
