// SPDX-License-Identifier: Apache-2.0
// What the log says of clients that are refused, however many they are.

internal import Synchronization

/// Logs refusals, without flooding the log.
///
/// > Threading: Any.
package final class RefusalLog: Sendable {
  private let report: @Sendable (String) -> Void
  private let state = Mutex(State())

  private struct State {
    var count = 0
    var next = 1
  }

  /// Logs by `report`.
  package init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

  /// Notes a refusal: the first ten are logged, and later ones less and less often.
  package func note(_ what: String, from peer: String) {
    let told = state.withLock { state -> Int? in
      state.count += 1
      guard state.count >= state.next else { return nil }
      state.next = state.count < 10 ? state.count + 1 : state.count * 2
      return state.count
    }
    guard let told else { return }
    report(
      "\(what) was refused; it came from \(peer)\(told > 10 ? " (\(told) refusals so far)" : "")."
    )
  }
}
