// SPDX-License-Identifier: Apache-2.0
// When a fault becomes an alert, and when that alert is over.

import Quantities

/// A fault that becomes an alert once it has lasted for a while, and stays one until it has been
/// gone for a while.
///
/// So a fault that comes and goes raises a single alert.
struct Alarm {
  /// How long the fault must last to raise the alert.
  let patience: Seconds
  /// How long the fault must be gone to end the alert.
  let calm: Seconds
  private(set) var isRaised = false
  /// Since when the fault has differed from `isRaised`.
  private var since: MonotonicTime?

  init(after patience: Seconds, until calm: Seconds) {
    (self.patience, self.calm) = (patience, calm)
  }

  /// Takes a reading; returns whether it has raised or ended the alert.
  ///
  /// `nil` means that it is not known; the time then starts again.
  mutating func look(isWrong: Bool?, now: MonotonicTime) -> Bool {
    guard let isWrong, isWrong != isRaised else {
      since = nil
      return false
    }
    let start = since ?? now
    since = start
    guard now.elapsed(since: start) >= (isRaised ? calm : patience) else { return false }
    isRaised.toggle()
    since = nil
    return true
  }
}
