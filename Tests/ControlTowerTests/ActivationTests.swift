// SPDX-License-Identifier: Apache-2.0
// Who is active: mixing, arbitration, deactivation, coming back.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Activation")
struct ActivationTests {
  @Test("a session that says nothing is soloAmbient and inactive", .proves("DEF-01", "DEF-03"))
  func defaults() throws {
    let stage = try Stage(SessionConfiguration(id: "a"))
    #expect(stage.tower.session("a")?.configuration.category == .soloAmbient)
    #expect(stage.activation("a") == .inactive)
  }

  @Test("unknown and duplicate sessions are refused", .proves("DEF-01", "DEF-02"))
  func names() throws {
    var stage = try Stage(.music())
    #expect(stage.refusal(.added(.mixing("music")))?.reason == .duplicateSession("music"))
    for event: TowerEvent in [
      .removed("x"), .activate("x"), .deactivate("x", notifyingOthers: true),
      .setPlaying("x", true), .setCategory("x", .ambient, .default, []),
    ] {
      #expect(stage.refusal(event)?.reason == .unknownSession("x"))
    }
  }

  @Test("a session that makes no sense is not taken in", .proves("DEF-02", "MODE-08"))
  func badConfiguration() throws {
    var stage = try Stage()
    let refusal = stage.refusal(
      .added(SessionConfiguration(id: "a", category: .ambient, mode: .measurement))
    )
    #expect(refusal?.reason == .incompatibleMode(.measurement, .ambient))
    #expect(refusal?.rule == RuleID("MODE-06"))
  }

  @Test(
    "only a session that does not mix interrupts another such",
    .proves("MIX-01", "MIX-02", "MIX-03", "DUCK-09"),
    arguments: SessionConfiguration.everyKind,
    SessionConfiguration.everyKind
  )
  func pairs(_ first: SessionConfiguration, _ second: SessionConfiguration) throws {
    func mixes(_ session: SessionConfiguration) -> Bool {
      session.category == .ambient || !session.options.isEmpty
    }
    var second = second
    second.id = "b"
    var stage = try Stage(first, second, active: ["a"])
    let actions = try stage.actions(.activate("b"))
    let interrupted = !mixes(first) && !mixes(second)
    #expect(stage.activation("b") == .active)
    #expect(stage.activation("a") == (interrupted ? .interrupted(by: .session("b")) : .active))
    #expect(actions.contains(.suspend("a")) == interrupted)
    #expect(actions.contains(.notify("a", .interruptionBegan(.anotherSession))) == interrupted)
  }

