// SPDX-License-Identifier: Apache-2.0
// What the operator may do to sessions, and what a stop does to sessions that deactivate by
// themselves.

import ControlTower
import RuleProofs
import Testing

@Suite("Operator and behaviour")
struct OperatorTests {
  @Test("the operator deactivates any session, and those it interrupted go on", .proves("ACT-04"))
  func deactivation() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a", "b"])
    let effects = try stage(.forceDeactivate("b"))
    #expect(effects.prefix(2).map(\.action) == [.suspend("b"), .notify("b", .didDeactivate)])
    #expect(effects.first?.rule == RuleID("ACT-04"))
    #expect(effects.first?.cause == .operator)
    #expect(stage.activation("a") == .active)
    #expect(stage.tower.session("b")?.inactivity?.source == .system)
  }

  @Test(
    "the operator interrupts a session until he releases it, whatever its user does",
    .proves("ACT-04", "INT-22")
  )
  func interruption() throws {
    var stage = try Stage(.music(), active: ["music"])
    #expect(
      try stage.actions(.forceInterrupt("music")) == [
        .suspend("music"), .notify("music", .interruptionBegan(.operator)),
      ]
    )
    #expect(
      try stage.actions(.releaseInterrupt("music")).first
        == .notify("music", .interruptionEnded(shouldResume: true))
    )
    #expect(stage.activation("music") == .active)
    try stage(.forceInterrupt("music"))
    for event: TowerEvent in [.setPlaying("music", true), .activate("music")] {
      let refusal = stage.refusal(event)
      #expect(refusal?.rule == RuleID("ACT-04") && refusal?.cause == .operator)
    }
    try stage(.releaseInterrupt("music"))
    #expect(stage.activation("music") == .active)
    #expect(try stage(.releaseInterrupt("music")).isEmpty)
  }

  @Test(
    "a session that the operator holds does not come back with the end of a call",
    .proves("ACT-04")
  )
  func heldDuringCall() throws {
    var stage = try Stage(.music(), active: ["music"])
    try stage(.interrupterBegan(.phone))
    try stage(.forceInterrupt("music"))
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.activation("music") == .interrupted(by: .operator))
    try stage(.releaseInterrupt("music"))
    #expect(stage.activation("music") == .active)
  }

  @Test(
    "a session that lets go when it stops releases whom it interrupted",
    .proves("ACT-10", "ACT-15")
  )
  func deactivatesOnStop() throws {
    let prompt = SessionConfiguration(
      id: "prompt",
      category: .playback,
      behaviour: SessionBehaviour(deactivatesOnStop: true)
    )
    var stage = try Stage(.music(), prompt, active: ["music"])
    try stage(.setPlaying("prompt", true))
    let effects = try stage(.setPlaying("prompt", false))
    #expect(effects.first?.rule == RuleID("ACT-14"))
    #expect(stage.activation("prompt") == .inactive)
    #expect(stage.activation("music") == .active)
  }

  @Test("a session that only records lets go when its take is stopped", .proves("ACT-10", "UI-02"))
  func recorder() throws {
    let take = SessionConfiguration(
      id: "take",
      category: .record,
      behaviour: SessionBehaviour(deactivatesOnStop: true)
    )
    var stage = try Stage(take, active: ["take"])
    #expect(try stage.actions(.setPlaying("take", false)).contains(.silenceSystemSounds(false)))
    #expect(stage.activation("take") == .inactive)
  }

  @Test(
    "a take activates a session that only records and lets it go; what it plays is recorded as it is",
    .proves("DEF-05", "ACT-A3", "ACT-10", "ACT-15")
  )
  func takes() throws {
    var take = SessionConfiguration(id: "take", category: .record, usesInput: true)
    take.behaviour.deactivatesOnStop = true
    var chat = SessionConfiguration.chat()
    chat.behaviour.deactivatesOnStop = true
    var stage = try Stage(rig: [.mic, .speaker], idle: .music(), take, chat)
    #expect(try stage(.setRecording("music", true)).isEmpty, "it is not even activated")
    #expect(stage.activation("music") == .inactive)
    try stage(.activate("music"))
    for isRecording in [true, false] {
      let before = stage.snapshot
      #expect(try stage(.setRecording("music", isRecording)).isEmpty, "what it plays, as it is")
      #expect(stage.snapshot == before)
    }
    let began = try stage.actions(.setRecording("take", true))
    #expect(began.contains(.notify("music", .interruptionBegan(.anotherSession))))
    #expect(stage.activation("take") == .active)
    let ended = try stage(.setRecording("take", false))
    #expect(ended.first?.rule == RuleID("ACT-13"))
    #expect(stage.activation("take") == .inactive && stage.activation("music") == .active)
    try stage(.setRecording("chat", true))
    try stage(.setRecording("chat", false))
    #expect(stage.activation("chat") == .active, "a call goes on without its recording")
    try stage(.interrupterBegan(.phone))
    #expect(stage.refusal(.setRecording("take", true))?.rule == RuleID("INT-07"))
  }

  @Test("a take that a new device ends lets go, too", .proves("RTE-14", "RTE-A1"))
  func takeEndedByDevice() throws {
    let take = SessionConfiguration(
      id: "take",
      category: .record,
      behaviour: SessionBehaviour(routePolicy: .stopOnChange, deactivatesOnStop: true)
    )
    var stage = try Stage(.music(), take, active: ["music", "take"])
    let mic = PortDescription(id: PortID("headset"), role: .headset, direction: .input)
    let actions = try stage.actions(.plugged(mic))
    #expect(actions.contains(.pause("take")))
    #expect(stage.tower.session("take")?.explanation.cause == .port(mic.id))
    #expect(stage.tower.session("take")?.inactivity?.source == .system)
    #expect(stage.activation("music") == .active)
  }

  @Test(
    "becoming inactive says by whom, and the advice to resume comes by itself",
    .proves("ANC-INT-06")
  )
  func inactivity() throws {
    var stage = try Stage(.music(), active: ["music"])
    func inactivity() -> Inactivity? { stage.tower.session("music")?.inactivity }
    #expect(inactivity() == nil)
    try stage(.setPlaying("music", false))
    try stage(.interrupterBegan(.phone))
    #expect(inactivity()?.source == .system)
    #expect(inactivity()?.reason.cause == .interrupter(.phone))
    #expect(inactivity()?.isResumptionRecommended == false)
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(inactivity()?.isResumptionRecommended == true)
    try stage(.setPlaying("music", true))
    try stage(.deactivate("music", notifyingOthers: true))
    #expect(inactivity()?.source == .app)
  }

  @Test("who is interrupted by a session that goes on is told not to resume", .proves("INT-A5"))
  func goesOn() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a", "b"])
    let actions = try stage.actions(.setCategory("b", .playback, .default, [.mixWithOthers]))
    #expect(actions == [.notify("a", .interruptionEnded(shouldResume: false))])
    #expect(stage.activation("a") == .inactive)
    try stage(.activate("a"))
    #expect(stage.tower.sessions.allSatisfy { $0.isActive })
  }
}
