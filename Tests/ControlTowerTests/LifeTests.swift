// SPDX-License-Identifier: Apache-2.0
// A session's life from load to removal: what is kept, what is decided when, and which client may
// ask.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Life of a session")
struct LifeTests {
  @Test(
    "loading a session, whatever it asks for, disturbs nobody",
    .proves("ACT-19", "CHG-01"),
    arguments: SessionConfiguration.everyKind
  )
  func loading(_ session: SessionConfiguration) throws {
    var stage = try Stage(.music(), active: ["music"])
    #expect(try stage(.added(session)).isEmpty)
    #expect(stage.activation("a") == .inactive)
    #expect(stage.tower.session("a")?.why.hasSuffix("(ACT-19).") == true)
  }

  @Test(
    "each decision names its rule, and each refusal leaves everything as it was",
    .proves("ACT-01", "ACT-05", "ACT-06", "CHG-05")
  )
  func answers() throws {
    var stage = try Stage(.music())
    #expect(try stage(.activate("music")).first?.rule == RuleID("ACT-01"))
    #expect(try stage(.deactivate("music", notifyingOthers: false)).first?.rule == RuleID("ACT-11"))
    #expect(stage.refusal(.deactivate("x", notifyingOthers: true))?.rule == RuleID("DEF-01"))
    try stage(.interrupterBegan(.phone))
    #expect(stage.refusal(.activate("music"))?.reason == .insufficientPriority)
    #expect(stage.activation("music") == .inactive)
  }