  @Test("the loser is silent and told before the winner sounds", .proves("ACT-03", "MIX-03"))
  func order() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a"])
    let effects = try stage(.activate("b"))
    #expect(
      effects == [
        TowerEffect(.suspend("a"), rule: RuleID("MIX-03"), cause: .session("b")),
        TowerEffect(
          .notify("a", .interruptionBegan(.anotherSession)),
          rule: RuleID("MIX-03"),
          cause: .session("b")
        ),
        TowerEffect(.sound("b"), rule: RuleID("ACT-03")),
        TowerEffect(.notify("b", .didActivate), rule: RuleID("ACT-03")),
      ]
    )
  }

  @Test(
    "among sessions that do not mix the newest wins, and the older can win again",
    .proves("INT-20")
  )
  func newestWins() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a", "b"])
    try stage(.activate("a"))
    #expect(stage.activation("a") == .active)
    #expect(stage.activation("b") == .interrupted(by: .session("a")))
  }

  @Test("activating an active session does nothing", .proves("ACT-11"))
  func reactivation() throws {
    var stage = try Stage(.music("a"), .mixing("b"), active: ["a", "b"])
    let before = stage.snapshot
    #expect(try stage(.activate("a")).isEmpty)
    #expect(stage.snapshot == before)
  }

  @Test(
    "those that a session interrupted, and only those, hear the end and come back",
    .proves("ACT-15")
  )
  func notifyingOthers() throws {
    var stage = try Stage(
      .music("a"),
      .music("b"),
      .mixing("c"),
      .music("idle"),
      active: ["a", "c", "b"]
    )
    let actions = try stage.actions(.deactivate("b", notifyingOthers: true))
    #expect(
      actions == [
        .suspend("b"), .notify("b", .didDeactivate),
        .notify("a", .interruptionEnded(shouldResume: true)),
        .sound("a"), .notify("a", .didActivate),
      ]
    )
    #expect(stage.activation("idle") == .inactive)
  }

  @Test(
    "without notifying others nobody hears anything, but they can activate themselves",
    .proves("ACT-16")
  )
  func silentDeactivation() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a", "b"])
    #expect(
      try stage.actions(.deactivate("b", notifyingOthers: false)) == [
        .suspend("b"), .notify("b", .didDeactivate),
      ]
    )
    #expect(stage.activation("a") == .interrupted(by: .session("b")))
    try stage(.activate("a"))
    #expect(stage.activation("a") == .active)
  }

  @Test(
    "a session reconfigured with a silent break still releases whom it interrupted",
    .proves("ACT-16")
  )
  func reconfiguration() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a", "b"])
    try stage(.deactivate("b", notifyingOthers: false))
    try stage(.activate("b"))
    try stage(.deactivate("b", notifyingOthers: true))
    #expect(stage.activation("a") == .active)
  }

  @Test("a chain of interruptions unwinds one by one", .proves("ACT-15"))
  func chain() throws {
    var stage = try Stage(.music("a"), .music("b"), .music("c"), active: ["a", "b", "c"])
    try stage(.deactivate("c", notifyingOthers: true))
    #expect(stage.activation("b") == .active)
    #expect(stage.activation("a") == .interrupted(by: .session("b")))
    try stage(.deactivate("b", notifyingOthers: true))
    #expect(stage.activation("a") == .active)
  }

  @Test(
    "a session that is gone releases whom it interrupted, but not over the head of another",
    .proves("ACT-17")
  )
  func removal() throws {
    var stage = try Stage(.music("a"), .music("b"), .music("c"), active: ["a", "b", "c"])
    #expect(try stage(.removed("b")).isEmpty)
    #expect(stage.activation("a") == .interrupted(by: .session("c")))
    #expect(
      try stage.actions(.removed("c")) == [
        .suspend("c"), .notify("a", .interruptionEnded(shouldResume: true)), .sound("a"),
        .notify("a", .didActivate),
      ]
    )
    #expect(stage.tower.sessions.map(\.id) == ["a"])
  }

  @Test(
    "deactivating an interrupted session is accepted, says nothing, and it stays away",
    .proves("INT-25")
  )
  func deactivateInterrupted() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a", "b"])
    #expect(try stage(.deactivate("a", notifyingOthers: true)).isEmpty)
    #expect(stage.activation("a") == .inactive)
    try stage(.deactivate("b", notifyingOthers: true))
    #expect(stage.activation("a") == .inactive)
  }

  @Test("playing activates, and so interrupts", .proves("DEF-05", "DEF-12"))
  func implicitActivation() throws {
    var stage = try Stage(.music(), SessionConfiguration(id: "game"), active: ["music"])
    let effects = try stage(.setPlaying("game", true))
    #expect(effects.map(\.action).contains(.suspend("music")))
    #expect(stage.activation("game") == .active)
    #expect(effects.last?.rule == RuleID("DEF-05"))
  }

  @Test(
    "a category without output cannot play and is not activated by trying",
    .proves("CAT-24", "CAT-36"),
    arguments: [(Category.record, "CAT-24"), (.audioProcessing, "CAT-36")]
  )
  func noOutput(_ category: Category, _ rule: String) throws {
    var stage = try Stage(SessionConfiguration(id: "a", category: category))
    let refusal = stage.refusal(.setPlaying("a", true))
    #expect(refusal?.reason == .categoryForbidsPlayback(category))
    #expect(refusal?.rule == RuleID(rule))
  }

  @Test("a category set while inactive is only stored", .proves("CHG-01"))
  func storedCategory() throws {
    var stage = try Stage(.music("a"), .mixing("b"), active: ["a"])
    #expect(try stage(.setCategory("b", .playback, .default, [])).isEmpty)
    #expect(stage.activation("a") == .active)
    try stage(.activate("b"))
    #expect(stage.activation("a") == .interrupted(by: .session("b")))
  }

  @Test("a category set while active is arbitrated at once", .proves("CHG-02"))
  func arbitratedCategory() throws {
    var stage = try Stage(.music("a"), .mixing("b"), active: ["b", "a"])
    #expect(
      try stage.actions(.setCategory("b", .soloAmbient, .default, [])) == [
        .suspend("a"), .notify("a", .interruptionBegan(.anotherSession)),
        .silenceSecondary("b", false), .notify("b", .silenceSecondaryAudioHint(false)),
      ]
    )
    #expect(stage.activation("b") == .active)
  }

  @Test("options are what the last request gave, nothing is kept", .proves("CHG-04"))
  func clearedOptions() throws {
    var stage = try Stage(.mixing("a"))
    try stage(.setCategory("a", .playAndRecord, .default, []))
    #expect(stage.tower.session("a")?.configuration.optionsInForce == [])
  }

  @Test("a refused category changes nothing", .proves("MODE-08", "OPT-08"))
  func refusedCategory() throws {
    var stage = try Stage(.mixing("a"), active: ["a"])
    let refusal = stage.refusal(.setCategory("a", .multiRoute, .measurement, [.mixWithOthers]))
    #expect(refusal?.reason == .incompatibleMode(.measurement, .multiRoute))
  }

  @Test("10,000 events of others never take the activation away", .proves("ACT-11"))
  func nothingElse() throws {
    var stage = try Stage(.music(), .mixing("b"), .ducker("c"), active: ["music"])
    for _ in 0..<2_000 {
      try stage(.activate("b"))
      try stage(.setPlaying("c", true))
      try stage(.setPlaying("b", false))
      try stage(.deactivate("b", notifyingOthers: true))
      try stage(.deactivate("c", notifyingOthers: false))
    }
    #expect(stage.activation("music") == .active)
  }
}
