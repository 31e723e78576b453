// SPDX-License-Identifier: Apache-2.0
// Low, mid and high of a mix, each to be taken away altogether.

/// Three bands with a gain each.
struct Isolator: Effect, ~Copyable {
  private let rate: Float
  private let hasRight: Bool
  private var bands = ThreeBands()
  private var shape: ThreeBandShape
  /// The logarithms of both crossovers' tangents: an octave takes the same time wherever it is.
  private var crossovers: (Glide, Glide)
  private var gains: (Glide, Glide, Glide)
  private var silence: Silence

  init(_ setup: Setup) {
    rate = Float(setup.rate)
    hasRight = setup.inputs > 1
    func gain() -> Glide { Glide(1, seconds: 0.008, rate: setup.rate) }
    func crossover() -> Glide { Glide(-4, seconds: 0.04, rate: setup.rate) }
    gains = (gain(), gain(), gain())
    crossovers = (crossover(), crossover())
    shape = ThreeBandShape(lower: 0.1, upper: 0.2)
    silence = Silence(seconds: 1, rate: setup.rate)
  }

  @_noLocks
  mutating func reset() {
    bands = ThreeBands()
    silence.reset()
  }

  @_noLocks
  mutating func set(_ controls: Controls) {
    let jumps = controls.jumps
    gains.0.go(to: gain(controls, .low_db, .low_kill), jumps: jumps)
    gains.1.go(to: gain(controls, .mid_db, .mid_kill), jumps: jumps)
    gains.2.go(to: gain(controls, .high_db, .high_kill), jumps: jumps)
    crossovers.0.go(to: FilterPoles.log2g(hertz: controls[.low_hz], rate: rate), jumps: jumps)
    crossovers.1.go(to: FilterPoles.log2g(hertz: controls[.high_hz], rate: rate), jumps: jumps)
    if jumps { turn() }
  }

  @_noLocks
  private func gain(_ controls: Controls, _ level: Control, _ kill: Control) -> Float {
    // The lowest level is silence.
    if controls.isOn(kill) || controls[level] <= level.range.lowest { return 0 }
    return Decibels.gain(controls[level])
  }

  @inline(__always)
  @_noLocks
  private mutating func turn() {
    shape = ThreeBandShape(
      lower: Fast.exp2(crossovers.0.next()),
      upper: Fast.exp2(crossovers.1.next())
    )
  }

  @_noLocks
  mutating func process(_ block: Block) {
    let left = block.input(0)
    // Of one channel, both lanes are the same.
    let right = hasRight ? block.input(1) : left
    let cut = silence.take(left, right, frames: block.frames)
    if silence.isLong {
      for channel in 0..<(hasRight ? 2 : 1) { block.output(channel).fill(0) }
      for _ in 0..<block.frames where !isSettled { move() }
    } else if let cut {
      split(block, from: 0, to: cut)
      bands = ThreeBands()
      split(block, from: cut, to: block.frames)
    } else {
      split(block, from: 0, to: block.frames)
    }
  }

  @inline(__always)
  @_noLocks
  private mutating func split(_ block: Block, from start: Int, to end: Int) {
    let (left, leftOut) = (block.input(0), block.output(0))
    let right = hasRight ? block.input(1) : left
    let rightOut = hasRight ? block.output(1) : leftOut
    if isSettled {
      splitAtRest(start..<end, left, right, leftOut, rightOut)
    } else {
      splitOnTheWay(start..<end, left, right, leftOut, rightOut)
    }
  }

  private var isSettled: Bool {
    @_noLocks get {
      gains.0.isSettled && gains.1.isSettled && gains.2.isSettled
        && crossovers.0.isSettled && crossovers.1.isSettled
    }
  }

  @inline(__always)
  @_noLocks
  private mutating func move() {
    _ = gains.0.next()
    _ = gains.1.next()
    _ = gains.2.next()
    if !crossovers.0.isSettled || !crossovers.1.isSettled { turn() }
  }

  @_noLocks
  private mutating func splitAtRest(
    _ frames: Range<Int>,
    _ left: Samples,
    _ right: Samples,
    _ leftOut: Samples,
    _ rightOut: Samples
  ) {
    // Copies: what is written to the outputs cannot change them.
    var bands = bands
    let shape = shape
    let low = gains.0.value
    let (mid, high) = (gains.1.value, gains.2.value)
    let others = SIMD4<Float>(mid, mid, high, high)
    for index in frames {
      let (a, b) = (left[index], right[index])
      let (lows, rest) = bands.next(SIMD4<Float>(a, b, a, b), shape)
      let (bass, sound) = (lows * low, rest * others)
      leftOut[index] = bass[0] + sound[0] + sound[2]
      rightOut[index] = bass[1] + sound[1] + sound[3]
    }
    self.bands = bands
  }

  @_noLocks
  private mutating func splitOnTheWay(
    _ frames: Range<Int>,
    _ left: Samples,
    _ right: Samples,
    _ leftOut: Samples,
    _ rightOut: Samples
  ) {
    for index in frames {
      move()
      let (a, b) = (left[index], right[index])
      let (lows, rest) = bands.next(SIMD4<Float>(a, b, a, b), shape)
      let (mid, high) = (gains.1.value, gains.2.value)
      let (bass, sound) = (lows * gains.0.value, rest * SIMD4<Float>(mid, mid, high, high))
      leftOut[index] = bass[0] + sound[0] + sound[2]
      rightOut[index] = bass[1] + sound[1] + sound[3]
    }
  }
}

typealias Exported = Isolator
