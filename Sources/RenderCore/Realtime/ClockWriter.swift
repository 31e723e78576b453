// SPDX-License-Identifier: Apache-2.0
// The MIDI clock of the transport, to the frame: 24 ticks for each quarter note, start, stop,
// continue, song position.

/// Where the transport is, as a MIDI clock counts.
struct ClockPosition: BitwiseCopyable {
  /// Ticks since the first beat, with their fraction.
  var ticks: Double
  /// How many go by in a frame.
  var perFrame: Double
  /// Whether they go by.
  var isRolling: Bool

  @_noLocks
  init(ticks: Double, perFrame: Double, isRolling: Bool) {
    self.ticks = ticks
    self.perFrame = perFrame
    self.isRolling = isRolling
  }

  /// Nobody counts beats.
  static var unknown: ClockPosition {
    @_noLocks get { ClockPosition(ticks: 0, perFrame: 0, isRolling: false) }
  }
}

/// Writes the clock of one cycle after the other.
///
/// What begins or jumps between two sixteenths begins with the next one: song positions count
/// nothing smaller.
///
/// > Threading: Realtime.
struct ClockWriter: BitwiseCopyable {
  private static var tick: UInt8 { @_noLocks get { 0xF8 } }
  private static var start: UInt8 { @_noLocks get { 0xFA } }
  private static var goOn: UInt8 { @_noLocks get { 0xFB } }
  private static var stop: UInt8 { @_noLocks get { 0xFC } }
  private static var songPosition: UInt8 { @_noLocks get { 0xF2 } }
  private static var ticksPerSixteenth: Int64 { @_noLocks get { 6 } }
  private static var lastSongPosition: Int64 { @_noLocks get { 0x3FFF } }
  /// How far the transport may move besides rolling before that counts as a jump, in ticks.
  private static var tolerance: Double { @_noLocks get { 0.5 } }

  private var isRolling = false
  /// Whether the start, or the continuation, is still to be said, with the next tick.
  private var isDue = false
  /// Where the next chunk begins unless the transport jumps.
  private var expected = 0.0
  /// The next tick.
  private var next: Int64 = 0

  @_noLocks
  init() {}

  /// Adds the messages of `frames` frames from `offset` on.
  @_noLocks
  mutating func write(
    _ list: UnsafeMutablePointer<MIDIList>,
    offset: Int,
    frames: Int,
    _ position: ClockPosition
  ) {
    let rolls = position.isRolling && position.perFrame > 0
    let jumps = isRolling && (position.ticks - expected).magnitude > ClockWriter.tolerance
    if isRolling && (!rolls || jumps) { unsafe say(ClockWriter.stop, list, at: offset) }
    if rolls && (!isRolling || jumps) { unsafe begin(list, offset: offset, position.ticks) }
    isRolling = rolls
    guard rolls else { return }
    expected = position.ticks + position.perFrame * Double(frames)
    for _ in 0..<MIDIList.mostMessages {
      // A tick belongs to the first frame that is not before it.
      let distance = (Double(next) - position.ticks) / position.perFrame - 1e-6
      guard distance <= Double(frames &- 1) else { return }
      let frame = offset &+ Int(truncatingIfNeeded: ClockWriter.roundedUp(max(0, distance)))
      if isDue { unsafe say(next == 0 ? ClockWriter.start : ClockWriter.goOn, list, at: frame) }
      isDue = false
      unsafe say(ClockWriter.tick, list, at: frame)
      next &+= 1
    }
  }

  /// Begins with the first sixteenth that is not over.
  @_noLocks
  private mutating func begin(
    _ list: UnsafeMutablePointer<MIDIList>,
    offset: Int,
    _ ticks: Double
  ) {
    let sixteenths = ticks / Double(ClockWriter.ticksPerSixteenth) - 1e-6
    guard sixteenths.magnitude < 1e15 else { return }
    let sixteenth = ClockWriter.roundedUp(max(0, sixteenths))
    next = sixteenth &* ClockWriter.ticksPerSixteenth
    isDue = true
    guard sixteenth > 0 else { return }
    let place = min(sixteenth, ClockWriter.lastSongPosition)
    _ = unsafe list.pointee.insert(
      frame: offset,
      ClockWriter.songPosition,
      UInt8(truncatingIfNeeded: place & 0x7F),
      UInt8(truncatingIfNeeded: place &>> 7)
    )
  }

  /// The whole number that is not less; the rules of rounding are types that may not be touched
  /// here.
  @_noLocks
  private static func roundedUp(_ number: Double) -> Int64 {
    let whole = Int64(number)
    return Double(whole) < number ? whole &+ 1 : whole
  }

  @_noLocks
  private func say(_ status: UInt8, _ list: UnsafeMutablePointer<MIDIList>, at frame: Int) {
    _ = unsafe list.pointee.insert(frame: frame, ControlMessage(status: status, count: 1))
  }
}
