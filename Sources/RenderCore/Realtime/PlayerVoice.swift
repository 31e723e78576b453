// SPDX-License-Identifier: Apache-2.0
// The audio thread's half of a player: reads a ring that its file's lane keeps full.

/// What the audio thread knows of a player.
///
/// > Threading: Realtime, once a plan uses it.
@safe
struct PlayerVoice {
  let id: UInt32
  private(set) var ring: UnsafeMutablePointer<AudioRing>
  /// What to go on with once the present ring has been faded out: a jump to another position.
  private var next: NextRing?
  /// The number of the last command that brought a ring.
  private(set) var jumps = 0
  /// The number of the last command for its loop.
  private var moves = 0
  private var gain = GainRamp(0)
  var varispeed: Varispeed
  /// How the ring goes in time.
  private var pace = PlayerPace.none
  /// What of the ring is played over and over, and of the next one.
  private var loop = RingLoop.none
  private var nextLoop = RingLoop.none
  /// Whether it is to play a beginning, and nothing of that has been read.
  private var isAtOnset = false
  private var isPlaying = false
  /// Whether it was played in the last cycle: time goes by for its session.
  private var isCalled = false
  private var hasEnded = false
  /// What the driver's thread has still to report; the voice itself may be played on a helper's.
  private var hasJustEnded = false
  private var releasedRing: UnsafeMutablePointer<AudioRing>?

  /// Makes a stopped voice that reads `ring`.
  ///
  /// > Threading: Control.
  init(id: UInt32, ring: UnsafeMutablePointer<AudioRing>, _ varispeed: Varispeed) {
    self.id = id
    self.varispeed = varispeed
    unsafe self.ring = unsafe ring
  }

  /// Starts or stops.
  @_noLocks
  mutating func setPlaying(_ play: Bool, _ fades: PlayerFades) {
    // A voice that waits for the next ring is on the way to silence already.
    let isWaiting = next != nil
    isPlaying = play && (!hasEnded || isWaiting)
    if isWaiting { return }
    sound(fades)
  }

  /// Comes in or falls silent, as it is to be.
  @_noLocks
  private mutating func sound(_ fades: PlayerFades) {
    let isStart = isMoved && gain.current == 0
    if isStart { isAtOnset = fades.isOnset }
    gain.retarget(isMoved ? 1 : 0, overFrames: isStart ? fades.attack : fades.frames)
  }

  /// Whether its motor or a hand moves it.
  private var isMoved: Bool { @_noLocks get { isPlaying || varispeed.platter.isHeld && !hasEnded } }

  /// Has its platter held, turned backwards or moved by so many frames of the ring.
  @_noLocks
  mutating func turn(_ hold: Platter.Hold, by way: Double, _ fades: PlayerFades) {
    varispeed.turn(hold, by: way, isSilent: gain.current == 0)
    if next == nil { sound(fades) }
  }

  /// Whether a session that lets it through at once cuts into nothing: it is silent, or plays a
  /// beginning.
  var isUnheard: Bool {
    @_noLocks get { gain.current == 0 || isAtOnset }
  }

  /// Fades out and goes on with another ring; returns a ring that was still waiting its turn.
  @_noLocks
  mutating func exchange(_ next: NextRing, jumps: Int) -> UnsafeMutablePointer<AudioRing>? {
    self.jumps = jumps
    if let shift = next.joins { return unsafe join(next, shift) }
    let skipped = unsafe self.next?.ring
    nextLoop = .none
    self.next = next
    if gain.current == 0 {
      gain = GainRamp(0)
    } else {
      gain.retarget(0, overFrames: next.fades.frames)
    }
    return unsafe skipped
  }

  /// Takes a ring with the same sound, in which it has more room; returns the former one.
  @_noLocks
  private mutating func join(
    _ next: NextRing,
    _ shift: Int
  ) -> UnsafeMutablePointer<AudioRing>? {
    if let waiting = self.next {
      // Its reader is where that of the other one was.
      unsafe self.next?.ring = unsafe next.ring
      self.next?.pace = next.pace
      nextLoop = nextLoop.moved(by: 0 &- shift)
      return unsafe waiting.ring
    }
    let former = unsafe ring
    unsafe next.ring.pointee.moveReader(to: former.pointee.framesRead &- shift)
    unsafe ring = unsafe next.ring
    pace = next.pace
    loop = loop.moved(by: 0 &- shift)
    unsafe loop.checkTurn(next.ring.pointee)
    // An end that was reported is that of the former one.
    hasJustEnded = hasEnded
    return unsafe former
  }

