// SPDX-License-Identifier: Apache-2.0
// Frames of the driver's count at which a cycle is rendered in two parts.

/// Where cycles are cut; at most 64 places at once, more than any plugin's controls wait for.
///
/// > Threading: Realtime.
struct FrameCuts {
  private var frames = InlineArray<64, UInt32>(repeating: 0)
  private var count = 0

  /// > Threading: Control.
  init() {}

  /// Adds a cut; one that there is no room for is left out, and what it was for begins with the
  /// next part.
  @_noLocks
  mutating func insert(_ frame: UInt32) {
    for index in 0..<count where frames[index] == frame { return }
    guard count < frames.count else { return }
    frames[count] = frame
    count &+= 1
  }

  /// How many of `longest` frames from `start` on come before the next cut; those that have gone by
  /// are forgotten.
  @_noLocks
  mutating func cut(_ longest: Int, at start: UInt32?) -> Int {
    guard let start else { return longest }
    var (nearest, kept) = (longest, 0)
    for index in 0..<count {
      let ahead = frames[index].frames(after: start)
      guard ahead > 0 else { continue }
      frames[kept] = frames[index]
      kept &+= 1
      nearest = min(nearest, ahead)
    }
    count = kept
    return nearest
  }
}
