// SPDX-License-Identifier: Apache-2.0
// Plays a ring faster or slower, and higher or lower with that.

/// Reads a ring at any rate by a windowed sinc; at rate 1 it leaves every sample as it is.
///
/// The method is that of Smith and Gossett, "A flexible sampling-rate conversion method" (1984).
/// Above rate 1 the sinc is as much longer as the sound gets faster, so that nothing folds back
/// from beyond half of the sample rate. The rate moves in equal steps, frame by frame. When it is
/// back at 1 the place drifts to the nearest whole frame, within 512 frames, and what follows is
/// exact again; the head makes good for that later.
///
/// > Threading: Realtime.
@safe
struct Varispeed {
  /// The rates that it plays at.
  static var rates: ClosedRange<Float> { @_noLocks get { 0.25...4 } }
  /// How many frames on each side the interpolator looks at, at the highest rate.
  static var longestReach: Int { @_noLocks get { SincKernel.reach &* 4 &+ 2 } }

  /// How many frames of the ring make one of what is heard.
  var rate = GainRamp(1)
  /// How many times as many do that follow the beat of another ring, whose rate is `rate`; both
  /// stay in time by that, to the last bit.
  var ratio = 1.0
  /// Where in the ring it is.
  var head = PlayHead()
  /// What keeps its pitch.
  var keyLock: KeyLock
  private let kernel: UnsafePointer<Float>
  /// Room for the weights of one frame.
  private let weights: UnsafeMutablePointer<Float>

  /// Uses the table of a kernel and room for `2 * longestReach` weights, which have to outlive it.
  ///
  /// > Threading: Control.
  init(
    kernel: UnsafePointer<Float>,
    weights: UnsafeMutablePointer<Float>,
    keyLock: KeyLock
  ) {
    unsafe self.kernel = unsafe kernel
    unsafe self.weights = unsafe weights
    self.keyLock = keyLock
  }

  /// Whether frames of the ring are heard as they are.
  var isExact: Bool {
    @_noLocks get { isUnity && head.isWhole && keyLock.share == 0 }
  }

  private var isUnity: Bool { @_noLocks get { rate.isUnity && ratio == 1 } }

  /// How many frames of a ring it may want for `frames` frames.
  @_noLocks
  func wanted(_ frames: Int) -> Int {
    let fastest = speed(Double(max(rate.current, rate.target)))
    return frames &* (Int(fastest) &+ 1) &+ max(Varispeed.longestReach, keyLock.ahead)
  }

  /// How fast it goes through the ring, within its rates.
  @_noLocks
  private func speed(_ rate: Double) -> Double {
    let (low, high) = (Varispeed.rates.lowerBound, Varispeed.rates.upperBound)
    return min(max(rate * ratio, Double(low)), Double(high))
  }

  /// Notes that so many frames were to be heard that the ring had not got.
  @_noLocks
  mutating func miss(_ frames: Int, beat: Double) {
    head.miss(Double(frames) * speed(Double(rate.current)), beat: beat)
  }

  /// Reads up to `frames` frames, one pointer for each channel, and returns how many there were.
  @_noLocks
  mutating func read(
    _ ring: borrowing AudioRing,
    into outputs: UnsafePointer<UnsafeMutablePointer<Float>>,
    frames: Int,
    in loop: inout RingLoop
  ) -> Int {
    // In this order: what follows the end of the file is counted before the end is seen.
    let isFinished = ring.isFinished
    var readable = ring.readable
    var frame = 0
    while frame < frames {
      let speed = speed(Double(rate.current))
      let reach = Double(SincKernel.reach) * max(1, speed)
      let place = head.place
      let (first, last) = (Int((place - reach).wholeAbove), Int(place + reach))
      let left = loop.isOn ? loop.end &- ring.framesRead : Int.max
      guard isFinished ? place < Double(readable) : min(last, left &- 1) < readable else { break }
      let locked = Int(place + keyLock.reachAhead) &+ 1
      guard isFinished || loop.isOn || locked < readable else { break }
      let locks = keyLock.isHeard(isUnity: isUnity)
      let absolute = Double(ring.framesRead) + place
      if locks { keyLock.prepare(ring, at: absolute, rate: speed, isUnity: isUnity, in: loop) }
      let share = keyLock.share
      // Behind a seam there is the loop's beginning, behind the end of a file nothing.
      let count = min(last, last < left ? readable &- 1 : last) &- first &+ 1
      if share < 1 {
        unsafe SincKernel.fill(
          weights,
          from: kernel,
          at: Double(first) - place,
          count,
          reach: reach
        )
      }
      let isAtSeam = loop.isOn && (last >= left || ring.framesRead &+ first < loop.start)
      for channel in 0..<ring.channels {
        var sample: Float = 0
        if share < 1 {
          sample =
            unsafe isAtSeam
            ? ring.sum(channel, from: first, times: weights, count: count, around: loop)
            : ring.sum(channel, from: first, times: weights, count: count)
        }
        if share > 0 {
          let locked = keyLock.sample(ring, channel, at: absolute, in: loop)
          sample += share * (locked - sample)
        }
        unsafe outputs[channel][frame] = sample
      }
      advance()
      if locks { keyLock.advance(by: head.place - place) }
      frame &+= 1
      if loop.isOn {
        head.comeBack(ring, in: &loop)
        readable = ring.readable
      }
    }
    head.pass(ring, missed: isFinished ? 0 : frames &- frame)
    return frame
  }

  /// Goes on by a frame of what is heard.
  @_noLocks
  private mutating func advance() {
    let step = Double(rate.next())
    if isUnity { head.settle() } else { head.advance(by: speed(step)) }
  }
}
