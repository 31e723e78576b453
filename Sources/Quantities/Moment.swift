// SPDX-License-Identifier: Apache-2.0
// When something happened, by the clock on the wall and by the one that never goes back.

import Glibc

/// A moment by both clocks: the one for people, which can be set, and the one for intervals, which
/// can't.
package struct Moment: Hashable, Sendable {
  /// Seconds since the beginning of 1970, in UTC.
  package let wall: Seconds
  /// The same moment of the monotonic clock.
  package let monotonic: MonotonicTime

  /// Names a moment.
  package init(wall: Seconds, monotonic: MonotonicTime) {
    (self.wall, self.monotonic) = (wall, monotonic)
  }

  /// This moment.
  package static var now: Moment {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    let wall = Seconds(Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    return Moment(wall: wall, monotonic: .now)
  }

  /// The moment as ISO 8601 writes it, in UTC and to the millisecond: `2026-11-24T22:30:00.125Z`.
  ///
  /// What lies outside the years that the format has is written as its first or last moment.
  package var text: String {
    let milliseconds = Int(clamping: (wall.value * 1_000).rounded(.down))
    let bounded = min(max(Self.first, milliseconds), Self.last)
    var second = time_t(bounded.quotientAndRemainder(dividingBy: 1_000).quotient)
    var parts = unsafe tm()
    unsafe gmtime_r(&second, &parts)
    let day = unsafe [(parts.tm_year + 1_900, 4), (parts.tm_mon + 1, 2), (parts.tm_mday, 2)]
    let time = unsafe [(parts.tm_hour, 2), (parts.tm_min, 2), (parts.tm_sec, 2)]
    func joined(_ numbers: [(Int32, Int)], _ separator: String) -> String {
      numbers.map { Self.digits(Int(clamping: $0), $1) }.joined(separator: separator)
    }
    return "\(joined(day, "-"))T\(joined(time, ":")).\(Self.digits(bounded % 1_000, 3))Z"
  }

  /// The years 1970 to 9999, in milliseconds.
  private static let first = 0
  private static let last = 253_402_300_799_999

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
