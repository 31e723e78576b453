// SPDX-License-Identifier: Apache-2.0
// Plugins that have nothing but samples, and how much memory an instance takes.

import CRealtime
import Quantities
import RenderCore
import TestPlugins
import Testing

@testable import LV2Hosting

@Suite("Plugins without events, work and transport")
struct PlainPluginTests {
  private let world = TestPlugins.world()

  private func instance(_ uri: String) throws -> LV2Instance {
    try world.instantiate(
      uri,
      sampleRate: SampleRate(hertz: 48_000),
      maximumBlock: FrameCount(64)
    )
  }

  @Test(
    "are told from the others",
    arguments: [
      (PluginURI.amplifier, true), (PluginURI.filter, true), (PluginURI.sampler, false),
      (PluginURI.cabinet, false),
    ]
  )
  func told(uri: String, isPlain: Bool) throws {
    let instance = try instance(uri)
    withExtendedLifetime(instance) {
      #expect(unsafe instance.core.runner.pointee.isPlain == isPlain)
    }
  }

  @Test("write to the buffer that a new plan has for them, also in the middle of a longer cycle")
  func reconnected() throws {
    let instance = try instance(PluginURI.amplifier)
    let calls = instance.core.calls
    let (input, output) = (instance.node.audioInputs[0], instance.node.audioOutputs[0])
    let buffers = unsafe (0..<3).map { number in
      let buffer = UnsafeMutablePointer<Float>.allocate(capacity: 128)
      unsafe buffer.initialize(repeating: number == 0 ? 0.5 : 0, count: 128)
      return unsafe buffer
    }
    defer { unsafe buffers.forEach { unsafe $0.deallocate() } }
    unsafe calls.connect(calls.handle, input, buffers[0])
    unsafe calls.connect(calls.handle, output, buffers[1])
    let mode = tarmac_flush_denormals()
    defer { tarmac_set_float_mode(mode) }
    unsafe calls.run(calls.handle, 64)
    unsafe calls.connect(calls.handle, output, buffers[2])
    // This is longer than a block of the plugin, so its ports are connected to another place in
    // between.
    unsafe calls.run(calls.handle, 128)
    unsafe buffers[2].update(repeating: 0, count: 128)
    unsafe calls.run(calls.handle, 64)
    #expect((0..<64).allSatisfy { unsafe buffers[1][$0] == 0.5 })
    #expect((64..<128).allSatisfy { unsafe buffers[1][$0] == 0 })
    #expect((0..<64).allSatisfy { unsafe buffers[2][$0] == 0.5 })
    #expect((64..<128).allSatisfy { unsafe buffers[2][$0] == 0 })
  }

  @Test("share a block for what is small, on lines of their own for what is not")
  func arena() throws {
    let arena = Arena()
    let small = (0..<10).map { unsafe UInt(bitPattern: arena.value(Int64($0))) }
    #expect((0..<10).allSatisfy { small[$0] == small[0] + 16 * UInt($0) })
    #expect(UInt(bitPattern: unsafe arena.array(of: Float(0), count: 16)) % 64 == 0)
    #expect(UInt(bitPattern: unsafe arena.bytes(4_096)) % 64 == 0)
    let text = unsafe arena.string("urn:x")
    #expect(unsafe String(cString: text) == "urn:x")
    for (index, address) in small.enumerated() {
      #expect(unsafe UnsafePointer<Int64>(bitPattern: address)?.pointee == Int64(index))
    }
  }
}
