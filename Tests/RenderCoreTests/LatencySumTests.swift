// SPDX-License-Identifier: Apache-2.0
// Latencies come from plugins and other processes, which may report anything.

import Quantities
import Testing

@Suite("Latencies in a chain")
struct LatencySumTests {
  @Test("add up to no more than can be counted")
  func absurd() {
    let most = Latency(FrameCount(.max))
    #expect(most.followed(by: Latency(FrameCount(5))) == most)
    #expect(most.followed(by: most) == most)
    #expect(Latency(FrameCount(2)).followed(by: Latency(FrameCount(3))) == Latency(FrameCount(5)))
  }
}
