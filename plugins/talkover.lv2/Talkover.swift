// SPDX-License-Identifier: Apache-2.0
// Turns sound down while somebody talks.

/// A ducker: the side chain opens a trigger, and that sends the gain of the main sound down.
///
/// While nobody talks, each output is its input, bit for bit.
struct Talkover: Effect, ~Copyable {
  private let rate: Double
  private let channels: Int
  private var trigger = LevelTrigger()
  private var ride: GainRide
  private var left: DelayLine
  private var right: DelayLine
  private let levels = SampleBuffer(count: Block.capacity)
  private let gains = SampleBuffer(count: Block.capacity)
  private(set) var latency = 0
  let longestLatency: Int

  /// How much quieter a voice may become before it counts as silence, in dB.
  private static var hysteresis: Float { @_noLocks get { 4 } }
  /// A half-wave of 50 Hz, in ms: less hold than that would fall into the gaps between half-waves.
  private static var shortestHold: Double { @_noLocks get { 10 } }

  init(_ setup: Setup) {
    rate = setup.rate
    channels = setup.outputs
    longestLatency = Int(clamping: 0.02 * setup.rate + 0.5)
    ride = GainRide(rate: setup.rate)
    left = DelayLine(frames: longestLatency, block: Block.capacity)
    right = DelayLine(frames: setup.outputs > 1 ? longestLatency : 0, block: Block.capacity)
  }

  @_noLocks
  mutating func reset() {
    trigger.reset()
    ride.reset(to: 0)
    left.reset()
    right.reset()
  }

  @_noLocks
  mutating func set(_ controls: Controls) {
    let perMillisecond = rate / 1000
    if controls.jumps {
      latency = min(
        Int(clamping: Double(controls[.lookahead_ms]) * perMillisecond + 0.5),
        longestLatency
      )
    }
    let hold = max(Double(controls[.hold_ms]), Talkover.shortestHold)
    trigger.set(
      opening: Decibels.gain(controls[.threshold_db]),
      closing: Decibels.gain(controls[.threshold_db] - Talkover.hysteresis),
      // The main sound is later by the look-ahead, and so is the end of the hold.
      hold: Int(clamping: hold * perMillisecond + 0.5) &+ latency
    )
    ride.set(
      depth: controls[.depth_db],
      gain: Decibels.gain(-controls[.depth_db]),
      down: Double(controls[.attack_ms]) * perMillisecond,
      up: Double(controls[.release_ms]) * perMillisecond,
      jumps: controls.jumps
    )
  }

  @_noLocks
  mutating func process(_ block: Block) {
    let levels = levels.samples
    levels.takeMagnitudes(
      block.input(channels),
      block.input(channels &+ channels &- 1),
      count: block.frames
    )
    if latency > 0 {
      left.push(block.input(0), count: block.frames)
      left.read(latency, into: block.output(0), count: block.frames)
      if channels > 1 {
        right.push(block.input(1), count: block.frames)
        right.read(latency, into: block.output(1), count: block.frames)
      }
    }
    let gains = gains.samples
    var start = 0
    while start < block.frames {
      let end = trigger.listen(levels, from: start, to: block.frames)
      let target = trigger.isOpen ? GainRide.whole : 0
      if end &- start == block.frames, let gain = ride.gain(standingAt: target) {
        for channel in 0..<channels {
          block.output(channel).take(source(channel, block), times: gain, count: block.frames)
        }
        return
      }
      ride.write(gains, from: start, to: end, towards: target)
      start = end
    }
    for channel in 0..<channels {
      block.output(channel).take(source(channel, block), times: gains, count: block.frames)
    }
  }

  /// The main sound, which lies in the output already where it is late.
  @inline(__always)
  @_noLocks
  private func source(_ channel: Int, _ block: Block) -> Samples {
    latency > 0 ? block.output(channel) : block.input(channel)
  }

  @_noLocks
  mutating func report(_ controls: Controls) {
    controls[.reduction_db] = ride.reduction
    controls[.talking] = trigger.isOpen ? 1 : 0
  }
}

typealias Exported = Talkover
