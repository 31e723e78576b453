// SPDX-License-Identifier: Apache-2.0
// A part of a ring that is played over and over.

/// Frames of a ring that are played again and again, counted as the ring counts them; none has no
/// frames.
///
/// > Threading: Realtime.
struct RingLoop: BitwiseCopyable, Sendable {
  /// The first frame, and the first one behind the last.
  let start: Int
  let end: Int
  /// Whether it has been played to its end once: what comes before its beginning is its end then.
  private(set) var hasTurned = false

  /// No loop.
  static var none: RingLoop { @_noLocks get { RingLoop(start: 0, end: 0) } }

  @_noLocks
  init(start: Int, end: Int) {
    (self.start, self.end) = (start, end)
  }

  var length: Int { @_noLocks get { end &- start } }
  var isOn: Bool { @_noLocks get { end > start } }

  /// How many frames there are to its end; without a loop no end comes.
  @_noLocks
  func left(from frame: Int) -> Int { isOn ? end &- frame : Int.max }

  /// The frame that is heard in the place of another one near its ends.
  @_noLocks
  func place(of frame: Int) -> Int {
    if frame >= end { return frame &- length }
    return frame < start && hasTurned ? frame &+ length : frame
  }

  /// How far a ring that is at `frame` goes back to stay within the loop; whole turns, so that the
  /// beat stays.
  @_noLocks
  mutating func wayBack(from frame: Int) -> Int {
    guard isOn, frame >= end else { return 0 }
    hasTurned = true
    return ((frame &- end) / length &+ 1) &* length
  }

  /// The same loop as another one, once it has turned.
  @_noLocks
  mutating func follow(_ before: RingLoop) {
    hasTurned = before.hasTurned && before.start == start && before.end == end
  }
}
