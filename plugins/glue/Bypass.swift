// SPDX-License-Identifier: Apache-2.0
// `lv2:enabled` without a click.

/// Fades between a plugin's sound and its input, which is as late as its sound.
///
/// The plugin works on while it is not enabled, so that it is warm when it comes back.
///
/// > Threading: Realtime; made by Control.
@safe
struct Bypass: ~Copyable {
  private var share: Ramp
  private var latency = 0
  private let past: SampleBuffer
  private let stride: Int
  private var position = 0
  private static var seconds: Double { 0.005 }

  init(_ setup: Setup, longestLatency: Int) {
    share = Ramp(1, seconds: Bypass.seconds, rate: setup.rate)
    var stride = 1
    while stride <= longestLatency { stride *= 2 }
    self.stride = stride
    past = SampleBuffer(count: longestLatency == 0 ? 0 : stride * setup.inputs)
  }

  @_noLocks
  mutating func reset() {
    past.samples.fill(0)
    position = 0
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
    if latency > 0 { delay(block, setup) }
    guard !share.isSettled || share.value < 1 else { return }
    for index in 0..<block.frames {
      let wet = share.next()
      for channel in 0..<setup.outputs {
        let output = block.output(channel)
        let source = Exported.dryInput(of: channel, setup)
        let dry = source.map { block.input($0)[index] } ?? 0
        // At both ends bit for bit.
        if wet < 1 { output[index] = wet == 0 ? dry : dry + (output[index] - dry) * wet }
      }
    }
  }

  /// Puts into the inputs' place what they were `latency` frames before.
  @_noLocks
  private mutating func delay(_ block: Block, _ setup: Setup) {
    for channel in 0..<setup.inputs {
      let line = past.samples.part(from: channel &* stride, count: stride)
      let input = block.input(channel)
      var position = position
      for index in 0..<block.frames {
        line[position] = input[index]
        input[index] = line[(position &- latency) & (stride &- 1)]
        position = (position &+ 1) & (stride &- 1)
      }
    }
    position = (position &+ block.frames) & (stride &- 1)
  }
}
