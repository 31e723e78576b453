// SPDX-License-Identifier: Apache-2.0
// The output in use is gone: nothing may burst out of the speaker.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Loss of the route")
struct RouteLossTests {
  @Test("a player is paused before its sound could go to the speaker", .proves("RTE-11", "RTE-A1"))
  func pauses() throws {
    var stage = try Stage(rig: [.speaker, .phones], .music())
    let effects = try stage.unplug(.phones)
    let speaker = RouteDescription(inputs: [], outputs: ["speaker"])
    let phones = RouteDescription(inputs: [], outputs: ["phones"])
    #expect(
      effects.map(\.action) == [
        .pause("music"), .route("music", speaker),
        .notify("music", .routeChanged(.oldDeviceUnavailable, previous: phones)),
      ]
    )
    #expect(effects.first?.rule == RuleID("RTE-11"))
    #expect(effects.first?.culprit == .port("phones"))
    #expect(stage.activation("music") == .active)
    #expect(stage.isPaused("music") == true)
    #expect(try stage.plug(.phones).routeChanges("music") == [.newDeviceAvailable])
    #expect(stage.isPaused("music") == true, "plugging in starts nothing")
    try stage(.setPlaying("music", true))
    #expect(stage.isPaused("music") == false)
  }

  @Test("an output that is not in use may go", .proves("RTE-11"))
  func otherOutput() throws {
    var stage = try Stage(rig: [.speaker, .hdmi, .phones], .music())
    #expect(try stage.unplug(.hdmi).isEmpty)
    #expect(stage.isPaused("music") == false)
  }

  @Test("a game goes on whatever is unplugged", .proves("RTE-12"))
  func ignores() throws {
    var stage = try Stage(rig: [.speaker, .phones], .music().with(.ignore))
    let effects = try stage.unplug(.phones)
    #expect(!effects.contains { $0.action == .pause("music") })
    #expect(effects.routeChanges("music") == [.oldDeviceUnavailable])
    #expect(stage.isPaused("music") == false)
  }

  @Test(
    "a session that wants it so is interrupted instead, and never hears an end",
    .proves("ANC-INT-04", "ANC-INT-02")
  )
  func interrupts() throws {
    for policy in RoutePolicy.allCases {
      var player = SessionConfiguration.music().with(policy)
      player.manners.prefersInterruptionOnRouteDisconnect = true
      var stage = try Stage(rig: [.speaker, .phones], player)
      let effects = try stage.unplug(.phones)
      #expect(
        effects.map(\.action) == [
          .suspend("music"), .notify("music", .interruptionBegan(.routeDisconnected)),
        ]
      )
      #expect(effects.allSatisfy { $0.rule == RuleID("ANC-INT-04") })
      #expect(stage.activation("music") == .interrupted(by: .port("phones")))
      #expect(stage.isPaused("music") == false)
      #expect(try stage.plug(.phones).isEmpty)
      try stage(.setPlaying("music", true))
      #expect(stage.activation("music") == .active)
    }
  }

  @Test("a paused session loses its output in silence", .proves("RTE-11", "ANC-INT-04"))
  func paused() throws {
    for prefersInterruption in [false, true] {
      var player = SessionConfiguration.music()
      player.manners.prefersInterruptionOnRouteDisconnect = prefersInterruption
      var stage = try Stage(rig: [.speaker, .phones], player)
      try stage(.setPlaying("music", false))
      let effects = try stage.unplug(.phones)
      #expect(!effects.contains { $0.action == .pause("music") })
      #expect(stage.activation("music") == .active)
    }
  }

  @Test(
    "headphones unplugged during a call: music does not come back on the speaker",
    .proves("RTE-11")
  )
  func duringCall() throws {
    for prefersInterruption in [false, true] {
      var player = SessionConfiguration.music()
      player.manners.prefersInterruptionOnRouteDisconnect = prefersInterruption
      var stage = try Stage(rig: [.speaker, .phones], player)
      try stage(.interrupterBegan(.phone))
      let effects = try stage.unplug(.phones)
      #expect(effects.map(\.action) == (prefersInterruption ? [] : [.pause("music")]))
      try stage(.interrupterEnded(.phone, shouldResume: true))
      #expect(stage.activation("music") == .inactive)
    }
  }

  @Test(
    "a recorder's take ends when a device that it could use comes or goes",
    .proves("RTE-14", "RTE-A1")
  )
  func recorder() throws {
    var stage = try Stage(rig: [.speaker, .mic], .recorder())
    #expect(try stage.plug(.phones).isEmpty, "a recorder has no output")
    let plugged = try stage.plug(.headsetMic)
    #expect(plugged.first?.action == .pause("recorder"))
    #expect(plugged.first?.rule == RuleID("RTE-A1"))
    #expect(plugged.routeChanges("recorder") == [.newDeviceAvailable])
    #expect(try stage.unplug(.headsetMic).first?.action == .pause("recorder"))
    #expect(try stage.plug(.hfpMic).isEmpty, "not without allowBluetooth")
  }

  @Test(
    "only the loss of a device pauses: not a category, a pick, an override, a wish",
    .proves("RTE-A2")
  )
  func onlyLoss() throws {
    var stage = try Stage(rig: [.speaker, .receiver, .mic, .usbIn, .phones], .music())
    let events: [TowerEvent] = [
      .setCategory("music", .playAndRecord, .default, []),
      .overrideOutput("music", .speaker),
      .overrideOutput("music", .none),
      .setPreferences("music", [.input("mic")]),
      .pickRoute(.output, "receiver"),
      .setCategory("music", .playback, .default, []),
      .plugged(.hdmi),
    ]
    for event in events {
      let effects = try stage(event)
      #expect(!effects.routeChanges("music").isEmpty, "\(event)")
      #expect(!effects.contains { $0.action == .pause("music") }, "\(event)")
    }
    #expect(stage.isPaused("music") == false)
  }
}
