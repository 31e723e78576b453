// SPDX-License-Identifier: Apache-2.0
// One change of the rig at a time, in the order in which they were asked for.

/// The changes of a rig: reloads, and programs that come and go.
///
/// Decisions of the tower do not wait for changes.
///
/// > Threading: Control.
final class ChangeQueue {
  /// How far the present change is.
  private enum Phase {
    /// There is no change.
    case idle
    /// The new parts are being made, beside the rig that sounds.
    case preparing
    /// The change is taking effect, or the rig's ports and latencies in JACK are being updated.
    case committing
  }

  private var phase = Phase.idle
  /// Whether the rig is being stopped, so that no change is worthwhile any more.
  private(set) var isClosed = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Whether the rig's ports are about to change.
  var isCommitting: Bool { phase == .committing }

  /// Notes that the present change takes effect: from here on it can't fail.
  func commit() {
    phase = .committing
  }

  /// Notes that the rig is being stopped.
  func close() {
    isClosed = true
  }

  /// Makes a change once those before it are done.
  nonisolated(nonsending) func during<Value, Problem: Error>(
    _ change: nonisolated(nonsending) () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    if phase == .idle {
      phase = .preparing
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
    defer { end() }
    return try await change()
  }

  private func end() {
    if waiting.isEmpty {
      phase = .idle
    } else {
      phase = .preparing
      waiting.removeFirst().resume()
    }
  }
}
