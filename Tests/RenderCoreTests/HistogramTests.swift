// SPDX-License-Identifier: Apache-2.0
// How long cycles take, as statuses report it.

import SeededNumbers
import Testing

@testable import RenderCore

@Suite("Times of cycles")
struct HistogramTests {
  @Test(
    "no share of them lies above the worst, and each is near the true one",
    arguments: [[44_000], [10_000, 11_000, 44_100], [0], [1, 2, 3], [1_000_000, 1_000_001]]
  )
  func shares(_ times: [UInt64]) {
    let histogram = CycleHistogram()
    for time in times { histogram.record(nanoseconds: time) }
    check(histogram, times)
  }

  @Test("many of them, too")
  func many() {
    let histogram = CycleHistogram()
    var numbers = SeededNumbers(seed: 5)
    let times = (0..<10_000).map { _ in UInt64.random(in: 100...5_000_000, using: &numbers) }
    for time in times { histogram.record(nanoseconds: time) }
    check(histogram, times)
  }

  private func check(_ histogram: borrowing CycleHistogram, _ times: [UInt64]) {
    let sorted = times.sorted()
    let worst = histogram.worst
    #expect(worst == sorted.last)
    for share in [0.001, 0.5, 0.9, 0.99, 0.999, 1] {
      let said = histogram.quantile(share)
      let index = Int((Double(sorted.count) * share).rounded(.up)) - 1
      let truth = sorted[max(0, index)]
      #expect(said <= worst)
      // The value is exact to a sixteenth of an octave.
      #expect(said >= truth && Double(said) <= Double(truth) * 1.07 + 1)
    }
  }
}
