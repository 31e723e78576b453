// SPDX-License-Identifier: Apache-2.0
// Turns a microphone down while nobody uses it.

/// A gate and a downward expander, with a high-pass before its detector.
///
/// While it is open, each output is its input, bit for bit.
struct Gate: Effect, ~Copyable {
  private let rate: Double
  private let channels: Int
  private var trigger = LevelTrigger()
  private var peak: RecentPeak
  private var ride: GainRide
  private var left = BlockHighPass(block: Block.capacity)
  private var right = BlockHighPass(block: Block.capacity)
  private var isFiltered = false
  private var isExpander = false
  /// The threshold in octaves, and how far down it goes for each octave below it, where 1 is the
  /// whole range.
  private var threshold: Float = 0
  private var slope: Float = 0
  private let levels = SampleBuffer(count: Block.capacity)
  private let gains = SampleBuffer(count: Block.capacity)

  /// A half-wave of 50 Hz, in ms: less hold than that would fall into the gaps between half-waves.
  private static var shortestHold: Double { @_noLocks get { 10 } }
  /// A range that means silence, in dB.
  private static var silence: Float { @_noLocks get { 80 } }

  init(_ setup: Setup) {
    rate = setup.rate
    channels = setup.outputs
    ride = GainRide(rate: setup.rate)
    peak = RecentPeak(frames: Int(clamping: setup.rate * 0.01))
  }

  @_noLocks
  mutating func reset() {
    trigger.reset()
    peak.reset()
    left.reset()
    right.reset()
    // Closed, as it is after a silence.
    ride.reset(to: GainRide.whole)
  }

  @_noLocks
  mutating func set(_ controls: Controls) {
    let perMillisecond = rate / 1000
    let level = controls[.threshold_db]
    let hold = max(Double(controls[.hold_ms]), Gate.shortestHold)
    trigger.set(
      opening: Decibels.gain(level),
      closing: Decibels.gain(level - controls[.hysteresis_db]),
      hold: Int(clamping: hold * perMillisecond + 0.5)
    )
    let range = controls[.range_db]
    ride.set(
      depth: range,
      gain: range < Gate.silence ? Decibels.gain(-range) : 0,
      down: Double(controls[.release_ms]) * perMillisecond,
      up: Double(controls[.attack_ms]) * perMillisecond,
      jumps: controls.jumps
    )
    isExpander = controls.choice(.mode) == 1
    threshold = level / Decibels.perOctave
    slope = Decibels.perOctave * (controls[.ratio] - 1) / max(range, 0.001)
    setFilter(controls[.sidechain_hp_hz])
  }

  @_noLocks
  private mutating func setFilter(_ frequency: Float) {
    let wasFiltered = isFiltered
    isFiltered = frequency > 0
    guard isFiltered else { return }
    if !wasFiltered {
      left.reset()
      right.reset()
    }
    left.set(hertz: max(frequency, 20), rate: Float(rate))
    if channels > 1 { right.set(hertz: max(frequency, 20), rate: Float(rate)) }
  }

  @_noLocks
  mutating func process(_ block: Block) {
    let levels = levels.samples
    listen(block, levels)
    let gains = gains.samples
    var start = 0
    while start < block.frames {
      let end = trigger.listen(levels, from: start, to: block.frames)
      while start < end {
        let stop = followLevel(levels, from: start, to: end)
        if stop &- start == block.frames, let gain = ride.gain(standingAt: target) {
          for channel in 0..<channels {
            block.output(channel).take(block.input(channel), times: gain, count: block.frames)
          }
          return
        }
        ride.write(gains, from: start, to: stop, towards: target)
        start = stop
      }
    }
    for channel in 0..<channels {
      block.output(channel).take(block.input(channel), times: gains, count: block.frames)
    }
  }

  /// What the detector hears: the louder channel of each frame, high-passed.
  @_noLocks
  private mutating func listen(_ block: Block, _ levels: Samples) {
    var (first, second) = (block.input(0), block.input(channels &- 1))
    if isFiltered {
      first = left.pass(first, count: block.frames)
      second = channels > 1 ? right.pass(second, count: block.frames) : first
    }
    levels.takeMagnitudes(first, second, count: block.frames)
  }

  /// The frame up to which the gain goes to one target; only an expander's depends on the level,
  /// and only while it is closed.
  @_noLocks
  private mutating func followLevel(_ levels: Samples, from start: Int, to end: Int) -> Int {
    guard isExpander else { return end }
    var stop = peak.listen(levels, from: start, to: end)
    while trigger.isOpen, stop < end { stop = peak.listen(levels, from: stop, to: end) }
    return stop
  }

  /// Where the gain is to go.
  private var target: Int {
    @_noLocks get {
      if trigger.isOpen { return 0 }
      guard isExpander else { return GainRide.whole }
      // Silence is some 760 dB down, and that is far enough.
      let share = min(max((threshold - Fast.log2(peak.level)) * slope, 0), 1)
      return Int(clamping: Double(share) * Double(GainRide.whole))
    }
  }

  @_noLocks
  mutating func report(_ controls: Controls) {
    controls[.reduction_db] = ride.reduction
    controls[.open] = trigger.isOpen ? 1 : 0
  }
}

typealias Exported = Gate
