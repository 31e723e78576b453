// SPDX-License-Identifier: Apache-2.0
// The end of the log: a terminal that is held, a full pipe or a disk that hangs does not hold up a
// caller.

import Dispatch
package import Quantities
import Synchronization

/// Writes the lines of a log on a thread of its own.
///
/// > Threading: Any.
package final class LogWriter: Sendable {
  /// How many lines may wait; those beyond are lost, and counted.
  private static let mostWaiting = 1_000

  private let write: @Sendable (LogLevel, String) -> Void
  private let queue = DispatchQueue(label: "tarmac log")
  private let state = Mutex(State())

  private struct State {
    var waiting = 0
    var lost = 0
  }

  /// Prepares to write with `write`, which may wait.
  package init(_ write: @escaping @Sendable (LogLevel, String) -> Void) {
    self.write = write
  }

  /// Has a sentence written soon, behind those before it.
  package func callAsFunction(_ level: LogLevel, _ sentence: String) {
    let hasRoom = state.withLock { state in
      guard state.waiting < Self.mostWaiting else {
        state.lost += 1
        return false
      }
      state.waiting += 1
      return true
    }
    if hasRoom { queue.async { [self] in put(level, sentence) } }
  }

  private func put(_ level: LogLevel, _ sentence: String) {
    write(level, sentence)
    let lost = state.withLock { state in
      defer { state.lost = 0 }
      state.waiting -= 1
      return state.lost
    }
    guard lost > 0 else { return }
    let sentence = "\(lost) lines are missing here: nobody took them in time."
    write(.notice, RunLog.stamped(sentence))
  }

  /// Returns once all has been written, or the time is over.
  package func settle(within time: Seconds) {
    let isWritten = DispatchSemaphore(value: 0)
    queue.async { isWritten.signal() }
    _ = isWritten.wait(timeout: .now() + .nanoseconds(Int(clamping: time.nanoseconds)))
  }
}
