// SPDX-License-Identifier: Apache-2.0
// Whether the cycles of an activation go on, and whether one is under way.

internal import Glibc
internal import Synchronization

/// The cycles between an activation and its end; the next activation has an object of its own, so
/// that a thread which was given up stays ended.
///
/// > Threading: Any, except where said.
final class ClockTurns: Sendable {
  /// How long a cycle that is under way is waited for, in steps of 200 microseconds: 2 s, as with
  /// JACK.
  private static let patience = 10_000
  private let isTaken = Atomic(false)
  private let hasEnded = Atomic(false)
  private let isGivenUp = Atomic(false)

  /// Whether no further cycle may begin.
  var isEnding: Bool { hasEnded.load(ordering: .sequentiallyConsistent) }

  /// Whether a cycle is under way.
  var isInside: Bool { isTaken.load(ordering: .relaxed) }

  /// Begins a cycle, which `leave` must end; returns whether it may be rendered.
  ///
  /// > Threading: Worker.
  func enter() -> Bool {
    // Either the other thread sees this one inside, or this one sees the end.
    isTaken.store(true, ordering: .sequentiallyConsistent)
    return !isEnding
  }

  /// Ends a cycle.
  ///
  /// > Threading: Worker.
  func leave() { isTaken.store(false, ordering: .releasing) }

  /// Lets no further cycle begin, and waits for the one that is under way; returns `false` when it
  /// was given up, or has not ended in time.
  func end() -> Bool {
    hasEnded.store(true, ordering: .sequentiallyConsistent)
    for _ in 0..<Self.patience {
      guard isTaken.load(ordering: .sequentiallyConsistent) else { return true }
      guard !isGivenUp.load(ordering: .relaxed) else { return false }
      usleep(200)
    }
    return false
  }

  /// Says that the cycle that is under way does not end.
  func giveUp() { isGivenUp.store(true, ordering: .relaxed) }

  /// Lets the calling thread be ended wherever it is, as libjack ends its own.
  static func allowEnding() {
    pthread_setcanceltype(Int32(PTHREAD_CANCEL_ASYNCHRONOUS), nil)
  }
}
