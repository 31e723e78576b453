// SPDX-License-Identifier: Apache-2.0
// The life of a client: the work for it, which ends before the client is closed.

import ControlProtocol
import Synchronization

/// The life of a client: it is open, then it leaves, and once all its work is done it has gone.
///
/// > Threading: Any.
package final class ClientLife: Sendable {
  /// The queue for its requests: the program's own tasks can't hold them up.
  let queue: TaskQueue
  /// Its share of the rig's time.
  let share = ClientShare()

  private struct State {
    var isLeaving = false
    var inWork = 0
    var gone: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Begins; its queue has that name in debuggers.
  package init(_ name: String) { queue = TaskQueue(ofClient: name) }

  /// Begins a piece of work; returns `false` once the client leaves.
  func begin() -> Bool {
    state.withLock { state in
      guard !state.isLeaving else { return false }
      state.inWork += 1
      return true
    }
  }

  /// Ends a piece of work.
  func end() {
    let gone = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.inWork -= 1
      guard state.inWork == 0 else { return nil }
      defer { state.gone = nil }
      return state.gone
    }
    gone?.resume()
  }

  /// Begins to leave; returns `false` when it is leaving already.
  func leave() -> Bool {
    state.withLock { state in
      defer { state.isLeaving = true }
      return !state.isLeaving
    }
  }

  /// Waits until all work is done.
  func hasGone() async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.inWork > 0 { state.gone = continuation }
        return state.inWork == 0
      }
      if isDone { continuation.resume() }
    }
  }
}
