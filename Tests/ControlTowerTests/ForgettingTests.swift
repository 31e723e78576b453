// SPDX-License-Identifier: Apache-2.0
// Facts about one interruption, or about one audio server, do not count for the next.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("What is forgotten")
struct ForgettingTests {
  private static let quickMusic = SessionConfiguration(
    id: "music",
    category: .playAndRecord,
    preferences: [.ioBufferDuration(Seconds(256.0 / 48_000)), .inputGain(0.75)]
  )

  @Test(
    "advice not to resume counts for one interruption, not for the next",
    .proves("INT-15")
  )
  func advice() throws {
    var stage = try Stage(.music(), active: ["music"])
    try stage(.interrupterBegan(.phone))
    try stage(.interrupterEnded(.phone, shouldResume: false))
    #expect(stage.activation("music") == .inactive)
    try stage(.activate("music"))
    try stage(.interrupterBegan(.phone))
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.activation("music") == .active)
  }

  @Test(
    "what was said to the assistant counts until it has finished, not for the next call",
    .proves("INT-A2", "INT-15"),
    arguments: [true, false]
  )
  func wordToAssistant(_ plays: Bool) throws {
    var stage = try Stage(.music(), active: ["music"])
    try stage(.interrupterBegan(.assistant))
    try stage(.setPlaying("music", plays))
    try stage(.interrupterEnded(.assistant, shouldResume: !plays))
    #expect(stage.activation("music") == (plays ? .active : .inactive))
    try stage(.setPlaying("music", true))
    try stage(.interrupterBegan(.phone))
    try stage(.interrupterEnded(.phone, shouldResume: !plays))
    #expect(stage.activation("music") == (plays ? .inactive : .active))
  }

  @Test(
    "who let go in the background has missed nothing when it comes to the foreground",
    .proves("ANC-INT-03")
  )
  func letGoInBackground() throws {
    var stage = try Stage(Self.shy, active: ["shy"])
    try stage(.setForeground("shy", false))
    try stage(.deactivate("shy", notifyingOthers: false))
    #expect(try stage(.setForeground("shy", true)).isEmpty)
  }

  @Test(
    "who heard that all was made anew hears of no interruption before that",
    .proves("RST-A2", "ANC-INT-03")
  )
  func lateInterruption() throws {
    var stage = try Stage(Self.shy, active: ["shy"])
    try stage(.setForeground("shy", false))
    try stage(.forceDeactivate("shy"))
    var spared = stage
    #expect(
      try spared(.setForeground("shy", true)).told("shy") == [
        .interruptionBegan(.appWasSuspended, isLate: true), .didDeactivate,
      ]
    )
    try stage(.mediaServicesReset)
    #expect(try stage(.setForeground("shy", true)).isEmpty)
  }

  private static let shy = SessionConfiguration(
    id: "shy",
    category: .playback,
    behaviour: SessionBehaviour(backgroundAudio: false)
  )

  @Test(
    "a reset unmutes a session's input without a word, and the next mute is told again",
    .proves("RST-A2", "ANC-PERM-01")
  )
  func inputMute() throws {
    var stage = try Stage(.chat(), active: ["chat"])
    let told = TowerEffect.Notification.inputMuteStateChanged(true)
    #expect(try stage(.setInputMuted("chat", true)).told("chat") == [told])
    #expect(
      try stage(.mediaServicesReset).told("chat") == [
        .mediaServicesWereLost, .mediaServicesWereReset, .didActivate,
      ]
    )
    #expect(try stage(.setInputMuted("chat", true)).told("chat") == [told])
  }

  @Test(
    "a category asked for before a reset is gone, and the route follows the ports again",
    .proves("RST-A2", "DEF-09")
  )
  func pendingCategory() throws {
    var stage = try Stage(rig: [.speaker, .receiver, .mic], idle: .music())
    try stage(.setCategory("music", .playAndRecord, .default, []))
    try stage(.mediaServicesReset)
    try stage.plug(.phones)
    #expect(stage.outputs("music") == ["phones"])
  }

  @Test(
    "the new server is told volume, cycle and gain again; one that is gone is told nothing",
    .proves("RST-02", "RST-A2", "RST-A3")
  )
  func hardware() throws {
    let wishes: [TowerEffect.Action] = [
      .setVolume("speaker", Decibels(-6)), .setIOBufferDuration(Seconds(256.0 / 48_000)),
      .setInputGain(0.75),
    ]
    var stage = try Stage(rig: [.speaker], idle: Self.quickMusic)
    let hardware = Hardware(
      ioBufferDuration: Seconds(1024.0 / 48_000),
      sampleRate: SampleRate(hertz: 48_000)
    )
    try stage(.hardwareChanged(hardware))
    let first = try stage.actions(.activate("music"))
    #expect(wishes.dropFirst().allSatisfy(first.contains))
    #expect(try stage.actions(.setVolume("speaker", Decibels(-6))) == [wishes[0]])
    #expect(
      try stage.actions(.mediaServicesLost) == [
        .suspend("music"), .notify("music", .mediaServicesWereLost),
      ]
    )
    let again = try stage.actions(.mediaServicesReset)
    #expect(wishes.allSatisfy(again.contains))
  }

  @Test(
    "who waited for a call when the server was lost waits again, and comes back after it",
    .proves("RST-A3", "INT-11")
  )
  func callGoesOn() throws {
    var stage = try Stage(.mixing("a"), .mixing("paused"), active: ["a", "paused"])
    try stage(.setPlaying("paused", false))
    try stage(.interrupterBegan(.phone))
    try stage(.mediaServicesReset)
    #expect(stage.activation("a") == .interrupted(by: .interrupter(.phone)))
    #expect(stage.activation("paused") == .inactive)
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.activation("a") == .active)
  }
}
