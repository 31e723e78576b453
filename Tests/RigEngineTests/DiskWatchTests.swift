// SPDX-License-Identifier: Apache-2.0
// What is reported of a disk that does not answer, and how often.

import Quantities
import Testing

@testable import RigEngine

@Suite("What is told of disks")
struct DiskWatchTests {
  private let rate = SampleRate(hertz: 48_000)
  private let start = MonotonicTime.now

  private func subject(_ wait: Double?, missed: Int = 0) -> DiskSubject {
    DiskSubject(
      name: "Player 'a' of 'deck'",
      path: "/nas/a.wav",
      wait: wait.map { Seconds($0) },
      missedFrames: missed
    )
  }

  @Test("is one sentence when it does not answer and one when it does, with what was lost")
  func once() {
    var watch = DiskWatch()
    var said: [String] = []
    func look(_ second: Double, _ subject: DiskSubject) {
      said += watch.sentences(about: [subject], rate: rate, now: start.after(Seconds(second)))
    }
    look(0, subject(nil))
    for second in 1...8 { look(Double(second), subject(Double(second), missed: second * 24_000)) }
    for second in 9...20 { look(Double(second), subject(nil, missed: 192_000)) }
    #expect(
      said == [
        "Player 'a' of 'deck' waits for its disk: /nas/a.wav has not answered for 1.0 s.",
        "Player 'a' of 'deck' goes on: its disk answers again, after 8.0 s; 4.0 s of sound were lost.",
      ]
    )
  }

  @Test("becomes rarer for a disk that comes and goes")
  func rarer() {
    var watch = DiskWatch()
    var times: [Int] = []
    for second in 0..<600 {
      let now = start.after(Seconds(Double(second)))
      let wait = second % 4 == 0 ? 0.6 : nil
      if !watch.sentences(about: [subject(wait)], rate: rate, now: now).isEmpty {
        times.append(second)
      }
    }
    #expect(times.count == 5)
  }
}
