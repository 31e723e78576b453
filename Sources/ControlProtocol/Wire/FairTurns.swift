// SPDX-License-Identifier: Apache-2.0
// Lets clients use the rig one at a time, so that a slow one slows only itself.

package import RigErrors
import Synchronization

/// What one client has had of the rig's time.
///
/// > Threading: Any.
package final class ClientShare: Sendable {
  fileprivate let tag = Mutex(Duration.zero)

  /// The client whose request is in work, for doors without a table of commands.
  @TaskLocal package static var current: ClientShare?

  /// A client that has had nothing yet.
  package init() {}

  /// Runs something on this client's account.
  package func use<Value: Sendable>(
    _ body: @Sendable () async throws(RigError) -> Value
  ) async throws(RigError) -> Value {
    // `withValue` takes no closure with typed throws.
    try await Self.$current.withValue(self) { () async -> Result<Value, RigError> in
      do throws(RigError) { return .success(try await body()) } catch { return .failure(error) }
    }.get()
  }
}

/// All requests to the rig pass through it: one is in work at a time, and the client that has had
/// the least goes first.
///
/// The length of a request is estimated from recent ones of its kind, so a gesture passes a client
/// that reads the whole rig. A single client never waits.
///
/// > Threading: Any.
package final class FairTurns: Sendable {
  private struct Candidate {
    /// When, by the common clock, it could have begun.
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

    /// How long a turn may take, by the present estimate.
    func expected(_ time: Duration?, for kind: String) -> Duration {
      time ?? times[kind] ?? FairTurns.usualTime
    }

    /// When a candidate would be done; the estimate for its kind may have changed since it came.
    func finish(of candidate: Candidate) -> Duration {
      candidate.start + reckon(expected(candidate.time, for: candidate.kind), for: candidate.kind)
    }

    /// How much of a time is charged to the client.
    func reckon(_ time: Duration, for kind: String) -> Duration {
      gestures.contains(kind) ? time / FairTurns.gestureWeight : time
    }
  }

  private let state = Mutex(State())
  /// Where turns run: a client that has its turn waits for no other client's work.
  package let queue = TurnQueue("Tarmac turns")
  /// The estimate for a kind that was never seen, and the least estimate of all.
  private static let usualTime = Duration.milliseconds(1)
  private static let leastTime = Duration.microseconds(20)
  /// A gesture is charged this much less than a read.
  ///
  /// Otherwise, among sixty clients that read everything, it would wait for sixty times its own
  /// length, and on a busy machine that is long.
  private static let gestureWeight = 16

  /// Makes an empty turnstile.
  package init() {}

  /// Marks a kind as a gesture.
  package func favour(_ kind: String) { _ = state.withLock { $0.gestures.insert(kind) } }

  /// How many requests wait.
  package var waiting: Int { state.withLock(\.waiting.count) }

  /// Waits until it is a client's turn.
  ///
  /// - Parameters:
  ///   - share: the client's share.
  ///   - kind: the kind of request: one of few names.
  ///   - time: how long it may take, where that is known better than from others of its kind.
  /// - Returns: the turn, which has to be ended.
  package func take(
    _ share: ClientShare,
    for kind: String,
    expecting time: Duration? = nil
  ) async -> Turn {
    Turn(self, share, kind, expected: await enter(share, for: kind, expecting: time))
  }

  /// Waits until it is a client's turn; returns the estimate of its length.
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
/// Tasks that its request starts inherit it, and may still rest in it when the request is over; it
/// is free once the last of them has ended it.
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
    /// It lets others go first, and will be held again.
    case resting
    case over
  }

  private let turnstile: FairTurns
  private let share: ClientShare
  private let state: Mutex<State>

  /// How long a turn lasts while others wait; longer work is done in several turns.
  private static let longest = Duration.milliseconds(4)

  /// The turn in which the present task runs.
  @TaskLocal package static var current: Turn?

  fileprivate init(
    _ turnstile: FairTurns,
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

  /// Gives it back: the rest of the request waits for somebody, or there is none.
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

  /// Lets clients go first that have had less, if the turn has lasted long.
  package func rest() async {
    guard turnstile.waiting > 0, let past = hold,
      ContinuousClock.now - past.began > Self.longest
    else { return }
    await goOn(as: past.kind)
  }

  /// Goes on with work of another kind, once it is its turn.
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
