// SPDX-License-Identifier: Apache-2.0
// Errors of plugins stay confined to them, and are counted.

import LV2Hosting
import Quantities
import Testing

@Suite struct RudePluginTests {
  @Test("what is not a number is silenced for that block", arguments: [1, 2] as [Float])
  func whatIsNotANumberIsSilencedForThatBlock(kind: Float) throws {
    let bench = AudioBench(try Fixtures.make("nan"))
    let rude = try #require(bench.instance.control("rude"))
    #expect(bench.run(blocks: [4]) { _ in 1 } == [[1, 1, 1, 1]])
    unsafe rude.pointer.pointee = kind
    #expect(bench.run(blocks: [4, 3]) { _ in 1 } == [[0, 0, 0, 0, 0, 0, 0]])
    unsafe rude.pointer.pointee = 0
    #expect(bench.run(blocks: [4]) { _ in 1 } == [[1, 1, 1, 1]])
    #expect(bench.instance.health.notFiniteBlocks == 2)
  }

  @Test("writing behind a sequence is caught and counted")
  func writingBehindASequenceIsCaughtAndCounted() throws {
    let bench = AudioBench(try Fixtures.make("overrun"))
    let (instance, rude) = (bench.instance, try #require(bench.instance.control("rude")))
    bench.run(blocks: [8])
    #expect(instance.takeEvents().isEmpty)
    bench.run(blocks: [8])
    #expect(instance.takeEvents().count == 1)
    #expect(instance.health.sequenceOverruns == 0)
    unsafe rude.pointer.pointee = 1
    bench.run(blocks: [8])
    #expect(instance.takeEvents().count == 2)
    #expect(instance.health.sequenceOverruns == 1)
  }

  /// 2: the sequence says that it is larger than its memory; 3: an event does; 4: the bytes that
  /// follow are no event.
  @Test("a sequence is not trusted", arguments: [(2, 0), (3, 1), (4, 2)] as [(Float, Int)])
  func aSequenceIsNotTrusted(kind: Float, events: Int) throws {
    let bench = AudioBench(try Fixtures.make("overrun", values: ["rude": kind]))
    bench.instance.listen()
    bench.run(blocks: [8])
    #expect(bench.instance.takeEvents().count == events)
    #expect(bench.instance.health.malformedSequences == 1)
  }
}
