// SPDX-License-Identifier: Apache-2.0
// When a problem becomes an alert, and how often cycles are lost: measured by a clock of the test's
// own.

import Quantities
import Testing

@testable import Host

@Suite("An alarm")
struct AlarmTests {
  private let start = MonotonicTime.now

  /// The changes of an alarm, with half a second between two looks.
  private func changes(_ alarm: inout Alarm, _ looks: [Bool?], after time: Double = 0) -> [Int] {
    looks.enumerated().compactMap { index, isWrong in
      let now = start.after(Seconds(time + 0.5 * Double(index)))
      return alarm.look(isWrong: isWrong, now: now) ? index : nil
    }
  }

  @Test("is raised once after its time, and is over once after its own")
  func once() {
    var alarm = Alarm(after: Seconds(1), until: Seconds(1.5))
    let looks: [Bool?] =
      [false] + Array(repeating: true, count: 5) + Array(repeating: false, count: 6)
    #expect(changes(&alarm, looks) == [3, 9])
    #expect(!alarm.isRaised)
  }

  @Test("does not flap: what changes between looks neither raises nor ends it")
  func calm() {
    var alarm = Alarm(after: Seconds(1), until: Seconds(1))
    #expect(changes(&alarm, [true, true, false, true, true, false]) == [])
    #expect(changes(&alarm, Array(repeating: true, count: 4), after: 3) == [2])
    #expect(changes(&alarm, [false, false, true, false, false, true, false], after: 5) == [])
    #expect(alarm.isRaised)
  }

  @Test("waits anew after a time in which nobody knows")
  func unknown() {
    var alarm = Alarm(after: Seconds(1), until: .zero)
    #expect(changes(&alarm, [true, true, nil, true, true, true]) == [5])
    #expect(changes(&alarm, [nil, nil], after: 3) == [])
    #expect(alarm.isRaised)
  }

  @Test("is raised at once where it has no time")
  func atOnce() {
    var alarm = Alarm(after: .zero, until: .zero)
    #expect(changes(&alarm, [true, true, false, false]) == [0, 2])
  }

  @Test("counts the cycles that were lost within a time, also when JACK's count begins anew")
  func rate() {
    var rate = XrunRate()
    let totals = [7, 7, 9, 9, 12, 2, 2, 2, 2]
    let counts = totals.enumerated().map { index, total in
      rate.take(total, within: Seconds(2), now: start.after(Seconds(Double(index))))
    }
    // Cycles that were lost before the first look are not counted.
    #expect(counts == [0, 0, 2, 2, 5, 5, 5, 2, 0])
  }
}
