// SPDX-License-Identifier: Apache-2.0
// Log messages of plugins reach the host, and never in a flood.

import CLilv
import Quantities
import TestPlugins
import Testing

@testable import LV2Hosting

@Suite struct LogTests {
  private func write(
    _ log: PluginLog,
    _ type: UInt32,
    _ format: String,
    _ arguments: any CVarArg...
  ) -> Int32 {
    let feature = unsafe log.feature.assumingMemoryBound(to: LV2_Log_Log.self).pointee
    return unsafe withVaList(arguments) { list in
      unsafe feature.vprintf(feature.handle, type, format, list)
    }
  }

  @Test("messages have their level and their formatted text")
  func messagesHaveTheirLevelAndTheirFormattedText() {
    let log = PluginLog(plugin: "Test")
    #expect(write(log, URIDs.shared.error, "cannot open %d of %d\n", Int32(3), Int32(7)) > 0)
    #expect(write(log, URIDs.shared.note, "ready") > 0)
    #expect(
      log.takeMessages() == [
        PluginMessage(plugin: "Test", level: .error, text: "cannot open 3 of 7"),
        PluginMessage(plugin: "Test", level: .note, text: "ready"),
      ]
    )
    #expect(log.takeMessages().isEmpty)
  }

  @Test("a long message is cut")
  func aLongMessageIsCut() {
    let log = PluginLog(plugin: "Test")
    _ = write(log, URIDs.shared.note, "%9000d", Int32(1))
    #expect(log.takeMessages().map(\.text.count) == [511])
  }

  @Test("a flood is dropped and counted")
  func aFloodIsDroppedAndCounted() {
    let log = PluginLog(plugin: "Test")
    let accepted = (0..<10_000).filter { write(log, URIDs.shared.trace, "%d", Int32($0)) > 0 }
    #expect(accepted.count < 600)
    let now = ContinuousClock.now
    let messages = log.takeMessages(now: now)
    #expect(messages.count == PluginLog.mostPerSecond + 1)
    #expect(
      messages.last?.text == "\(10_000 - PluginLog.mostPerSecond) more messages were dropped"
    )
    #expect(write(log, URIDs.shared.note, "too soon") > 0)
    let soon = log.takeMessages(now: now + .milliseconds(900))
    #expect(soon.map(\.text) == ["1 more messages were dropped"])
    #expect(write(log, URIDs.shared.note, "again") > 0)
    #expect(log.takeMessages(now: now + .seconds(1)).map(\.text) == ["again"])
  }

  /// Swift can't call a variadic function, but for the callee one integer argument is like another.
  @Test("the variadic call writes too")
  func theVariadicCallWritesToo() {
    let log = PluginLog(plugin: "Test")
    typealias Printf =
      @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafePointer<CChar>, Int32) -> Int32
    let offset = MemoryLayout<Int>.stride
    let printf = unsafe log.feature.load(fromByteOffset: offset, as: Printf.self)
    let handle = unsafe log.feature.load(as: UnsafeMutableRawPointer.self)
    #expect(unsafe printf(handle, URIDs.shared.warning, "slot %d", 12) > 0)
    #expect(log.takeMessages() == [PluginMessage(plugin: "Test", level: .warning, text: "slot 12")])
  }

  @Test("messages of a real plugin arrive")
  func messagesOfARealPluginArrive() throws {
    let instance = try TestPlugins.world().instantiate(
      PluginURI.sampler,
      sampleRate: .usual,
      maximumBlock: FrameCount(256)
    )
    let messages = instance.takeMessages()
    #expect(messages.contains { $0.text.contains("click.wav") }, "\(messages)")
  }
}
