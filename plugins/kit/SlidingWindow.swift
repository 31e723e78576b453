// SPDX-License-Identifier: Apache-2.0
// The largest value of the last ones, and their sum, for eight frames at once.

/// Windows over the last 2ⁿ values, each made of two of half the length.
///
/// For each frame the largest, or the sum, of exactly so many values; a level for which a rough
/// window does is a `RecentPeak`. No sum is carried on from frame to frame, so that no rounding
/// error stays: the sum of zeros is zero, whatever was before.
///
/// > Threading: Realtime; made by Control.
package struct SlidingWindow: ~Copyable {
  private let doublings: Int
  private let extra: Int
  private let buffer: SampleBuffer
  private let room: Int
  private static var capacity: Int { @_noLocks get { 64 + 8 } }

  /// A window of 2^`doublings` values, and for `largest` of `extra` more, which are fewer than
  /// those.
  package init(doublings: Int, extra: Int = 0) {
    self.doublings = doublings
    self.extra = extra
    room = max(1 << doublings, 8)
    buffer = SampleBuffer(count: (doublings + 1) * (room + SlidingWindow.capacity))
  }

  /// Forgets all values.
  @_noLocks
  package func reset() { buffer.samples.fill(0) }

  @inline(__always)
  @_noLocks
  private func level(_ number: Int) -> Samples {
    let length = room &+ SlidingWindow.capacity
    return buffer.samples.part(from: number &* length, count: length)
  }

  /// Where the values of a block are to be put, at most 64.
  @inline(__always)
  package var input: Samples {
    @_noLocks get { level(0).part(from: room, count: SlidingWindow.capacity) }
  }

  /// Where the results of a block are.
  @inline(__always)
  package var output: Samples {
    @_noLocks get { level(doublings).part(from: room, count: SlidingWindow.capacity) }
  }

  /// Works out the sums of the last 2^`doublings` values for the first `frames` of the block.
  @_noLocks
  package func sum(_ frames: Int) {
    for number in 0..<doublings {
      let (from, to, step) = (level(number), level(number &+ 1), 1 &<< number)
      var index = room
      while index < room &+ frames {
        to[eight: index] = from[eight: index] + from[eight: index &- step]
        index &+= 8
      }
    }
  }

  /// Works out the largest of the last 2^`doublings` + `extra` values; they go to `result`.
  @_noLocks
  package func largest(_ frames: Int, to result: Samples) {
    for number in 0..<doublings {
      let (from, to, step) = (level(number), level(number &+ 1), 1 &<< number)
      var index = room
      while index < room &+ frames {
        to[eight: index] = from[eight: index].larger(from[eight: index &- step])
        index &+= 8
      }
    }
    let last = level(doublings)
    var index = 0
    while index < frames {
      let newest = last[eight: room &+ index]
      result[eight: index] = newest.larger(last[eight: room &+ index &- extra])
      index &+= 8
    }
  }

  /// Makes the first `frames` of the block those before the next one.
  @_noLocks
  package func advance(_ frames: Int) {
    for number in 0...doublings {
      let samples = level(number)
      // A level needs as many as its window is long, the last one as many as are extra.
      let length = number < doublings ? 1 &<< number : extra
      var index = room &- ((length &+ 7) & ~7)
      while index < room {
        samples[eight: index] = samples[eight: index &+ frames]
        index &+= 8
      }
    }
  }

  /// Becomes what the other one is, which is as long.
  @_noLocks
  package func copy(_ other: borrowing SlidingWindow) {
    let (samples, others) = (buffer.samples, other.buffer.samples)
    for index in 0..<min(samples.count, others.count) { samples[index] = others[index] }
  }
}
