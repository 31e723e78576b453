// SPDX-License-Identifier: Apache-2.0
// `lv2:enabled` without a click.

/// Fades between a plugin's sound and its input, which is as late as its sound.
///
/// The plugin works on while it is not enabled, so that it is warm when it comes back.
///
/// > Threading: Realtime; made by Control.
struct Bypass: ~Copyable {
  /// How much of the plugin's sound is heard.
  private var share: Ramp
  private var latency = 0
  /// What the first and the second output have instead of the plugin's sound.
  private var first: DelayLine
  private var second: DelayLine
  private let late = SampleBuffer(count: Block.capacity)
  private static var seconds: Double { 0.005 }

  init(_ setup: Setup, longestLatency: Int) {
    precondition(longestLatency == 0 || setup.outputs <= 2, "there are two lines only")
    share = Ramp(1, seconds: Bypass.seconds, rate: setup.rate)
    first = DelayLine(frames: longestLatency, block: Block.capacity)
    second = DelayLine(frames: setup.outputs > 1 ? longestLatency : 0, block: Block.capacity)
  }

  @_noLocks
  mutating func reset() {
    first.reset()
    second.reset()
  }

  /// Is to be as late as this, at most the longest; while nothing has sounded.
  @_noLocks
  mutating func take(latency: Int) { self.latency = latency }

  @_noLocks
  mutating func set(isEnabled: Bool, jumps: Bool) {
    share.go(to: isEnabled ? 1 : 0, jumps: jumps)
  }

  /// Puts as much of the input into the outputs as the plugin is not enabled.
  @_noLocks
  mutating func mix(_ block: Block, _ setup: Setup) {
    if latency > 0 { remember(block, setup) }
    if !share.isSettled || share.value < 1 { fade(block, setup) }
  }

  // Not in line: a plugin that is enabled runs as quickly as if there were none of this.
  @inline(never)
  @_noLocks
  private mutating func fade(_ block: Block, _ setup: Setup) {
    let begin = share
    for channel in 0..<setup.outputs {
      share = begin
      let (dry, output) = (source(of: channel, block, setup), block.output(channel))
      for index in 0..<block.frames {
        let wet = share.next()
        // At both ends bit for bit.
        if wet < 1 {
          output[index] = wet == 0 ? dry[index] : dry[index] + (output[index] - dry[index]) * wet
        }
      }
    }
  }

  /// Keeps the input until the plugin's sound has come as far.
  @inline(never)
  @_noLocks
  private mutating func remember(_ block: Block, _ setup: Setup) {
    for channel in 0..<setup.outputs {
      guard let source = Exported.dryInput(of: channel, setup) else { continue }
      if channel == 0 {
        first.push(block.input(source), count: block.frames)
      } else {
        second.push(block.input(source), count: block.frames)
      }
    }
  }

  /// What an output has while the plugin is not enabled.
  @_noLocks
  private func source(of channel: Int, _ block: Block, _ setup: Setup) -> Samples {
    guard let source = Exported.dryInput(of: channel, setup) else {
      late.samples.fill(0)
      return late.samples
    }
    if latency == 0 { return block.input(source) }
    if channel == 0 {
      first.read(latency, into: late.samples, count: block.frames)
    } else {
      second.read(latency, into: late.samples, count: block.frames)
    }
    return late.samples
  }
}
