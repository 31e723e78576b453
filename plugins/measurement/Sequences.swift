// SPDX-License-Identifier: Apache-2.0
// What test signals are made for: deconvolution, autocorrelation, spectra of noise.

internal import Glibc
internal import Loudness

/// An exponential sweep by its formula, with a filter that makes an impulse of it.
package struct SweepAnalysis {
  private let samples: [Double]
  private let rate: Double
  private let start: Double
  private let end: Double

  /// Farina's sweep, with fades of 10 ms, in `Double`.
  package init(from start: Double, to end: Double, seconds: Double, rate: Double = 48_000) {
    (self.start, self.end, self.rate) = (start, end, rate)
    let frames = Int(clamping: Int64((seconds * rate).rounded()))
    let (length, fade) = (log(end / start), Int(clamping: Int64(rate / 100)))
    samples = (0..<frames).map { frame in
      let growth = exp(length * Double(frame) / Double(frames)) - 1
      let phase = 2 * Double.pi * start * Double(frames) / rate / length * growth
      let part = min(1, Double(min(frame, frames - 1 - frame)) / Double(fade))
      return sin(phase) * (0.5 - 0.5 * cos(.pi * part))
    }
  }

  /// The largest difference to `recorded`, which begins with the sweep.
  package func difference(to recorded: [Float], amplitude: Double) -> Double {
    zip(samples, recorded).reduce(0) { max($0, abs($1.0 * amplitude - Double($1.1))) }
  }

  /// What an inverse filter makes of `recorded`; of the sweep itself it makes an impulse at frame
  /// 0.
  ///
  /// It is one over the spectrum of the sweep, in a window with soft edges inside of both ends.
  package func deconvolve(_ recorded: [Float]) -> [Double] {
    var size = 1
    while size < samples.count + recorded.count { size *= 2 }
    func transformed(_ samples: [Double]) -> ([Double], [Double]) {
      var real = samples + [Double](repeating: 0, count: size - samples.count)
      var imaginary = [Double](repeating: 0, count: size)
      FourierTransform.run(&real, &imaginary)
      return (real, imaginary)
    }
    let sweep = transformed(samples)
    var answer = transformed(recorded.map(Double.init))
    for bin in 0..<size {
      let hertz = Double(min(bin, size - bin)) * rate / Double(size)
      let low = edge((hertz - 1.5 * start) / (8 * start))
      let high = edge((0.95 * end - hertz) / (0.3 * end))
      let power = sweep.0[bin] * sweep.0[bin] + sweep.1[bin] * sweep.1[bin]
      let gain = low * high == 0 ? 0 : low * high / power
      let (real, imaginary) = (answer.0[bin], answer.1[bin])
      answer.0[bin] = (real * sweep.0[bin] + imaginary * sweep.1[bin]) * gain
      // Conjugate, so that a forward transform goes back.
      answer.1[bin] = -(imaginary * sweep.0[bin] - real * sweep.1[bin]) * gain
    }
    FourierTransform.run(&answer.0, &answer.1)
    return answer.0.map { $0 / Double(size) }
  }

  /// From 0 to 1, without a kink in the first three derivatives.
  private func edge(_ part: Double) -> Double {
    let x = min(max(part, 0), 1)
    return x * x * x * x * (35 - x * (84 - x * (70 - x * 20)))
  }
}

extension [Float] {
  /// The values that the circular autocorrelation of a sequence of plus and minus one has, but for
  /// no shift at all.
  package var circularAutocorrelations: Set<Int> {
    let words = (count + 63) / 64
    // Bits, twice in a row, so that no shift needs a wrap.
    var bits = [UInt64](repeating: 0, count: 2 * words + 2)
    for index in 0..<2 * count where self[index % count] > 0 {
      bits[index / 64] |= 1 << (index % 64)
    }
    var values: Set<Int> = []
    for shift in 1..<count {
      var differences = 0
      let (word, bit) = (shift / 64, UInt64(shift % 64))
      for index in 0..<words {
        let low = bits[index + word] &>> bit
        let high = bit == 0 ? 0 : bits[index + word + 1] &<< (64 - bit)
        var difference = bits[index] ^ (low | high)
        if index == words - 1, count % 64 != 0 { difference &= 1 << UInt64(count % 64) - 1 }
        differences += difference.nonzeroBitCount
      }
      values.insert(count - 2 * differences)
    }
    return values
  }

  /// The power of each third of an octave from 20 Hz to 20 kHz, by its centre, averaged over pieces
  /// of 65 536 frames.
  package func thirdOctaves(rate: Double = 48_000) -> [(hertz: Double, level: Double)] {
    let size = 65_536
    var powers = [Double](repeating: 0, count: size / 2)
    for first in stride(from: 0, through: count - size, by: size / 2) {
      var real = (0..<size).map {
        Double(self[first + $0]) * (0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(size)))
      }
      var imaginary = [Double](repeating: 0, count: size)
      FourierTransform.run(&real, &imaginary)
      for bin in powers.indices {
        powers[bin] += real[bin] * real[bin] + imaginary[bin] * imaginary[bin]
      }
    }
    return (0...30).map { third in
      let centre = 1_000 * pow(10, Double(third - 17) / 10)
      let width = Double(size) / rate
      let low = Int(clamping: Int64((centre / pow(10, 0.05) * width).rounded(.up)))
      let high = Int(clamping: Int64((centre * pow(10, 0.05) * width).rounded(.down)))
      // The density: bands have a whole number of bins.
      let bins = powers[low...Swift.min(high, size / 2 - 1)]
      let mean = bins.reduce(0, +) / Double(bins.count)
      return (centre, 10 * log10(Swift.max(mean, 1e-300)))
    }
  }
}

extension MeasuredPlugin {
  /// Lets a generator run for `seconds` and compares one second each minute with a sine of `hertz`,
  /// a whole number.
  package func largestErrorOfSine(_ hertz: Int, amplitude: Double, seconds: Int) -> Double {
    let rate = Int(clamping: Int64(rate))
    var largest = 0.0
    for second in 0..<seconds {
      let samples = run([], block: 4_096, frames: rate)[0]
      guard second % 60 == 0 || second == seconds - 1 else { continue }
      for index in 0..<rate {
        let turn = (second * rate + index) * hertz % rate
        let expected = amplitude * sin(2 * .pi * Double(turn) / Double(rate))
        largest = max(largest, abs(Double(samples[index]) - expected))
      }
    }
    return largest
  }
}
