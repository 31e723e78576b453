// SPDX-License-Identifier: Apache-2.0
// Turning others down, and what is never turned down.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Ducks and measurement")
struct DuckTests {
  @Test(
    "a ducker turns even a session that does not mix down, and leaves it active",
    .proves("DUCK-01", "DUCK-09")
  )
  func ducks() throws {
    var stage = try Stage(.music(), .ducker(), active: ["music"])
    let effects = try stage(.activate("voice"))
    #expect(
      effects.first
        == TowerEffect(
          .duck("music", level: Decibels(-12), over: Seconds(0.1)),
          rule: RuleID("DUCK-01"),
          cause: .session("voice")
        )
    )
    #expect(effects.dropFirst(2).first?.action == .sound("voice"))
    #expect(stage.activation("music") == .active)
    #expect(stage.duckLevel("music") == Decibels(-12))
    #expect(stage.duckLevel("voice") == nil)
  }

  @Test(
    "the level comes back to exactly 0 dB, however often it went down",
    .proves("DUCK-02", "DUCK-03")
  )
  func restores() throws {
    var stage = try Stage(.music(), .ducker(), active: ["music"])
    for _ in 0..<1_000 {
      try stage(.activate("voice"))
      let effects = try stage(.deactivate("voice", notifyingOthers: true))
      #expect(
        effects.last
          == TowerEffect(
            .duck("music", level: .unity, over: Seconds(0.6)),
            rule: RuleID("DUCK-02"),
            cause: .session("voice")
          )
      )
      #expect(stage.duckLevel("music") == nil)
    }
  }

  @Test("a session that becomes active during a duck starts at its level", .proves("DUCK-09"))
  func startsDucked() throws {
    var stage = try Stage(.music(), .ducker(), active: ["voice"])
    let effects = try stage(.activate("music"))
    #expect(
      effects.map(\.action) == [
        .silenceSecondary("voice", true), .duck("music", level: Decibels(-12), over: .zero),
        .sound("music"), .notify("music", .didActivate),
        .notify("voice", .silenceSecondaryAudioHint(true)),
      ]
    )
    #expect(effects.dropFirst().first?.rule == RuleID("DUCK-09"))
  }

  @Test("a session that was silent when the duck ended starts at 0 dB", .proves("DUCK-02"))
  func startsRestored() throws {
    var stage = try Stage(.music(), .ducker(), active: ["music", "voice"])
    try stage(.deactivate("music", notifyingOthers: true))
    try stage(.deactivate("voice", notifyingOthers: true))
    #expect(
      try stage.actions(.activate("music")).first
        == .duck("music", level: .unity, over: .zero)
    )
  }

  @Test("of overlapping ducks the deepest counts, they do not add up", .proves("DUCK-03"))
  func overlapping() throws {
    var stage = try Stage(
      .music(),
      .ducker("soft", level: -6),
      .ducker("deep", level: -20),
      active: ["music", "soft"]
    )
    try stage(.activate("deep"))
    #expect(stage.duckLevel("music") == Decibels(-20))
    #expect(stage.tower.session("music")?.explanation.cause == .session("deep"))
    #expect(
      try stage.actions(.deactivate("deep", notifyingOthers: true))
        .contains(.duck("music", level: Decibels(-6), over: Seconds(0.6)))
    )
    try stage(.deactivate("soft", notifyingOthers: true))
    #expect(stage.duckLevel("music") == nil)
  }

  @Test("two active duckers turn each other down, none itself", .proves("DUCK-01"))
  func eachOther() throws {
    var stage = try Stage(.ducker("a", level: -6), .ducker("b", level: -20), active: ["a", "b"])
    #expect(stage.duckLevel("a") == Decibels(-20))
    #expect(stage.duckLevel("b") == Decibels(-6))
    try stage(.deactivate("a", notifyingOthers: true))
    #expect(stage.duckLevel("b") == nil)
  }

  @Test("of announcers the one activated last is heard in full", .proves("DUCK-A2"))
  func announcers() throws {
    var stage = try Stage(.announcer("gate"), .announcer("fire"), active: ["gate"])
    let effects = try stage(.activate("fire"))
    #expect(
      effects.rule(of: .duck("gate", level: Decibels(-18), over: Seconds(0.25))) == "DUCK-A2"
    )
    #expect(stage.duckLevel("fire") == nil)
    #expect(stage.tower.session("gate")?.why.hasPrefix("Turned down by session 'fire'") == true)
    let sentence = "of announcers the one activated last is heard in full (DUCK-A2)."
    #expect(stage.tower.explain("fire").contains("Heard in full over session 'gate': \(sentence)"))
    try stage(.deactivate("gate", notifyingOthers: true))
    try stage(.activate("gate"))
    #expect(stage.duckLevel("gate") == nil)
    #expect(stage.duckLevel("fire") == Decibels(-18))
    try stage(.deactivate("gate", notifyingOthers: true))
    #expect(stage.duckLevel("fire") == nil)
    #expect(!stage.tower.explain("fire").contains { $0.contains("DUCK-A2") })
  }

  @Test("a ducker that is no announcer turns announcers down as all others", .proves("DUCK-01"))
  func plainDucker() throws {
    var stage = try Stage(.ducker(), .announcer("gate"), active: ["voice"])
    try stage(.activate("gate"))
    #expect(stage.duckLevel("gate") == Decibels(-12))
    #expect(stage.duckLevel("voice") == Decibels(-18))
  }

  @Test("a ducker that is interrupted or gone ducks no more", .proves("DUCK-02", "ACT-17"))
  func gone() throws {
    var stage = try Stage(.music(), .ducker(), active: ["music", "voice"])
    try stage(.interrupterBegan(.phone))
    #expect(stage.duckLevel("music") == nil)
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.duckLevel("music") == Decibels(-12))
    #expect(
      try stage.actions(.removed("voice")) == [
        .suspend("voice"), .duck("music", level: .unity, over: Seconds(0.6)),
      ]
    )
  }

  @Test("taking duckOthers up and away while active ducks and restores at once", .proves("CHG-02"))
  func optionWhileActive() throws {
    var stage = try Stage(.music(), .mixing("voice"), active: ["music", "voice"])
    #expect(
      try stage.actions(.setCategory("voice", .playback, .default, [.duckOthers])) == [
        .duck("music", level: Duck.standard.level, over: Duck.standard.attack)
      ]
    )
    #expect(
      try stage.actions(.setCategory("voice", .playback, .default, [.mixWithOthers])) == [
        .duck("music", level: .unity, over: Duck.standard.release)
      ]
    )
  }

  @Test(
    "a measurement session is bypassed before it sounds, and never turned down",
    .proves("MEAS-01")
  )
  func measurement() throws {
    var stage = try Stage(.meter(), .ducker(), active: ["voice"])
    #expect(
      try stage.actions(.activate("meter"))
        == [
          .silenceSecondary("voice", true), .measure("meter", true), .sound("meter"),
          .notify("meter", .didActivate), .notify("voice", .silenceSecondaryAudioHint(true)),
        ]
    )
    try stage(.deactivate("voice", notifyingOthers: true))
    #expect(!(try stage.actions(.activate("voice")).contains { $0.isDuck("meter") }))
    #expect(stage.duckLevel("meter") == nil)
  }

  @Test("entering measurement lifts the duck, leaving it takes the bypass away", .proves("MEAS-01"))
  func changingMode() throws {
    var stage = try Stage(.music(), .ducker(), active: ["music", "voice"])
    #expect(
      try stage.actions(.setCategory("music", .playback, .measurement, [])) == [
        .duck("music", level: .unity, over: Seconds(0.6)), .measure("music", true),
      ]
    )
    #expect(
      try stage.actions(.setCategory("music", .playback, .default, [])) == [
        .duck("music", level: Decibels(-12), over: Seconds(0.1)), .measure("music", false),
      ]
    )
    #expect(try stage.actions(.setCategory("music", .playback, .moviePlayback, [])).isEmpty)
  }

  @Test(
    "a mode that changed while the session was silent holds from its first sample",
    .proves("MEAS-01")
  )
  func changingModeInactive() throws {
    var stage = try Stage(.meter(), active: ["meter"])
    try stage(.deactivate("meter", notifyingOthers: true))
    #expect(try stage(.setCategory("meter", .playback, .default, [])).isEmpty)
    #expect(
      try stage.actions(.activate("meter")).prefix(2) == [
        .measure("meter", false), .sound("meter"),
      ]
    )
  }

  @Test("the reason can be read as one sentence", .proves("DUCK-01", "INT-01"))
  func why() throws {
    var stage = try Stage(.music(), .ducker(), active: ["music", "voice"])
    #expect(
      stage.tower.session("music")?.why
        == "Turned down by session 'voice': an active session with duckOthers turns all others down (DUCK-01)."
    )
    try stage(.interrupterBegan(.phone))
    #expect(
      stage.tower.session("music")?.why
        == "Interrupted by the phone: the phone outranks every session (INT-01)."
    )
  }
}

extension TowerEffect.Action {
  func isDuck(_ id: SessionID) -> Bool {
    if case .duck(let ducked, _, _, _) = self { ducked == id } else { false }
  }
}
