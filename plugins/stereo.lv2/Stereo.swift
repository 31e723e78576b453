// SPDX-License-Identifier: Apache-2.0
// Balance, pan laws, width, mono bass, swap and polarity of two channels.

/// Two channels through a matrix of four gains, and a high-pass for what the sides have apart.
///
/// As it comes, each output is its input, bit for bit.
struct Stereo: Effect, ~Copyable {
  private let rate: Float
  /// The gains: left to left, right to left, left to right, right to right.
  private var gains: (Ramp, Ramp, Ramp, Ramp)
  /// How much of the difference is taken below the frequency.
  private var monoShare: Ramp
  private var poles: FilterPoles
  private var filter = StateVariableFilter()

  init(_ setup: Setup) {
    rate = Float(setup.rate)
    func ramp(_ value: Float) -> Ramp { Ramp(value, seconds: 0.01, rate: setup.rate) }
    gains = (ramp(1), ramp(0), ramp(0), ramp(1))
    monoShare = ramp(0)
    poles = FilterPoles(hertz: 120, rate: rate, damping: 1.414_214)
  }

  @_noLocks
  mutating func reset() { filter.reset() }

  @_noLocks
  mutating func set(_ controls: Controls) {
    let (left, right) = Stereo.pan(Double(controls[.balance]), law: controls.choice(.law))
    let level = Decibels.gain(controls[.gain_db])
    let width = controls.isOn(.mono) ? 0 : controls[.width]
    // Each output's share of its own side and of the other one.
    let (own, other) = ((1 + width) / 2, (1 - width) / 2)
    // Mono is half of both: a sum would be 6 dB louder.
    let signs: (Float, Float) = (
      controls.isOn(.invert_left) ? -1 : 1, controls.isOn(.invert_right) ? -1 : 1
    )
    let isSwapped = controls.isOn(.swap)
    let jumps = controls.jumps
    gains.0.go(to: left * level * (isSwapped ? other : own) * signs.0, jumps: jumps)
    gains.1.go(to: left * level * (isSwapped ? own : other) * signs.1, jumps: jumps)
    gains.2.go(to: right * level * (isSwapped ? own : other) * signs.0, jumps: jumps)
    gains.3.go(to: right * level * (isSwapped ? other : own) * signs.1, jumps: jumps)
    let frequency = controls[.mono_below_hz]
    // It stopped where a block ended, not where it was no longer heard.
    if monoShare.isSettled, monoShare.value == 0 { filter.reset() }
    monoShare.go(to: frequency > 0 ? 1 : 0, jumps: jumps)
    if frequency > 0 {
      poles = FilterPoles(hertz: max(frequency, 20), rate: rate, damping: 1.414_214)
    }
  }

  /// The gains of both sides at `position`, from -1, left, to 1, right.
  @_noLocks
  static func pan(_ position: Double, law: Int) -> (Float, Float) {
    let angle = (position + 1) * .pi / 4
    // The centre must be exact: half of a right angle is not.
    let half = Libm.squareRoot(0.5)
    let (cosine, sine) = position == 0 ? (half, half) : (Libm.cos(angle), Libm.sin(angle))
    let (left, right) = ((1 - position) / 2, (1 + position) / 2)
    switch law {
    case 0: return (Float(min(1, 2 * left)), Float(min(1, 2 * right)))
    case 1:
      if position == 0 { return (1, 1) }
      return (Float(cosine * 2 * half), Float(sine * 2 * half))
    case 2: return (Float(cosine), Float(sine))
    case 3:
      let (left, right) = (max(0, cosine) * left, sine * right)
      return (Float(Libm.squareRoot(left)), Float(Libm.squareRoot(right)))
    default: return (Float(left), Float(right))
    }
  }

  @_noLocks
  mutating func process(_ block: Block) {
    if gains.0.isSettled && gains.1.isSettled && gains.2.isSettled && gains.3.isSettled {
      multiply(block)
    } else {
      multiplyOnTheWay(block)
    }
    if !monoShare.isSettled || monoShare.value > 0 { takeLowDifference(block) }
  }

  @_noLocks
  private func multiply(_ block: Block) {
    let (left, right) = (block.input(0), block.input(1))
    let (leftOut, rightOut) = (block.output(0), block.output(1))
    let gains = (gains.0.value, gains.1.value, gains.2.value, gains.3.value)
    var index = 0
    while index < block.frames {
      let (a, b) = (left[eight: index], right[eight: index])
      leftOut[eight: index] = a * gains.0 + b * gains.1
      rightOut[eight: index] = a * gains.2 + b * gains.3
      index &+= 8
    }
  }

  @_noLocks
  private mutating func multiplyOnTheWay(_ block: Block) {
    for index in 0..<block.frames {
      let (a, b) = (block.input(0)[index], block.input(1)[index])
      block.output(0)[index] = a * gains.0.next() + b * gains.1.next()
      block.output(1)[index] = a * gains.2.next() + b * gains.3.next()
    }
  }

  /// Takes away what high-passing the difference of the outputs takes away.
  @_noLocks
  private mutating func takeLowDifference(_ block: Block) {
    let (left, right) = (block.output(0), block.output(1))
    for index in 0..<block.frames {
      let side = SIMD4<Float>(repeating: (left[index] - right[index]) / 2)
      let (band, low) = filter.next(side, poles)
      let taken = (low[0] + poles.damping * band[0]) * monoShare.next()
      left[index] -= taken
      right[index] += taken
    }
  }
}

typealias Exported = Stereo
