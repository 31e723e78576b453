// SPDX-License-Identifier: Apache-2.0
// How loud it was just now.

/// The largest magnitude of this stretch of frames and of the one before.
///
/// A peak counts at once, and for one to two stretches: the level of a sine whose half-waves are
/// shorter stands still. That is enough for a level; where the window must be exact to the frame,
/// as in a limiter, there is `SlidingWindow`.
///
/// > Threading: Realtime; made by Control.
package struct RecentPeak {
  /// The level in the last frame.
  package private(set) var level: Float = 0
  private var current: Float = 0
  private let stretch: Int
  private var left: Int

  /// A level of silence, with stretches of `frames`.
  package init(frames: Int) {
    stretch = max(frames, 1)
    left = stretch
  }

  /// Forgets what it has heard.
  @_noLocks
  package mutating func reset() {
    level = 0
    current = 0
    left = stretch
  }

  /// Listens to magnitudes from `start` on for as long as the level stays what it is in the first
  /// of them.
  ///
  /// - Returns: the frame behind those, at most `end`.
  @_noLocks
  package mutating func listen(_ levels: Samples, from start: Int, to end: Int) -> Int {
    guard start < end else { return end }
    if left == 0 {
      level = current
      current = 0
      left = stretch
    }
    level = max(level, levels[start])
    let most = min(end, start &+ left)
    var stop = most
    var largest = levels.largestBits(from: start, to: most)
    if largest > Int32(bitPattern: level.bitPattern) {
      stop = start &+ 1
      while stop < most, levels[stop] <= level { stop &+= 1 }
      largest = levels.largestBits(from: start, to: stop)
    }
    largest = max(largest, Int32(bitPattern: current.bitPattern))
    current = Float(bitPattern: UInt32(bitPattern: largest))
    left &-= stop &- start
    return stop
  }
}

extension Samples {
  /// Magnitudes have the order of their bits, and of whole numbers a SIMD unit finds the largest in
  /// any order.
  @inline(__always)
  @_noLocks
  fileprivate func largestBits(from start: Int, to end: Int) -> Int32 {
    var largest: Int32 = 0
    var index = start
    while index < end {
      let bits = Int32(bitPattern: self[index].bitPattern)
      largest = bits > largest ? bits : largest
      index &+= 1
    }
    return largest
  }
}
