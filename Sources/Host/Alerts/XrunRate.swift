// SPDX-License-Identifier: Apache-2.0
// How many cycles JACK has lost lately.

import Quantities

/// The cycles that JACK has lost within a time.
struct XrunRate {
  private var last: Int?
  private var losses: [(time: MonotonicTime, count: Int)] = []

  /// Takes in what JACK has counted so far, which begins anew now and then; returns how many were
  /// lost since `time` ago.
  mutating func take(_ total: Int, within time: Seconds, now: MonotonicTime) -> Int {
    let before = last ?? total
    last = total
    let fresh = total >= before ? total - before : total
    losses.removeAll { now.elapsed(since: $0.time) > time }
    if fresh > 0 { losses.append((now, fresh)) }
    return losses.reduce(0) { $0 + $1.count }
  }
}
