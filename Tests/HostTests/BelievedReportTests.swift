// SPDX-License-Identifier: Apache-2.0
// What a plugin reports about itself over its process's socket, as only a hostile plugin would.

import ControlProtocol
import LV2Hosting
@testable import PluginIsolation
import Testing

@Suite("What an isolated process tells")
struct BelievedReportTests {
  @Test("is believed within bounds: counts can be added, a latency can be waited for")
  func bounds() throws {
    let world = LV2World(indexFolder: nil)
    world.load()
    let info = try #require(world.uris.first.flatMap { world.plugin($0) })
    for extreme in [Int.max, Int.min] {
      var told = PluginUpdate(health: .good)
      (told.runs, told.nanoseconds, told.latency_frames) = (extreme, .max, extreme)
      (told.health.nanValues, told.health.droppedEvents) = (extreme, extreme)
      told.controls = ["gain": .nan, "none": 1]
      let believed = told.believed(of: info)
      #expect((0...1 << 56).contains(believed.runs))
      #expect(believed.nanoseconds <= 1 << 56)
      #expect((0...1_000_000_000).contains(believed.latency_frames))
      #expect(believed.health.nanValues >= 0 && believed.health.droppedEvents >= 0)
      #expect(believed.controls.isEmpty)
      #expect(IsolationUpdate(lostMessages: extreme).believed.lostMessages >= 0)
    }
  }

  @Test("of its sandbox is believed once, before there is a plugin")
  func sandbox() {
    var log = SandboxLog()
    log.enter(.init(landlock: 7, refusesCalls: true))
    var later = SandboxStatus(landlock: 0, refusesCalls: false)
    later.refusals = .max
    log.enter(later)
    #expect(log.status?.landlock == 7 && log.status?.refusals == 0)
  }
}
