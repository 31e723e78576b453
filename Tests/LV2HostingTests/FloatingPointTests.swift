// SPDX-License-Identifier: Apache-2.0
// The floating-point mode that a plugin leaves behind does not affect any thread of the host.

import CRealtime
import LV2Hosting
import Patience
import Quantities
import Testing

@Suite struct FloatingPointTests {
  /// The mode of this thread, without the flags that any calculation sets.
  private var mode: UInt64 { tarmac_float_mode() & ~0x3f }

  @Test("no call of a plugin changes the mode of its thread")
  func noCallOfAPluginChangesTheModeOfItsThread() throws {
    let usual = mode
    var instance: LV2Instance? = try Fixtures.make("rounding", isOffline: false)
    #expect(mode == usual, "made and warmed up")
    try run(#require(instance))
    let state = try #require(instance).state()
    #expect(mode == usual, "saved")
    try #require(instance).restore(state)
    #expect(mode == usual, "restored")
    try #require(instance).setNominalBlock(FrameCount(128))
    #expect(mode == usual, "told of another period")
    PluginBench(try #require(instance), longestBlock: 64).run(frames: 64)
    #expect(mode == usual, "run on the bench")
    instance = nil
    #expect(mode == usual, "gone")
  }

  @Test("every call finds the usual mode")
  func everyCallFindsTheUsualMode() throws {
    let instance = try Fixtures.make("rounding", isOffline: false)
    try run(instance)
    for _ in 0..<3 { try instance.restore(try instance.state()) }
    let other = try Fixtures.make("rounding", isOffline: false)
    try run(other)
    #expect(other.control("strays")?.value == 0)
  }

  /// Runs as the audio thread does, and has the worker called several times.
  private func run(_ instance: LV2Instance) throws {
    let bench = AudioBench(instance)
    let ask = try #require(instance.control("ask"))
    unsafe ask.pointer.pointee = 1
    let previous = tarmac_flush_denormals()
    defer { tarmac_set_float_mode(previous) }
    let before = mode
    for _ in 0..<10 {
      bench.run(blocks: [64, 32])
      #expect(mode == before)
    }
  }
}
