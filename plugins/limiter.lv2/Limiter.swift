// SPDX-License-Identifier: Apache-2.0
// A limiter that looks ahead, and at the peaks between samples.

/// Finds true peaks, works out a smooth gain that is low enough at each, and multiplies the delayed
/// sound by it.
///
/// As long as no peak is above the ceiling, the output is the delayed input, bit for bit.
struct Limiter: Effect, ~Copyable {
  private let rate: Double
  private let channels: Int
  private var left: TruePeakDetector
  private var right: TruePeakDetector
  /// The gain of both channels while they are linked, otherwise of the left one.
  private var path: GainPath
  private var rightPath: GainPath
  private let peaks = SampleBuffer(count: Block.capacity)
  private let rightPeaks = SampleBuffer(count: Block.capacity)
  private let ceilings = SampleBuffer(count: Block.capacity)
  private var gain: Ramp
  private var ceiling: Ramp
  private var link: Ramp
  private var release: Release
  /// For how long both paths have been the same.
  private var together: Int
  private var deepest: Float = 0

  let latency: Int

  init(_ setup: Setup) {
    rate = setup.rate
    channels = setup.inputs
    path = GainPath(rate: setup.rate)
    rightPath = GainPath(rate: setup.rate)
    latency = TruePeakDetector.delay + path.delay
    left = TruePeakDetector(past: latency)
    right = TruePeakDetector(past: latency)
    gain = Ramp(1, seconds: 0.02, rate: setup.rate)
    ceiling = Ramp(1, seconds: 0.02, rate: setup.rate)
    link = Ramp(1, seconds: 0.02, rate: setup.rate)
    release = Release(milliseconds: 100, isAutomatic: true, rate: setup.rate)
    together = path.memory
  }

  @_noLocks
  mutating func reset() {
    left.reset()
    right.reset()
    path.reset()
    rightPath.reset()
    together = path.memory
    deepest = 0
  }

  @_noLocks
  mutating func set(_ controls: Controls) {
    gain.go(to: Decibels.gain(controls[.gain_db]), jumps: controls.jumps)
    ceiling.go(to: Decibels.gain(controls[.ceiling_db]), jumps: controls.jumps)
    link.go(to: controls[.stereo_link] / 100, jumps: controls.jumps)
    if channels > 1, isOnePath, !(link.isSettled && link.value == 1) {
      rightPath.copy(path)
      together = 0
    }
    release = Release(
      milliseconds: controls[.release_ms],
      isAutomatic: controls.isOn(.auto_release),
      rate: rate
    )
  }

  @_noLocks
  mutating func process(_ block: Block) {
    let frames = block.frames
    take(block)
    let lowest = findCeilings(frames)
    let isLeftLoud = left.measure(frames, above: lowest, to: peaks.samples)
    let isRightLoud = channels > 1 && right.measure(frames, above: lowest, to: rightPeaks.samples)
    if channels > 1 && isLeftLoud != isRightLoud {
      let silent = isLeftLoud ? rightPeaks.samples : peaks.samples
      silent.fill(0)
    }
    let isLoud = isLeftLoud || isRightLoud
    if isOnePath {
      if isLoud && channels > 1 { Reduction.join(peaks.samples, rightPeaks.samples, frames) }
      let isNeeded = isLoud && want(peaks.samples, frames, of: path.wanted)
      let isReduced = path.run(frames, release, isNeeded: isNeeded)
      if isReduced { note(path.sums, frames) }
      apply(isReduced, path.sums, left.input, block.output(0), frames)
      if channels > 1 { apply(isReduced, path.sums, right.input, block.output(1), frames) }
    } else {
      limitApart(isLoud, block)
    }
    left.advance(frames)
    path.advance(frames)
    if channels > 1 {
      right.advance(frames)
      if !isOnePath { rightPath.advance(frames) }
    }
    meetOrPart(frames)
  }

