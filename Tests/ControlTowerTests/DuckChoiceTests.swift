// SPDX-License-Identifier: Apache-2.0
// Which of several ducks counts, by which rule, and which sessions wait until it is down.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("The choice of a duck")
struct DuckChoiceTests {
  /// A ducker that waits until the others are down.
  private func patient(_ id: SessionID = "voice") -> SessionConfiguration {
    var voice = SessionConfiguration.ducker(id)
    voice.duck.startsAfterAttack = true
    return voice
  }

  private func duck(_ level: Float, attack: Double = 0.1) -> Duck {
    Duck(level: Decibels(level), attack: Seconds(attack), release: Seconds(0.6))
  }

  /// How long a session waits before it sounds.
  private func delay(_ id: SessionID, _ effects: [TowerEffect]) -> Seconds? {
    effects.compactMap { effect -> Seconds? in
      if case .sound(id, let delay) = effect.action { delay } else { nil }
    }.first
  }

  @Test(
    "who starts after its attack waits as long as the slowest of those that it turns down takes",
    .proves("DUCK-06")
  )
  func waits() throws {
    var voice = patient()
    voice.ducksOf = ["pad": duck(-6, attack: 0.4)]
    var stage = try Stage(voice, .mixing(), .mixing("game"), active: ["game"])
    #expect(delay("voice", try stage(.activate("voice"))) == Seconds(0.1))
    try stage(.deactivate("voice", notifyingOthers: true))
    try stage(.activate("pad"))
    #expect(delay("voice", try stage(.activate("voice"))) == Seconds(0.4))
    var hasty = try Stage(.ducker(), .mixing(), active: ["pad"])
    #expect(delay("voice", try hasty(.activate("voice"))) == .zero)
  }

  @Test(
    "nobody waits who turns nobody down: not himself, not who is to be heard in full, nor who measures",
    .proves("DUCK-06", "MEAS-01")
  )
  func nobodyToWaitFor() throws {
    var alone = try Stage(patient())
    #expect(delay("voice", try alone(.activate("voice"))) == .zero)

    var sparing = patient()
    sparing.ducksOf = ["pad": duck(0, attack: 0.4)]
    var spared = try Stage(sparing, .mixing(), active: ["pad"])
    #expect(delay("voice", try spared(.activate("voice"))) == .zero)
    #expect(spared.duckLevel("pad") == nil)

    var measuring = try Stage(.meter(), patient(), active: ["meter"])
    #expect(delay("voice", try measuring(.activate("voice"))) == .zero)

    var held = try Stage(SessionConfiguration(id: "game", category: .ambient), patient())
    try held(.setLocked(true))
    try held(.activate("game"))
    #expect(delay("voice", try held(.activate("voice"))) == .zero, "the lock holds the game")

    var mixes = patient()
    mixes.options = [.mixWithOthers]
    var mixing = try Stage(.music(), mixes, active: ["music"])
    #expect(delay("voice", try mixing(.activate("voice"))) == .zero, "it does not duck")
  }

  @Test("a duck of one session alone counts for that one, deeper or not", .proves("DUCK-03"))
  func exceptions() throws {
    var voice = SessionConfiguration.ducker(level: -18)
    voice.ducksOf = ["pad": duck(-24), "game": duck(-6)]
    let stage = try Stage(
      .mixing("pad"),
      .mixing("game"),
      .mixing("other"),
      voice,
      .ducker("gate", level: -20),
      .ducker("low", level: -3),
      active: ["pad", "game", "other", "low", "voice"]
    )
    #expect(stage.duckLevel("pad") == Decibels(-24))
    #expect(stage.duckLevel("game") == Decibels(-6))
    #expect(stage.duckLevel("other") == Decibels(-18))
    var both = stage
    try both(.activate("gate"))
    #expect(both.duckLevel("pad") == Decibels(-24))
    #expect(both.duckLevel("game") == Decibels(-20))
    #expect(both.duckLevel("other") == Decibels(-20))
  }

  @Test(
    "only an announcer that makes way for an announcer does so by their rule",
    .proves("DUCK-A2", "DUCK-01", "DUCK-09")
  )
  func rules() throws {
    var stage = try Stage(.music(), .ducker(), .announcer("gate"), active: ["music"])
    func rule(_ id: SessionID) -> String? {
      stage.tower.session(id)?.duck?.reason.rule.description
    }
    try stage(.activate("gate"))
    #expect(rule("music") == "DUCK-01")
    try stage(.activate("voice"))
    #expect(rule("gate") == "DUCK-01", "the voice is no announcer")
    #expect(rule("voice") == "DUCK-09")
  }

  @Test("a duck keeps the rule that it began with as long as it is the same", .proves("DUCK-09"))
  func keepsItsRule() throws {
    var stage = try Stage(.music(), .ducker(), .ducker("other"), active: ["voice", "music"])
    var reason: Explanation? { stage.tower.session("music")?.duck?.reason }
    #expect(reason?.rule == RuleID("DUCK-09") && reason?.cause == .session("voice"))
    try stage(.setMuted("music", true))
    #expect(reason?.rule == RuleID("DUCK-09"))
    try stage(.deactivate("music", notifyingOthers: true))
    try stage(.activate("other"))
    try stage(.activate("music"))
    try stage(.deactivate("voice", notifyingOthers: true))
    #expect(reason?.rule == RuleID("DUCK-01") && reason?.cause == .session("other"))
  }

  @Test(
    "a side chain is told of when the duck or its ducker changes, and of nothing else",
    .proves("DUCK-07")
  )
  func sidechain() throws {
    func voice(_ id: SessionID, idle: Float) -> SessionConfiguration {
      var voice = SessionConfiguration.ducker(id)
      voice.duck.sidechain = Sidechain(threshold: Decibels(-40), idle: Decibels(idle))
      return voice
    }
    var stage = try Stage(.music(), voice("one", idle: -3), voice("two", idle: -3))
    try stage(.added(voice("three", idle: -6)))
    func told(_ event: TowerEvent) throws -> [TowerEffect.Action] {
      try stage.actions(event).filter {
        if case .sidechain("music", _, _) = $0 { true } else { false }
      }
    }
    let (near, far) = (voice("one", idle: -3).duck, voice("three", idle: -6).duck)
    try stage(.activate("music"))
    #expect(try told(.activate("one")) == [.sidechain("music", by: "one", near)])
    #expect(try told(.setMuted("music", true)).isEmpty)
    try stage(.activate("two"))
    let next = try told(.deactivate("one", notifyingOthers: true))
    #expect(next == [.sidechain("music", by: "two", near)], "the same duck by another one")
    try stage(.activate("three"))
    let last = try told(.deactivate("two", notifyingOthers: true))
    #expect(last == [.sidechain("music", by: "three", far)])
  }
}
