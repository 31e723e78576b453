// SPDX-License-Identifier: Apache-2.0
// A session in the mixer: its gains, whether its graph runs, and its meters.

/// The mixer's state of one session; it outlives plans.
///
/// Signal flow: graph → trim × gate → *pre* tap → duck × fader × mute → *post* tap.
///
/// > Threading: Realtime, once a plan uses it.
@safe
struct Strip {
  let id: UInt32
  /// The tower's gain, acting on every tap: 0 closed, 1 open.
  var gate = GainRamp(0)
  var trim = GainRamp(1)
  var duck = GainRamp(1)
  var fader = GainRamp(1)
  var mute = GainRamp(1)
  var phase = Phase.suspended
  /// Whether source and output are joined directly, bit for bit.
  var isMeasuring = false
  /// A recorder's ring that takes the *pre* signal.
  var tap: UnsafeMutablePointer<AudioRing>?
  let meters: UnsafeMutableBufferPointer<Meter>
  let counters: UnsafeMutablePointer<StripCounters>

  /// > Threading: Control.
  init(
    id: UInt32,
    meters: UnsafeMutableBufferPointer<Meter>,
    counters: UnsafeMutablePointer<StripCounters>
  ) {
    self.id = id
    unsafe self.meters = unsafe meters
    unsafe self.counters = unsafe counters
  }

  /// Whether the session's segment is called.
  enum Phase {
    /// Not called at all.
    case suspended
    /// Waits until others have become silent; not called yet.
    case waiting(frames: Int, attack: Int)
    /// Called.
    case running
    /// Called until the gate has closed.
    case closing
  }

  /// Opens the gate over `attack` frames, once `delay` frames have gone by.
  @_noLocks
  mutating func open(overFrames attack: Int, afterFrames delay: Int) {
    switch phase {
    case .running, .closing:
      phase = .running
      gate.retarget(1, overFrames: attack, afterFrames: delay)
    case .suspended, .waiting:
      phase = .waiting(frames: delay, attack: attack)
    }
  }

  /// Closes the gate over `release` frames; returns `true` when it is closed already.
  @_noLocks
  mutating func close(overFrames release: Int) -> Bool {
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

  /// Decides whether the segment is called in a chunk of `frames` frames.
  @_noLocks
  mutating func beginChunk(frames: Int) -> Bool {
    switch phase {
    case .suspended: return false
    case .running, .closing: return true
    case .waiting(let delay, let attack):
      guard delay <= 0 else {
        phase = .waiting(frames: delay &- frames, attack: attack)
        return false
      }
      phase = .running
      if isMeasuring { gate = GainRamp(1) } else { gate.retarget(1, overFrames: attack) }
      return true
    }
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
    trim.skip(frames: frames)
    duck.skip(frames: frames)
    fader.skip(frames: frames)
    mute.skip(frames: frames)
  }

  /// Writes the gain of each frame at both taps; returns them as single numbers where nothing moves.
  @_noLocks
  mutating func gains(
    pre: UnsafeMutablePointer<Float>,
    post: UnsafeMutablePointer<Float>,
    frames: Int
  ) -> (pre: Float?, post: Float?) {
    guard !isMeasuring else { return unsafe measuringGains(pre: pre, post: post, frames: frames) }
    let preIsSettled = gate.isSettled && trim.isSettled
    let postIsSettled = preIsSettled && duck.isSettled && fader.isSettled && mute.isSettled
    let preGain = gate.current * trim.current
    guard !postIsSettled else {
      return (preGain, preGain * duck.current * fader.current * mute.current)
    }
    unsafe Samples.fill(pre, with: 1, frames: frames)
    unsafe gate.multiply(into: pre, frames: frames)
    unsafe trim.multiply(into: pre, frames: frames)
    unsafe Samples.copy(pre, to: post, frames: frames)
    unsafe duck.multiply(into: post, frames: frames)
    unsafe fader.multiply(into: post, frames: frames)
    unsafe mute.multiply(into: post, frames: frames)
    return (preIsSettled ? preGain : nil, nil)
  }

  /// In measurement only the gate and the mute remain.
  @_noLocks
  private mutating func measuringGains(
    pre: UnsafeMutablePointer<Float>,
    post: UnsafeMutablePointer<Float>,
    frames: Int
  ) -> (pre: Float?, post: Float?) {
    guard !(gate.isSettled && mute.isSettled) else {
      return (gate.current * mute.current, gate.current * mute.current)
    }
    unsafe Samples.fill(pre, with: 1, frames: frames)
    unsafe gate.multiply(into: pre, frames: frames)
    unsafe mute.multiply(into: pre, frames: frames)
    unsafe Samples.copy(pre, to: post, frames: frames)
    return (nil, nil)
  }
}
