// SPDX-License-Identifier: Apache-2.0
// Peaks between samples (ITU-R BS.1770-4, annex 2), sixteen times oversampled.

/// The largest magnitude around each frame of one channel, for a limiter; for a meter there is
/// `TruePeak`.
///
/// Four interpolators double the rate one after the other: the first one, of 64 taps, is flat to
/// 0.47 of the sample rate, and since there is nothing above its transition band, 10, 6 and 4 taps
/// do for the others. Each works on eight frames at once.
///
/// > Threading: Realtime; made by Control.
package struct TruePeakDetector: ~Copyable {
  /// By how many frames the peaks are later than the samples.
  package static var delay: Int { @_noLocks get { 35 } }
  private static var pairs: Int { @_noLocks get { 32 } }
  /// How much larger than the samples around it anything between them may be: the taps' magnitudes
  /// of all four interpolators together sum up to 2.898 at most.
  package static var bound: Float { @_noLocks get { 2.9 } }
  /// For how many frames a sample has a part in a peak.
  private static var reach: Int { @_noLocks get { 80 } }

  /// The samples; those of a block are to be put at the indices from 0 on.
  package let input: RecentSamples
  private let halves = RecentSamples(past: 24)
  private let quarters = RecentSamples(past: 16)
  private let threeQuarters = RecentSamples(past: 16)
  private let lastEighths = RecentSamples(past: 16)
  /// The taps of the first interpolator on one side, each eight times.
  private let taps: SampleBuffer
  private var recentPeak: (Float, Float) = (0, 0)
  private var age = 0
  private var isWarm = false

  /// Keeps at least `past` samples of before.
  package init(past: Int) {
    input = RecentSamples(past: max(past, 96))
    taps = SampleBuffer(count: TruePeakDetector.pairs * 8)
    var sum = 0.0
    for index in 0..<TruePeakDetector.pairs { sum += 2 * TruePeakDetector.tap(index) }
    for index in 0..<TruePeakDetector.pairs {
      let tap = TruePeakDetector.tap(index) / sum
      taps.samples[eight: index * 8] = SIMD8(repeating: Float(tap))
    }
  }

  /// The tap for a distance of so many frames and a half.
  private static func tap(_ index: Int) -> Double {
    Kaiser.sinc(Double(index) + 0.5, half: Double(pairs), beta: 6.5)
  }

  /// Forgets what it has heard.
  @_noLocks
  package mutating func reset() {
    input.reset()
    halves.reset()
    quarters.reset()
    threeQuarters.reset()
    lastEighths.reset()
    recentPeak = (0, 0)
    age = 0
    isWarm = false
  }

  /// Puts the peaks for the first `frames` samples of the block into `peaks`: at `i` the largest
  /// magnitude from a little before sample `i - delay` to a little before the next one.
  ///
  /// - Returns: whether it has: it has not when none can be above `threshold`.
  @_noLocks
  package mutating func measure(_ frames: Int, above threshold: Float, to peaks: Samples) -> Bool {
    guard mayExceed(threshold, frames) else {
      isWarm = false
      return false
    }
    // What was left out before has a part in what comes.
    var index = isWarm ? 0 : -24
    while index < frames {
      findHalves(index)
      index &+= 8
    }
    index = isWarm ? 0 : -16
    while index < frames {
      findQuarters(index)
      index &+= 8
    }
    index = isWarm ? 0 : -8
    while index < frames {
      let largest = findLargest(index)
      if index >= 0 { peaks[eight: index] = largest }
      index &+= 8
    }
    isWarm = true
    return true
  }

  /// Makes the first `frames` of the block those before the next one.
  @_noLocks
  package func advance(_ frames: Int) {
    input.advance(frames)
    guard isWarm else { return }
    halves.advance(frames)
    quarters.advance(frames)
    threeQuarters.advance(frames)
    lastEighths.advance(frames)
  }

  /// Whether any sample that has a part in this block's peaks is so large that there may be more
  /// than `threshold` beside it.
  @_noLocks
  private mutating func mayExceed(_ threshold: Float, _ frames: Int) -> Bool {
    var range = LaneRange(SIMD8(repeating: recentPeak.0))
    var index = 0
    while index &+ 8 <= frames {
      range.take(input[eight: index])
      index &+= 8
    }
    var largest = range.magnitude.largest
    while index < frames {
      largest = max(largest, abs(input[index]))
      index &+= 1
    }
    recentPeak.0 = largest
    largest = max(largest, recentPeak.1)
    age &+= frames
    if age >= TruePeakDetector.reach {
      recentPeak = (0, recentPeak.0)
      age = 0
    }
    return largest * TruePeakDetector.bound > threshold
  }

  @inline(__always)
  @_noLocks
  private func findHalves(_ index: Int) {
    let taps = taps.samples
    var even = SIMD8<Float>(repeating: 0)
    var odd = even
    let middle = index &- TruePeakDetector.pairs
    var pair = 0
    // Two sums, that one needn't wait for the other.
    while pair < TruePeakDetector.pairs {
      let inner = input[eight: middle &- pair] + input[eight: middle &+ 1 &+ pair]
      even += inner * taps[eight: pair &* 8]
      let outer = input[eight: middle &- pair &- 1] + input[eight: middle &+ 2 &+ pair]
      odd += outer * taps[eight: pair &* 8 &+ 8]
      pair &+= 2
    }
    halves[eight: index] = even + odd
  }

  @inline(__always)
  @_noLocks
  private func findQuarters(_ index: Int) {
    let now = index &- 34
    let before = (input[eight: now &- 2], input[eight: now &- 1])
    let after = (input[eight: now &+ 1], input[eight: now &+ 2], input[eight: now &+ 3])
    let here = input[eight: now]
    let half = (
      halves[eight: index &- 4], halves[eight: index &- 3], halves[eight: index &- 2],
      halves[eight: index &- 1], halves[eight: index]
    )
    quarters[eight: index] = TruePeakDetector.ten(
      here + half.2,
      half.1 + after.0,
      before.1 + half.3,
      half.0 + after.1,
      before.0 + half.4
    )
    threeQuarters[eight: index] = TruePeakDetector.ten(
      half.2 + after.0,
      here + half.3,
      half.1 + after.1,
      before.1 + half.4,
      half.0 + after.2
    )
  }

  @inline(__always)
  @_noLocks
  private func findLargest(_ index: Int) -> SIMD8<Float> {
    let now = index &- 35
    let (here, next) = (input[eight: now], input[eight: now &+ 1])
    let (last, half) = (halves[eight: index &- 4], halves[eight: index &- 3])
    let (first, third) = (quarters[eight: index &- 1], threeQuarters[eight: index &- 1])
    let lastThird = threeQuarters[eight: index &- 2]
    let eighth = TruePeakDetector.six(here + first, lastThird + half, last + third)
    let threeEighths = TruePeakDetector.six(first + half, here + third, lastThird + next)
    let nextFirst = quarters[eight: index]
    let fiveEighths = TruePeakDetector.six(half + third, first + next, here + nextFirst)
    let sevenEighths = TruePeakDetector.six(
      third + next,
      half + nextFirst,
      first + halves[eight: index &- 2]
    )
    lastEighths[eight: index] = sevenEighths
    let lastSeven = lastEighths[eight: index &- 1]
    var range = LaneRange(here)
    range.take(eighth)
    range.take(first)
    range.take(threeEighths)
    range.take(half)
    range.take(fiveEighths)
    range.take(third)
    range.take(sevenEighths)
    range.take(TruePeakDetector.four(lastSeven + here, lastThird + eighth))
    range.take(TruePeakDetector.four(here + eighth, lastSeven + first))
    range.take(TruePeakDetector.four(eighth + first, here + threeEighths))
    range.take(TruePeakDetector.four(first + threeEighths, eighth + half))
    range.take(TruePeakDetector.four(threeEighths + half, first + fiveEighths))
    range.take(TruePeakDetector.four(half + fiveEighths, threeEighths + third))
    range.take(TruePeakDetector.four(fiveEighths + third, half + sevenEighths))
    range.take(TruePeakDetector.four(third + sevenEighths, fiveEighths + next))
    return range.magnitude
  }
}

