// SPDX-License-Identifier: Apache-2.0
// Moments of the clock that never goes back, and how far they are apart.

import Glibc

/// A moment of the system's monotonic clock.
///
/// Moments that different threads have read need not come in their order, so there is no `-` for
/// them: what has elapsed is never less than nothing.
package struct MonotonicTime: Hashable, Comparable, Sendable {
  private let nanoseconds: UInt64

  /// Earlier than any other moment.
  package static let distantPast = MonotonicTime(nanoseconds: 0)
  /// Later than any other moment.
  package static let distantFuture = MonotonicTime(nanoseconds: .max)

  /// This moment.
  package static var now: MonotonicTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(
      nanoseconds: UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    )
  }

  /// The moment in seconds since the clock's zero, which is about when the machine started.
  package var seconds: Seconds { Seconds(Double(nanoseconds) / 1e9) }

  /// How long ago `earlier` was at this moment; nothing if it was not before.
  package func elapsed(since earlier: MonotonicTime) -> Seconds {
    guard earlier < self else { return .zero }
    return Seconds(Double(nanoseconds &- earlier.nanoseconds) / 1e9)
  }

  /// The moment that comes so much later; never an earlier one.
  package func after(_ time: Seconds) -> MonotonicTime {
    let (sum, isTooLate) = nanoseconds.addingReportingOverflow(time.nanoseconds)
    return isTooLate ? .distantFuture : MonotonicTime(nanoseconds: sum)
  }

  /// Orders by time.
  package static func < (lhs: MonotonicTime, rhs: MonotonicTime) -> Bool {
    lhs.nanoseconds < rhs.nanoseconds
  }
}

extension Seconds {
  /// The same in nanoseconds, as near as they come.
  package var nanoseconds: UInt64 { UInt64(clamping: value * 1e9) }
}
