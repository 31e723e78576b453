// SPDX-License-Identifier: Apache-2.0
// The time of an event, as people and programs read it.

import ControlProtocol
import Foundation
import Quantities
import Testing

@Suite("A moment")
struct TimeStampTests {
  private func text(_ seconds: Double) -> String {
    Moment(wall: Seconds(seconds), monotonic: .distantPast).text
  }

  @Test("is written as ISO 8601 in UTC, to the millisecond")
  func written() {
    #expect(text(0) == "1970-01-01T00:00:00.000Z")
    #expect(text(1_795_559_400.125) == "2026-11-24T22:30:00.125Z")
    #expect(text(951_782_399.9996) == "2000-02-28T23:59:59.999Z")
    #expect(text(951_782_400) == "2000-02-29T00:00:00.000Z")
  }

  @Test("far outside of the calendar is the nearest that the format has, and traps nobody")
  func bounds() {
    #expect(text(-1) == "1970-01-01T00:00:00.000Z")
    for seconds in [1e12, 1e300, .infinity] {
      #expect(text(seconds) == "9999-12-31T23:59:59.999Z")
    }
    #expect(text(.nan).hasSuffix("Z"))
  }

  @Test("agrees with the system's clocks, on the wall and for intervals")
  func now() {
    let (before, earlier) = (Date().timeIntervalSince1970, MonotonicTime.now)
    let stamp = TimeStamp.now
    let (after, later) = (Date().timeIntervalSince1970, MonotonicTime.now)
    #expect(before - 0.001...after + 0.001 ~= stamp.seconds)
    #expect(earlier.seconds.value...later.seconds.value ~= stamp.monotonic_seconds)
  }
}
