// SPDX-License-Identifier: Apache-2.0
// How high a signal goes between its samples.

/// Looks for the highest true peak of one channel, for a meter.
///
/// A limiter must know the peak at each frame, and more exactly: that is `TruePeakDetector`.
///
/// Source: ITU-R BS.1770-4, annex 2: four times as many samples, by a polyphase FIR. This one is a
/// sinc in a Kaiser window, 24 taps for each of the three samples in between, flat within 0.04 dB
/// up to 20 kHz at 48 kHz.
///
/// What cannot be higher than what is known is not worked out: no sample in between exceeds the
/// samples around it by more than the sum of the taps without their signs. The result is the same.
///
/// > Threading: Realtime; made by Control.
package struct TruePeak: ~Copyable {
  private static var taps: Int { @_noLocks get { 24 } }
  /// The taps of the three phases, one behind the other.
  private let coefficients = SampleBuffer(count: 3 * taps)
  private let sound = RecentSamples(past: taps)
  private let bound: Float
  /// How many frames lie between samples of which not all are to be measured.
  private var wait = 0

  /// Makes one that has heard nothing.
  package init() {
    var bound = 0.0
    for phase in 0..<3 {
      // In frames from the newest sample back.
      let centre = Double(TruePeak.taps / 2 - 1) + Double(phase + 1) / 4
      func tap(_ index: Int) -> Double {
        Kaiser.sinc(Double(index) - centre, half: Double(TruePeak.taps / 2), beta: 5)
      }
      var (sum, absolute) = (0.0, 0.0)
      for index in 0..<TruePeak.taps {
        sum += tap(index)
        absolute += abs(tap(index))
      }
      for index in 0..<TruePeak.taps {
        coefficients.samples[phase * TruePeak.taps + index] = Float(tap(index) / sum)
      }
      bound = max(bound, absolute / sum)
    }
    // More than what rounding does to a sum of products.
    self.bound = Float(bound * 1.0001)
  }

  /// Forgets what it has heard.
  @_noLocks
  package mutating func reset() {
    sound.reset()
    wait = 0
  }

  /// Lets what was before this be no part of what is measured, though the signal goes on.
  @_noLocks
  package mutating func beginAnew() { wait = TruePeak.taps / 2 }

  /// Takes at most 64 frames.
  ///
  /// - Parameters:
  ///   - samples: the frames; there must be room for 64.
  ///   - frames: how many there are.
  ///   - highest: the highest true peak up to now, of this channel or more, which is raised.
  ///   - isMeasuring: whether it is to be raised.
  /// - Returns: the highest sample.
  @_noLocks
  package mutating func take(
    _ samples: Samples,
    frames: Int,
    highest: inout Float,
    isMeasuring: Bool = true
  ) -> Float {
    var largest = SIMD8<Float>()
    var index = 0
    while index < frames {
      let eight = TruePeak.cut(samples[eight: index], to: frames &- index)
      sound[eight: index] = eight
      largest = largest.larger(eight.magnitudes)
      index &+= 8
    }
    let peak = largest.largest
    if isMeasuring {
      highest = max(highest, peak)
      search(frames, peak, &highest)
    }
    wait = max(0, wait &- frames)
    sound.advance(frames)
    return peak
  }

  @_noLocks
  private func search(_ frames: Int, _ peak: Float, _ highest: inout Float) {
    // The peaks of the eights that the taps reach.
    var (first, second, third) = (height(at: -24), height(at: -16), height(at: -8))
    guard max(max(peak, first), max(second, third)) * bound > highest else { return }
    var index = 0
    while index < frames {
      let fourth = height(at: index)
      if max(max(first, second), max(third, fourth)) * bound > highest {
        var between = interpolate(at: index)
        between = TruePeak.cut(between, to: frames &- index)
        if wait > index {
          between.replace(with: 0, where: TruePeak.lanes .< Float(wait &- index))
        }
        highest = max(highest, between.largest)
      }
      (first, second, third) = (second, third, fourth)
      index &+= 8
    }
  }

  /// The largest one, without its sign, of the three samples that follow each of eight.
  @inline(__always)
  @_noLocks
  private func interpolate(at index: Int) -> SIMD8<Float> {
    let taps = coefficients.samples
    var (one, two, three) = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>())
    for tap in 0..<TruePeak.taps {
      let eight = sound[eight: index &- tap]
      one += eight * taps[tap]
      two += eight * taps[TruePeak.taps &+ tap]
      three += eight * taps[2 &* TruePeak.taps &+ tap]
    }
    return one.magnitudes.larger(two.magnitudes).larger(three.magnitudes)
  }

  private static var lanes: SIMD8<Float> { @_noLocks get { SIMD8(0, 1, 2, 3, 4, 5, 6, 7) } }

  /// Zero for what is not among the first `count`.
  @inline(__always)
  @_noLocks
  private static func cut(_ eight: SIMD8<Float>, to count: Int) -> SIMD8<Float> {
    guard count < 8 else { return eight }
    return eight.replacing(with: 0, where: lanes .>= Float(count))
  }

  /// The highest of the eight samples from `index` on.
  @inline(__always)
  @_noLocks
  private func height(at index: Int) -> Float { sound[eight: index].magnitudes.largest }
}
