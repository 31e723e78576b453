// SPDX-License-Identifier: Apache-2.0
// Foreground and background: which sessions may interrupt, which are suspended, and what coming
// back means.

import ControlTower
import RuleProofs
import Testing

@Suite("Foreground")
struct ForegroundTests {
  private func player(_ behaviour: SessionBehaviour) -> SessionConfiguration {
    SessionConfiguration(id: "a", category: .playback, behaviour: behaviour)
  }

  @Test(
    "from the background only a session that mixes, or has the right, becomes active",
    .proves("ANC-ACT-04")
  )
  func fromBackground() throws {
    var stage = try Stage(.music("a"), .mixing("b"), player(SessionBehaviour()).named("c"))
    for id: SessionID in ["a", "b"] { try stage(.setForeground(id, false)) }
    let refusal = stage.refusal(.activate("a"))
    #expect(refusal?.reason == .cannotInterruptOthers)
    #expect(refusal?.code == .cannotInterruptOthers)
    #expect(stage.refusal(.setPlaying("a", true))?.rule == RuleID("ANC-ACT-04"))
    try stage(.activate("b"))
    #expect(
      stage.refusal(.setCategory("b", .playback, .default, []))?.reason == .cannotInterruptOthers
    )
    var allowed = try Stage(
      player(SessionBehaviour(startsInForeground: false, mayInterruptFromBackground: true))
    )
    try allowed(.activate("a"))
    #expect(allowed.activation("a") == .active)
  }

  @Test(
    "without background audio a session is suspended, and hears of it when it runs again",
    .proves("ANC-INT-03", "BG-01", "INT-13")
  )
  func suspension() throws {
    var stage = try Stage(player(SessionBehaviour(backgroundAudio: false)), active: ["a"])
    let effects = try stage(.setForeground("a", false))
    #expect(effects.map(\.action) == [.suspend("a")])
    #expect(effects.first?.rule == RuleID("ANC-INT-03"))
    let refusal = stage.refusal(.activate("a"))
    #expect(refusal?.reason == .suspended("a"))
    #expect(refusal?.rule == RuleID("BG-01"))
    #expect(
      try stage.actions(.setForeground("a", true)) == [
        .notify("a", .interruptionBegan(.appWasSuspended, isLate: true)), .sound("a"),
        .notify("a", .didActivate),
      ]
    )
  }

  @Test(
    "what the operator does to a suspended session it hears when it runs again",
    .proves("ANC-INT-03", "ACT-04")
  )
  func deactivatedWhileSuspended() throws {
    var stage = try Stage(player(SessionBehaviour(backgroundAudio: false)), active: ["a"])
    try stage(.setForeground("a", false))
    #expect(try stage(.forceDeactivate("a")).told("a").isEmpty, "it can't listen")
    let back = try stage(.setForeground("a", true))
    #expect(
      back.told("a") == [.interruptionBegan(.appWasSuspended, isLate: true), .didDeactivate]
    )
    #expect(back.last?.rule == RuleID("ACT-04") && back.last?.cause == .operator)
    #expect(stage.activation("a") == .inactive)
    try stage(.setForeground("a", false))
    #expect(try stage(.setForeground("a", true)).isEmpty, "once")
  }

  @Test(
    "a suspended session that the operator interrupts stays so until he releases it",
    .proves("ACT-04", "INT-13")
  )
  func interruptedWhileSuspended() throws {
    var stage = try Stage(player(SessionBehaviour(backgroundAudio: false)), active: ["a"])
    try stage(.setForeground("a", false))
    try stage(.forceInterrupt("a"))
    let back = try stage(.setForeground("a", true))
    #expect(back.told("a") == [.interruptionBegan(.appWasSuspended, isLate: true)])
    #expect(stage.activation("a") == .interrupted(by: .operator))
    try stage(.releaseInterrupt("a"))
    #expect(stage.activation("a") == .active)
  }

  @Test(
    "a suspended session that was paused, or never resumes, comes back inactive",
    .proves("INT-13", "INT-14")
  )
  func suspendedWithoutResume() throws {
    for pauses in [true, false] {
      let behaviour = SessionBehaviour(resume: pauses ? .ifPlaying : .never, backgroundAudio: false)
      var stage = try Stage(player(behaviour), active: ["a"])
      if pauses { try stage(.setPlaying("a", false)) }
      try stage(.setForeground("a", false))
      try stage(.setForeground("a", true))
      #expect(stage.activation("a") == .inactive)
      try stage(.setPlaying("a", true))
      #expect(stage.activation("a") == .active)
    }
  }

  @Test(
    "who comes back while somebody else sounds waits for him",
    .proves("ANC-INT-03", "INT-07")
  )
  func comesBackTooSoon() throws {
    var stage = try Stage(player(SessionBehaviour(backgroundAudio: false)), active: ["a"])
    try stage(.setForeground("a", false))
    try stage(.interrupterBegan(.phone))
    try stage(.setForeground("a", true))
    #expect(stage.activation("a") == .interrupted(by: .interrupter(.phone)))
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.activation("a") == .active)
  }

  @Test(
    "an interruption that never ended is over when the session comes to the foreground",
    .proves("INT-12", "INT-13")
  )
  func foregroundEndsInterruption() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a", "b"])
    try stage(.setForeground("a", false))
    #expect(try stage(.setForeground("a", true)).isEmpty, "b still plays")
    try stage(.deactivate("b", notifyingOthers: false))
    try stage(.setForeground("a", false))
    let effects = try stage(.setForeground("a", true))
    #expect(effects.map(\.action) == [.sound("a"), .notify("a", .didActivate)])
    #expect(effects.first?.rule == RuleID("INT-13"))
  }

  @Test("the end of a call brings back no session that may not run", .proves("BG-01"))
  func endOfCallInBackground() throws {
    var stage = try Stage(player(SessionBehaviour(backgroundAudio: false)), active: ["a"])
    try stage(.interrupterBegan(.phone))
    try stage(.setForeground("a", false))
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.activation("a") == .interrupted(by: .background))
    try stage(.setForeground("a", true))
    #expect(stage.activation("a") == .active)
  }
}

extension SessionConfiguration {
  /// The same session under another name.
  func named(_ id: SessionID) -> Self {
    var copy = self
    copy.id = id
    return copy
  }
}
