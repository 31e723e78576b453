// SPDX-License-Identifier: Apache-2.0
// The lengths of block that a plugin can take.

/// What a plugin's blocks have to be like.
///
/// > Threading: Any.
enum BlockShape: Hashable, Sendable, BitwiseCopyable {
  /// Any number of frames up to the longest block.
  case any
  /// A power of two: a cycle is cut into such pieces, longest first, which adds no latency.
  case powerOfTwo
  /// Always so many frames: longer cycles are cut, and where that leaves a rest, frames are
  /// gathered until there are enough.
  case fixed(Int)

  /// Whether a run without frames, which brings latency ports up to date, is allowed.
  var allowsEmptyRun: Bool {
    @_noLocks get {
      if case .any = self { true } else { false }
    }
  }

  /// How many of the `left` frames of a cycle the next piece has.
  @_noLocks
  func piece(of left: Int, longest: Int) -> Int {
    switch self {
    case .any: return min(left, longest)
    case .fixed(let frames): return min(left, frames)
    case .powerOfTwo:
      let most = min(left, longest)
      return most > 0 ? 1 &<< (Int.bitWidth &- 1 &- most.leadingZeroBitCount) : 0
    }
  }
}