  /// Plays a part of the ring over and over, from so many frames away on; of the next ring, if one
  /// is about to come.
  ///
  /// What has gone beyond it comes back by whole turns. Where the ring has not got what is wanted
  /// any more it plays on without a loop, and says so.
  @_noLocks
  mutating func setLoop(_ loop: RingLoop, shiftedBy way: Double, move: Int) {
    moves = move
    if next != nil {
      nextLoop = loop
      next?.aim += way
      return
    }
    let before = self.loop
    guard unsafe way == 0 || varispeed.head.slip(ring.pointee, by: way) else {
      self.loop = .lost
      return
    }
    self.loop = loop
    self.loop.follow(before)
    comeBack()
  }

  /// Goes back to where the loop begins once it is over.
  @_noLocks
  private mutating func comeBack() {
    unsafe varispeed.head.comeBack(ring.pointee, in: &loop)
  }

  /// The number of the last command for its loop, if it could not be followed; said once.
  @_noLocks
  mutating func takeStray() -> Int? {
    guard loop.isLost else { return nil }
    loop = .none
    return moves
  }

  /// Goes on with the next ring when the present one is silent.
  @_noLocks
  mutating func takeNextRing(isCalled: Bool) {
    guard let next, !isCalled || (gain.isSettled && gain.current == 0) else { return }
    let beat = next.keepsBeat && isPlaying && !hasEnded ? self.beat : nil
    unsafe releasedRing = unsafe ring
    unsafe ring = unsafe next.ring
    self.next = nil
    hasEnded = false
    varispeed.head.restart()
    varispeed.keyLock.restart()
    varispeed.rest()
    varispeed.ratio = next.pace.ratio
    pace = next.pace
    begin(at: next.aim, keeping: beat)
    loop = nextLoop
    gain = GainRamp(0)
    isAtOnset = next.fades.isOnset
    if isMoved { gain.retarget(1, overFrames: next.fades.attack) }
  }

  // MARK: Beats

  private var beats: RingBeats { @_noLocks get { pace.beats } }

  /// How many beats it has played, as far as loops and jumps by beats don't count.
  private var beat: Double? {
    @_noLocks get {
      guard beats.isKnown else { return nil }
      return unsafe beats.beats(at: varispeed.head.time(in: ring.pointee))
    }
  }

  /// Its beat as it is, for a transport that follows it; `nil` where it has none, or hands move it.
  var pulse: PlayerPulse? {
    @_noLocks get {
      let isRolling = isPlaying && isCalled && !hasEnded
      guard let beat, !isRolling || !varispeed.platter.isApart else { return nil }
      return PlayerPulse(
        beat: beat,
        perFrame: varispeed.motor / beats.length,
        isRolling: isRolling
      )
    }
  }

  /// Lets a new ring begin at a place, or as near to that as a beat wants.
  @_noLocks
  private mutating func begin(at aim: Double, keeping beat: Double?) {
    var way = aim
    if let beat, beats.isKnown {
      way += unsafe beats.way(from: Double(ring.pointee.framesRead) + aim, to: beat)
      if way < 0 { way += beats.length }
    }
    if way == 0 { return }
    // At the end of a track there may be less.
    if unsafe varispeed.head.move(ring.pointee, by: way) { return }
    _ = unsafe varispeed.head.move(ring.pointee, by: way - beats.length)
  }

  /// Goes in another way in time; a `isFresh` one keeps the beat of where it is.
  @_noLocks
  mutating func set(_ pace: PlayerPace, isFresh: Bool) {
    if next != nil {
      next?.pace = pace
      return
    }
    if isFresh {
      varispeed.head.keepBeat()
    } else if beats.isKnown, pace.beats.length != beats.length {
      varispeed.head.stretchSlip(from: beats.length, to: pace.beats.length)
    }
    self.pace = pace
    varispeed.ratio = pace.ratio
  }

  /// Is as fast as it is, whatever another one does.
  @_noLocks
  mutating func stopFollowing() {
    let rate = varispeed.rate.current * Float(varispeed.ratio)
    varispeed.rate = GainRamp(rate)
    varispeed.ratio = 1
    next?.pace.ratio = 1
  }

