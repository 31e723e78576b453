// SPDX-License-Identifier: Apache-2.0
// The phone, the alarm and the assistant.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Interrupters")
struct InterrupterTests {
  @Test(
    "an interrupter silences all, mixable or not, and they come back",
    .proves("INT-01", "INT-02", "INT-03"),
    arguments: Interrupter.allCases
  )
  func interruptsAll(_ interrupter: Interrupter) throws {
    var stage = try Stage(
      .mixing("a"),
      .music("b"),
      SessionConfiguration(id: "c", category: .ambient),
      .music("idle"),
      active: ["a", "b", "c"]
    )
    let began = try stage(.interrupterBegan(interrupter))
    let reason = TowerEffect.Notification.interruptionBegan(.interrupter(interrupter))
    #expect(
      began.map(\.action) == [
        .suspend("a"), .notify("a", reason), .suspend("b"), .notify("b", reason), .suspend("c"),
        .notify("c", reason), .soundInterrupter(interrupter, true), .silenceSystemSounds(true),
      ]
    )
    #expect(began.dropLast(2).allSatisfy { $0.cause == .interrupter(interrupter) })
    #expect(stage.tower.activeInterrupters == [interrupter])
    let ended = try stage.actions(.interrupterEnded(interrupter, shouldResume: true))
    for id: SessionID in ["a", "b", "c"] {
      #expect(stage.activation(id) == .active)
      #expect(ended.contains(.notify(id, .interruptionEnded(shouldResume: true))))
      #expect(ended.contains(.sound(id)))
    }
    #expect(stage.activation("idle") == .inactive)
  }

  @Test("nobody becomes active while an interrupter lasts", .proves("INT-07"))
  func refusesActivation() throws {
    var stage = try Stage(.music("a"), .mixing("b"), active: ["a"])
    try stage(.interrupterBegan(.assistant))
    try stage(.interrupterBegan(.phone))
    for event: TowerEvent in [
      .activate("a"), .activate("b"), .setPlaying("a", true), .setPlaying("b", true),
    ] {
      let refusal = stage.refusal(event)
      #expect(refusal?.reason == .insufficientPriority)
      #expect(refusal?.rule == RuleID("INT-07"))
      #expect(refusal?.cause == .interrupter(.phone))
    }
  }

  @Test(
    "with the phone during an alarm, sessions wait for the last of the two",
    .proves("INT-11", "INT-20")
  )
  func nested() throws {
    for (first, second) in [(Interrupter.phone, Interrupter.alarm), (.alarm, .phone)] {
      var stage = try Stage(.music(), active: ["music"])
      try stage(.interrupterBegan(.alarm))
      try stage(.interrupterBegan(.phone))
      #expect(stage.tower.activeInterrupters == [.phone, .alarm])
      #expect(
        try stage.actions(.interrupterEnded(first, shouldResume: true)) == [
          .soundInterrupter(first, false)
        ]
      )
      #expect(stage.activation("music") == .interrupted(by: .interrupter(second)))
      try stage(.interrupterEnded(second, shouldResume: true))
      #expect(stage.activation("music") == .active)
    }
  }

  @Test("who was told by one of two interrupters not to resume does not", .proves("INT-15"))
  func nestedHints() throws {
    var stage = try Stage(.music(), active: ["music"])
    try stage(.interrupterBegan(.alarm))
    try stage(.interrupterBegan(.phone))
    try stage(.interrupterEnded(.alarm, shouldResume: false))
    #expect(
      try stage.actions(.interrupterEnded(.phone, shouldResume: true)) == [
        .soundInterrupter(.phone, false), .silenceSystemSounds(false),
        .notify("music", .interruptionEnded(shouldResume: false)),
      ]
    )
    #expect(stage.activation("music") == .inactive)
  }

  @Test(
    "an interrupter that begins or ends twice changes nothing the second time",
    .proves("INT-03")
  )
  func twice() throws {
    var stage = try Stage(.music(), active: ["music"])
    try stage(.interrupterBegan(.phone))
    #expect(try stage(.interrupterBegan(.phone)).isEmpty)
    try stage(.interrupterEnded(.phone, shouldResume: false))
    #expect(try stage(.interrupterEnded(.phone, shouldResume: true)).isEmpty)
    #expect(stage.activation("music") == .inactive)
  }

  @Test(
    "a session paused by its user, before or meanwhile, stays away",
    .proves("INT-15", "INT-23")
  )
  func paused() throws {
    for pausesBefore in [true, false] {
      var stage = try Stage(.music(), active: ["music"])
      if pausesBefore { try stage(.setPlaying("music", false)) }
      try stage(.interrupterBegan(.phone))
      if !pausesBefore { try stage(.setPlaying("music", false)) }
      try stage(.interrupterEnded(.phone, shouldResume: true))
      #expect(stage.activation("music") == .inactive)
      #expect(stage.tower.session("music")?.explanation.rule == RuleID("INT-14"))
    }
  }

  @Test("play brings back a session that never heard an end", .proves("INT-12", "INT-13"))
  func playAfterInterruption() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a", "b"])
    try stage(.deactivate("b", notifyingOthers: false))
    let effects = try stage(.setPlaying("a", true))
    #expect(effects.map(\.action) == [.sound("a"), .notify("a", .didActivate)])
    #expect(effects.first?.rule == RuleID("INT-13"))
  }

  @Test("a session released during a call waits for the end of the call", .proves("ACT-15"))
  func releasedDuringCall() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a", "b"])
    try stage(.interrupterBegan(.phone))
    #expect(try stage(.deactivate("b", notifyingOthers: true)).isEmpty)
    #expect(stage.activation("a") == .interrupted(by: .interrupter(.phone)))
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.activation("a") == .active)
  }

  @Test(
    "of two that waited for the same session the one active last comes back first",
    .proves("ACT-15")
  )
  func newestReturnsFirst() throws {
    var stage = try Stage(.music("a"), .music("b"), .music("c"), active: ["a", "b"])
    try stage(.deactivate("b", notifyingOthers: false))
    try stage(.activate("c"))
    try stage(.activate("b"))
    try stage(.deactivate("b", notifyingOthers: true))
    #expect(stage.activation("c") == .active)
    #expect(stage.activation("a") == .interrupted(by: .session("c")))
    try stage(.deactivate("c", notifyingOthers: true))
    #expect(stage.activation("a") == .active)
  }

  @Test("a session that comes during a call is taken in but waits", .proves("INT-07"))
  func addedDuringCall() throws {
    var stage = try Stage()
    try stage(.interrupterBegan(.phone))
    try stage(.added(.music()))
    #expect(stage.refusal(.activate("music"))?.reason == .insufficientPriority)
  }
}
