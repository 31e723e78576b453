// SPDX-License-Identifier: Apache-2.0
// Which sessions are active: mixing, arbitration, deactivation, coming back.

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

  @Test(
    "a change of category takes the options along, and at once all that they did",
    .proves("CHG-04")
  )
  func clearedOptions() throws {
    var stage = try Stage(.music(), .ducker(), active: ["music", "voice"])
    #expect(stage.duckLevel("music") == Decibels(-12))
    try stage(.setCategory("voice", .playAndRecord, .default, []))
    #expect(stage.tower.session("voice")?.configuration.optionsInForce == [])
    #expect(stage.activation("music") == .interrupted(by: .session("voice")), "it does not mix now")
    #expect(stage.duckLevel("music") == nil)
    try stage(.setCategory("voice", .playback, .default, []))
    #expect(stage.tower.session("voice")?.isMixable == false, "going back brings nothing back")
  }

  @Test("a refused category changes nothing", .proves("MODE-08", "OPT-08"))
  func refusedCategory() throws {
    var stage = try Stage(.mixing("a"), active: ["a"])
    let refusal = stage.refusal(.setCategory("a", .multiRoute, .measurement, [.mixWithOthers]))
    #expect(refusal?.reason == .incompatibleMode(.measurement, .multiRoute))
  }

  @Test(
    "of 10,000 random events only those take an activation away that stand on the closed list",
    .proves("ACT-11"),
    arguments: 1...10 as ClosedRange<UInt64>
  )
  func nothingElse(seed: UInt64) throws {
    var tower = ControlTower()
    var (reasons, others): (Set<String>, Int) = ([], 0)
    for event in Story.random(seed: seed, count: 10_000).events {
      let wasActive = tower.session("a")?.isActive == true
      guard (try? tower.handle(event)) != nil, wasActive else { continue }
      guard let session = tower.session("a") else {
        #expect(event == .removed("a"))
        continue
      }
      guard !session.isActive else {
        others += 1
        continue
      }
      let reason = session.activationReason
      #expect(event.mayEnd("a", reason), "\(event.sentence): \(session.why)")
      reasons.insert(reason.rule.description)
    }
    #expect(reasons.count > 6 && others > 250, "\(reasons.sorted()), \(others) left it alone")
  }
}

extension TowerEvent {
  /// Whether the event may deactivate a session for this reason: the closed list of all ways
  /// (ACT-11).
  fileprivate func mayEnd(_ id: SessionID, _ reason: Explanation) -> Bool {
    switch (reason.rule.description, reason.cause) {
    case ("ACT-11", nil):
      [true, false].contains { self == .deactivate(id, notifyingOthers: $0) }
    case ("ACT-13", _), ("ACT-14", _):
      switch self {
      case .setPlaying(id, false), .playersChanged(id, arePlaying: false), .setRecording(id, false),
        .plugged, .unplugged:
        true
      default: false
      }
    case ("ACT-04", .operator): self == .forceDeactivate(id) || self == .forceInterrupt(id)
    case ("INT-01", .interrupter(.phone)), ("INT-02", .interrupter(.alarm)),
      ("INT-03", .interrupter(.assistant)), ("INT-A7", .interrupter(.alarm)):
      true
    case ("MIX-03", .session(let winner)), ("ANC-OPT-01", .session(let winner)): winner != id
    case ("ANC-INT-03", .background): self == .setForeground(id, false)
    case ("ANC-INT-04", .port(let port)): self == .unplugged(port)
    case ("ANC-OPT-04", .microphoneSwitch): self == .setMicrophoneMuted(true)
    case ("RST-02", .audioServer): self == .mediaServicesLost || self == .mediaServicesReset
    default: false
    }
  }
}
