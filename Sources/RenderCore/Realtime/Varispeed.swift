// SPDX-License-Identifier: Apache-2.0
// Plays a ring faster or slower, and higher or lower with that.

/// Reads a ring at any rate by a windowed sinc; at rate 1 it leaves every sample as it is.
///
/// The method is that of Smith and Gossett, "A flexible sampling-rate conversion method" (1984).
/// Above rate 1 the sinc is as much longer as the sound gets faster, so that nothing folds back
/// from beyond half of the sample rate. The rate moves in equal steps, frame by frame. When it is
/// back at 1 the place drifts to the nearest whole frame, within 512 frames, and what follows is
/// exact again.
///
/// > Threading: Realtime.
@safe
struct Varispeed {
  /// The rates that it plays at.
  static var rates: ClosedRange<Float> { @_noLocks get { 0.25...4 } }
  /// How many frames on each side the interpolator looks at, at the highest rate.
  static var longestReach: Int { @_noLocks get { SincKernel.reach &* 4 &+ 2 } }
  /// How far the place drifts with each frame when it goes back to a whole one.
  private static var drift: Double { @_noLocks get { 1 / 1_024 } }

  /// How many frames of the ring make one of what is heard.
  var rate = GainRamp(1)
  /// How far beyond the next frame of the ring it is.
  private var place = 0.0
  private let kernel: UnsafePointer<Float>
  /// Room for the weights of one frame.
  private let weights: UnsafeMutablePointer<Float>

  /// Uses the table of a kernel and room for `2 * longestReach` weights, which have to outlive it.
  ///
  /// > Threading: Control.
  init(kernel: UnsafePointer<Float>, weights: UnsafeMutablePointer<Float>) {
    unsafe self.kernel = unsafe kernel
    unsafe self.weights = unsafe weights
  }

  /// Whether frames of the ring are heard as they are.
  var isExact: Bool {
    @_noLocks get { rate.isUnity && place == 0 }
  }

  /// How many frames of a ring it may want for `frames` frames.
  @_noLocks
  func wanted(_ frames: Int) -> Int {
    frames &* (Int(max(rate.current, rate.target)) &+ 1) &+ Varispeed.longestReach
  }

  /// Begins at the first frame of another ring.
  @_noLocks
  mutating func restart() {
    place = 0
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
      let reach = Double(SincKernel.reach) * Double(max(1, rate.current))
      let (first, last) = (Varispeed.whole(from: place - reach), Int(place + reach))
      let left = loop.left(from: ring.framesRead)
      guard isFinished ? place < Double(readable) : min(last, left &- 1) < readable else { break }
      // Behind a seam there is the loop's beginning, behind the end of a file nothing.
      let count = min(last, last < left ? readable &- 1 : last) &- first &+ 1
      unsafe SincKernel.fill(weights, from: kernel, at: Double(first) - place, count, reach: reach)
      let isAtSeam = loop.isOn && (last >= left || ring.framesRead &+ first < loop.start)
      for channel in 0..<ring.channels {
        unsafe outputs[channel][frame] =
          isAtSeam
          ? ring.sum(channel, from: first, times: weights, count: count, around: loop)
          : ring.sum(channel, from: first, times: weights, count: count)
      }
      advance()
      frame &+= 1
      if place >= Double(left) {
        let passed = Int(place)
        place -= Double(passed)
        ring.pass(frames: passed, missed: 0)
        ring.goBack(frames: loop.wayBack(from: ring.framesRead))
        readable = ring.readable
      }
    }
    let passed = min(Int(place), readable)
    place -= Double(passed)
    ring.pass(frames: passed, missed: isFinished ? 0 : frames &- frame)
    return frame
  }

  /// The first whole number that is not less.
  @_noLocks
  private static func whole(from place: Double) -> Int {
    let whole = Int(place)
    return Double(whole) < place ? whole &+ 1 : whole
  }

  /// Goes on by a frame of what is heard.
  @_noLocks
  private mutating func advance() {
    let step = rate.next()
    guard rate.isUnity else {
      place += Double(step)
      return
    }
    let whole = Double(Int(place + 0.5))
    let way = whole - place
    if abs(way) <= Varispeed.drift {
      place = whole + 1
    } else {
      place += 1 + (way < 0 ? -Varispeed.drift : Varispeed.drift)
    }
  }
}
