// SPDX-License-Identifier: Apache-2.0
// What a time tag means on the clock that never goes back.

import Glibc
import OSC
import Quantities

/// Time tags count by the wall clock, the rig by the monotonic one.
enum OSCClock {
  /// When a bundle is due; `nil` for at once, which is also what is past.
  static func moment(of tag: OSCTimeTag) -> MonotonicTime? {
    guard tag != .immediately else { return nil }
    // Both clocks as near together as can be.
    let (now, wall) = (MonotonicTime.now, seconds())
    let ahead = tag.secondsSince1970 - wall
    return ahead > 0 ? now.after(Seconds(ahead)) : nil
  }

  /// The wall clock, in seconds since 1970.
  private static func seconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
