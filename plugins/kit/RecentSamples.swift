// SPDX-License-Identifier: Apache-2.0
// A block of samples, and those before it, in one piece.

/// The samples of a block of at most 64 frames at the indices from 0 on, and the last ones before
/// it at negative indices.
///
/// Eight neighbours are read at once wherever they begin: nothing wraps. Each block moves the past,
/// so that it should be short; for long delays there is `DelayLine`.
///
/// > Threading: Realtime; made by Control.
package struct RecentSamples: ~Copyable {
  private let buffer: SampleBuffer
  private let past: Int

  /// Makes room for at least `past` samples before a block.
  package init(past: Int) {
    self.past = (max(past, 1) + 7) / 8 * 8
    // The last group of eight may begin at the last frame.
    buffer = SampleBuffer(count: self.past + 64 + 8)
  }

  /// Forgets all of them.
  @_noLocks
  package func reset() { buffer.samples.fill(0) }

  /// Where the samples of a block are to be put.
  @inline(__always)
  package var block: Samples {
    @_noLocks get { buffer.samples.part(from: past, count: 64 + 8) }
  }

  /// The sample at `index`.
  @inline(__always)
  package subscript(index: Int) -> Float {
    @_noLocks get { buffer.samples[past &+ index] }
    @_noLocks nonmutating set { buffer.samples[past &+ index] = newValue }
  }

  /// The eight samples from `index` on.
  @inline(__always)
  package subscript(eight index: Int) -> SIMD8<Float> {
    @_noLocks get { buffer.samples[eight: past &+ index] }
    @_noLocks nonmutating set { buffer.samples[eight: past &+ index] = newValue }
  }

  /// Makes the first `frames` of the block those before the next one.
  @inline(__always)
  @_noLocks
  package func advance(_ frames: Int) {
    let samples = buffer.samples
    var index = 0
    while index < past {
      samples[eight: index] = samples[eight: index &+ frames]
      index &+= 8
    }
  }
}
