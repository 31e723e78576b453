// SPDX-License-Identifier: Apache-2.0
// How a stream is: what has come of it, what it plays, why it does not.

internal import Quantities
internal import Synchronization
internal import Threads

/// A stream between the thread that listens to it and the lane that plays it.
///
/// > Threading: Any.
package final class StreamState: Sendable {
  /// What it does.
  package enum Phase: String, Sendable {
    /// It has no sound yet, or is tried again.
    case connecting
    /// It waits until enough has come.
    case buffering
    case playing
    /// Nobody takes its sound: it has been left, and is joined again when somebody does.
    case paused
    /// It has come to its end.
    case ended
  }

  /// What the listener is asked for.
  enum Order {
    /// To begin again, with what is live by then.
    case join
    /// To go on: there is room again.
    case goOn
  }

  private struct State {
    var buffer: StreamBuffer
    var phase = Phase.connecting
    var failure: String?
    var tags = SoundTags()
    /// What is played from so many frames on.
    var next: [(frame: Int, tags: SoundTags)] = []
    /// Whether the sender waits until there is room.
    var isHeldBack = false
    /// Whether something has been taken out since it was joined.
    var isTouched = false
    /// Whether it is to be joined again: what was kept back is not heard any more.
    var isJoining = false
    var lastTake = MonotonicTime.now

    /// What it does after something was taken out of the buffer.
    func phaseNow(isOver: Bool) -> Phase {
      if isOver { return .ended }
      if buffer.isPlaying { return failure == nil ? .playing : .connecting }
      return phase == .playing ? .buffering : phase
    }
  }

  /// How many seconds more than wanted are taken from a sender that is faster than time.
  static let reserve = 4.0
  private static let mostTags = 20

  let address: String
  /// How many seconds are kept back.
  let seconds: Double
  let mail: Mailbox<Order>
  private let state: Mutex<State>

  /// Makes one of which so many seconds are kept back; `nil` where the system has no room.
  init?(_ address: String, keeping seconds: Double) {
    guard let mail = Mailbox<Order>() else { return nil }
    (self.address, self.seconds, self.mail) = (address, seconds, mail)
    func frames(_ time: Double) -> Int { Int(clamping: (time * StreamDecoder.hertz).rounded()) }
    let buffer = StreamBuffer(wanted: frames(seconds), reserve: frames(Self.reserve))
    state = Mutex(State(buffer: buffer))
  }

  package var phase: Phase { state.withLock { $0.phase } }
  /// Whether nothing of it is left to be played.
  package var isSilent: Bool { state.withLock { !$0.buffer.isPlaying } }
  /// Why it is not connected; `nil` while it is, or was never lost.
  var failure: SoundFileError? {
    state.withLock { $0.failure }.map { .stream(address: address, reason: $0) }
  }
  /// What it plays.
  var tags: SoundTags { state.withLock { $0.tags } }

  // MARK: For the lane

  /// Fills `target` with interleaved frames: of the stream, or silent; returns how many there are,
  /// none at the end, and how many are kept back, unless the sender is held back.
  func take(_ target: UnsafeMutableBufferPointer<Float>) -> (count: Int, kept: Int?) {
    let asked = target.count / StreamBuffer.channels
    let (count, kept, goesOn) = state.withLock { state -> (Int, Int?, Bool) in
      state.lastTake = .now
      guard !state.isJoining else {
        unsafe target.update(repeating: 0)
        return (asked, nil, false)
      }
      let given = unsafe state.buffer.take(target)
      if given > 0 { state.isTouched = true }
      while let next = state.next.first, next.frame <= state.buffer.taken {
        state.tags = next.tags
        state.next.removeFirst()
      }
      let isOver = state.buffer.isComplete && given == 0
      state.phase = state.phaseNow(isOver: isOver)
      let goesOn = state.isHeldBack && state.buffer.room > 0
      if goesOn { state.isHeldBack = false }
      let isSteady = state.buffer.isPlaying && !goesOn
      return (isOver ? 0 : asked, isSteady ? state.buffer.count : nil, goesOn)
    }
    if goesOn { mail.post(.goOn) }
    return (count, kept)
  }

  /// Goes on with what is live by then, unless nothing has been heard of it yet.
  func joinAgain() {
    let isNeeded = state.withLock { state in
      guard state.isTouched || state.buffer.isComplete else { return false }
      state.isJoining = true
      return true
    }
    if isNeeded { mail.post(.join) }
  }

  // MARK: For the listener

  /// How many frames there is room for.
  var room: Int { state.withLock { $0.buffer.room } }

  /// For how long nobody has taken sound.
  var idle: Seconds { MonotonicTime.now.elapsed(since: state.withLock { $0.lastTake }) }

  func add(_ frames: ArraySlice<Float>) {
    state.withLock { state in
      state.buffer.append(frames)
      state.failure = nil
      if state.phase == .connecting { state.phase = .buffering }
    }
  }

  /// Says what is played from what comes next on.
  func note(_ tags: SoundTags) {
    state.withLock { state in
      guard tags != state.next.last?.tags ?? state.tags, state.next.count < Self.mostTags else {
        return
      }
      state.next.append((state.buffer.taken + state.buffer.count, tags))
    }
  }

  /// The sender has to wait.
  func holdBack() { state.withLock { $0.isHeldBack = true } }

  func lose(_ reason: String) {
    state.withLock { state in
      state.buffer.breakOff()
      (state.failure, state.phase) = (reason, .connecting)
    }
  }

  func end() {
    state.withLock { ($0.buffer.isComplete, $0.isHeldBack) = (true, false) }
  }

  /// It is left: nobody takes its sound.
  func rest() {
    state.withLock { state in
      state.buffer.leave()
      (state.phase, state.isHeldBack, state.failure) = (.paused, true, nil)
    }
  }

  /// Forgets what has come: it is joined again.
  func begin() {
    state.withLock { state in
      if state.isJoining { state.buffer.clear() } else { state.buffer.leave() }
      (state.phase, state.next, state.isTouched) = (.connecting, [], false)
      (state.isHeldBack, state.isJoining, state.failure) = (false, false, nil)
      state.lastTake = .now
    }
  }
}
