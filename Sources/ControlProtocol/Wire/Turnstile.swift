// SPDX-License-Identifier: Apache-2.0
// Lets clients at the rig one at a time, so that the slowest one slows itself.

package import RigErrors
import Synchronization

/// What one client has had of the rig's time.
///
/// > Threading: Any.
package final class ClientShare: Sendable {
  fileprivate let tag = Mutex(Duration.zero)

  /// Whose request is in work, for doors whose requests go by no table of commands.
  @TaskLocal package static var current: ClientShare?

  /// A client that has had nothing yet.
  package init() {}

  /// Does something at this client's cost.
  package func use<Value: Sendable>(
    _ body: @Sendable () async throws(RigError) -> Value
  ) async throws(RigError) -> Value {
    // A closure that throws what it says can't be given to `withValue`.
    try await Self.$current.withValue(self) { () async -> Result<Value, RigError> in
      do throws(RigError) { return .success(try await body()) } catch { return .failure(error) }
    }.get()
  }
}

/// The way of all requests to the rig: one is in work at a time, and who has had the least goes
/// first.
///
/// What a request needs is guessed by what others of its kind have needed lately, so a gesture
/// passes whoever wants to read the whole rig. Nobody waits while nobody else is there.
///
/// > Threading: Any.
package final class Turnstile: Sendable {
  private struct Candidate {
    /// When, by the clock of all, it could have begun.
    let start: Duration
    let kind: String
    /// How long it may take, where that is known better than from others of its kind.
    let time: Duration?
    let enter: CheckedContinuation<Void, Never>
  }

  private struct State {
    var isTaken = false
    var clock = FairClock()
    var waiting: [Candidate] = []
    var times: [String: Duration] = [:]
    var gestures: Set<String> = []

    /// How long a turn may take, as far as is known by now.
    func expected(_ time: Duration?, for kind: String) -> Duration {
      time ?? times[kind] ?? Turnstile.usualTime
    }

    /// When somebody would be done: of a kind that nobody knew when it came, something is known
    /// meanwhile.
    func finish(of candidate: Candidate) -> Duration {
      candidate.start + reckon(expected(candidate.time, for: candidate.kind), for: candidate.kind)
    }

    /// How much of a time is reckoned to who has it.
    func reckon(_ time: Duration, for kind: String) -> Duration {
      gestures.contains(kind) ? time / Turnstile.gestureWeight : time
    }
  }

  private let state = Mutex(State())
  /// Where turns run: who has one waits for no other client's work.
  package let queue = TurnQueue("Tarmac turns")
  /// What is thought of a kind that was never seen, and the least that is thought of any.
  private static let usualTime = Duration.milliseconds(1)
  private static let leastTime = Duration.microseconds(20)
  /// A gesture is reckoned as so much less than what is read: among sixty who read all that there
  /// is, it would else wait for sixty times what it needs, and a machine that is busy makes that
  /// long.
  private static let gestureWeight = 16

  /// A turnstile that nobody is in.
  package init() {}

  /// Says which kind is a gesture.
  package func favour(_ kind: String) { _ = state.withLock { $0.gestures.insert(kind) } }

  /// How many wait.
  package var waiting: Int { state.withLock(\.waiting.count) }

  /// Waits until it is a client's turn.
  ///
  /// - Parameters:
  ///   - share: whose turn it is to be.
  ///   - kind: what for: one of few names.
  ///   - time: how long it may take, where that is known better than from others of its kind.
  /// - Returns: the turn, which has to be ended.
  package func take(
    _ share: ClientShare,
    for kind: String,
    expecting time: Duration? = nil
  ) async -> Turn {
    Turn(self, share, kind, expected: await enter(share, for: kind, expecting: time))
  }

  /// Waits until it is a client's turn; returns how long it is thought to take.
  fileprivate func enter(
    _ share: ClientShare,
    for kind: String,
    expecting time: Duration?
  ) async -> Duration {
    let expected = state.withLock { $0.expected(time, for: kind) }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        let reckoned = state.reckon(expected, for: kind)
        let start = share.tag.withLock { tag in
          let start = state.clock.finish(tag: tag, needing: .zero)
          tag = start + reckoned
          return start
        }
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        state.waiting.append(Candidate(start: start, kind: kind, time: time, enter: continuation))
        return false
      }
      if isFree { continuation.resume() }
    }
    return expected
  }

  /// Ends a turn and lets the next one in.
  fileprivate func leave(
    _ share: ClientShare,
    _ kind: String,
    expected: Duration,
    took time: Duration
  ) {
    let next = state.withLock { state -> Candidate? in
      let difference = state.reckon(time, for: kind) - state.reckon(expected, for: kind)
      share.tag.withLock { $0 += difference }
      let usual = state.times[kind] ?? time
      state.times[kind] = max(Self.leastTime, usual + (time - usual) / 8)
      state.clock.pass(time, among: state.waiting.count + 1)
      let order = state.waiting.indices.min {
        state.finish(of: state.waiting[$0]) < state.finish(of: state.waiting[$1])
      }
      guard let order else {
        state.isTaken = false
        return nil
      }
      return state.waiting.remove(at: order)
    }
    next?.enter.resume()
  }
}

/// A client's turn, until it is given back.
///
/// Tasks that its request begins inherit it, and may rest in it when the request is over: whoever
/// ends it last leaves nothing taken.
///
/// > Threading: Any.
package final class Turn: Sendable {
  private struct Hold {
    let kind: String
    let expected: Duration
    let began = ContinuousClock.now
  }

  private enum State {
    case held(Hold)
    /// Others go first, and it is to be held again.
    case resting
    case over
  }

  private let turnstile: Turnstile
  private let share: ClientShare
  private let state: Mutex<State>

  /// How long a turn lasts while others wait: what takes longer is done in several.
  private static let longest = Duration.milliseconds(4)

  /// The turn in which the present task runs.
  @TaskLocal package static var current: Turn?

  fileprivate init(
    _ turnstile: Turnstile,
    _ share: ClientShare,
    _ kind: String,
    expected: Duration
  ) {
    (self.turnstile, self.share) = (turnstile, share)
    state = Mutex(.held(Hold(kind: kind, expected: expected)))
  }

  private var hold: Hold? {
    state.withLock { state in if case .held(let hold) = state { hold } else { nil } }
  }

  /// Whether it has not been given back.
  package var isHeld: Bool { hold != nil }

  /// Gives it back: what comes now waits for somebody, or is over.
  package func end() { _ = giveBack(.over) }

  /// Gives it back if it is held; returns whether it was.
  private func giveBack(_ next: State) -> Bool {
    let past = state.withLock { state -> Hold? in
      switch (state, next) {
      case (.held(let hold), _):
        state = next
        return hold
      case (_, .over):
        state = .over
        return nil
      default: return nil
      }
    }
    guard let past else { return false }
    let time = ContinuousClock.now - past.began
    turnstile.leave(share, past.kind, expected: past.expected, took: time)
    return true
  }

  /// Lets others go first who have had less, if it has lasted long.
  package func rest() async {
    guard turnstile.waiting > 0, let past = hold,
      ContinuousClock.now - past.began > Self.longest
    else { return }
    await goOn(as: past.kind)
  }

  /// Goes on with something of another kind, once it is its turn.
  package func goOn(as kind: String) async {
    guard giveBack(.resting) else { return }
    let expected = await turnstile.enter(share, for: kind, expecting: nil)
    let isOver = state.withLock { state in
      guard case .resting = state else { return true }
      state = .held(Hold(kind: kind, expected: expected))
      return false
    }
    if isOver { turnstile.leave(share, kind, expected: expected, took: expected) }
  }
}
