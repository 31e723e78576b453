// SPDX-License-Identifier: Apache-2.0
// When waiting on a socket ends.

internal import Quantities

/// The moment at which waiting ends.
package struct Deadline: Sendable {
  /// How long the waiting lasts, from its beginning.
  package let seconds: Double
  private let end: ContinuousClock.Instant

  /// Begins to wait.
  package init(seconds: Double) {
    self.seconds = seconds
    end = .now + .seconds(seconds > 0 ? min(seconds, 86_400) : 0)
  }

  /// The time that is left, for `poll`.
  package var milliseconds: Int32 {
    let left = (end - .now) / .milliseconds(1)
    return Int32(clamping: max(0, min(left.rounded(.up), 3_600_000)))
  }
}
