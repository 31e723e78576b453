// SPDX-License-Identifier: Apache-2.0
// The signals of EBU Tech 3341 and 3342, and programmes of any length.

internal import Glibc

extension Signal {
  /// One tone after the other, without a jump of the phase; `level` is the peak in dBFS, `nil`
  /// silence.
  package static func tones(
    _ parts: [(seconds: Double, level: Double?)],
    hertz: Double = 1_000,
    rate: Double = 48_000
  ) -> [Float] {
    var samples: [Float] = []
    for part in parts {
      let first = samples.count
      let amplitude = part.level.map { pow(10, $0 / 20) } ?? 0
      let count = Int(clamping: Int64((part.seconds * rate).rounded()))
      samples += (first..<first + count).map {
        Float(amplitude * sin(2 * .pi * hertz * Double($0) / rate))
      }
    }
    return samples
  }

  /// EBU Tech 3341, cases 15 to 19: a sine of the rate over `divisor`, with fades of 10 ms.
  package static func truePeakTone(
    divisor: Double,
    amplitude: Double,
    degrees: Double,
    rate: Double = 48_000
  ) -> [Float] {
    let (frames, fade) = (Int(clamping: Int64(rate)), rate / 100)
    return (0..<frames).map {
      let gain = min(1, Double($0) / fade, Double(frames - 1 - $0) / fade)
      let angle = 2 * .pi * Double($0) / divisor + degrees * .pi / 180
      return Float(gain * amplitude * sin(angle))
    }
  }

  /// EBU Tech 3341, cases 20 to 23: a sine of a sixth of the rate, amplitude 0.5, with one period
  /// of a fourth of the rate, amplitude 1, in it, made at four times the rate, low-passed, and each
  /// fourth sample taken from `offset` on.
  package static func truePeakBurst(offset: Int) -> [Float] {
    let (periods, half) = (800, 256)
    var fine: [Double] = []
    for period in 0..<periods {
      // A short fade at both ends.
      let gain = min(1, Double(period) / 80, Double(periods - period) / 80)
      fine += (0..<24).map { gain * 0.5 * sin(2 * .pi * Double($0) / 24) }
      if period == periods / 2 { fine += (0..<16).map { sin(2 * .pi * Double($0) / 16) } }
    }
    let taps = (-half...half).map { index in
      let angle = Double.pi * Double(index) / 4
      let turn = Double.pi * Double(index) / Double(half)
      let window = 0.42 + 0.5 * cos(turn) + 0.08 * cos(2 * turn)
      return window * (index == 0 ? 0.25 : sin(angle) / angle / 4)
    }
    return stride(from: half + offset, to: fine.count - half, by: 4).map { centre in
      var sum = 0.0
      for (index, tap) in taps.enumerated() { sum += tap * fine[centre - half + index] }
      return Float(sum)
    }
  }
}

/// Noise whose level, colour and width change at random: like a programme, and cheap.
package struct Programme {
  private var state: UInt64
  private var gains: (Float, Float) = (0, 0)
  private var share: Float = 1
  private var colour: Float = 1
  private var sound: (Float, Float) = (0, 0)
  private var left = 0

  /// The same programme for the same seed.
  package init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  /// Its next frames, one array for each channel.
  package mutating func next(_ frames: Int) -> [[Float]] {
    var (first, second) = ([Float](), [Float]())
    first.reserveCapacity(frames)
    second.reserveCapacity(frames)
    for _ in 0..<frames {
      if left == 0 { change() }
      left -= 1
      let (a, b) = (random(), random())
      sound.0 += (a - sound.0) * colour
      sound.1 += (a * share + b * (1 - share) - sound.1) * colour
      first.append(sound.0 * gains.0)
      second.append(sound.1 * gains.1)
    }
    return [first, second]
  }

  private mutating func change() {
    // For 20 ms to 4 s; -60 to -6 dB, and at times silence.
    left = 960 + Int(clamping: state >> 8 & 0x3ffff) * 3 / 4
    let level = random() * 27 - 33
    let isSilent = random() > 0.9
    let gain = isSilent ? 0 : powf(10, level / 20)
    gains = (gain, gain * powf(10, random() * 0.3))
    share = random() * 0.5 + 0.5
    colour = powf(10, random() - 1)
  }

  /// From -1 to 1.
  private mutating func random() -> Float {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Float(state >> 40) / Float(1 << 23) - 1
  }
}

/// Two channels, frame by frame, as libebur128 reads them.
package func interleaved(_ channels: [[Float]]) -> [Float] {
  var samples: [Float] = []
  samples.reserveCapacity(channels.count * channels[0].count)
  for index in channels[0].indices {
    for channel in channels { samples.append(channel[index]) }
  }
  return samples
}