  @Test(
    "a session that plays may let go: its sound stops, and it is no error",
    .proves("ANC-ACT-02", "ACT-06")
  )
  func letsGoPlaying() throws {
    var stage = try Stage(.music(), active: ["music"])
    #expect(
      try stage.actions(.deactivate("music", notifyingOthers: true)) == [
        .suspend("music"), .notify("music", .didDeactivate),
      ]
    )
  }

  @Test(
    "what is set before activation is kept and takes effect with it, for nobody else before",
    .proves("DEF-09", "ACT-07", "CHG-01")
  )
  func keptUntilActivation() throws {
    var stage = try Stage(.music(), .mixing("voice"), active: ["music"])
    #expect(try stage(.setCategory("voice", .playback, .default, [.duckOthers])).isEmpty)
    #expect(stage.duckLevel("music") == nil)
    try stage(.activate("voice"))
    #expect(stage.duckLevel("music") == Duck.standard.level)
  }

  @Test(
    "category and mode can be set in any state, as often as wanted, each in one step",
    .proves("CHG-03", "CHG-07", "DEF-11")
  )
  func anyState() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a"])
    for event: TowerEvent? in [
      nil, .activate("b"), .interrupterBegan(.phone), .interrupterEnded(.phone, shouldResume: true),
      .deactivate("a", notifyingOthers: true), .setForeground("a", false),
    ] {
      if let event { try stage(event) }
      for category in Category.allCases where category.behaviour.mixing != .optional {
        let isGranted = stage.tower.session("a")?.isActive != true
        if isGranted { try stage(.setCategory("a", category, .default, [])) }
      }
      try stage(.setCategory("a", .playback, .spokenAudio, []))
      try stage(.setMode("a", .default))
      #expect(stage.tower.session("a")?.configuration.category == .playback)
    }
  }

  @Test("no time ends an activation: there is none", .proves("ACT-12"))
  func noTime() throws {
    var stage = try Stage(.music(), .ducker(), active: ["music"])
    for _ in 0..<1_000 {
      try stage(.activate("voice"))
      try stage(.deactivate("voice", notifyingOthers: true))
    }
    #expect(stage.activation("music") == .active)
    #expect(stage.tower.session("music")?.strip.duck == nil)
  }

  @Test(
    "playing activates by itself, and after an interruption once more, with an answer",
    .proves("ACT-18", "INT-17", "INT-13")
  )
  func playingActivates() throws {
    var stage = try Stage(.music("a"), .music("b"))
    #expect(try stage.actions(.setPlaying("a", true)).contains(.notify("a", .didActivate)))
    try stage(.activate("b"))
    #expect(try stage.actions(.setPlaying("a", true)).contains(.notify("a", .didActivate)))
    try stage(.interrupterBegan(.phone))
    #expect(stage.refusal(.setPlaying("a", true))?.rule == RuleID("INT-07"))
  }

  @Test(
    "a session is told of interruptions that it was there and active for, and of no earlier ones",
    .proves("DEF-A3", "DEF-01")
  )
  func firstInterruption() throws {
    var stage = try Stage()
    try stage(.interrupterBegan(.phone))
    try stage(.added(SessionConfiguration(id: "a")))
    #expect(stage.refusal(.activate("a"))?.rule == RuleID("INT-07"), "what lasts counts for it")
    let ended = try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(!ended.contains { $0.action.subject == "a" })
    let loaded = try stage(.interrupterBegan(.alarm))
    #expect(!loaded.contains { $0.action.subject == "a" }, "it was not active")
    try stage(.interrupterEnded(.alarm, shouldResume: true))
    try stage(.activate("a"))
    #expect(
      try stage.actions(.interrupterBegan(.phone))
        .contains(.notify("a", .interruptionBegan(.interrupter(.phone))))
    )
  }

  @Test(
    "a mode alone takes the options for Bluetooth and the speaker away, and leaves the others",
    .proves("ANC-OPT-06")
  )
  func modeAlone() throws {
    var stage = try Stage(
      SessionConfiguration(
        id: "a",
        category: .playAndRecord,
        options: [
          .mixWithOthers, .allowBluetoothHFP, .allowBluetoothA2DP, .defaultToSpeaker,
          .allowAirPlay,
        ]
      )
    )
    try stage(.setMode("a", .voiceChat))
    #expect(
      stage.tower.session("a")?.configuration.options == [.mixWithOthers, .allowAirPlay]
    )
  }

  @Test(
    "a chat mode puts the rig's voice processing in, another mode takes it out",
    .proves("MODE-12"),
    arguments: [Mode.voiceChat, .videoChat, .gameChat]
  )
  func voice(_ mode: Mode) throws {
    var stage = try Stage(SessionConfiguration(id: "a", category: .playAndRecord, mode: mode))
    #expect(
      try stage.actions(.activate("a")).filter { !$0.isRoute } == [
        .processVoice("a", true), .sound("a"), .notify("a", .didActivate),
      ]
    )
    #expect(try stage.actions(.setMode("a", .default)) == [.processVoice("a", false)])
  }

  @Test(
    "what a session reads is what is done for it, not what it asked for",
    .proves("DEF-08")
  )
  func snapshot() throws {
    let stage = try Stage(
      SessionConfiguration(id: "a", category: .playback, usesInput: true),
      .ducker(),
      active: ["voice", "a"]
    )
    #expect(stage.tower.session("a")?.strip.zeroInput?.rule == RuleID("CAT-17"))
    #expect(stage.tower.session("a")?.duck?.reason.cause == .session("voice"))
  }

  @Test(
    "a duck lasts from activation to deactivation, playing or not; the side chain is only told of it",
    .proves("DUCK-07", "DUCK-04", "DUCK-06")
  )
  func duckWindow() throws {
    var voice = SessionConfiguration.ducker()
    voice.duck.sidechain = Sidechain(threshold: Decibels(-40), idle: Decibels(-3))
    var stage = try Stage(.music(), voice, active: ["music"])
    #expect(
      try stage.actions(.activate("voice")).prefix(2) == [
        .duck("music", level: Decibels(-12), over: Seconds(0.1)),
        .sidechain("music", by: "voice", voice.duck),
      ]
    )
    try stage(.setPlaying("voice", false))
    #expect(stage.duckLevel("music") == Decibels(-12))
    #expect(
      try stage.actions(.deactivate("voice", notifyingOthers: true)).suffix(2) == [
        .duck("music", level: .unity, over: Seconds(0.6)),
        .sidechain("music", by: nil, voice.duck),
      ]
    )
  }

  @Test(
    "one whose players stand still says so, whoever has stopped them",
    .proves("PLY-A2")
  )
  func pauseReason() throws {
    var stage = try Stage(.music(), active: ["music"])
    try stage(.setPlaying("music", false))
    let why = stage.tower.session("music")?.why
    #expect(why == "Paused: nothing of it plays until somebody presses play (PLY-A2).")
    try stage(.setPlaying("music", true))
    #expect(stage.tower.session("music")?.why == "")
  }

  @Test(
    "one whose players come to play or stand still by themselves counts so, and becomes active by nobody's wish",
    .proves("PLY-A3"),
    arguments: [true, false]
  )
  func playersChanged(_ isActive: Bool) throws {
    var stage = try Stage(.music(), .mixing(), active: isActive ? ["music"] : [])
    try stage(.playersChanged("music", arePlaying: false))
    #expect(stage.tower.session("music")?.isPaused == true)
    #expect(stage.tower.session("music")?.isActive == isActive)
    try stage(.playersChanged("music", arePlaying: true))
    #expect(stage.tower.session("music")?.isPaused == false)
    #expect(stage.tower.session("music")?.isActive == isActive)
  }

  @Test(
    "one whose player was given a file during a call comes back after it, as nobody presses play for that",
    .proves("PLY-A3", "INT-15")
  )
  func playersChangedInCall() throws {
    var stage = try Stage(.music(), active: ["music"])
    try stage(.setPlaying("music", false))
    try stage(.interrupterBegan(.phone))
    try stage(.playersChanged("music", arePlaying: true))
    #expect(stage.activation("music") == .interrupted(by: .interrupter(.phone)))
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.activation("music") == .active)
  }

  @Test("what its players do is a fact, with the audio server and without", .proves("PLY-A3"))
  func playersChangedWithoutServer() throws {
    var stage = try Stage(.music(), active: ["music"])
    try stage(.mediaServicesLost)
    try stage(.playersChanged("music", arePlaying: false))
    #expect(stage.tower.session("music")?.isPaused == true)
    #expect(stage.refusal(.playersChanged("nobody", arePlaying: true))?.rule == RuleID("DEF-01"))
  }
}

