// SPDX-License-Identifier: Apache-2.0
// A session in the mixer: its gains, whether its graph runs, and its meters.

internal import Synchronization

/// The mixer's state of one session; it outlives plans.
///
/// Signal flow: graph → gate × silent gate × trim → *pre* tap → duck × fader × mute → *post* tap →
/// crossfade and balance on each send.
///
/// > Threading: Realtime, once a plan uses it.
@safe
struct Strip {
  let id: UInt32
  /// The tower's gain, acting on every tap: 0 closed, 1 open.
  var gate = GainRamp(0)
  /// The rig's silent flag, acting on every tap while time runs: 0 silenced, 1 not.
  private(set) var silentGate = GainRamp(1)
  var trim = GainRamp(1)
  var duck = GainRamp(1)
  var fader = GainRamp(1)
  var mute = GainRamp(1)
  /// What the crossfader leaves of it, on the sends that follow it.
  var crossfade = GainRamp(1)
  /// The balance: what the two sides of an output get of the *post* tap.
  var sides = (left: GainRamp(1), right: GainRamp(1))
  /// What the duck's gain is modulated by.
  var sidechain = Sidechain()
  var phase = Phase.suspended
  /// Whether its segment is never called again, because a helper has not come back from it.
  private(set) var isGivenUp = false
  /// How long its segment took when it was called last; before that so long that it is worth
  /// sharing.
  var lastNanoseconds = SegmentDispatch.leastNanoseconds
  /// Which render thread rendered it last; see `SegmentGroup.member`.
  var member: UInt8 = 0
  /// The number of the last command that closed it.
  private(set) var closings = 0
  /// Whether source and output are joined directly, bit for bit.
  var isMeasuring = false
  /// Whether the driver's inputs are heard, and were in the chunk before; a session that does not
  /// hear them reads zeros.
  private(set) var hearsInputs = true
  private(set) var heardInputs = true
  /// The peak of the *pre* signal in the last chunk, for ducks that follow it.
  var peak: Float = 0
  /// The peak of its outputs, before all gains, when its segment was called last; its plugins may
  /// hold more of that.
  var lastPeak: Float = 0
  /// A recorder's ring that takes the *pre* signal.
  var tap: UnsafeMutablePointer<AudioRing>?
  /// Of the *pre* tap, but for the gates.
  let meters: UnsafeMutableBufferPointer<Meter>
  /// Of the *post* tap and the balance.
  let postMeters: UnsafeMutableBufferPointer<Meter>
  let counters: UnsafeMutablePointer<StripCounters>

  /// > Threading: Control.
  init(
    id: UInt32,
    meters: UnsafeMutableBufferPointer<Meter>,
    postMeters: UnsafeMutableBufferPointer<Meter>,
    counters: UnsafeMutablePointer<StripCounters>
  ) {
    self.id = id
    unsafe self.meters = unsafe meters
    unsafe self.postMeters = unsafe postMeters
    unsafe self.counters = unsafe counters
  }

  /// Whether the session's segment is called.
  enum Phase {
    /// Not called at all.
    case suspended
    /// Waits until others have become silent; not called yet.
    case waiting(frames: Int, attack: Int, edge: Int)
    /// Called.
    case running
    /// Called until the gate has closed.
    case closing
  }

  /// Opens the gate over `attack` frames, once `delay` frames have gone by; over `edge` frames if
  /// it is unheard then.
  @_noLocks
  mutating func open(overFrames attack: Int, edge: Int, afterFrames delay: Int) {
    switch phase {
    case .running, .closing:
      phase = .running
      gate.retarget(1, overFrames: attack, afterFrames: delay)
    case .suspended, .waiting:
      phase = .waiting(frames: delay, attack: attack, edge: edge)
    }
  }

  /// Closes the gate over `release` frames; returns `true` when it is closed already.
  @_noLocks
  mutating func close(overFrames release: Int, closings: Int) -> Bool {
    self.closings = closings
    switch phase {
    case .running, .closing:
      phase = .closing
      gate.retarget(0, overFrames: release)
      return false
    case .suspended, .waiting:
      phase = .suspended
      return true
    }
  }

  /// Ends all calls of the segment, for good; returns `true` when it was on its way to silence.
  @_noLocks
  mutating func giveUp() -> Bool {
    defer { phase = .suspended }
    isGivenUp = true
    peak = 0
    if case .closing = phase { return true }
    return false
  }

  /// The two gates at the next frame: the session's share in the signal that it is inserted into.
  var presence: Float {
    @_noLocks get { gate.current * silentGate.current }
  }

  /// Whether both gates are open, or on their way.
  var isPresent: Bool {
    @_noLocks get { presence > 0 || !gate.isSettled || !silentGate.isSettled }
  }

  /// The gain of the *pre* tap at the next frame.
  var preGain: Float {
    @_noLocks get { isMeasuring ? presence * mute.current : presence * trim.current }
  }

  /// Whether the segment is called as long as no command comes.
  private var isCalled: Bool {
    @_noLocks get {
      switch phase {
      case .running, .closing: true
      case .suspended, .waiting: false
      }
    }
  }

  /// Whether the segment is called in the chunk that comes.
  var isDue: Bool {
    @_noLocks get {
      if isGivenUp { return false }
      return opensNow || isCalled
    }
  }

  /// Whether its gate begins to open in the chunk that comes.
  var opensNow: Bool {
    @_noLocks get { attack(isUnheard: false) != nil }
  }

  /// Over how many frames its gate begins to open in the chunk that comes; what is unheard keeps
  /// the edge with which it begins.
  @_noLocks
  func attack(isUnheard: Bool) -> Int? {
    guard case .waiting(let delay, let attack, let edge) = phase, delay <= 0, !isGivenUp else {
      return nil
    }
    return isUnheard ? edge : attack
  }

