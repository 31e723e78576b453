// SPDX-License-Identifier: Apache-2.0
// Clicks and beeps: no session's sound, but not always heard.

import ControlTower
import RuleProofs
import Testing

@Suite("System sounds")
struct SystemSoundTests {
  @Test(
    "a system sound needs no session and disturbs none, whatever the categories",
    .proves("UI-01", "UI-A1")
  )
  func plays() throws {
    var stage = try Stage(.music(), active: ["music"])
    #expect(try stage.actions(.systemSound("click")) == [.playSystemSound("click")])
    #expect(stage.activation("music") == .active)
  }

  @Test(
    "while a session records they are silent, unless it lets them be heard",
    .proves("UI-02", "CAT-23", "ANC-HAP-01", "ACT-10"),
    arguments: [true, false]
  )
  func recording(_ allows: Bool) throws {
    let take = SessionConfiguration(
      id: "take",
      category: .record,
      behaviour: SessionBehaviour(allowsSystemSoundsDuringRecording: allows)
    )
    var stage = try Stage(take)
    let began = try stage(.activate("take"))
    #expect(began.map(\.action).contains(.silenceSystemSounds(true)) == !allows)
    if allows {
      #expect(try stage.actions(.systemSound("click")) == [.playSystemSound("click")])
    } else {
      let refusal = stage.refusal(.systemSound("click"))
      #expect(refusal?.reason == .systemSoundsSilenced)
      #expect(refusal?.rule == RuleID("CAT-23"))
      #expect(refusal?.cause == .session("take"))
    }
    let ended = try stage.actions(.deactivate("take", notifyingOthers: true))
    #expect(ended.contains(.silenceSystemSounds(false)) == !allows)
  }

  @Test(
    "while an interrupter rings or lasts they are silent, and come back by themselves",
    .proves("UI-A2"),
    arguments: Interrupter.allCases
  )
  func interrupters(_ interrupter: Interrupter) throws {
    var stage = try Stage()
    let rang = try stage(.interrupterRang(interrupter))
    #expect(rang.map(\.action) == [.soundRing(interrupter, true), .silenceSystemSounds(true)])
    #expect(rang.last?.cause == .interrupter(interrupter))
    #expect(stage.refusal(.systemSound("click"))?.rule == RuleID("UI-A2"))
    try stage(.interrupterAccepted(interrupter))
    #expect(
      try stage.actions(.interrupterEnded(interrupter, shouldResume: true))
        .contains(.silenceSystemSounds(false))
    )
  }

  @Test("silent switch and lock silence them", .proves("UI-A1"))
  func switches() throws {
    var stage = try Stage()
    for (on, off) in [
      (TowerEvent.setSilent(true), TowerEvent.setSilent(false)),
      (.setLocked(true), .setLocked(false)),
    ] {
      #expect(try stage.actions(on) == [.silenceSystemSounds(true)])
      #expect(stage.refusal(.systemSound("click"))?.rule == RuleID("UI-A1"))
      #expect(try stage.actions(off) == [.silenceSystemSounds(false)])
    }
  }
}
