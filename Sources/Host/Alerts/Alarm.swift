// SPDX-License-Identifier: Apache-2.0
// One thing that may be wrong: when that becomes an alert, and when it is over.

import Quantities

/// Something that is an alert once it has been wrong for a while, and is one until it has been
/// right for a while.
///
/// So what changes to and fro between two looks raises one alert and no more.
struct Alarm {
  /// How long it must be wrong.
  let patience: Seconds
  /// How long it must be right again.
  let calm: Seconds
  private(set) var isRaised = false
  /// Since when it has been other than `isRaised` says.
  private var since: MonotonicTime?

  init(after patience: Seconds, until calm: Seconds) {
    (self.patience, self.calm) = (patience, calm)
  }

  /// Looks at it; returns whether this has raised or ended the alert.
  ///
  /// `nil` says that nobody knows: then time begins anew.
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