  /// Plays as fast as another one from now on, and comes on its beat, if `multiple` beats are to be
  /// heard in the time of one; for that it goes less than a beat on or back, as far as the ring has
  /// it.
  @_noLocks
  mutating func follow(_ leader: PlayerVoice, onBeatOf multiple: Double?) {
    varispeed.rate = leader.varispeed.rate
    guard let multiple else { return }
    // What is silent goes on with the next ring at once.
    if gain.current == 0, unsafe releasedRing == nil { takeNextRing(isCalled: false) }
    guard let led = leader.beat, let beat else { return }
    let period = min(1, multiple)
    // What is being left goes on to be heard for a moment: the next ring comes on the beat.
    next?.keepsBeat = true
    if next == nil { varispeed.head.keepBeat() }
    let place =
      next == nil ? unsafe varispeed.head.position(in: ring.pointee) : beats.place(of: beat)
    var way = beats.way(from: place, to: led * multiple, period: period)
    guard next == nil else { return varispeed.head.slip(by: way) }
    if unsafe !varispeed.head.move(ring.pointee, by: way) {
      way += way < 0 ? period * beats.length : 0 - period * beats.length
      _ = unsafe varispeed.head.move(ring.pointee, by: way)
    }
    comeBack()
  }

  /// Hands out the ring that is not needed any more, once.
  @_noLocks
  mutating func takeReleasedRing() -> UnsafeMutablePointer<AudioRing>? {
    guard let released = unsafe releasedRing else { return nil }
    unsafe releasedRing = nil
    return unsafe released
  }

  /// Whether the last frame has been played, said once.
  @_noLocks
  mutating func takeEnd() -> Bool {
    defer { hasJustEnded = false }
    return hasJustEnded
  }

  /// Fills `outputs`, one pointer for each channel of the ring; a patient one waits for the disk.
  @_noLocks
  mutating func play(
    into outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
    curve: UnsafeMutablePointer<Float>,
    frames: Int,
    isPatient: Bool
  ) {
    let channels = unsafe ring.pointee.channels
    isCalled = true
    guard !gain.isSettled || gain.current != 0 else {
      for channel in 0..<channels { unsafe Samples.clear(outputs[channel], frames: frames) }
      varispeed.rate.skip(frames: frames)
      varispeed.rest()
      return
    }
    let count = unsafe read(into: outputs, frames: frames, isPatient: isPatient)
    if count > 0 { isAtOnset = false }
    for channel in 0..<channels {
      unsafe Samples.clear(outputs[channel] + count, frames: frames &- count)
    }
    if !gain.isUnity {
      unsafe Samples.fill(curve, with: 1, frames: frames)
      unsafe gain.multiply(into: curve, frames: frames)
      for channel in 0..<channels {
        unsafe Samples.multiply(outputs[channel], by: curve, frames: frames)
      }
    }
    endIfFinished()
  }

  /// Reads what is heard in `frames` frames, at the rate of the player.
  @_noLocks
  private mutating func read(
    into outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
    frames: Int,
    isPatient: Bool
  ) -> Int {
    let count = unsafe readWhatIsThere(into: outputs, frames: frames, isPatient: isPatient)
    // Only what others are in time with has to be so itself.
    guard pace.keepsTime, beats.isKnown, !varispeed.platter.isApart else { return count }
    if count < frames, unsafe !ring.pointee.isFinished {
      varispeed.miss(frames &- count, beat: beats.length)
    } else {
      unsafe varispeed.head.catchUp(ring.pointee)
    }
    return count
  }

  @_noLocks
  private mutating func readWhatIsThere(
    into outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>,
    frames: Int,
    isPatient: Bool
  ) -> Int {
    let isExact = varispeed.isExact
    if isPatient {
      let wanted = isExact ? frames : varispeed.wanted(frames)
      unsafe ring.pointee.awaitReadable(min(wanted, varispeed.head.left(ring.pointee, of: loop)))
    }
    guard isExact else {
      return unsafe varispeed.read(ring.pointee, into: outputs, frames: frames, in: &loop)
    }
    var count = 0
    repeat {
      let left = unsafe varispeed.head.left(ring.pointee, of: loop)
      let piece = min(frames &- count, left)
      let read = unsafe ring.pointee.read(into: outputs, at: count, frames: piece)
      count &+= read
      comeBack()
      if read < piece { break }
    } while count < frames
    return count
  }

  /// Lets time go by while the session is not called.
  @_noLocks
  mutating func skip(frames: Int) {
    isCalled = false
    gain.skip(frames: frames)
    varispeed.rate.skip(frames: frames)
  }

  @_noLocks
  private mutating func endIfFinished() {
    // A ring that is being left has no end.
    guard !hasEnded, next == nil, !varispeed.platter.isHeld, unsafe ring.pointee.isFinished,
      unsafe ring.pointee.readable == 0
    else { return }
    hasEnded = true
    isPlaying = false
    gain = GainRamp(0)
    hasJustEnded = true
  }
}
