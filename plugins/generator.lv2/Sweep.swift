// SPDX-License-Identifier: Apache-2.0
// A sine whose frequency goes through so many octaves each second.

/// An exponential sweep, and silence behind it.
///
/// Source: A. Farina, "Simultaneous Measurement of Impulse Response and Distortion with a
/// Swept-Sine Technique": the phase after n of N frames is 2π · f1 · T / L · (exp(L · n / N) - 1),
/// with L, the logarithm of f2 / f1.
struct Sweep {
  private let frames: Int
  private let fade: Int
  private let exponent: Double
  private let growth: Double
  /// Turns of 2 to the power of 32.
  private let scale: Double
  private var position = 0
  private var power = 1.0

  @_noLocks
  init(from start: Double, to end: Double, seconds: Double, rate: Double) {
    frames = max(1, Int(clamping: seconds * rate + 0.5))
    fade = max(1, Int(clamping: 0.01 * rate))
    let (start, end) = (min(start, 0.49 * rate), min(end, 0.49 * rate))
    let logarithm = Libm.log(end / start)
    // A sweep that stands still: the limit, next to it.
    let length = logarithm < 1e-6 && logarithm > -1e-6 ? 1e-6 : logarithm
    exponent = length / Double(frames)
    growth = Libm.exp(exponent)
    scale = start * Double(frames) / rate / length * 4_294_967_296
  }

  @_noLocks
  mutating func render(_ output: Samples, _ count: Int) {
    for index in 0..<count {
      guard position < frames else {
        output[index] = 0
        continue
      }
      // Exact each 64 frames, so that no error grows.
      if position & 63 == 0 { power = Libm.exp(exponent * Double(position)) }
      let phase = UInt32(truncatingIfNeeded: Int(clamping: scale * (power - 1)))
      power *= growth
      output[index] = Fast.sine(phase)
      let toEnd = min(position, frames &- 1 &- position)
      if toEnd < fade {
        // Half of a turn from 0 to 1.
        let turn = UInt32(truncatingIfNeeded: toEnd &* (1 &<< 31) / fade)
        output[index] *= 0.5 - 0.5 * Fast.sine(turn &+ 1 &<< 30)
      }
      position &+= 1
    }
  }
}
