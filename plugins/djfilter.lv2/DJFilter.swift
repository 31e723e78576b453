// SPDX-License-Identifier: Apache-2.0
// Low-pass to the left, high-pass to the right, and nothing at all in the centre.

/// Two filters one after the other, of which the knob puts in one at most.
struct DJFilter: Effect, ~Copyable {
  private let rate: Float
  private let hasRight: Bool
  private var low: SweptFilter
  private var high: SweptFilter
  private var silence: Silence

  /// As far from the centre the knob does nothing.
  private static var rest: Float { @_noLocks get { 0.01 } }

  init(_ setup: Setup) {
    rate = Float(setup.rate)
    hasRight = setup.inputs > 1
    low = SweptFilter(isHigh: false, open: min(20_000, 0.45 * rate), rate: setup.rate)
    high = SweptFilter(isHigh: true, open: 20, rate: setup.rate)
    silence = Silence(seconds: 3, rate: setup.rate)
  }

  @_noLocks
  mutating func reset() {
    low.reset()
    high.reset()
    silence.reset()
  }

  @_noLocks
  mutating func set(_ controls: Controls) {
    let knob = controls[.filter]
    // 18 dB from one end to the other, in octaves of level.
    let peak = controls[.resonance] * 18 / Decibels.perOctave
    let isSteep = controls.choice(.slope) == 1
    // While nothing is in, nobody listens for silence.
    if low.isOut && high.isOut { silence.reset() }
    low.set(
      cutoff: knob <= -DJFilter.rest ? log2g(-knob, from: 20_000, to: 40) : nil,
      peak: peak,
      isSteep: isSteep,
      jumps: controls.jumps
    )
    high.set(
      cutoff: knob >= DJFilter.rest ? log2g(knob, from: 20, to: 12_000) : nil,
      peak: peak,
      isSteep: isSteep,
      jumps: controls.jumps
    )
  }

  /// The logarithm of a cut-off's tangent for a way of the knob out of the centre.
  @_noLocks
  private func log2g(_ way: Float, from first: Double, to last: Double) -> Float {
    let share = Double((way - DJFilter.rest) / (1 - DJFilter.rest))
    let hertz = Float(first * Libm.power(last / first, share))
    return FilterPoles.log2g(hertz: min(hertz, 0.45 * rate), rate: rate)
  }

  @_noLocks
  mutating func process(_ block: Block) {
    let left = block.output(0)
    // Of one channel, both lanes are the same.
    let right = hasRight ? block.output(1) : left
    left.take(block.input(0), count: block.frames)
    if hasRight { right.take(block.input(1), count: block.frames) }
    if low.isOut && high.isOut { return }
    let cut = silence.take(left, right, frames: block.frames)
    if silence.isLong && low.isSettled && high.isSettled { return }
    guard let cut else {
      filter(left, right, block.frames)
      return
    }
    filter(left, right, cut)
    low.reset()
    high.reset()
    let rest = block.frames &- cut
    let rightRest = right.part(from: cut, count: rest)
    filter(left.part(from: cut, count: rest), rightRest, rest)
  }

  @_noLocks
  private mutating func filter(_ left: Samples, _ right: Samples, _ frames: Int) {
    if !low.isOut { low.process(left, right, frames: frames) }
    if !high.isOut { high.process(left, right, frames: frames) }
  }
}

typealias Exported = DJFilter
