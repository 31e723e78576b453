// SPDX-License-Identifier: Apache-2.0
// Whether there is sound: two thresholds and a hold.

/// Open from the first frame that is as loud as one threshold, until `hold` frames have passed
/// since the last one that was as loud as a lower threshold.
///
/// > Threading: Realtime.
package struct LevelTrigger {
  /// Whether it was open in the last frame.
  package private(set) var isOpen = false
  private var opening = Float.infinity
  private var closing = Float.infinity
  private var hold = 0
  private var left = 0

  /// A trigger that is closed, and never opens before it is set.
  package init() {}

  /// Closes it.
  @_noLocks
  package mutating func reset() {
    isOpen = false
    left = 0
  }

  /// Takes new thresholds, as factors, and how many frames it stays open without sound.
  @_noLocks
  package mutating func set(opening: Float, closing: Float, hold: Int) {
    self.opening = opening
    self.closing = min(closing, opening)
    self.hold = hold
    left = min(left, hold)
  }

  /// Listens to magnitudes from `start` on for as long as it is either open or closed.
  ///
  /// - Returns: the frame behind those, at most `end`; more than `start` where that is less than
  ///   `end`.
  @_noLocks
  package mutating func listen(_ levels: Samples, from start: Int, to end: Int) -> Int {
    if !isOpen {
      let first = levels.first(atLeast: opening, from: start, to: end)
      guard first == start, start < end else { return first }
      isOpen = true
      left = hold
    }
    let count = end &- start
    // It can't close in here: all that counts is which frame is the last loud one.
    if left >= count, hold >= count {
      let last = levels.last(atLeast: closing, from: start, to: end)
      left = last < start ? left &- count : hold &- (end &- 1 &- last)
      return end
    }
    for index in start..<end {
      if levels[index] >= closing {
        left = hold
      } else if left > 0 {
        left &-= 1
      } else {
        if index > start { return index }
        isOpen = false
        return levels.first(atLeast: opening, from: start, to: end)
      }
    }
    return end
  }
}

extension Samples {
  /// The first of the samples from `start` on that is no less than `value`; `end` where none is.
  @_noLocks
  fileprivate func first(atLeast value: Float, from start: Int, to end: Int) -> Int {
    guard holds(atLeast: value, from: start, to: end) else { return end }
    var index = start
    while index < end, self[index] < value { index &+= 1 }
    return index
  }

  /// The last of the samples before `end` that is no less than `value`; one less than `start` where
  /// none is.
  @_noLocks
  fileprivate func last(atLeast value: Float, from start: Int, to end: Int) -> Int {
    guard holds(atLeast: value, from: start, to: end) else { return start &- 1 }
    var index = end &- 1
    while index >= start, self[index] < value { index &-= 1 }
    return index
  }

  /// A count, because SIMD units count quickly and find slowly.
  @inline(__always)
  @_noLocks
  private func holds(atLeast value: Float, from start: Int, to end: Int) -> Bool {
    var count: Int32 = 0
    var index = start
    while index < end {
      count &+= self[index] >= value ? 1 : 0
      index &+= 1
    }
    return count > 0
  }
}
