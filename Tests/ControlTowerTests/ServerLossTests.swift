// SPDX-License-Identifier: Apache-2.0
// The audio server is lost and comes back.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Loss of the audio server")
struct ServerLossTests {
  @Test(
    "all fall silent and all are told, that the server is lost and that it is back",
    .proves("RST-01", "RST-02")
  )
  func loss() throws {
    var stage = try Stage(.music(), .mixing("idle"), active: ["music"])
    #expect(
      try stage.actions(.mediaServicesLost) == [
        .suspend("music"), .notify("music", .mediaServicesWereLost),
        .notify("idle", .mediaServicesWereLost),
      ]
    )
    #expect(stage.tower.isServerLost)
    #expect(try stage(.mediaServicesLost).isEmpty)
    #expect(
      try stage.actions(.mediaServicesReset).prefix(2) == [
        .notify("music", .mediaServicesWereReset), .notify("idle", .mediaServicesWereReset),
      ]
    )
  }

  @Test(
    "while it is gone every request of a program or its user is refused, and says why",
    .proves("RST-A5"),
    arguments: [
      TowerEvent.activate("music"), .deactivate("music", notifyingOthers: true),
      .setPlaying("music", true), .setPlaying("music", false), .prepare("music"),
      .prepareToRecord("music"), .setRecording("music", true), .setRecording("music", false),
      .setCategory("music", .ambient, .default, []), .setMode("music", .spokenAudio),
      .setPreferences("music", []), .setOutputMuted("music", true),
      .overrideOutput("music", .speaker), .forceDeactivate("music"), .forceInterrupt("music"),
      .releaseInterrupt("music"), .setVolume("speaker", Decibels(-6)),
      .pickRoute(.output, "speaker"), .pickRoute(.output, nil), .systemSound("click"),
    ]
  )
  func refusals(_ event: TowerEvent) throws {
    var stage = try Stage(rig: [.speaker], .music())
    try stage(.activate("music"))
    try stage(.mediaServicesLost)
    let refusal = stage.refusal(event)
    #expect(refusal?.code == .mediaServicesFailed && refusal?.rule == RuleID("RST-A5"))
    #expect(refusal?.cause == .audioServer)
    try stage(.mediaServicesReset)
    #expect(stage.tower.decide(event).refusal?.rule != RuleID("RST-A5"))
  }

  @Test(
    "facts are noted while it is gone, so that they hold when it is back",
    .proves("RST-A5", "RST-02"),
    arguments: [
      TowerEvent.added(.music("other")), .removed("music"), .setForeground("music", false),
      .setMuted("music", true), .setRecordPermission("music", .denied), .setSilent(true),
      .setLocked(true), .setMicrophoneMuted(true), .setDoNotInterrupt(true, by: "desk"),
      .interrupterRang(.phone), .interrupterBegan(.alarm), .plugged(.phones),
      .unplugged("speaker"), .setRigPolicy(RigPolicy(callAllowsPlayback: true)),
    ]
  )
  func facts(_ fact: TowerEvent) throws {
    var stage = try Stage(rig: [.speaker], .music())
    try stage(.mediaServicesLost)
    var unaware = stage
    try stage(fact)
    for event in [TowerEvent.mediaServicesReset, .mediaServicesLost] {
      try stage(event)
      try unaware(event)
      #expect(stage.tower != unaware.tower, "back and gone again, it is still known")
    }
  }

  @Test(
    "of events of every kind those are refused that are requests, and no others",
    .proves("RST-A5")
  )
  func everyKind() throws {
    var kinds: Set<String> = []
    for event in Story.random(seed: 5, count: 4_000).events where event != .mediaServicesReset {
      kinds.insert(event.kind)
      var stage = try Stage(rig: [.speaker], .music())
      try stage(.mediaServicesLost)
      let refusal = stage.tower.decide(event).refusal
      #expect((refusal?.rule == RuleID("RST-A5")) == event.isRequest, "\(event.sentence)")
    }
    #expect(kinds.count == 45, "all but the reset")
  }

  @Test(
    "every property that has been changed meanwhile goes back to what the preset says",
    .proves("RST-A2")
  )
  func properties() throws {
    let take = SessionConfiguration(
      id: "a",
      category: .playAndRecord,
      mode: .videoChat,
      options: [.duckOthers],
      usesInput: true,
      preferences: [.ioBufferDuration(Seconds(0.01)), .inputGain(0.75), .inputChannels(2)]
    )
    var stage = try Stage(rig: [.speaker, .receiver, .mic, .headsetMic], take)
    let first = try #require(stage.tower.session("a"))
    try stage(.setCategory("a", .playAndRecord, .voiceChat, [.mixWithOthers, .allowAirPlay]))
    try stage(.activate("a"))
    try stage(
      .setPreferences(
        "a",
        [
          .ioBufferDuration(Seconds(0.002)), .inputGain(0.5), .inputChannels(1),
          .sampleRate(SampleRate(hertz: 96_000)), .input("mic"),
        ]
      )
    )
    try stage(.overrideOutput("a", .speaker))
    try stage(.setOutputMuted("a", true))
    try stage(.setMuted("a", true))
    let changed = try #require(stage.tower.session("a"))
    #expect(changed.configuration != first.configuration && changed.override == .speaker)
    #expect(changed.preferences != first.preferences && changed.isMutedByProgram)
    try stage(.mediaServicesLost)
    let actions = try stage.actions(.mediaServicesReset)
    let session = try #require(stage.tower.session("a"))
    #expect(session.configuration == first.configuration)
    #expect(session.preferences == first.preferences && session.override == first.override)
    #expect(!session.isMutedByProgram && session.isMutedByUser, "what its user has muted stays so")
    #expect(actions.contains(.setInputGain(0.75)), "it comes back with what its preset wishes")
    #expect(session.strip.processesVoice && session.duck == nil)
  }

  @Test(
    "who was active and playing sounds again if its preset says so, the newest last",
    .proves("RST-A3")
  )
  func resumption() throws {
    func session(_ id: SessionID, returns: Bool) -> SessionConfiguration {
      SessionConfiguration(
        id: id,
        category: .ambient,
        behaviour: SessionBehaviour(resumesAfterReset: returns)
      )
    }
    var stage = try Stage(
      session("a", returns: true),
      session("b", returns: true),
      session("waits", returns: false),
      session("paused", returns: true),
      active: ["b", "waits", "paused", "a"]
    )
    try stage(.setPlaying("paused", false))
    try stage(.mediaServicesLost)
    let effects = try stage(.mediaServicesReset)
    let sounds: [TowerEffect.Action] = [.sound("b"), .sound("a")]
    #expect(effects.map(\.action).filter { sounds.contains($0) } == sounds)
    #expect(effects.contains { $0.rule == RuleID("RST-A3") })
    #expect(stage.activation("waits") == .inactive)
    #expect(stage.activation("paused") == .inactive)
  }

  @Test(
    "who waited for a session that returns waits again, and is told so",
    .proves("RST-A3", "MIX-03")
  )
  func chain() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a", "b"])
    try stage(.mediaServicesLost)
    #expect(
      try stage.actions(.mediaServicesReset)
        .contains(.notify("a", .interruptionBegan(.anotherSession)))
    )
    try stage(.deactivate("b", notifyingOthers: true))
    #expect(stage.activation("a") == .active)
  }

  @Test("a call that began meanwhile keeps them waiting", .proves("RST-A3", "INT-07"))
  func callMeanwhile() throws {
    var stage = try Stage(.music(), active: ["music"])
    try stage(.mediaServicesLost)
    try stage(.interrupterBegan(.phone))
    let actions = try stage.actions(.mediaServicesReset)
    #expect(actions.contains(.soundInterrupter(.phone, true)))
    #expect(stage.activation("music") == .interrupted(by: .interrupter(.phone)))
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.activation("music") == .active)
  }

  @Test(
    "a reset that nobody saw coming is a loss and a return, and strips are set anew",
    .proves("RST-A1", "RST-02")
  )
  func resetOnly() throws {
    var stage = try Stage(.music(), .ducker(), active: ["music", "voice"])
    let actions = try stage.actions(.mediaServicesReset)
    #expect(actions.contains(.notify("music", .mediaServicesWereLost)))
    #expect(actions.contains(.notify("music", .mediaServicesWereReset)))
    #expect(actions.contains { $0.isDuck("music") })
    #expect(stage.tower.sessions.allSatisfy { $0.isActive })
  }
}

extension TowerEvent {
  /// The name of the event's case.
  var kind: String { Mirror(reflecting: self).children.first?.label ?? "\(self)" }

  /// Whether a program or its user asks for it, for which the audio server must be there; written
  /// out once more.
  fileprivate var isRequest: Bool {
    switch self {
    case .activate, .deactivate, .setCategory, .setMode, .setPlaying, .prepare, .prepareToRecord,
      .setRecording, .setPreferences, .setOutputMuted, .overrideOutput, .forceDeactivate,
      .forceInterrupt, .releaseInterrupt, .setVolume, .pickRoute, .systemSound:
      true
    case .added, .removed, .playersChanged, .setTargets, .setBehaviour, .connect, .disconnect,
      .setForeground,
      .setMuted,
      .setInputMuted, .requestRecordPermission, .setRecordPermission, .setSilent, .setLocked,
      .setMicrophoneMuted, .setDoNotInterrupt, .interrupterRang, .interrupterAccepted,
      .interrupterDeclined, .interrupterBegan, .interrupterEnded, .setRigPolicy, .adoptVolumes,
      .resetVolume,
      .plugged, .unplugged, .hardwareChanged, .mediaServicesLost, .mediaServicesReset:
      false
    }
  }
}
