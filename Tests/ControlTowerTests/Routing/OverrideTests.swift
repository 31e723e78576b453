// SPDX-License-Identifier: Apache-2.0
// A session forces its output to the speaker, for a while.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Overrides")
struct OverrideTests {
  static let rig: [PortDescription] = [.speaker, .receiver, .mic]

  @Test(
    "playAndRecord can force its output from the receiver to the speaker, and back",
    .proves("OVR-01", "OVR-02", "OVR-03")
  )
  func speaker() throws {
    var stage = try Stage(rig: Self.rig, .chat())
    let on = try stage(.overrideOutput("chat", .speaker))
    #expect(stage.outputs("chat") == ["speaker"])
    #expect(on.routeChanges("chat") == [.override])
    #expect(on.allSatisfy { $0.rule == RuleID("OVR-02") })
    #expect(try stage(.overrideOutput("chat", .speaker)).isEmpty)
    let off = try stage(.overrideOutput("chat", .none))
    #expect(stage.outputs("chat") == ["receiver"])
    #expect(off.allSatisfy { $0.rule == RuleID("OVR-03") })
    #expect(try stage(.overrideOutput("chat", .none)).isEmpty)
  }

  @Test(
    "all other categories are refused",
    .proves("OVR-02", "ANC-OVR-01"),
    arguments: Category.allCases.filter { $0 != .playAndRecord }
  )
  func refused(_ category: Category) throws {
    var stage = try Stage(rig: Self.rig, SessionConfiguration(id: "a", category: category))
    let refusal = stage.refusal(.overrideOutput("a", .speaker))
    #expect(refusal?.reason == .categoryForbidsOverride(category))
    #expect(refusal?.code == .incompatibleCategory)
    #expect(try stage(.overrideOutput("a", .none)).isEmpty)
  }

  @Test(
    "it wins over a headset, whose microphone gives way to the built-in one",
    .proves("OVR-A1")
  )
  func headset() throws {
    var stage = try Stage(rig: Self.rig + [.headset, .headsetMic], .chat())
    let effects = try stage(.overrideOutput("chat", .speaker))
    #expect(stage.outputs("chat") == ["speaker"])
    #expect(stage.inputs("chat") == ["mic"])
    #expect(effects.routeChanges("chat") == [.override])
  }

  /// What ends an override, with the session's outputs after it.
  static let ends: [(TowerEvent, [PortID])] = [
    (.plugged(.phones), ["phones"]),
    (.plugged(.usbIn), ["headset"]),
    (.unplugged("headset"), ["receiver"]),
    (.unplugged("speaker"), ["headset"]),
    (.pickRoute(.output, "receiver"), ["receiver"]),
    (.setPreferences("chat", [.input("mic")]), ["headset"]),
    (.setCategory("chat", .playAndRecord, .default, [.mixWithOthers]), ["headset"]),
    (.setMode("chat", .videoRecording), ["headset"]),
    (.interrupterBegan(.phone), ["headset"]),
    (.deactivate("chat", notifyingOthers: false), ["headset"]),
    (.activate("music"), ["headset"]),
  ]

  @Test(
    "it is gone with any change of route, category or activation, and causes one change at most",
    .proves("OVR-04", "OVR-07", "OVR-A1", "ANC-OVR-01"),
    arguments: ends
  )
  func notSticky(_ event: TowerEvent, _ outputs: [PortID]) throws {
    var stage = try Stage(rig: Self.rig + [.headset, .headsetMic], .chat())
    try stage(.added(.music()))
    try stage(.overrideOutput("chat", .speaker))
    let effects = try stage(event)
    #expect(stage.tower.session("chat")?.override == OutputOverride.none)
    #expect(stage.outputs("chat") == outputs)
    #expect(effects.routeChanges("chat").count <= 1)
    #expect(try stage(.setRigPolicy(.standard)).isEmpty, "nothing is left to be settled")
  }

  @Test("what does not touch the route leaves it alone", .proves("OVR-04"))
  func kept() throws {
    var stage = try Stage(rig: Self.rig, .chat(options: [.mixWithOthers]))
    try stage(.added(.mixing()))
    try stage(.overrideOutput("chat", .speaker))
    let events: [TowerEvent] = [
      .activate("pad"), .setPlaying("chat", false), .setPlaying("chat", true), .setSilent(true),
      .plugged(.a2dp), .setVolume("speaker", Decibels(-6)),
      .setPreferences("chat", [.ioBufferDuration(Seconds(0.005))]),
    ]
    for event in events { try stage(event) }
    #expect(stage.outputs("chat") == ["speaker"])
  }

  @Test(
    "after a drop it may be asked for again; nobody does that for the session",
    .proves("OVR-05")
  )
  func again() throws {
    var stage = try Stage(rig: Self.rig, .chat().with(.ignore))
    try stage(.overrideOutput("chat", .speaker))
    try stage.plug(.phones)
    try stage.unplug(.phones)
    #expect(stage.outputs("chat") == ["receiver"])
    try stage(.overrideOutput("chat", .speaker))
    #expect(stage.outputs("chat") == ["speaker"])
    try stage.unplug(.speaker)
    #expect(stage.refusal(.overrideOutput("chat", .speaker))?.rule == RuleID("OVR-05"))
  }

  @Test("asked for before activation, it is in force from then on", .proves("DEF-09", "OVR-02"))
  func beforeActivation() throws {
    var stage = try Stage(.chat())
    for port in Self.rig { try stage.plug(port) }
    try stage(.overrideOutput("chat", .speaker))
    let effects = try stage(.activate("chat"))
    #expect(stage.outputs("chat") == ["speaker"])
    #expect(effects.routeChanges("chat").isEmpty)
  }
}
