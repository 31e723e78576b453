// SPDX-License-Identifier: Apache-2.0
// The audio thread's half of a player: reads a ring that its file's lane keeps full.

/// How long a player takes to fall silent and to come in.
struct PlayerFades: BitwiseCopyable, Sendable {
  /// Frames of a pause, of a jump, and of a start in the middle of something.
  let frames: Int
  /// Frames of a start from silence.
  let attack: Int
  /// Whether what starts is a beginning, which is to keep its edge: a file's first frame, or a cue
  /// point.
  let isOnset: Bool
}

/// What the audio thread knows of a player.
///
/// > Threading: Realtime, once a plan uses it.
@safe
struct PlayerVoice {
  let id: UInt32
  private(set) var ring: UnsafeMutablePointer<AudioRing>
  /// The ring to go on with once the present one has been faded out: a jump to another position.
  private var nextRing: UnsafeMutablePointer<AudioRing>?
  /// The number of the last command that brought a ring.
  private(set) var jumps = 0
  /// How the next ring comes in.
  private var nextFades = PlayerFades(frames: 1, attack: 1, isOnset: false)
  private var gain = GainRamp(0)
  var varispeed: Varispeed
  /// What of the ring is played over and over, and of the next one.
  private var loop = RingLoop.none
  private var nextLoop = RingLoop.none
  /// Whether it is to play a beginning, and nothing of that has been read.
  private var isAtOnset = false
  private var isPlaying = false
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
    let isWaiting = unsafe nextRing != nil
    isPlaying = play && (!hasEnded || isWaiting)
    if isWaiting { return }
    let isStart = isPlaying && gain.current == 0
    if isStart { isAtOnset = fades.isOnset }
    gain.retarget(isPlaying ? 1 : 0, overFrames: isStart ? fades.attack : fades.frames)
  }

  /// Whether a session that lets it through at once cuts into nothing: it is silent, or plays a
  /// beginning.
  var isUnheard: Bool {
    @_noLocks get { gain.current == 0 || isAtOnset }
  }

  /// Fades out and goes on with `ring`; returns a ring that was still waiting its turn.
  @_noLocks
  mutating func exchange(
    _ ring: UnsafeMutablePointer<AudioRing>,
    _ fades: PlayerFades,
    jumps: Int
  ) -> UnsafeMutablePointer<AudioRing>? {
    self.jumps = jumps
    let skipped = unsafe nextRing
    nextLoop = .none
    unsafe nextRing = unsafe ring
    nextFades = fades
    if gain.current == 0 { gain = GainRamp(0) } else { gain.retarget(0, overFrames: fades.frames) }
    return unsafe skipped
  }

  /// Plays a part of the ring over and over, from so many frames away on; of the next ring, if one
  /// is about to come.
  ///
  /// What has gone beyond it comes back by whole turns.
  @_noLocks
  mutating func setLoop(_ loop: RingLoop, shiftedBy frames: Int) {
    let ring = unsafe nextRing ?? self.ring
    if frames < 0 {
      unsafe ring.pointee.goBack(frames: 0 &- frames)
    } else {
      unsafe ring.pointee.pass(frames: min(frames, ring.pointee.readable), missed: 0)
    }
    if unsafe nextRing != nil {
      nextLoop = loop
      return
    }
    let before = self.loop
    self.loop = loop
    self.loop.follow(before)
    comeBack()
  }

  /// Goes back to where the loop begins once it is over.
  @_noLocks
  private mutating func comeBack() {
    let way = unsafe loop.wayBack(from: ring.pointee.framesRead)
    if way > 0 { unsafe ring.pointee.goBack(frames: way) }
  }

  /// Goes on with the next ring when the present one is silent.
  @_noLocks
  mutating func takeNextRing(isCalled: Bool) {
    guard let next = unsafe nextRing, !isCalled || (gain.isSettled && gain.current == 0) else {
      return
    }
    unsafe releasedRing = unsafe ring
    unsafe ring = unsafe next
    unsafe nextRing = nil
    hasEnded = false
    varispeed.restart()
    loop = nextLoop
    gain = GainRamp(0)
    isAtOnset = nextFades.isOnset
    if isPlaying { gain.retarget(1, overFrames: nextFades.attack) }
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
    guard !gain.isSettled || gain.current != 0 else {
      for channel in 0..<channels { unsafe Samples.clear(outputs[channel], frames: frames) }
      varispeed.rate.skip(frames: frames)
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
    let isExact = varispeed.isExact
    if isPatient {
      let wanted = isExact ? frames : varispeed.wanted(frames)
      unsafe ring.pointee.awaitReadable(min(wanted, loop.left(from: ring.pointee.framesRead)))
    }
    guard isExact else {
      return unsafe varispeed.read(ring.pointee, into: outputs, frames: frames, in: &loop)
    }
    var count = 0
    repeat {
      let piece = unsafe min(frames &- count, loop.left(from: ring.pointee.framesRead))
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
    gain.skip(frames: frames)
    varispeed.rate.skip(frames: frames)
  }

  @_noLocks
  private mutating func endIfFinished() {
    // A ring that is being left has no end.
    guard !hasEnded, unsafe nextRing == nil, unsafe ring.pointee.isFinished,
      unsafe ring.pointee.readable == 0
    else { return }
    hasEnded = true
    isPlaying = false
    gain = GainRamp(0)
    hasJustEnded = true
  }
}
