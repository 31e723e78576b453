// SPDX-License-Identifier: Apache-2.0
// What makes limiters overshoot.

internal import Glibc

/// Short programmes of two channels, numbered: the same for the same number.
///
/// Sines whose samples miss their peaks, squares, clicks, steps, bursts, alternating patterns,
/// silence before what is loud, and mixtures of them.
package struct LimiterProgramme {
  /// Both channels.
  package let channels: [[Float]]
  private static let kinds = 16

  /// Makes programme `number`, of `frames` frames.
  package init(_ number: Int, frames: Int = 2_400) {
    var random = Random(state: UInt64(number) &* 0x9e37_79b9_7f4a_7c15 | 1)
    for _ in 0..<8 { _ = random.unit() }
    let kind = number % LimiterProgramme.kinds
    let left = LimiterProgramme.make(kind, frames, &random)
    // The other side is of another kind, and sometimes silent.
    let other = number / LimiterProgramme.kinds % (LimiterProgramme.kinds + 1)
    let silence = [Float](repeating: 0, count: frames)
    let right =
      other == LimiterProgramme.kinds ? silence : LimiterProgramme.make(other, frames, &random)
    channels = [left, right]
  }

  /// Both channels without what is above 0.45 of the sample rate; flat to 0.43.
  package var bandLimited: [[Float]] {
    let half = 128
    let taps = (-half...half).map { tap -> Float in
      let (time, place) = (Double(tap), Double(tap) / Double(half + 1))
      // A Blackman window.
      let window = 0.42 + 0.5 * cos(.pi * place) + 0.08 * cos(2 * .pi * place)
      return Float(tap == 0 ? 0.88 : sin(0.88 * .pi * time) / (.pi * time) * window)
    }
    return channels.map { samples in
      let quiet = [Float](repeating: 0, count: half)
      let padded = quiet + samples + quiet
      return samples.indices.map { index in
        var sum = Float(0)
        for tap in 0..<taps.count { sum += taps[tap] * padded[index + tap] }
        return sum
      }
    }
  }

  private struct Random {
    var state: UInt64
    mutating func unit() -> Double {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Double(state >> 11) / Double(1 << 53)
    }
    mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }
    mutating func gain(_ low: Double, _ high: Double) -> Double { pow(10, between(low, high) / 20) }
    mutating func sign() -> Double { unit() < 0.5 ? -1 : 1 }
    mutating func below(_ count: Int) -> Int { min(count - 1, Int(unit() * Double(count))) }
  }

  private static func make(_ kind: Int, _ frames: Int, _ random: inout Random) -> [Float] {
    let level = random.gain(-6, 12)
    let turn: Double = 2 * Double.pi
    func each(_ value: (Int) -> Double) -> [Float] {
      var samples: [Float] = []
      for frame in 0..<frames { samples.append(Float(level * value(frame))) }
      return samples
    }
    switch kind {
    case 0:
      let step: Double = turn * random.between(0.001, 0.46)
      let phase: Double = random.between(0, turn)
      return each { (frame: Int) -> Double in sin(step * Double(frame) + phase) }
    case 1:
      // A quarter of the sample rate: all samples 3 dB below the peaks.
      let isOdd = random.unit() < 0.5
      let phase: Double = isOdd ? Double.pi / 4 : random.between(0, turn)
      let end = random.below(frames)
      return each { (frame: Int) -> Double in
        frame < end ? sin(turn / 4 * Double(frame) + phase) : 0
      }
    case 2:
      // Frequencies at which the samples always are at the same few phases.
      let ratios = [(2, 5), (4, 9), (3, 8), (5, 11), (3, 7), (1, 6), (7, 16), (5, 12), (1, 3)]
      let ratio = ratios[random.below(9)]
      let step: Double = turn * Double(ratio.0) / Double(ratio.1)
      let phase: Double = random.between(0, turn)
      return each { (frame: Int) -> Double in sin(step * Double(frame) + phase) }
    case 3:
      let (period, duty) = (random.between(4, 400), random.between(0.2, 0.8))
      return each { (frame: Int) -> Double in
        let place = (Double(frame) / period).truncatingRemainder(dividingBy: 1)
        return place < duty ? 1 : -1
      }
    case 4:
      let density = random.between(0.002, 0.05)
      return each { _ in random.unit() < density ? random.sign() * random.gain(-12, 12) : 0 }
    case 5:
      var (value, left) = (0.0, 0)
      return each { _ in
        if left == 0 {
          left = 20 + random.below(600)
          value = random.between(-1.5, 1.5)
        }
        left -= 1
        return value
      }
    case 6:
      let (period, part) = (50 + random.below(700), random.between(0.05, 0.9))
      let length = Int(part * Double(period))
      return each { $0 % period < length ? random.between(-1.5, 1.5) : 0 }
    case 7:
      // Half the sample rate, which turns its phase now and then.
      var (sign, left) = (1.0, 0)
      return each { _ in
        if left == 0 { left = 10 + random.below(200) } else { sign = -sign }
        left -= 1
        return sign
      }
    case 8: return each { _ in random.sign() }
    case 9:
      // Silence, loud, silence.
      let (start, length) = (200 + random.below(800), 5 + random.below(1_000))
      let step: Double = turn * random.between(0.001, 0.46)
      let phase: Double = random.between(0, turn)
      let gain = random.gain(0, 18)
      return each { (frame: Int) -> Double in
        guard frame >= start, frame < start + length else { return 0 }
        return gain * sin(step * Double(frame) + phase)
      }
    case 10:
      // Noise whose level jumps.
      var (gain, left) = (0.0, 0)
      return each { _ in
        if left == 0 {
          left = 10 + random.below(400)
          gain = random.gain(-40, 6)
        }
        left -= 1
        return gain * (random.unit() + random.unit() + random.unit() + random.unit() - 2)
      }
    case 11:
      // The signs of the taps of an interpolator: the largest peak that samples of one size can
      // have.
      let (centre, reach) = (600 + random.below(1_200), 8 + random.below(40))
      let floor = random.unit() < 0.5 ? 0 : random.gain(-20, 0)
      return each { frame in
        let distance = frame - centre
        if abs(distance) > reach { return floor * (frame % 2 == 0 ? 1 : -1) }
        return (distance > 0) == (distance % 2 == 0) ? -1 : 1
      }
    case 12:
      // Music: a bass drum, and notes with harmonics.
      let (note, beat) = (turn * random.between(0.001, 0.02), 300 + random.below(900))
      return each { (frame: Int) -> Double in
        let time = Double(frame % beat)
        let angle: Double = 0.01 * time + 3 * (1 - exp(-time / 60))
        let drum: Double = exp(-time / 300) * sin(angle)
        var tone = 0.0
        for harmonic in 1...8 {
          let factor = Double(harmonic)
          tone += sin(note * factor * Double(frame)) / factor
        }
        let hat = frame % beat < 60 ? random.between(-0.4, 0.4) : 0
        return 0.6 * drum + 0.3 * tone + hat
      }
    case 13:
      let rate: Double = random.between(0.5, 1) * Double.pi * 0.92 / Double(frames)
      return each { (frame: Int) -> Double in
        let time = Double(frame)
        return sin(rate * time * time / 2)
      }
    case 14:
      // Clicks on what is near half the sample rate.
      let step = turn * random.between(0.4, 0.499)
      return each { (frame: Int) -> Double in
        let click = random.unit() < 0.004 ? random.sign() * random.gain(0, 20) : 0
        return sin(step * Double(frame)) + click
      }
    default:
      let first = make(random.below(15), frames, &random)
      let second = make(random.below(15), frames, &random)
      return zip(first, second).map(+)
    }
  }
}
