// SPDX-License-Identifier: Apache-2.0
// How many cycles JACK has lost lately.

import Quantities

/// The cycles that JACK has lost within a time.
struct XrunRate {
  private var last: Int?
  private var losses: [(time: MonotonicTime, count: Int)] = []

  /// Takes JACK's total so far, which may start again from zero; returns how many cycles were lost
  /// within the last `time`.
  mutating func take(_ total: Int, within time: Seconds, now: MonotonicTime) -> Int {
    let before = last ?? total
    last = total
    let fresh = total >= before ? total - before : total
    losses.removeAll { now.elapsed(since: $0.time) > time }
    if fresh > 0 { losses.append((now, fresh)) }
    return losses.reduce(0) { $0 + $1.count }
  }
}
