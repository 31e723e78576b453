// SPDX-License-Identifier: Apache-2.0
// A part of a ring that is played over and over.

/// Frames of a ring that are played again and again, counted as the ring counts them; none has no
/// frames.
///
/// A loop of beats seldom has a whole number of frames. Its turns differ by one frame then, so that
/// it stays in time for as long as it is played.
///
/// > Threading: Realtime.
struct RingLoop: BitwiseCopyable, Sendable {
  /// The first frame.
  let start: Int
  /// How many frames a turn takes.
  let length: Double
  /// Whether it has been played to its end once: what comes before its beginning is its end then.
  private(set) var hasTurned = false
  /// Whether the ring has not got it any more, so that there is none.
  private(set) var isLost = false

  /// No loop.
  static var none: RingLoop { @_noLocks get { RingLoop(start: 0, length: 0) } }
  /// No loop, where one was wanted that the ring has not got.
  static var lost: RingLoop {
    @_noLocks get {
      var loop = RingLoop.none
      loop.isLost = true
      return loop
    }
  }

  @_noLocks
  init(start: Int, length: Double) {
    // What can't be is no loop.
    self.start = start
    self.length = length >= 1 && length < 1e9 ? length : 0
  }

  /// The whole number of frames that is nearest to its length.
  private var frames: Int { @_noLocks get { Int(length + 0.5) } }
  var isOn: Bool { @_noLocks get { length > 0 } }
  /// The first frame behind it.
  var end: Int { @_noLocks get { isOn ? start &+ frames : Int.max } }

  /// The frame that is heard in the place of another one near its ends.
  @_noLocks
  func place(of frame: Int) -> Int {
    if frame >= end { return start &+ (frame &- start) % frames }
    guard frame < start, hasTurned else { return frame }
    return start &+ frames &- 1 &- (start &- 1 &- frame) % frames
  }

  /// How many whole turns a place is behind its beginning.
  @_noLocks
  func turns(at place: Double) -> Double {
    guard isOn, place - Double(start) >= length else { return 0 }
    return ((place - Double(start)) / length).wholeBelow
  }

  /// The same in a ring that counts its frames from another one on.
  @_noLocks
  func moved(by frames: Int) -> RingLoop {
    guard isOn else { return self }
    var loop = RingLoop(start: start &+ frames, length: length)
    loop.hasTurned = hasTurned
    return loop
  }

  /// Forgets that it was played to its end, where a ring has not got that yet.
  @_noLocks
  mutating func checkTurn(_ ring: borrowing AudioRing) {
    if hasTurned, end > ring.framesWritten { hasTurned = false }
  }

  /// Notes that it has been played to its end.
  @_noLocks
  mutating func noteTurn() {
    hasTurned = true
  }

  /// The same loop as another one, once it has turned.
  @_noLocks
  mutating func follow(_ before: RingLoop) {
    hasTurned = before.hasTurned && before.start == start && before.length == length
  }
}
