// SPDX-License-Identifier: Apache-2.0
// A limit to how many tests do something at a time.

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
      do {
        let result = try await body()
        await places.giveBack()
        return result
      } catch {
        await places.giveBack()
        throw error
      }
    }
  }

  private actor Places {
    private var free: Int
    private var queue: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func take() async {
      guard free == 0 else {
        free -= 1
        return
      }
      await withCheckedContinuation { queue.append($0) }
    }

    func giveBack() {
      if queue.isEmpty { free += 1 } else { queue.removeFirst().resume() }
    }
  }
}