// The other interpolators; minimax fits to a flat response, within 2e-4 as far as the one before
// lets sound through.
extension TruePeakDetector {
  @inline(__always)
  @_noLocks
  private static func ten(
    _ a: SIMD8<Float>,
    _ b: SIMD8<Float>,
    _ c: SIMD8<Float>,
    _ d: SIMD8<Float>,
    _ e: SIMD8<Float>
  ) -> SIMD8<Float> {
    (a * 0.617_088_07 - b * 0.159_552_58) + (c * 0.055_985_45 - d * 0.016_314_87)
      + e * 0.002_881_93
  }

  @inline(__always)
  @_noLocks
  private static func six(
    _ a: SIMD8<Float>,
    _ b: SIMD8<Float>,
    _ c: SIMD8<Float>
  ) -> SIMD8<Float> {
    a * 0.591_142_40 - b * 0.105_819_54 + c * 0.014_708_26
  }

  @inline(__always)
  @_noLocks
  private static func four(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
    a * 0.564_601_91 - b * 0.064_650_01
  }
}

/// From where to where the values of eight lanes go.
private struct LaneRange {
  private var low: SIMD8<Float>
  private var high: SIMD8<Float>

  @inline(__always)
  @_noLocks
  init(_ values: SIMD8<Float>) { (low, high) = (values, values) }

  @inline(__always)
  @_noLocks
  mutating func take(_ values: SIMD8<Float>) {
    low = low.smaller(values)
    high = high.larger(values)
  }

  /// The largest magnitude.
  var magnitude: SIMD8<Float> { @inline(__always) @_noLocks get { high.larger(0 - low) } }
}
