// SPDX-License-Identifier: Apache-2.0
// Values on their way to a receiver: no more than there are values, however long they wait.

import ControlProtocol
import ControlTree
import Synchronization

/// The values that are still to be sent to a receiver, in the order in which they changed first.
///
/// A value that changes again before it was sent is sent once, with its last value. So a receiver
/// that is slow, or waits for its turn, gets fewer updates, and the queue never holds more than one
/// of each value.
///
/// > Threading: Any.
final class OSCUpdates: Sendable {
  private struct State {
    var isFull = false
    var order: [String] = []
    var values: [String: TreeValue] = [:]
  }

  private let state = Mutex(State())
  private let bell: AsyncStream<Void>.Continuation
  private let rings: AsyncStream<Void>

  /// Begins with nothing to tell.
  init() {
    (rings, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds what has changed; returns at once.
  func add(_ update: TreeUpdate) {
    state.withLock { state in
      state.isFull = state.isFull || update.isFull
      for entry in update.values
      where state.values.updateValue(entry.value, forKey: entry.path) == nil {
        state.order.append(entry.path)
      }
    }
    bell.yield()
  }

  /// Lets nothing more come.
  func finish() { bell.finish() }

  /// Hands out what there is to tell whenever there is something, until the end.
  func tell(_ body: (TreeUpdate) async -> Void) async {
    for await _ in rings {
      if let update = take() { await body(update) }
    }
  }

  /// Takes all that waits; `nil` where nothing does.
  func take() -> TreeUpdate? {
    let taken = state.withLock { state in
      defer { state = State() }
      return state
    }
    guard taken.isFull || !taken.order.isEmpty else { return nil }
    let entries = taken.order.compactMap { path in
      taken.values[path].map { TreeEntry(path: path, value: $0) }
    }
    return TreeUpdate(number: 0, isFull: taken.isFull, values: TreeEntries(entries))
  }
}
