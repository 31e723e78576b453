// SPDX-License-Identifier: Apache-2.0
// What a program changes about itself while it runs: how it is treated, and whether it hears its
// input.

import ControlTower
import RuleProofs
import Testing

@Suite("A program's wishes")
struct ProgramWishTests {
  private let take = SessionConfiguration(id: "take", category: .record, usesInput: true)

  @Test("spare it a ringing phone from then on, and no longer", .proves("ANC-INT-05"))
  func ringing() throws {
    for isSpared in [true, false] {
      var stage = try Stage(take, active: ["take"])
      try stage(.setPreferences("take", [.noInterruptionsFromSystemAlerts(true)]))
      if !isSpared {
        try stage(.setPreferences("take", [.noInterruptionsFromSystemAlerts(false)]))
      }
      try stage(.interrupterRang(.phone))
      #expect((stage.activation("take") == .active) == isSpared)
    }
  }

  @Test("let a lost route interrupt it", .proves("ANC-INT-04"))
  func lostRoute() throws {
    var stage = try Stage(rig: [.speaker, .phones], .music())
    try stage(.setPreferences("music", [.interruptionOnRouteDisconnect(true)]))
    try stage.unplug(.phones)
    #expect(stage.activation("music") == .interrupted(by: .port("phones")))
  }

  @Test("let system sounds be heard while it records, at once", .proves("ANC-HAP-01"))
  func systemSounds() throws {
    var stage = try Stage(take, active: ["take"])
    #expect(stage.refusal(.systemSound("click"))?.rule == RuleID("CAT-23"))
    #expect(
      try stage.actions(.setPreferences("take", [.systemSoundsDuringRecording(true)]))
        == [.silenceSystemSounds(false)]
    )
    #expect(try stage.actions(.systemSound("click")) == [.playSystemSound("click")])
  }

  @Test("end with the audio server, as all that a program has said", .proves("RST-A2"))
  func reset() throws {
    var stage = try Stage(take, active: ["take"])
    try stage(.setPreferences("take", [.noInterruptionsFromSystemAlerts(true)]))
    try stage(.setInputMuted("take", true))
    try stage(.mediaServicesLost)
    try stage(.mediaServicesReset)
    let session = try #require(stage.tower.session("take"))
    #expect(!session.configuration.behaviour.prefersNoInterruptionsFromSystemAlerts)
    #expect(!session.isInputMuted)
  }

  @Test(
    "a muted input is exact zeros; the program is told while it is active, and once",
    .proves("ANC-PERM-01")
  )
  func inputMute() throws {
    var stage = try Stage(take)
    #expect(try stage.actions(.setInputMuted("take", true)).isEmpty)
    let began = try stage.actions(.activate("take"))
    #expect(began.contains(.zeroInput("take", true)))
    #expect(began.contains(.notify("take", .inputMuteStateChanged(true))))
    #expect(try stage.actions(.setInputMuted("take", true)).isEmpty)
    #expect(stage.tower.session("take")?.why.contains("ANC-PERM-01") == true)
    #expect(
      try stage.actions(.setInputMuted("take", false)) == [
        .zeroInput("take", false), .notify("take", .inputMuteStateChanged(false)),
      ]
    )
  }

  @Test("a session without an input mutes nothing, and is told nothing", .proves("ANC-PERM-01"))
  func withoutInput() throws {
    var stage = try Stage(.music(), active: ["music"])
    #expect(try stage.actions(.setInputMuted("music", true)).isEmpty)
  }

  @Test("a prompt's style is known before it is spoken", .proves("ANC-PRM-01"))
  func promptStyle() throws {
    let voice = SessionConfiguration(
      id: "voice",
      category: .playback,
      mode: .voicePrompt,
      options: [.duckOthers]
    )
    var stage = try Stage(voice, .music())
    #expect(stage.tower.promptStyle(for: "voice") == .normal)
    try stage(.activate("music"))
    #expect(stage.tower.promptStyle(for: "voice") == .short)
    #expect(stage.tower.promptStyle(for: "music") == .normal)
  }
}
