// SPDX-License-Identifier: Apache-2.0
// A plugin gets the block lengths that it asked for, and its sound is intact.

import LV2Hosting
import Quantities
import TestPlugins
import Testing

@Suite struct BlockTests {
  private let odd = [1, 7, 64, 255, 256, 13, 128, 2, 100, 31]

  private func wrongRuns(_ bench: AudioBench) -> Float? {
    bench.instance.control("wrong")?.value
  }

  private func input(_ count: Int) -> [Float] { (0..<count).map(noise) }

  @Test("whole fixed blocks are cut without latency")
  func wholeFixedBlocksAreCutWithoutLatency() throws {
    let bench = AudioBench(try Fixtures.make("fixed", block: 64))
    let output = bench.run(blocks: [64, 256, 128, 64], signal: noise)
    #expect(output == [input(512)])
    #expect(wrongRuns(bench) == 0)
    #expect(bench.instance.latency == .zero)
  }

  @Test("other cycles are gathered and the latency is said", arguments: ["fixed", "fixed-power"])
  func otherCyclesAreGatheredAndTheLatencyIsSaid(name: String) throws {
    let bench = AudioBench(try Fixtures.make(name, block: 64))
    let output = bench.run(blocks: odd, signal: noise)
    let count = odd.reduce(0, +)
    #expect(output == [[Float](repeating: 0, count: 64) + input(count - 64)])
    #expect(wrongRuns(bench) == 0)
    #expect(bench.instance.latency == FrameCount(64))
    bench.run(blocks: [64, 64])
    #expect(bench.instance.latency == FrameCount(64))
  }

  @Test("a fixed power of two is the one below the cycle")
  func aFixedPowerOfTwoIsTheOneBelowTheCycle() throws {
    let bench = AudioBench(try Fixtures.make("fixed-power", block: 240))
    let output = bench.run(blocks: [240, 240], signal: noise)
    #expect(output == [[Float](repeating: 0, count: 128) + input(352)])
    #expect(bench.instance.latency == FrameCount(128))
  }

  @Test("powers of two are cut from any cycle without latency")
  func powersOfTwoAreCutFromAnyCycleWithoutLatency() throws {
    let bench = AudioBench(try Fixtures.make("power"))
    #expect(bench.run(blocks: odd, signal: noise) == [input(odd.reduce(0, +))])
    #expect(wrongRuns(bench) == 0)
    #expect(bench.instance.latency == .zero)
  }

  @Test("who hears of the usual length is never given more")
  func whoHearsOfTheUsualLengthIsNeverGivenMore() throws {
    let bench = AudioBench(try Fixtures.make("nominal", block: 64))
    #expect(bench.run(blocks: [64, 256, 100], signal: noise) == [input(420)])
    #expect(bench.instance.setNominalBlock(FrameCount(32)))
    bench.run(blocks: [64])
    #expect(bench.instance.setNominalBlock(FrameCount(256)))
    bench.run(blocks: [256])
    #expect(wrongRuns(bench) == 0)
  }

  @Test("no block is longer than the longest")
  func noBlockIsLongerThanTheLongest() throws {
    let instance = try Fixtures.world().instantiate(
      "urn:tarmac:fixture:bounded",
      sampleRate: .usual,
      maximumBlock: FrameCount(100),
      isOffline: true
    )
    let bench = AudioBench(instance)
    #expect(bench.run(blocks: [256, 99, 201], signal: noise) == [input(556)])
    #expect(wrongRuns(bench) == 0)
  }

  @Test("a changed cycle is said through the options interface")
  func aChangedCycleIsSaidThroughTheOptionsInterface() throws {
    let bench = AudioBench(try Fixtures.make("values", block: 256))
    bench.run(blocks: [8])
    #expect(bench.instance.control("nominal")?.value == 256)
    #expect(bench.instance.setNominalBlock(FrameCount(64)))
    bench.run(blocks: [8])
    #expect(bench.instance.control("nominal")?.value == 64)
    #expect(try !Fixtures.make("fixed").setNominalBlock(FrameCount(64)))
    let reverb = try TestPlugins.world().instantiate(
      PluginURI.reverb,
      sampleRate: .usual,
      maximumBlock: FrameCount(256)
    )
    #expect(reverb.setNominalBlock(FrameCount(128)))
    #expect(reverb.health.skippedCycles == 0)
  }

  @Test("values are what the port can take")
  func valuesAreWhatThePortCanTake() throws {
    let info = try #require(Fixtures.world().plugin("urn:tarmac:fixture:values"))
    let nearest = { (symbol: String, value: Float) in info.port(symbol)?.nearest(to: value) }
    #expect(nearest("value", 3) == 1)
    #expect(nearest("value", -3) == 0)
    #expect(nearest("whole", 2.6) == 3)
    #expect(nearest("switch", 0.2) == 1)
    #expect(nearest("choice", 3.5) == 5)
    let bench = AudioBench(try Fixtures.make("values", values: ["value": 7]))
    #expect(bench.run(blocks: [4]) == [[1, 1, 1, 1]])
  }
}
