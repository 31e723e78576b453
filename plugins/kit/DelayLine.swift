// SPDX-License-Identifier: Apache-2.0
// Makes sound later.

/// The last frames of one channel, to be heard as much later as one likes.
///
/// For delays of whole frames that a reader chooses each time. Where eight neighbours at a time are
/// read, or many taps, and the past is short, `RecentSamples` is quicker: there nothing wraps.
///
/// > Threading: Realtime; made by Control.
package struct DelayLine: ~Copyable {
  private let buffer: SampleBuffer
  private let mask: Int
  /// Where the newest frame is.
  private var position = 0

  /// Makes room for delays of up to `frames` in blocks of up to `block`: a block is taken before
  /// the first of its frames is read.
  package init(frames: Int, block: Int) {
    var size = 1
    while size < frames + block { size *= 2 }
    buffer = SampleBuffer(count: size)
    mask = size - 1
  }

  /// Forgets what it has heard.
  @_noLocks
  package mutating func reset() {
    buffer.samples.fill(0)
    position = 0
  }

  /// Takes one frame.
  @inline(__always)
  @_noLocks
  package mutating func push(_ sample: Float) {
    position = (position &+ 1) & mask
    buffer.samples[position] = sample
  }

  /// Takes the first `count` frames of a block.
  @_noLocks
  package mutating func push(_ block: Samples, count: Int) {
    let first = (position &+ 1) & mask
    let straight = min(count, mask &+ 1 &- first)
    let line = buffer.samples
    line.part(from: first, count: straight).copy(block)
    if straight < count {
      line.part(from: 0, count: count &- straight)
        .copy(block.part(from: straight, count: count &- straight))
    }
    position = (position &+ count) & mask
  }

  /// Writes what the last `count` frames are when they come `frames` later.
  @_noLocks
  package borrowing func read(_ frames: Int, into block: Samples, count: Int) {
    let first = (position &+ 1 &- count &- frames) & mask
    let straight = min(count, mask &+ 1 &- first)
    block.part(from: 0, count: straight).copy(buffer.samples.part(from: first, count: straight))
    if straight < count {
      block.part(from: straight, count: count &- straight).copy(buffer.samples)
    }
  }

  /// The frame that was taken `frames` before the newest one.
  @inline(__always)
  @_noLocks
  package borrowing func read(_ frames: Int) -> Float {
    buffer.samples[(position &- frames) & mask]
  }
}
