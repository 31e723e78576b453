// SPDX-License-Identifier: Apache-2.0
// A limit to how many tests do something at a time.

internal import Synchronization

/// Lets so many tests at a time in; the others wait in the order in which they came, and block no
/// thread.
package struct Gate: Sendable {
  private let places: Places

  /// Makes a gate that lets `places` tests in.
  package init(places: Int) { self.places = Places(places) }

  /// Runs `body` once there is a place for it, on threads of its own: in the pool each of its steps
  /// would wait behind all tests that only compute.
  package func pass<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async throws -> Result {
    try await withTaskExecutorPreference(ownThreads) {
      await places.take()
      defer { places.giveBack() }
      return try await body()
    }
  }

  private final class Places: Sendable {
    private let state: Mutex<(free: Int, queue: [CheckedContinuation<Void, Never>])>

    init(_ count: Int) { state = Mutex((count, [])) }

    func take() async {
      await withCheckedContinuation { place in
        let isFree = state.withLock { state in
          guard state.free > 0 else {
            state.queue.append(place)
            return false
          }
          state.free -= 1
          return true
        }
        if isFree { place.resume() }
      }
    }

    func giveBack() {
      let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
        guard !state.queue.isEmpty else {
          state.free += 1
          return nil
        }
        return state.queue.removeFirst()
      }
      next?.resume()
    }
  }
}
