// SPDX-License-Identifier: Apache-2.0
// A client's life: what is in work for it, and that nothing of it outlives its end.

import ControlProtocol
import Synchronization

/// A client's life: it is open, then it leaves, and once all that was in work for it is done it has
/// gone.
///
/// > Threading: Any.
package final class ClientLife: Sendable {
  /// Where its requests are carried out: the program's own tasks can't hold them up.
  let queue: TaskQueue
  /// What it has had of the rig's time.
  let share = ClientShare()

  private struct State {
    var isLeaving = false
    var inWork = 0
    var gone: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Begins; debuggers call its queue by that name.
  package init(_ name: String) { queue = TaskQueue(ofClient: name) }

  /// Begins a piece of work; returns whether it may be done, which it may not once the client
  /// leaves.
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

  /// Begins to leave; returns whether it did not before.
  func leave() -> Bool {
    state.withLock { state in
      defer { state.isLeaving = true }
      return !state.isLeaving
    }
  }

  /// Waits until all that was in work is done.
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
