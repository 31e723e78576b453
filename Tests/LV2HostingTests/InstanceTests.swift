// SPDX-License-Identifier: Apache-2.0
// One instance: its values, its samples, its latency, its life.

import Glibc
import Quantities
import RenderCore
import TestPlugins
import Testing

@testable import LV2Hosting

@Suite struct InstanceTests {
  private let world = TestPlugins.world()

  private func make(
    _ uri: String,
    values: [String: Float] = [:],
    isOffline: Bool = false
  ) throws(HostingError) -> LV2Instance {
    try world.instantiate(
      uri,
      sampleRate: .usual,
      maximumBlock: FrameCount(256),
      values: values,
      isOffline: isOffline
    )
  }

  @Test("an amplifier multiplies every sample by its gain")
  func anAmplifierMultipliesEverySampleByItsGain() throws {
    let bench = AudioBench(try make(PluginURI.amplifier, values: ["gain": 6]))
    let output = bench.run(blocks: [1, 7, 64, 255], signal: noise)
    let factor = powf(10, 6 * 0.05)
    let isExact = output == [(0..<327).map { noise($0) * factor }]
    #expect(isExact)
  }

  /// Two plugins are made at once where one has kept the plugin lock for too long.
  @Test("memory is clean until the last of two plugins is made")
  func memoryIsCleanUntilTheLastOfTwoPluginsIsMade() {
    let isClean = CleanMemory.during {
      CleanMemory.during {}
      return isUsedMemoryClean(bytes: 50_000)
    }
    #expect(isClean)
  }

  private func isUsedMemoryClean(bytes: Int) -> Bool {
    // The middle block has no free neighbour to be merged with, and is the next to be handed out.
    let pieces = unsafe (0..<3).map { _ in unsafe malloc(bytes) }
    guard let used = unsafe pieces[1] else { return false }
    unsafe memset(used, 0xaa, bytes)
    unsafe free(used)
    guard let next = unsafe malloc(bytes) else { return false }
    defer { unsafe [pieces[0], pieces[2], next].forEach { unsafe free($0) } }
    return unsafe UnsafeRawBufferPointer(start: next, count: bytes).allSatisfy { $0 == 0 }
  }

  @Test("two instances of one plugin keep their own values")
  func twoInstancesOfOnePluginKeepTheirOwnValues() throws {
    let (loud, quiet) = (
      AudioBench(try make(PluginURI.amplifier, values: ["gain": 12])),
      AudioBench(try make(PluginURI.amplifier, values: ["gain": -90]))
    )
    #expect(loud.run(blocks: [4]) { _ in 1 } == [[Float](repeating: powf(10, 0.6), count: 4)])
    #expect(quiet.run(blocks: [4]) { _ in 1 } == [[0, 0, 0, 0]])
    let gain = try #require(loud.instance.control("gain"))
    unsafe gain.pointer.pointee = 0
    #expect(loud.run(blocks: [2]) { _ in 1 } == [[1, 1]])
    #expect(quiet.instance.control("gain")?.value == -90)
  }

  @Test("controls start with their defaults and a plugin starts enabled")
  func controlsStartWithTheirDefaultsAndAPluginStartsEnabled() throws {
    let instance = try make(PluginURI.compressor)
    for control in instance.controls where control.info.direction == .input {
      if let value = control.info.defaultValue { #expect(control.value == value) }
    }
    #expect(instance.control("enable")?.value == 1)
    let (live, offline) = (
      try make(PluginURI.drums), try make(PluginURI.drums, isOffline: true)
    )
    let symbol = try #require(
      live.info.ports.first { $0.designation == Vocabulary.core("freeWheeling") }?.symbol
    )
    #expect(live.control(symbol)?.value == 0)
    #expect(offline.control(symbol)?.value == 1)
  }

  @Test("wrong values are refused with their symbol")
  func wrongValuesAreRefusedWithTheirSymbol() {
    let uri = PluginURI.amplifier
    #expect(throws: HostingError.noSuchPort(plugin: uri, symbol: "gian")) {
      try make(uri, values: ["gian": 1])
    }
    #expect(throws: HostingError.notAControlInput(plugin: uri, symbol: "in")) {
      try make(uri, values: ["in": 1])
    }
    #expect(throws: HostingError.valueNotFinite(plugin: uri, symbol: "gain")) {
      try make(uri, values: ["gain": .nan])
    }
    #expect(throws: HostingError.notInstalled(plugin: "urn:tarmac:nothing")) {
      try make("urn:tarmac:nothing")
    }
  }

  @Test(
    "latency is known before the first block and follows its control",
    arguments: [false, true]
  )
  func latencyIsKnownBeforeTheFirstBlockAndFollowsItsControl(isOffline: Bool) throws {
    let limiter = try make(PluginURI.limiter, isOffline: isOffline)
    #expect(limiter.latency == FrameCount(48_024))
    let delay = try make(PluginURI.artificialLatency, values: ["delay": 10], isOffline: isOffline)
    #expect(delay.latency == FrameCount(480))
    let control = try #require(delay.control("delay"))
    unsafe control.pointer.pointee = 20
    AudioBench(delay).run(blocks: [64])
    #expect(delay.latency == FrameCount(960))
    #expect(try make(PluginURI.amplifier).latency == .zero)
  }

  @Test("a plugin that requires options sounds")
  func aPluginThatRequiresOptionsSounds() throws {
    let bench = AudioBench(try make(PluginURI.reverb))
    let output = bench.run(blocks: [Int](repeating: 256, count: 60), signal: noise)
    #expect(output.count == 2)
    #expect(output.allSatisfy { $0.contains { abs($0) > 0.01 } })
  }

  /// This does not hold for every plugin: some keep the phase of an oscillator or a smoothed
  /// control when they are activated.
  @Test("warming up leaves no trace in a plugin that activation resets")
  func warmingUpLeavesNoTraceInAPluginThatActivationResets() throws {
    for uri in [PluginURI.compressor, PluginURI.limiter, PluginURI.amplifier] {
      let blocks = [256, 7, 100, 256, 256]
      let warm = AudioBench(try make(uri)).run(blocks: blocks, signal: noise)
      let fresh = AudioBench(try make(uri, isOffline: true)).run(blocks: blocks, signal: noise)
      let isSame = warm == fresh
      #expect(isSame, "\(uri)")
    }
  }

  @Test("the plugin lives as long as its node and no longer")
  func thePluginLivesAsLongAsItsNodeAndNoLonger() throws {
    var node: PluginNode?
    weak var core: PluginCore?
    do {
      let instance = try make(PluginURI.cabinet)
      node = instance.node
      core = instance.core
    }
    #expect(core != nil)
    #expect(node != nil)
    node = nil
    #expect(core == nil)
  }
}
