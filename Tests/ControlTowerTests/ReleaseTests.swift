// SPDX-License-Identifier: Apache-2.0
// Which sessions come back when one deactivates, in which order, and which go on waiting.

import ControlTower
import RuleProofs
import Testing

@Suite("Release")
struct ReleaseTests {
  private static let prompt = SessionConfiguration(
    id: "prompt",
    category: .playback,
    mode: .voicePrompt,
    options: [.interruptSpokenAudioAndMixWithOthers]
  )
  private static let book = SessionConfiguration(
    id: "book",
    category: .playback,
    mode: .spokenAudio
  )

  @Test("of those that come back the one active last sounds first", .proves("INT-11"))
  func order() throws {
    var stage = try Stage(.mixing("a"), .mixing("b"), .mixing("c"), active: ["a", "c", "b"])
    try stage(.interrupterBegan(.phone))
    let actions = try stage.actions(.interrupterEnded(.phone, shouldResume: true))
    let sounds: [TowerEffect.Action] = [.sound("b"), .sound("c"), .sound("a")]
    #expect(actions.filter(sounds.contains) == sounds)
  }

  @Test(
    "what is spoken goes on when its prompt does not come back, and hears of that after it",
    .proves("ACT-15", "ANC-OPT-01")
  )
  func promptIsOver() throws {
    var stage = try Stage(Self.book, Self.prompt, active: ["book", "prompt"])
    #expect(stage.activation("book") == .interrupted(by: .session("prompt")))
    try stage(.interrupterBegan(.phone))
    let effects = try stage(.interrupterEnded(.phone, shouldResume: false))
    #expect(stage.activation("prompt") == .inactive)
    #expect(stage.activation("book") == .active)
    let ends: [TowerEffect.Action] = [
      .notify("prompt", .interruptionEnded(shouldResume: false)),
      .notify("book", .interruptionEnded(shouldResume: true)),
    ]
    #expect(effects.map(\.action).filter(ends.contains) == ends)
    #expect(effects.rule(of: ends[1]) == "ACT-15")
  }

  @Test(
    "who waits for music goes on waiting when that does not come back",
    .proves("INT-12", "INT-15")
  )
  func musicIsOver() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a", "b"])
    try stage(.interrupterBegan(.phone))
    let effects = try stage(.interrupterEnded(.phone, shouldResume: false))
    #expect(stage.activation("b") == .inactive && effects.told("a").isEmpty)
    #expect(stage.activation("a") == .interrupted(by: .session("b")))
  }

  @Test(
    "who begins to mix lets those go on that it held up, not those that others hold",
    .proves("INT-A5", "ACT-04")
  )
  func heldByOthers() throws {
    var stage = try Stage(.music("a"), .music("b"), .music("c"), active: ["a"])
    try stage(.forceInterrupt("a"))
    try stage(.activate("b"))
    try stage(.activate("c"))
    let effects = try stage(.setCategory("c", .playback, .default, [.mixWithOthers]))
    #expect(effects.told("b") == [.interruptionEnded(shouldResume: false)])
    #expect(effects.told("a").isEmpty)
    #expect(stage.activation("a") == .interrupted(by: .operator))
  }

  @Test(
    "who lets go with its output hears of no new route; who comes back sounds on its own",
    .proves("RTE-11", "ACT-14", "DEF-09")
  )
  func lostOutput() throws {
    var player = SessionConfiguration.music("player")
    player.behaviour.deactivatesOnStop = true
    var stage = try Stage(
      rig: [.speaker, .receiver, .mic, .phones],
      idle: .music().with(.ignore),
      player
    )
    try stage(.activate("music"))
    try stage(.activate("player"))
    try stage(.setCategory("music", .playAndRecord, .default, []))
    let effects = try stage.unplug(.phones)
    #expect(effects.told("player") == [.didDeactivate])
    #expect(effects.routeChanges("music") == [.categoryChange])
    #expect(stage.activation("music") == .active && stage.outputs("music") == ["receiver"])
  }

  @Test(
    "a call that begins again disturbs nobody whom the operator keeps undisturbed",
    .proves("INT-21", "INT-A6")
  )
  func beginsAgain() throws {
    var quiet = SessionConfiguration.music("quiet")
    quiet.behaviour.prefersNoInterruptionsFromSystemAlerts = true
    var stage = try Stage(quiet, active: ["quiet"])
    try stage(.setDoNotInterrupt(true, by: "desk"))
    try stage(.interrupterBegan(.phone))
    #expect(try stage(.interrupterBegan(.phone)).isEmpty)
    #expect(stage.activation("quiet") == .active)
  }

  @Test(
    "without do-not-interrupt a call stays heard, whoever plays beside it and whatever rings",
    .proves("INT-A6", "ANC-INT-05")
  )
  func staysHeard() throws {
    var quiet = SessionConfiguration.music("quiet")
    quiet.behaviour.prefersNoInterruptionsFromSystemAlerts = true
    var stage = try Stage(quiet)
    try stage(.setRigPolicy(RigPolicy(callAllowsPlayback: true)))
    try stage(.interrupterBegan(.phone))
    try stage(.activate("quiet"))
    #expect(
      try !stage.actions(.interrupterRang(.assistant)).contains(.soundInterrupter(.phone, false))
    )
    #expect(stage.activation("quiet") == .active)
  }
}