/// Other programs, and several players in one session.
@Suite("Players")
struct PlayerTests {
  @Test(
    "another program has a session of its own: playback that does not mix, ducked like any other",
    .proves("PLY-01", "PLY-02", "PLY-A1")
  )
  func foreign() throws {
    var stage = try Stage(.music("foreign"), .ducker(), .music(), active: ["foreign"])
    try stage(.activate("voice"))
    #expect(stage.duckLevel("foreign") == Duck.standard.level)
    try stage(.activate("music"))
    #expect(stage.activation("foreign") == .interrupted(by: .session("music")))
  }

  @Test("an ambient game sounds over it", .proves("PLY-03"))
  func overMusic() throws {
    let game = SessionConfiguration(id: "game", category: .ambient)
    let stage = try Stage(.music("foreign"), game, active: ["foreign", "game"])
    #expect(stage.tower.sessions.allSatisfy { $0.isActive })
  }

  @Test("players of one session are one to the tower: none interrupts the other", .proves("PLY-04"))
  func oneSession() throws {
    var stage = try Stage(.music(), active: ["music"])
    for _ in 0..<3 { #expect(try stage(.setPlaying("music", true)).isEmpty) }
    #expect(stage.activation("music") == .active)
  }

  @Test(
    "after a movie with a session of its own is gone, the first one comes back or is activated",
    .proves("PLY-05", "ACT-17"),
    arguments: [ResumePolicy.ifPlaying, .never]
  )
  func movie(_ resume: ResumePolicy) throws {
    let browser = SessionConfiguration(id: "a", behaviour: SessionBehaviour(resume: resume))
    var stage = try Stage(browser, .music("movie"), active: ["a", "movie"])
    try stage(.removed("movie"))
    #expect(stage.activation("a") == (resume == .never ? .inactive : .active))
    try stage(.activate("a"))
    #expect(stage.activation("a") == .active)
  }
}

extension TowerEffect.Action {
  /// Whether it only connects.
  var isRoute: Bool {
    if case .route = self { true } else { false }
  }
}
