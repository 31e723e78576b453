// SPDX-License-Identifier: Apache-2.0
// A gain that moves to its target in equal steps and lands on it exactly.

/// A linear gain that never jumps.
///
/// > Threading: Realtime, once a plan uses it.
package struct GainRamp: BitwiseCopyable, Sendable {
  /// The gain of the next frame.
  package private(set) var current: Float
  /// Where the gain is or is going.
  private(set) var target: Float
  private var step: Float = 0
  private var remainingFrames = 0
  private var delayFrames = 0
  /// Changes that begin later, in the order in which they do.
  private var changes = InlineArray<8, Change>(repeating: Change())
  private var changeCount = 0

  /// How many changes can wait at once; one more takes the place of the last.
  static let mostChanges = 8

  /// A move that begins in `delay` frames.
  private struct Change: BitwiseCopyable {
    var gain: Float = 0
    var frames = 0
    var delay = 0
  }

  /// Makes a settled gain.
  @_noLocks
  package init(_ gain: Float) {
    current = gain
    target = gain
  }

  /// Whether the gain will not move any more.
  package var isSettled: Bool {
    @_noLocks get { remainingFrames == 0 && changeCount == 0 }
  }

  /// Whether the gain is settled at exactly 1, so that samples can be copied.
  package var isUnity: Bool {
    @_noLocks get { isSettled && current == 1 }
  }

  /// Moves to `gain` in `frames` equal steps (at least one), holding still for `delay` frames
  /// first.
  ///
  /// Whatever was under way or waiting is replaced; the way starts from where the gain is now.
  @_noLocks
  package mutating func retarget(_ gain: Float, overFrames frames: Int, afterFrames delay: Int = 0)
  {
    changeCount = 0
    move(to: gain, overFrames: frames, afterFrames: delay)
  }

  /// Moves to `gain` in `frames` equal steps, beginning `delay` frames from now; what begins before
  /// that does so.
  ///
  /// Of two moves that begin at the same frame the later one counts.
  @_noLocks
  mutating func schedule(_ gain: Float, overFrames frames: Int, afterFrames delay: Int) {
    guard delay > 0 else { return move(to: gain, overFrames: frames, afterFrames: 0) }
    var place = changeCount
    while place > 0, changes[place &- 1].delay >= delay { place &-= 1 }
    let isReplaced = place < changeCount && changes[place].delay == delay
    if !isReplaced {
      place = min(place, Self.mostChanges &- 1)
      changeCount = min(changeCount &+ 1, Self.mostChanges)
      var index = changeCount &- 1
      while index > place {
        changes[index] = changes[index &- 1]
        index &-= 1
      }
    }
    changes[place] = Change(gain: gain, frames: frames, delay: delay)
  }

  @_noLocks
  private mutating func move(to gain: Float, overFrames frames: Int, afterFrames delay: Int) {
    // A gain that is where it is to be stays a single number, to the bit.
    if remainingFrames == 0 && current == gain { return }
    target = gain
    remainingFrames = max(frames, 1)
    delayFrames = max(delay, 0)
    step = (gain - current) / Float(remainingFrames)
  }

  /// How many frames there are before the first of the changes begins, if that is within the next
  /// `frames` frames.
  @_noLocks
  private func due(within frames: Int) -> Int? {
    changeCount > 0 && changes[0].delay < frames ? changes[0].delay : nil
  }

  /// Lets `frames` frames go by for what waits.
  @_noLocks
  private mutating func wait(_ frames: Int) {
    for index in 0..<changeCount { changes[index].delay &-= frames }
  }

  /// Begins the first of the changes.
  @_noLocks
  private mutating func beginChange() {
    let change = changes[0]
    changeCount &-= 1
    for index in 0..<changeCount { changes[index] = changes[index &+ 1] }
    move(to: change.gain, overFrames: change.frames, afterFrames: 0)
  }

  /// Multiplies `curve` by the gain of each of the next `frames` frames.
  @_noLocks
  mutating func multiply(into curve: UnsafeMutablePointer<Float>, frames: Int) {
    var (place, left) = unsafe (curve, frames)
    while let before = due(within: left) {
      unsafe walk(into: place, frames: before)
      unsafe place += before
      left &-= before
      wait(before)
      beginChange()
    }
    unsafe walk(into: place, frames: left)
    wait(left)
  }

  @_noLocks
  private mutating func walk(into curve: UnsafeMutablePointer<Float>, frames: Int) {
    var frame = min(delayFrames, frames)
    delayFrames &-= frame
    for index in 0..<frame { unsafe curve[index] *= current }
    while frame < frames && remainingFrames > 0 {
      remainingFrames &-= 1
      // Counted from the target, so that rounding errors do not add up and the last frame is exact.
      current = target - step * Float(remainingFrames)
      unsafe curve[frame] *= current
      frame &+= 1
    }
    for index in frame..<frames { unsafe curve[index] *= current }
  }

  /// Takes the gain of the next frame.
  @_noLocks
  mutating func next() -> Float {
    if due(within: 1) != nil { beginChange() }
    wait(1)
    if delayFrames > 0 {
      delayFrames &-= 1
    } else if remainingFrames > 0 {
      remainingFrames &-= 1
      current = target - step * Float(remainingFrames)
    }
    return current
  }

  /// Lets `frames` frames go by without samples to apply them to.
  @_noLocks
  mutating func skip(frames: Int) {
    var left = frames
    while let before = due(within: left) {
      walk(frames: before)
      left &-= before
      wait(before)
      beginChange()
    }
    walk(frames: left)
    wait(left)
  }

  @_noLocks
  private mutating func walk(frames: Int) {
    let waited = min(delayFrames, frames)
    delayFrames &-= waited
    let walked = min(remainingFrames, frames &- waited)
    guard walked > 0 else { return }
    remainingFrames &-= walked
    current = target - step * Float(remainingFrames)
  }
}
