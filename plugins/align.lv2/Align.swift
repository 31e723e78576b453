// SPDX-License-Identifier: Apache-2.0
// Delay by time and by distance.

/// A delay of a whole number of frames; a new one fades in while the old one fades out.
struct Align: Effect, ~Copyable {
  private let rate: Double
  private let channels: Int
  private let most: Int
  private var left: DelayLine
  private var right: DelayLine
  private var gain: Ramp
  /// What is heard, and what fades in beside it.
  private var delay = 0
  private var next = 0
  private var share: Ramp
  /// What the controls ask for.
  private var wished = 0

  init(_ setup: Setup) {
    rate = setup.rate
    channels = setup.inputs
    // One second and 340 m in air of -20 °C.
    most = Int(clamping: 2.125 * setup.rate)
    left = DelayLine(frames: most, block: Block.capacity)
    right = DelayLine(frames: setup.inputs > 1 ? most : 0, block: Block.capacity)
    gain = Ramp(1, seconds: 0.01, rate: setup.rate)
    share = Ramp(1, seconds: 0.02, rate: setup.rate)
  }

  @_noLocks
  mutating func reset() {
    left.reset()
    right.reset()
    delay = wished
    next = wished
    share.go(to: 1, jumps: true)
  }

  @_noLocks
  mutating func set(_ controls: Controls) {
    // Laplace's speed of sound, for dry air.
    let metres = 331.3 * Libm.squareRoot(1 + Double(controls[.temperature_c]) / 273.15)
    let seconds = Double(controls[.delay_ms]) / 1000 + Double(controls[.distance_m]) / metres
    wished = min(Int(clamping: seconds * rate + 0.5), most)
    let sign: Float = controls.isOn(.invert) ? -1 : 1
    gain.go(to: sign * Decibels.gain(controls[.gain_db]), jumps: controls.jumps)
    if controls.jumps {
      delay = wished
      next = wished
    }
  }

  @_noLocks
  mutating func report(_ controls: Controls) {
    controls[.delay_frames] = Float(wished)
  }

  @_noLocks
  mutating func process(_ block: Block) {
    if share.isSettled, gain.isSettled, next == wished {
      Align.delay(block, 0, &left, delay, gain.value)
      if channels > 1 { Align.delay(block, 1, &right, delay, gain.value) }
    } else {
      glide(block)
    }
  }

  /// A channel while nothing changes.
  @_noLocks
  private static func delay(
    _ block: Block,
    _ channel: Int,
    _ line: inout DelayLine,
    _ frames: Int,
    _ gain: Float
  ) {
    let output = block.output(channel)
    line.push(block.input(channel), count: block.frames)
    line.read(frames, into: output, count: block.frames)
    if gain != 1 { output.take(output, times: gain, count: block.frames) }
  }

  @_noLocks
  private mutating func glide(_ block: Block) {
    for index in 0..<block.frames {
      left.push(block.input(0)[index])
      if channels > 1 { right.push(block.input(1)[index]) }
      if share.isSettled, next != wished {
        next = wished
        share.go(to: 0, jumps: true)
        share.go(to: 1)
      }
      let gain = gain.next()
      let isFading = !share.isSettled
      let share = share.next()
      block.output(0)[index] = gain * sound(of: left, isFading, share)
      if channels > 1 { block.output(1)[index] = gain * sound(of: right, isFading, share) }
      if isFading, self.share.isSettled { delay = next }
    }
  }

  @inline(__always)
  @_noLocks
  private func sound(of line: borrowing DelayLine, _ isFading: Bool, _ share: Float) -> Float {
    let old = line.read(delay)
    return isFading ? old + (line.read(next) - old) * share : old
  }
}

typealias Exported = Align
