// SPDX-License-Identifier: Apache-2.0
// A high-pass for what is measured: four frames at once.

/// A Butterworth high-pass of second order for one channel.
///
/// A recursive filter must finish each frame before it begins the next one. This one works out four
/// frames at once, from the state before them and the four inputs, as a SIMD unit likes it. The
/// groups of four are counted from the beginning of the sound, so that blocks may end anywhere: a
/// group that is not complete is worked out again with the next block.
///
/// Source: that of `StateVariableFilter`, as x' = A x + B u and y = C x + D u.
///
/// > Threading: Realtime; made by Control.
package struct BlockHighPass: ~Copyable {
  /// The states before the four frames of which `begun` are known.
  private var state = SIMD2<Float>()
  private var begun = 0
  /// The frames of the incomplete four, and those of the block behind them.
  private let heard: SampleBuffer
  private let passed: SampleBuffer
  private var matrix = FourFrames()

  /// A filter at rest, for blocks of up to `block` frames; it is silent before it has a frequency.
  package init(block: Int) {
    heard = SampleBuffer(count: block + 8)
    passed = SampleBuffer(count: block + 8)
  }

  /// Forgets what it has heard.
  @_noLocks
  package mutating func reset() {
    state = SIMD2<Float>()
    begun = 0
    heard.samples.fill(0)
  }

  /// Takes a frequency in Hz, kept between 1 Hz and 0.49 of the sample rate.
  @_noLocks
  package mutating func set(hertz: Float, rate: Float) {
    matrix = FourFrames(g: Double(FilterPoles.g(hertz: hertz, rate: rate)))
  }

  /// Filters `count` frames; the samples that it gives stay what they are until the next call.
  @_noLocks
  package mutating func pass(_ input: Samples, count: Int) -> Samples {
    let (heard, passed) = (heard.samples, passed.samples)
    heard.part(from: begun, count: count).copy(input)
    let end = begun &+ count
    var index = 0
    while index < end {
      let (a, b) = (heard[index], heard[index &+ 1])
      let (c, d) = (heard[index &+ 2], heard[index &+ 3])
      // The samples behind the last frame are old; they have no part in the frames before it.
      passed[four: index] =
        (matrix.own.0 * a + matrix.own.1 * b) + (matrix.own.2 * c + matrix.own.3 * d)
        + (matrix.after.0 * state[0] + matrix.after.1 * state[1])
      if index &+ 4 > end { break }
      let pushed = (matrix.push.0 * a + matrix.push.1 * b) + (matrix.push.2 * c + matrix.push.3 * d)
      state = (matrix.keep.0 * state[0] + matrix.keep.1 * state[1]) + pushed
      index &+= 4
    }
    let result = passed.part(from: begun, count: count)
    begun = end &- index
    for frame in 0..<begun { heard[frame] = heard[index &+ frame] }
    return result
  }
}

/// The filter as a matrix: from two states and four inputs to four outputs and the next two states.
private struct FourFrames {
  typealias Four = SIMD4<Float>
  typealias Two = SIMD2<Float>
  /// The output of each frame alone, in its place and those behind it.
  var own = (Four(), Four(), Four(), Four())
  /// The output of each state.
  var after = (Four(), Four())
  /// The states that each frame leaves behind the four.
  var push = (Two(), Two(), Two(), Two())
  /// The states that each state leaves.
  var keep = (Two(), Two())

  @_noLocks
  init() {}

  /// The filter whose tangent of π times frequency over sample rate is `g`.
  @_noLocks
  init(g: Double) {
    let damping = Libm.squareRoot(2)
    let a1 = 1 / (1 + g * (g + damping))
    let (a2, a3) = (g * a1, g * g * a1)
    // Rows of A and B.
    let (a, b) = (SIMD2(2 * a1 - 1, -2 * a2), SIMD2(2 * a2, 1 - 2 * a3))
    let input = SIMD2(2 * a2, 2 * a3)
    var row = SIMD2(-a1 * (damping + g), -a1)
    var response = SIMD4(a1, 0, 0, 0)
    var states = (SIMD4<Double>(), SIMD4<Double>())
    for frame in 0..<4 {
      states.0[frame] = row[0]
      states.1[frame] = row[1]
      if frame < 3 { response[frame &+ 1] = row[0] * input[0] + row[1] * input[1] }
      row = row[0] * a + row[1] * b
    }
    after = (Four(states.0), Four(states.1))
    let r = Four(response)
    own = (r, Four(0, r[0], r[1], r[2]), Four(0, 0, r[0], r[1]), Four(0, 0, 0, r[0]))
    var left = (input, SIMD2(1.0, 0.0), SIMD2(0.0, 1.0))
    push.3 = Two(left.0)
    left = (FourFrames.next(left.0, a, b), left.1, left.2)
    push.2 = Two(left.0)
    left = (FourFrames.next(left.0, a, b), left.1, left.2)
    push.1 = Two(left.0)
    push.0 = Two(FourFrames.next(left.0, a, b))
    for _ in 0..<4 {
      left = (left.0, FourFrames.next(left.1, a, b), FourFrames.next(left.2, a, b))
    }
    keep = (Two(left.1), Two(left.2))
  }

  /// A times the states.
  @_noLocks
  private static func next(
    _ states: SIMD2<Double>,
    _ a: SIMD2<Double>,
    _ b: SIMD2<Double>
  ) -> SIMD2<Double> {
    SIMD2(a[0] * states[0] + a[1] * states[1], b[0] * states[0] + b[1] * states[1])
  }
}

extension Samples {
  /// The four samples from `index` on.
  @inline(__always)
  fileprivate subscript(four index: Int) -> SIMD4<Float> {
    @_noLocks get { SIMD4(self[index], self[index &+ 1], self[index &+ 2], self[index &+ 3]) }
    @_noLocks nonmutating set {
      self[index] = newValue[0]
      self[index &+ 1] = newValue[1]
      self[index &+ 2] = newValue[2]
      self[index &+ 3] = newValue[3]
    }
  }
}
