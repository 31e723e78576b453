// SPDX-License-Identifier: Apache-2.0
// What is told of those who are refused, however many they are.

internal import Synchronization

/// Tells the log of refusals, and no flood of them.
///
/// > Threading: Any.
public final class RefusalLog: Sendable {
  private let report: @Sendable (String) -> Void
  private let state = Mutex(State())

  private struct State {
    var count = 0
    var next = 1
  }

  /// Tells them to `report`.
  public init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

  /// Notes a refusal: of the first ten each is told, then less and less often.
  public func note(_ what: String, from peer: String) {
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
