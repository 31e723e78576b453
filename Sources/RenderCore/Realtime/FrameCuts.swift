// SPDX-License-Identifier: Apache-2.0
// Frames of the driver's count at which a cycle is rendered in two parts.

/// Where cycles are cut, in the order of their frames; at most 64 at once, more than any plugin's controls wait for.
///
/// > Threading: Realtime.
struct FrameCuts {
  private var frames = InlineArray<64, UInt32>(repeating: 0)
  private var count = 0

  /// > Threading: Control.
  init() {}

  /// Adds a cut; one that there is no room for is left out, and what it was for begins with the next part.
  @_noLocks
  mutating func insert(_ frame: UInt32) {
    for index in 0..<count where frames[index] == frame { return }
    guard count < frames.count else { return }
    var place = count
    while place > 0, Int32(bitPattern: frames[place &- 1] &- frame) > 0 {
      frames[place] = frames[place &- 1]
      place &-= 1
    }
    frames[place] = frame
    count &+= 1
  }

  /// How many of `longest` frames from `start` on come before the next cut; those that have gone by are forgotten.
  @_noLocks
  mutating func cut(_ longest: Int, at start: UInt32?) -> Int {
    guard count > 0, let start else { return longest }
    var gone = 0
    while gone < count, Int32(bitPattern: frames[gone] &- start) <= 0 { gone &+= 1 }
    count &-= gone
    for index in 0..<count { frames[index] = frames[index &+ gone] }
    return count > 0 ? min(longest, Int(Int32(bitPattern: frames[0] &- start))) : longest
  }
}
