// SPDX-License-Identifier: Apache-2.0
// A delay that stays the same while sound goes through.

/// Makes one channel later by a number of frames, block by block.
///
/// > Threading: Realtime; made by Control.
package struct BlockDelay: ~Copyable {
  private let buffer: SampleBuffer
  private let size: Int
  private var position = 0
  /// By how many frames; set it while there is silence inside.
  package private(set) var frames = 0

  /// Makes room for delays up to `frames`, and blocks up to `block`.
  package init(frames: Int, block: Int) {
    size = frames + block
    buffer = SampleBuffer(count: size)
  }

  /// Forgets what it has heard.
  @_noLocks
  package mutating func reset() {
    buffer.samples.fill(0)
    position = 0
  }

  /// Takes another delay, at most that for which there is room.
  @_noLocks
  package mutating func take(frames: Int) { self.frames = frames }

  /// Takes `count` frames, and gives as many of before.
  @_noLocks
  package mutating func pass(_ input: Samples, to output: Samples, count: Int) {
    let past = buffer.samples
    var done = 0
    while done < count {
      let length = min(count &- done, size &- position)
      past.part(from: position, count: length).copy(input.part(from: done, count: length))
      done &+= length
      position &+= length
      if position == size { position = 0 }
    }
    var source = position &- count &- frames
    if source < 0 { source &+= size }
    if source < 0 { source &+= size }
    done = 0
    while done < count {
      let length = min(count &- done, size &- source)
      output.part(from: done, count: length).copy(past.part(from: source, count: length))
      done &+= length
      source &+= length
      if source == size { source = 0 }
    }
  }
}
