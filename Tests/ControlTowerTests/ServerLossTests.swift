// SPDX-License-Identifier: Apache-2.0
// The audio server is lost and comes back.

import ControlTower
import RuleProofs
import Testing

@Suite("Loss of the audio server")
struct ServerLossTests {
  @Test(
    "all fall silent and all are told, that the server is lost and that it is back",
    .proves("RST-01", "RST-02", "RST-A4")
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

  @Test("while it is gone every request is refused", .proves("RST-A5"))
  func refusals() throws {
    var stage = try Stage(.music(), active: ["music"])
    try stage(.mediaServicesLost)
    for event: TowerEvent in [
      .activate("music"), .deactivate("music", notifyingOthers: true), .setPlaying("music", true),
      .setCategory("music", .ambient, .default, []), .setMode("music", .spokenAudio),
      .setPreferences("music", []), .overrideOutput("music", .speaker), .systemSound("click"),
    ] {
      #expect(stage.refusal(event)?.code == .mediaServicesFailed)
      #expect(stage.refusal(event)?.rule == RuleID("RST-A5"))
    }
  }

  @Test("every property goes back to what the preset says", .proves("RST-A2"))
  func properties() throws {
    var stage = try Stage(.music())
    let first = stage.tower.session("music")?.configuration
    try stage(.setCategory("music", .playAndRecord, .voiceChat, [.mixWithOthers]))
    try stage(.setOutputMuted("music", true))
    try stage(.mediaServicesLost)
    try stage(.mediaServicesReset)
    let session = stage.tower.session("music")
    #expect(session?.configuration == first)
    #expect(session?.isOutputMuted == false && session?.override == OutputOverride.none)
    #expect(session?.preferences == Preferences.none)
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

extension Preferences {
  /// No wish at all, as a new session has it.
  static var none: Preferences? {
    var tower = ControlTower()
    _ = try? tower.handle(.added(.music("new")))
    return tower.session("new")?.preferences
  }
}