  /// Silences the strip over `frames` frames while time runs, or ends that; at once where nothing
  /// is heard.
  @_noLocks
  mutating func silence(_ isSilenced: Bool, overFrames frames: Int) {
    let gain: Float = isSilenced ? 0 : 1
    if isCalled {
      silentGate.retarget(gain, overFrames: frames)
    } else {
      silentGate = GainRamp(gain)
    }
  }

  /// Lets the driver's inputs be heard or be read as zeros; the next chunk fades, and later ones
  /// are exact.
  @_noLocks
  mutating func hear(inputs: Bool) {
    hearsInputs = inputs
    if !isCalled { settleInputs() }
  }

  /// Ends the fade of the inputs.
  @_noLocks
  mutating func settleInputs() {
    heardInputs = hearsInputs
  }

  /// Whether both sides of an output get all of the *post* tap.
  var isCentred: Bool {
    @_noLocks get { sides.left.isUnity && sides.right.isUnity }
  }

  /// Lets the balance move on in time.
  @_noLocks
  mutating func skipBalance(frames: Int) {
    sides.left.skip(frames: frames)
    sides.right.skip(frames: frames)
  }

  /// Decides whether the segment is called in a chunk of `frames` frames, over `attack` of which
  /// its gate begins to open, if it does.
  @_noLocks
  mutating func beginChunk(frames: Int, attack: Int?) -> Bool {
    guard let attack else {
      if case .waiting(let delay, let attack, let edge) = phase, !isGivenUp {
        phase = .waiting(frames: delay &- frames, attack: attack, edge: edge)
      }
      return isCalled && !isGivenUp
    }
    phase = .running
    if isMeasuring { gate = GainRamp(1) } else { gate.retarget(1, overFrames: attack) }
    return true
  }

  /// Suspends the session when its gate has closed; returns `true` when it has just done so.
  @_noLocks
  mutating func endChunk() -> Bool {
    guard case .closing = phase, gate.isSettled else { return false }
    phase = .suspended
    return true
  }

  /// Lets the gains of a session that is not called move on in time.
  @_noLocks
  mutating func skip(frames: Int) {
    silentGate.skip(frames: frames)
    mute.skip(frames: frames)
    skipLevels(frames: frames)
    settleInputs()
    peak = 0
  }

  /// Lets the gains that measurement leaves out move on in time.
  @_noLocks
  private mutating func skipLevels(frames: Int) {
    trim.skip(frames: frames)
    duck.skip(frames: frames)
    fader.skip(frames: frames)
    crossfade.skip(frames: frames)
    skipBalance(frames: frames)
    sidechain.skip(frames: frames)
  }

  /// Writes the gain of each frame at both taps; returns them as single numbers where nothing
  /// moves.
  ///
  /// Where they move, `presence` (if there is one) gets the share of the session in the signal that
  /// it is inserted into.
  @_noLocks
  mutating func gains(
    pre: UnsafeMutablePointer<Float>,
    post: UnsafeMutablePointer<Float>,
    presence: UnsafeMutablePointer<Float>?,
    frames: Int
  ) -> (pre: Float?, post: Float?) {
    guard !isMeasuring else {
      return unsafe measuringGains(pre: pre, post: post, presence: presence, frames: frames)
    }
    let preIsSettled = gate.isSettled && silentGate.isSettled && trim.isSettled
    let duckIsSettled = duck.isSettled && (!sidechain.isEngaged || duck.isUnity)
    let postIsSettled = preIsSettled && duckIsSettled && fader.isSettled && mute.isSettled
    guard !postIsSettled else {
      sidechain.skip(frames: frames)
      return (preGain, preGain * duck.current * fader.current * mute.current)
    }
    unsafe fillPresence(pre, copy: presence, frames: frames)
    unsafe trim.multiply(into: pre, frames: frames)
    unsafe Samples.copy(pre, to: post, frames: frames)
    if sidechain.isEngaged {
      let gain = unsafe sidechain.multiply(into: post, duck: &duck, frames: frames)
      unsafe counters.pointee.duckBits.store(gain.bitPattern, ordering: .relaxed)
    } else {
      unsafe duck.multiply(into: post, frames: frames)
    }
    unsafe fader.multiply(into: post, frames: frames)
    unsafe mute.multiply(into: post, frames: frames)
    return (preIsSettled ? preGain : nil, nil)
  }

  /// Fills `curve` with the product of the two gates.
  @_noLocks
  private mutating func fillPresence(
    _ curve: UnsafeMutablePointer<Float>,
    copy: UnsafeMutablePointer<Float>?,
    frames: Int
  ) {
    unsafe Samples.fill(curve, with: 1, frames: frames)
    unsafe gate.multiply(into: curve, frames: frames)
    unsafe silentGate.multiply(into: curve, frames: frames)
    if let copy = unsafe copy { unsafe Samples.copy(curve, to: copy, frames: frames) }
  }

  /// In measurement only the gates and the mute remain.
  @_noLocks
  private mutating func measuringGains(
    pre: UnsafeMutablePointer<Float>,
    post: UnsafeMutablePointer<Float>,
    presence: UnsafeMutablePointer<Float>?,
    frames: Int
  ) -> (pre: Float?, post: Float?) {
    skipLevels(frames: frames)
    guard !(gate.isSettled && silentGate.isSettled && mute.isSettled) else {
      return (preGain, preGain)
    }
    unsafe fillPresence(pre, copy: presence, frames: frames)
    unsafe mute.multiply(into: pre, frames: frames)
    unsafe Samples.copy(pre, to: post, frames: frames)
    return (nil, nil)
  }
}
