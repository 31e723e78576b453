// SPDX-License-Identifier: Apache-2.0
// A driver that ends while a plugin is inside its block: the plugin comes out first.

import AudioBackend
import Foundation
import JACKDriver
import JACKTestBench
import RenderCore
import Synchronization
import Testing

@Suite("A driver that ends inside a cycle", .serialized)
struct CancellationTests {
  /// How often the server is killed; 200 in the release's checks.
  private static let kills =
    ProcessInfo.processInfo.environment["TARMAC_KILLS"].flatMap { Int($0) } ?? 8

  @Test("lets the plugin come back from its block when the server is killed, and it sounds on")
  func killed() async throws {
    let plugin = LingeringPlugin()
    try await PrivateServer.run { server in
      let rig = try PassThroughRig(channels: 1, plugin: plugin.node)
      try rig.start(on: server.name)
      for round in 1...CancellationTests.kills {
        plugin.holds.store(true, ordering: .releasing)
        await eventually("a block in round \(round)") { plugin.isInside }
        server.kill()
        #expect(plugin.isInside)
        plugin.holds.store(false, ordering: .releasing)
        rig.driver.close()
        #expect(!plugin.isInside, "killed in round \(round)")
        try server.restart()
        try rig.start(on: server.name)
        let exits = plugin.exits.load(ordering: .acquiring)
        await eventually("blocks after round \(round)") {
          plugin.exits.load(ordering: .acquiring) > exits + 1
        }
      }
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      try ears.connect("rig:out_1", "ears:in_1")
      try await eventually("sound") {
        try ears.capture(frames: 64)[0].allSatisfy { $0 == 0.5 }
      }
      rig.driver.close()
    }
  }

  @Test("lets the plugin come back from its block when it is told to stop, again and again")
  func deactivated() async throws {
    let plugin = LingeringPlugin()
    try await PrivateServer.run { server in
      let rig = try PassThroughRig(channels: 1, plugin: plugin.node)
      try rig.start(on: server.name)
      for round in 1...20 {
        plugin.holds.store(true, ordering: .releasing)
        await eventually("a block in round \(round)") { plugin.isInside }
        plugin.holds.store(false, ordering: .releasing)
        rig.driver.deactivate()
        #expect(!plugin.isInside, "ended in round \(round)")
        try rig.driver.activate(rig.controller.processor)
      }
      rig.driver.close()
    }
  }
}
