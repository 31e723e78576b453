// SPDX-License-Identifier: Apache-2.0
// Requests to an audio server, which may take their time.

internal import Dispatch

/// Requests to a server that are to be made yet.
///
/// A server looks after one request at a time, and each client that comes or goes holds all others
/// up for some cycles.
///
/// > Threading: Any.
package struct ServerTask<Outcome: Sendable>: Sendable {
  private let body: @Sendable () -> Outcome

  /// Wraps what is to be done, which may wait.
  package init(_ body: @escaping @Sendable () -> Outcome) {
    self.body = body
  }

  /// Makes them, and waits.
  @discardableResult
  package func perform() -> Outcome { body() }

  /// Makes them on a thread for such requests, one after the other.
  package func performed() async -> Outcome {
    await withCheckedContinuation { continuation in
      tasks.async { continuation.resume(returning: body()) }
    }
  }
}

private let tasks = DispatchQueue(label: "requests to the audio server")
