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
    #expect(effects.first?.cause == .port("phones"))
    #expect(stage.activation("music") == .active)
    #expect(stage.isPaused("music") == true)
    #expect(try stage.plug(.phones).routeChanges("music") == [.newDeviceAvailable])
    #expect(stage.isPaused("music") == true, "plugging in starts nothing")
    try stage(.setPlaying("music", true))
    #expect(stage.isPaused("music") == false)
  }

  @Test("a player that is to behave otherwise by then plays on meanwhile, and behaves so")
  func behaviour() throws {
    var stage = try Stage(rig: [.speaker, .phones], .music())
    #expect(try stage(.setBehaviour("music", SessionBehaviour(routePolicy: .ignore))).isEmpty)
    #expect(stage.activation("music") == .active)
    try stage.unplug(.phones)
    #expect(stage.isPaused("music") == false)
  }

  @Test("an output that is not in use may go", .proves("RTE-11"))
  func otherOutput() throws {
    var stage = try Stage(rig: [.speaker, .hdmi, .phones], .music())
    #expect(try stage.unplug(.hdmi).isEmpty)
    #expect(stage.isPaused("music") == false)
  }

  @Test("who is sent to several outputs pauses with the last of them", .proves("RTE-A3"))
  func severalOutputs() throws {
    for interrupts in [false, true] {
      var player = SessionConfiguration.music()
      player.targets = SendTargets(pinned: ["speaker", "phones"], followsRoute: false)
      player.behaviour.prefersInterruptionOnRouteDisconnect = interrupts
      var stage = try Stage(rig: [.speaker, .phones, .hdmi], player)
      for port in [PortDescription.hdmi, .phones] {
        try stage.unplug(port)
        #expect(stage.isPaused("music") == false)
        #expect(stage.activation("music") == .active)
      }
      let loss = try stage.unplug(.speaker)
      #expect(loss.first?.action == (interrupts ? .suspend("music") : .pause("music")))
      #expect(loss.first?.cause == .port("speaker"))
    }
  }

  @Test(
    "a session that also follows its route pauses before that part could move",
    .proves("RTE-A3")
  )
  func followsToo() throws {
    var player = SessionConfiguration.music()
    player.targets = SendTargets(pinned: ["hdmi"])
    var stage = try Stage(rig: [.speaker, .hdmi, .phones], player)
    try stage.unplug(.hdmi)
    #expect(stage.isPaused("music") == false)
    try stage.plug(.hdmi)
    try stage(.pickRoute(.output, "phones"))
    #expect(try stage.unplug(.phones).first?.action == .pause("music"))
  }

  @Test("what-if names who would not be heard any more on the output that goes", .proves("RTE-A3"))
  func whatIf() throws {
    for (policy, rule) in [(RoutePolicy.pauseOnLoss, "RTE-A3"), (.ignore, "RTE-12")] {
      var player = SessionConfiguration.music().with(policy)
      player.targets = SendTargets(pinned: ["speaker", "hdmi"], followsRoute: false)
      let stage = try Stage(rig: [.speaker, .phones, .hdmi], player)
      let line = try #require(stage.tower.whatIfLosses(.unplugged("hdmi")).last?.line)
      #expect(line.hasPrefix("music     is not heard there any more"))
      #expect(line.hasSuffix("\(rule) by route 'hdmi'"))
      #expect(stage.tower.whatIfLosses(.unplugged("phones")) == [])
    }
  }

  @Test("sends that are changed count from then on", .proves("RTE-A3"))
  func changedSends() throws {
    var stage = try Stage(rig: [.speaker, .phones], .music())
    try stage(.setTargets("music", SendTargets(pinned: ["speaker"], followsRoute: false)))
    #expect(try !stage.unplug(.phones).contains { $0.action == .pause("music") })
    #expect(try stage.unplug(.speaker).first?.action == .pause("music"))
  }

  @Test("what the loss of its output has paused goes on with the output", .proves("RTE-A4"))
  func goesOn() throws {
    var player = SessionConfiguration.music()
    player.behaviour.resumesOnReturn = true
    var stage = try Stage(rig: [.speaker, .phones], player)
    try stage.unplug(.phones)
    #expect(try !stage.plug(.hdmi).contains { $0.action == .resume("music") })
    try stage.unplug(.hdmi)
    let effects = try stage.plug(.phones)
    #expect(effects.rule(of: .resume("music")) == "RTE-A4")
    let sound = effects.firstIndex { if case .route = $0.action { true } else { false } }
    let resumed = effects.firstIndex { $0.action == .resume("music") }
    #expect(try #require(sound) < #require(resumed), "it goes on when it is where it belongs")
    #expect(stage.isPaused("music") == false)
  }

  @Test("who was paused by its user, or let go, does not go on with its output", .proves("RTE-A4"))
  func staysPaused() throws {
    var player = SessionConfiguration.music()
    player.behaviour.resumesOnReturn = true
    let deeds: [TowerEvent] = [
      .setPlaying("music", false), .deactivate("music", notifyingOthers: true),
    ]
    for deed in deeds {
      var stage = try Stage(rig: [.speaker, .phones], player)
      try stage.unplug(.phones)
      try stage(deed)
      #expect(try !stage.plug(.phones).contains { $0.action == .resume("music") })
      #expect(stage.isPaused("music") == true)
    }
  }

  @Test(
    "it stays paused while it is heard elsewhere, and has no reason to be paused once it goes on",
    .proves("RTE-A4")
  )
  func returnsElsewhere() throws {
    var player = SessionConfiguration.music()
    player.behaviour.resumesOnReturn = true
    var stage = try Stage(rig: [.speaker, .a2dp], player)
    try stage.unplug(.a2dp)
    try stage(.pickRoute(.output, "speaker"))
    #expect(try !stage.plug(.a2dp).contains { $0.action == .resume("music") })
    #expect(stage.outputs("music") == ["speaker"])
    #expect(stage.tower.session("music")?.pauseReason?.cause == .port("a2dp"))
    try stage.unplug(.a2dp)
    try stage(.pickRoute(.output, nil))
    #expect(try stage.plug(.a2dp).contains { $0.action == .resume("music") })
    #expect(stage.isPaused("music") == false)
    #expect(stage.tower.session("music")?.pauseReason == nil)
  }

  @Test("an output that comes back during a call lets it go on after the call", .proves("RTE-A4"))
  func returnsDuringCall() throws {
    var player = SessionConfiguration.music()
    player.behaviour.resumesOnReturn = true
    var stage = try Stage(rig: [.speaker, .phones], player)
    try stage(.interrupterBegan(.phone))
    try stage.unplug(.phones)
    #expect(try stage.plug(.phones).contains { $0.action == .resume("music") })
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.activation("music") == .active)
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
      player.behaviour.prefersInterruptionOnRouteDisconnect = true
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
      player.behaviour.prefersInterruptionOnRouteDisconnect = prefersInterruption
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
      player.behaviour.prefersInterruptionOnRouteDisconnect = prefersInterruption
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
