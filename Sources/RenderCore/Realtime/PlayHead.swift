// SPDX-License-Identifier: Apache-2.0
// Where a player is in its ring, to less than a frame.

/// The place in a ring that is heard next, and its place in time.
///
/// At rate 1 whole frames are heard, which are exact. What a loop, a jump or another rate has left
/// between two frames is not lost: it is owed, and made good as soon as the rate has changed.
///
/// > Threading: Realtime.
struct PlayHead: BitwiseCopyable, Sendable {
  /// How far beyond the next frame of the ring what is heard next is.
  private(set) var place = 0.0
  /// How far beyond that the music is, in time.
  private(set) var owed = 0.0
  /// How far loops and jumps by beats have taken it away from where it would be without them, in
  /// frames.
  private(set) var slip = 0.0
  /// How much it was to have heard that the ring had not got yet.
  private var late = 0.0

  /// How far the place drifts with each frame when it goes to a whole one, or back.
  private static var drift: Double { @_noLocks get { 1 / 1_024 } }

  /// Whether it is at a frame of the ring.
  var isWhole: Bool { @_noLocks get { place == 0 } }

  /// Where in the ring the music is, in time.
  @_noLocks
  func position(in ring: borrowing AudioRing) -> Double {
    Double(ring.framesRead) + place + owed
  }

  /// Where it would be if it had gone on without loops, and its ring had never been empty.
  @_noLocks
  func time(in ring: borrowing AudioRing) -> Double { position(in: ring) + slip + late }

  /// Notes that so many frames were wanted that are not there; whole beats don't count.
  @_noLocks
  mutating func miss(_ frames: Double, beat: Double) {
    late += frames
    late -= (late / beat).wholeBelow * beat
  }

  /// Keeps its place in the beat when beats have another length.
  @_noLocks
  mutating func stretchSlip(from length: Double, to other: Double) {
    let beats = slip / length
    slip = (beats - beats.wholeBelow) * other
  }

  /// Leaves out what it is late by, once there is more than that, so that it is in time again.
  @_noLocks
  mutating func catchUp(_ ring: borrowing AudioRing) {
    guard late > 0, Double(ring.readable) > late + Double(Varispeed.longestReach),
      move(ring, by: late)
    else { return }
    late = 0
  }

  /// Begins at the first frame of another ring.
  @_noLocks
  mutating func restart() {
    self = PlayHead()
  }

  /// Goes so many frames on, or back; where the ring has not got them it stays, and returns false.
  @_noLocks
  mutating func move(_ ring: borrowing AudioRing, by way: Double) -> Bool {
    let total = isWhole ? owed + way : place + way
    let whole = (isWhole ? total + 0.5 : total).wholeBelow
    let frames = Int(whole)
    let oldest = ring.oldest
    // An interpolator looks further back.
    let kept = ring.framesRead &- oldest &- (oldest == 0 ? 0 : Varispeed.longestReach)
    guard frames <= ring.readable, 0 &- frames <= kept else { return false }
    if isWhole { owed = total - whole } else { place = total - whole }
    if frames < 0 {
      ring.goBack(frames: 0 &- frames)
    } else {
      ring.pass(frames: frames, missed: 0)
    }
    return true
  }

  /// The same by a way that is no music going by, so that the beat that it keeps stays the same.
  @_noLocks
  mutating func slip(_ ring: borrowing AudioRing, by way: Double) -> Bool {
    guard move(ring, by: way) else { return false }
    slip -= way
    return true
  }

  /// Takes another beat to keep, so many frames further on.
  @_noLocks
  mutating func slip(by way: Double) {
    slip += way
  }

  /// Keeps the beat of where it is.
  @_noLocks
  mutating func keepBeat() {
    (slip, late) = (0, 0)
  }

  /// Goes back to the beginning of a loop, by whole turns, once that is over; a loop of which the
  /// ring has not got the beginning any more is left.
  @_noLocks
  mutating func comeBack(_ ring: borrowing AudioRing, in loop: inout RingLoop) {
    // Half a frame before the end the beginning is nearer.
    let turns = loop.turns(at: position(in: ring) + (isWhole ? 0.5 : 0))
    guard turns > 0 else { return }
    loop.noteTurn()
    if !slip(ring, by: -turns * loop.length) { loop = .lost }
  }

  /// How many whole frames are left of a loop; at least one.
  @_noLocks
  func left(_ ring: borrowing AudioRing, of loop: RingLoop) -> Int {
    guard loop.isOn else { return Int.max }
    let left = Double(loop.start) + loop.length - 0.5 - position(in: ring)
    return max(1, Int(left.wholeAbove))
  }

  /// Goes to the end of a loop in which it was, and whose beginning it has left backwards.
  @_noLocks
  mutating func turnBack(_ ring: borrowing AudioRing, in loop: inout RingLoop) {
    guard position(in: ring) < Double(loop.start) else { return }
    if !slip(ring, by: loop.length) { loop = .lost }
  }

  // MARK: Between frames

  /// Goes on by so many frames of the ring, without passing them.
  @_noLocks
  mutating func advance(by step: Double) {
    place += step
    guard owed != 0 else { return }
    let way = min(max(owed, -PlayHead.drift), PlayHead.drift)
    place += way
    owed -= way
  }

  /// The same by one frame on, or back, on its way to a whole one.
  @_noLocks
  mutating func settle(by step: Double) {
    let whole = (place + 0.5).wholeBelow
    let way = min(max(whole - place, -PlayHead.drift), PlayHead.drift)
    place = way == whole - place ? whole + step : place + step + way
    owed -= way
  }

  /// Passes the whole frames that it has gone on by, or back, as far as the ring has them.
  @_noLocks
  mutating func pass(_ ring: borrowing AudioRing, missed: Int) {
    let passed = min(Int(place.wholeBelow), ring.readable)
    place -= Double(passed)
    guard passed < 0 else { return ring.pass(frames: passed, missed: missed) }
    ring.goBack(frames: 0 &- passed)
  }
}
