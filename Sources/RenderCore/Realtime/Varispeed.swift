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
  /// What turns it otherwise.
  var platter = Platter()
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
    @_noLocks get { isUnity && head.isWhole && keyLock.share == 0 && !platter.isApart }
  }

  private var isUnity: Bool { @_noLocks get { rate.isUnity && ratio == 1 } }

  /// How many frames of a ring it may want for `frames` frames.
  @_noLocks
  func wanted(_ frames: Int) -> Int {
    let fastest =
      platter.isApart
      ? Double(Varispeed.rates.upperBound) : speed(Double(max(rate.current, rate.target)))
    return frames &* (Int(fastest) &+ 1) &+ max(Varispeed.longestReach, keyLock.ahead)
  }

  /// How fast it goes through the ring, within its rates.
  @_noLocks
  private func speed(_ rate: Double) -> Double {
    let (low, high) = (Varispeed.rates.lowerBound, Varispeed.rates.upperBound)
    return min(max(rate * ratio, Double(low)), Double(high))
  }

  /// How fast its motor turns it.
  var motor: Double { @_noLocks get { speed(Double(rate.current)) } }

  /// Has its platter go as its motor does: it is silent.
  @_noLocks
  mutating func rest() { platter.rest(motor) }

  /// Has its platter held, turned backwards or moved by so many frames.
  @_noLocks
  mutating func turn(_ hold: Platter.Hold, by way: Double, isSilent: Bool) {
    platter.follow(hold, by: way, motor: motor, isSilent: isSilent)
  }

  /// Notes that so many frames were to be heard that the ring had not got.
  @_noLocks
  mutating func miss(_ frames: Int, beat: Double) {
    head.miss(Double(frames) * motor, beat: beat)
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
    var earliest = earliest(in: ring)
    // What is before the beginning of a loop is its end, once the ring has got that.
    var isClosed = loop.isOn && loop.end <= ring.framesWritten
    var frame = 0
    while frame < frames {
      let isApart = platter.isApart
      let speed = isApart ? turn(from: earliest) : motor
      let reach = Double(SincKernel.reach) * max(1, abs(speed))
      let place = head.place
      let (first, last) = (Int((place - reach).wholeAbove), Int((place + reach).wholeBelow))
      let left = loop.isOn ? loop.end &- ring.framesRead : Int.max
      if speed >= 0 {
        guard isFinished ? place < Double(readable) : min(last, left &- 1) < readable else { break }
      }
      let locked = Int((place + keyLock.reachAhead).wholeBelow) &+ 1
      guard speed < 0 || isFinished || loop.isOn || locked < readable else { break }
      let isPlain = isUnity || isApart
      let isInLoop = isClosed && speed < 0 && head.position(in: ring) >= Double(loop.start)
      if isInLoop { loop.noteTurn() }
      let locks = keyLock.isHeard(isUnity: isPlain)
      let absolute = Double(ring.framesRead) + place
      if locks { keyLock.prepare(ring, at: absolute, rate: speed, isUnity: isPlain, in: loop) }
      let share = keyLock.share
      // Behind a seam there is the loop's beginning, behind the end of a file nothing.
      let count = min(last, last < left || !isClosed ? readable &- 1 : last) &- first &+ 1
      if share < 1 {
        unsafe SincKernel.fill(
          weights,
          from: kernel,
          at: Double(first) - place,
          count,
          reach: reach
        )
      }
      // Backwards at rate 1, once it has come to whole frames.
      let isExact = speed == -1 && share == 0 && place == place.wholeBelow
      let isAtSeam = isClosed && (last >= left || ring.framesRead &+ first < loop.start)
      for channel in 0..<ring.channels {
        var sample: Float = 0
        if isExact {
          sample = ring.sample(channel, at: loop.place(of: Int(absolute)))
        } else if share < 1 {
          sample =
            unsafe isAtSeam
            ? ring.sum(channel, from: first, times: weights, count: count, around: loop)
            : ring.sum(channel, from: first, times: weights, count: count)
        }
        if share > 0 {
          let locked = keyLock.sample(ring, channel, at: absolute, in: loop)
          sample += share * (locked - sample)
        }
        unsafe outputs[channel][frame] = sample * platter.loudness
      }
      advance(by: isApart ? speed : nil)
      if locks { keyLock.advance(by: head.place - place) }
      frame &+= 1
      if loop.isOn {
        if isInLoop { head.turnBack(ring, in: &loop) }
        if speed >= 0 { head.comeBack(ring, in: &loop) }
        readable = ring.readable
        if isApart { earliest = self.earliest(in: ring) }
        isClosed = isClosed && loop.isOn
      }
    }
    head.pass(ring, missed: isFinished ? 0 : frames &- frame)
    return frame
  }

  /// Goes on by a frame of what is heard, or as the platter does.
  @_noLocks
  private mutating func advance(by way: Double?) {
    let step = Double(rate.next())
    if let way {
      if way == -1 { head.settle(by: way) } else { head.advance(by: way) }
    } else if isUnity {
      head.settle(by: 1)
    } else {
      head.advance(by: speed(step))
    }
  }

  /// How far back the platter may go, counted from the next frame of the ring.
  @_noLocks
  private func earliest(in ring: borrowing AudioRing) -> Double {
    let oldest = ring.oldest
    return Double((oldest == 0 ? 0 : oldest &+ Varispeed.longestReach) &- ring.framesRead)
  }

  /// How far the platter turns with the next frame; it stops where the ring has nothing.
  @_noLocks
  private mutating func turn(from earliest: Double) -> Double {
    let wanted = platter.next(motor, most: Double(Varispeed.rates.upperBound))
    let way = wanted < 0 ? min(0, max(wanted, earliest - head.place)) : wanted
    platter.note(way, of: wanted)
    return way
  }
}