  /// Two paths, which are linked as much as the control says.
  @_noLocks
  private mutating func limitApart(_ isLoud: Bool, _ block: Block) {
    let frames = block.frames
    var isNeeded = (isLoud, isLoud)
    if isLoud {
      isNeeded.0 = want(peaks.samples, frames, of: path.wanted)
      isNeeded.1 = want(rightPeaks.samples, frames, of: rightPath.wanted)
      if isNeeded.0 || isNeeded.1 {
        Reduction.link(path.wanted, rightPath.wanted, frames, &link)
        isNeeded = (true, true)
      }
    }
    if !(isNeeded.0 || isNeeded.1) { link.skip(frames) }
    let isReduced = path.run(frames, release, isNeeded: isNeeded.0)
    if isReduced { note(path.sums, frames) }
    apply(isReduced, path.sums, left.input, block.output(0), frames)
    let isRightReduced = rightPath.run(frames, release, isNeeded: isNeeded.1)
    if isRightReduced { note(rightPath.sums, frames) }
    apply(isRightReduced, rightPath.sums, right.input, block.output(1), frames)
  }

  /// Whether one path is enough: fully linked ones are the same after a while.
  private var isOnePath: Bool { @_noLocks get { channels == 1 || together >= path.memory } }

  /// Looks whether the paths have become the same.
  @_noLocks
  private mutating func meetOrPart(_ frames: Int) {
    guard channels > 1, !isOnePath else { return }
    let isLinked = link.isSettled && link.value == 1
    together = isLinked && path.stands(like: rightPath) ? together &+ frames : 0
  }

  /// Puts the input, as loud as it is to be, where the detectors find it.
  @_noLocks
  private mutating func take(_ block: Block) {
    if gain.isSettled {
      left.input.block.take(block.input(0), times: gain.value, count: block.frames)
      guard channels > 1 else { return }
      right.input.block.take(block.input(1), times: gain.value, count: block.frames)
    } else {
      for index in 0..<block.frames {
        let gain = gain.next()
        left.input[index] = block.input(0)[index] * gain
        if channels > 1 { right.input[index] = block.input(1)[index] * gain }
      }
    }
  }

  /// Works out the ceiling of each frame; returns the lowest one.
  @_noLocks
  private mutating func findCeilings(_ frames: Int) -> Float {
    let before = ceiling.value
    if ceiling.isSettled {
      ceilings.samples.fill(before)
    } else {
      for index in 0..<frames { ceilings.samples[index] = ceiling.next() }
    }
    return min(before, ceiling.value)
  }

  /// Works out how much is to be taken away for each peak; whether it is anything.
  @_noLocks
  private func want(_ peaks: Samples, _ frames: Int, of wanted: Samples) -> Bool {
    Reduction.find(peaks, ceilings.samples, frames, to: wanted)
  }

  /// Multiplies the delayed sound by the gain.
  @inline(__always)
  @_noLocks
  private func apply(
    _ isReduced: Bool,
    _ sums: Samples,
    _ input: borrowing RecentSamples,
    _ output: Samples,
    _ frames: Int
  ) {
    var index = 0
    if !isReduced {
      while index < frames {
        output[eight: index] = input[eight: index &- latency]
        index &+= 8
      }
      return
    }
    let scale = path.scale
    while index < frames {
      let depth = sums[eight: index] * scale
      output[eight: index] = input[eight: index &- latency] * (1 - depth)
      index &+= 8
    }
  }

  /// Keeps the largest reduction for the report.
  @_noLocks
  private mutating func note(_ sums: Samples, _ frames: Int) {
    deepest = max(deepest, Reduction.largest(sums, frames) * path.scale)
  }

  @_noLocks
  mutating func report(_ controls: Controls) {
    controls[.reduction_db] = deepest > 0 ? -Decibels.level(1 - deepest) : 0
    deepest = 0
  }
}

typealias Exported = Limiter
