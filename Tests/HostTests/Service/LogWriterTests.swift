// SPDX-License-Identifier: Apache-2.0
// The log of a rig whose terminal is blocked: no thread waits for it.

import Host
import Quantities
import Synchronization
import Testing

@Suite("A log that nobody takes")
struct LogWriterTests {
  @Test("keeps nobody waiting, and says how many lines it has lost once somebody takes it again")
  func held() {
    let gate = Mutex(())
    let lines = Mutex<[String]>([])
    let writer = LogWriter { _, sentence in
      gate.withLock { _ in lines.withLock { $0.append(sentence) } }
    }
    gate.withLock { _ in
      for number in 1...1_500 { writer(.notice, "\(number)") }
      writer.settle(within: Seconds(0.01))
    }
    writer.settle(within: Seconds(60))
    let written = lines.withLock { $0 }
    let numbers = (1...1_000).map { number in "\(number)" }
    #expect(written.filter { Int($0) != nil } == numbers)
    let lost = " 500 lines are missing here: nobody took them in time."
    #expect(written.count { $0.hasSuffix(lost) } == 1)
  }
}
