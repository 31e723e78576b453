// SPDX-License-Identifier: Apache-2.0
// How loud each output is, and for which sessions.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Volumes")
struct VolumeTests {
  @Test(
    "each pair of category and output has its own; a change of either recalls it",
    .proves("VOL-01", "VOL-04")
  )
  func remembered() throws {
    var stage = try Stage(rig: [.speaker], .mixing("pad").with(.ignore))
    try stage(.added(SessionConfiguration(id: "game", category: .ambient)))
    #expect(
      try stage.actions(.setVolume("speaker", Decibels(-10)))
        == [.setVolume("speaker", Decibels(-10))]
    )
    try stage.plug(.phones)
    try stage(.setVolume("phones", Decibels(-20)))
    try stage(.activate("game"))
    try stage(.setVolume("phones", Decibels(-30)))
    #expect(stage.tower.volume(of: "phones") == Decibels(-30))
    let effects = try stage(.deactivate("game", notifyingOthers: true))
    #expect(effects.rule(of: .setVolume("phones", Decibels(-20))) == "VOL-01")
    #expect(stage.tower.volume(of: "phones") == Decibels(-20))
    try stage.unplug(.phones)
    #expect(stage.tower.volume(of: "speaker") == Decibels(-10))
    #expect(
      stage.tower.volumes == [
        VolumeKey(.category(.playback), on: "speaker"): Decibels(-10),
        VolumeKey(.category(.playback), on: "phones"): Decibels(-20),
        VolumeKey(.category(.ambient), on: "phones"): Decibels(-30),
      ]
    )
  }

  @Test(
    "what never had a volume takes over the present one, and gets no louder by itself",
    .proves("VOL-01")
  )
  func takesOver() throws {
    var stage = try Stage(rig: [.speaker], .mixing("pad"))
    try stage(.setVolume("speaker", Decibels(-10)))
    try stage(.added(SessionConfiguration(id: "game", category: .ambient)))
    #expect(try stage.actions(.activate("game")).allSatisfy { !$0.isVolume })
    try stage(.deactivate("game", notifyingOthers: true))
    try stage(.setVolume("speaker", Decibels(-3)))
    try stage(.activate("game"))
    #expect(stage.tower.volume(of: "speaker") == Decibels(-10))
  }

  @Test(
    "turning an output while an interrupter lasts turns the session's volume",
    .proves("VOL-02")
  )
  func ownLevel() throws {
    var stage = try Stage(rig: [.speaker], .music())
    try stage(.activate("music"))
    try stage(.setVolume("speaker", Decibels(-10)))
    try stage(.interrupterBegan(.alarm))
    #expect(stage.tower.volumeOwner(of: "speaker") == .category(.playback))
    #expect(
      try stage.actions(.setVolume("speaker", Decibels(-60)))
        == [.setVolume("speaker", Decibels(-60))]
    )
    try stage(.interrupterEnded(.alarm, shouldResume: true))
    #expect(try stage.actions(.interrupterBegan(.alarm)).allSatisfy { !$0.isVolume })
    #expect(
      stage.tower.volumes == [VolumeKey(.category(.playback), on: "speaker"): Decibels(-60)]
    )
  }

  /// An alarm is turned up on a speaker at -60 dB, ends, and begins once more.
  private func turnAlarm(on stage: inout Stage) throws {
    try stage(.setRigPolicy(RigPolicy(interruptersOnRouteFaders: [.alarm])))
    try stage(.interrupterBegan(.alarm))
    try stage(.setVolume("speaker", Decibels(-40)))
    try stage(.interrupterEnded(.alarm, shouldResume: true))
    #expect(stage.tower.volume(of: "speaker") == Decibels(-60))
    try stage(.interrupterBegan(.alarm))
    #expect(stage.tower.volume(of: "speaker") == Decibels(-40))
  }

  @Test(
    "what an interrupter was turned to ends with it where nobody is in force",
    .proves("VOL-02")
  )
  func nobodyInForce() throws {
    var speaker = PortDescription.speaker
    speaker.volume = Decibels(-60)
    var stage = try Stage(rig: [speaker], .music())
    try turnAlarm(on: &stage)
  }

  @Test(
    "what an interrupter was turned to ends with it where nobody ever was in force",
    .proves("VOL-02")
  )
  func nobodyBefore() throws {
    var speaker = PortDescription.speaker
    speaker.volume = Decibels(-60)
    var stage = try Stage(rig: [speaker], idle: .music())
    try turnAlarm(on: &stage)
    try stage(.interrupterEnded(.alarm, shouldResume: true))
    try stage(.activate("music"))
    #expect(stage.tower.volume(of: "speaker") == Decibels(-60), "music is as loud as it was")
  }

  @Test(
    "what was there and never in force has no volume of its own, and gets no louder by itself",
    .proves("VOL-01")
  )
  func idle() throws {
    let game = SessionConfiguration(id: "game", category: .ambient)
    var stage = try Stage(rig: [.speaker], idle: game, .mixing("pad"))
    try stage(.activate("pad"))
    try stage(.setVolume("speaker", Decibels(-20)))
    try stage(.activate("game"))
    #expect(stage.tower.volumeOwner(of: "speaker") == .category(.ambient))
    #expect(stage.tower.volume(of: "speaker") == Decibels(-20))
  }

  @Test("an interrupter whose preset says so is turned with the output", .proves("VOL-02"))
  func interrupters() throws {
    var stage = try Stage(rig: [.speaker], .music())
    try stage(.setRigPolicy(RigPolicy(interruptersOnRouteFaders: [.phone])))
    try stage(.setVolume("speaker", Decibels(-10)))
    try stage(.interrupterBegan(.phone))
    #expect(stage.tower.volume(of: "speaker") == Decibels(-10))
    #expect(stage.tower.volumeOwner(of: "speaker") == .interrupter(.phone))
    try stage(.setVolume("speaker", Decibels(-2)))
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.tower.volume(of: "speaker") == Decibels(-10))
    let effects = try stage(.interrupterBegan(.phone))
    #expect(effects.rule(of: .setVolume("speaker", Decibels(-2))) == "VOL-02")
    try stage(.interrupterEnded(.phone, shouldResume: false))
    try stage(.interrupterBegan(.alarm))
    #expect(stage.tower.volumeOwner(of: "speaker") == .category(.playback))
    #expect(stage.tower.volume(of: "speaker") == Decibels(-10))
    #expect(stage.tower.volumes.count == 2)
  }

  @Test("an output without a volume sounds at full level and can't be turned", .proves("VOL-03"))
  func fixed() throws {
    var stage = try Stage(rig: [.speaker, .a2dp], .music())
    #expect(stage.tower.volume(of: "a2dp") == nil)
    let refusal = stage.refusal(.setVolume("a2dp", Decibels(-6)))
    #expect(refusal?.reason == .fixedVolume("a2dp"))
    #expect(refusal?.rule == RuleID("VOL-03"))
  }

  @Test(
    "volumes of an earlier run are for outputs that still have one",
    .proves("VOL-03", "VOL-05")
  )
  func nothingToTurn() throws {
    var stage = try Stage(rig: [.mic, .a2dp], .music())
    for owner in Category.allCases.map(VolumeKey.Owner.category) {
      for port in ["mic", "a2dp"] as [PortID] {
        let volumes = [VolumeKey(owner, on: port): Decibels(-14)]
        #expect(try stage(.adoptVolumes(volumes)).isEmpty, "\(owner) on \(port)")
      }
    }
  }

  @Test(
    "only an output that is there can be turned, to a level that is a number",
    .proves("VOL-05")
  )
  func bad() throws {
    var stage = try Stage(rig: [.speaker, .mic], .music())
    for port: PortID in ["mic", "phones"] {
      #expect(stage.refusal(.setVolume(port, Decibels(-6)))?.reason == .unknownPort(port))
      #expect(stage.tower.volume(of: port) == nil)
    }
    #expect(
      stage.refusal(.setVolume("speaker", Decibels(.nan)))?.reason == .badVolume("speaker")
    )
  }

  @Test("nothing that a session asks for changes a stored volume", .proves("VOL-05"))
  func onlyUser() throws {
    var stage = try Stage(rig: [.speaker, .receiver, .mic, .phones], .chat())
    try stage(.setVolume("phones", Decibels(-6)))
    let volumes = stage.tower.volumes
    let events: [TowerEvent] = [
      .setPlaying("chat", false), .overrideOutput("chat", .speaker), .setMode("chat", .voiceChat),
      .setPreferences("chat", [.inputGain(0.5), .input("mic")]),
      .setCategory("chat", .playback, .default, []), .deactivate("chat", notifyingOthers: true),
      .activate("chat"), .removed("chat"),
    ]
    for event in events {
      try stage(event)
      #expect(stage.tower.volumes == volumes, "\(event)")
    }
  }

  @Test("volumes of an earlier run are recalled", .proves("VOL-01"))
  func adopted() throws {
    var stage = try Stage(rig: [.speaker], .music())
    let key = VolumeKey(.category(.playback), on: "speaker")
    let effects = try stage.actions(.adoptVolumes([key: Decibels(-14)]))
    #expect(effects == [.setVolume("speaker", Decibels(-14))])
  }

  @Test("an output to which its preset gives another level forgets all others")
  func reset() throws {
    var stage = try Stage(rig: [.speaker], .music())
    try stage(.setVolume("speaker", Decibels(-10)))
    #expect(try stage.actions(.resetVolume("speaker", Decibels(-4))).isEmpty, "the host has it set")
    #expect(stage.tower.volumes.isEmpty)
    #expect(stage.tower.volume(of: "speaker") == Decibels(-4))
    #expect(
      try stage.actions(.setVolume("speaker", Decibels(-10))) == [
        .setVolume("speaker", Decibels(-10))
      ]
    )
  }

  @Test("a measurement has no volume but unity, and leaves the others theirs", .proves("MEAS-01"))
  func measurement() throws {
    var stage = try Stage(rig: [.speaker, .mic], .music())
    try stage(.setVolume("speaker", Decibels(-10)))
    try stage(.added(.meter()))
    let effects = try stage(.activate("meter"))
    #expect(effects.rule(of: .setVolume("speaker", .unity)) == "MEAS-01")
    #expect(effects.last?.action == .notify("meter", .didActivate))
    try stage(.deactivate("meter", notifyingOthers: true))
    #expect(stage.tower.volume(of: "speaker") == Decibels(-10))
  }
}

extension TowerEffect.Action {
  fileprivate var isVolume: Bool { if case .setVolume = self { true } else { false } }
}
