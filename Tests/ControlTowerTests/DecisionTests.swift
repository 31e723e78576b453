// SPDX-License-Identifier: Apache-2.0
// Decisions in words: the log, the explanation, what would happen.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Decisions in words")
struct DecisionTests {
  @Test(
    "the log says what happened, what was done, by which rule and because of whom",
    .proves("ACT-01")
  )
  func log() throws {
    var stage = try Stage(.music(), .ducker(level: -14), active: ["music"])
    let decision = stage.tower.decide(.activate("voice"))
    #expect(decision.sentence == "voice asks to be active")
    #expect(
      decision.lines.first
        == "music     turned down to -14 dB in 0.1 s          DUCK-01 by session 'voice'"
    )
    #expect(decision.lines.count == decision.effects.count)
    #expect(decision.refusal == nil)
  }

  @Test("a refusal is one line, and changes nothing", .proves("INT-07", "ACT-05"))
  func refusal() throws {
    var stage = try Stage(.music())
    try stage(.interrupterBegan(.phone))
    let before = stage.tower
    let decision = stage.tower.decide(.activate("music"))
    #expect(stage.tower == before)
    #expect(decision.effects.isEmpty)
    #expect(
      decision.lines == ["refused   Refused because of the phone            INT-07 by the phone"]
    )
  }

  @Test("what would happen can be asked, and nothing does", .proves("ACT-01"))
  func whatIf() throws {
    var stage = try Stage(.music("a"), .music("b"), active: ["a"])
    let before = stage.tower
    let answer = stage.tower.whatIf(.activate("b"))
    #expect(stage.tower == before)
    #expect(answer == .success(try stage(.activate("b"))))
    try stage(.interrupterBegan(.phone))
    #expect(throws: Refusal.self) { try stage.tower.whatIf(.activate("a")).get() }
  }

  @Test("every event and every effect of 5,000 random ones has plain words of its own")
  func words() {
    var tower = ControlTower()
    var lines: Set<String> = []
    for event in Story.random(seed: 11, count: 5_000).events {
      let decision = tower.decide(event)
      let texts = [decision.sentence] + decision.lines
      if let odd = texts.first(where: { !$0.isPlain }) { Issue.record("'\(odd)' is not plain") }
      if decision.sentence.isEmpty { Issue.record("\(event) has no words") }
      lines.formUnion(decision.effects.map(\.line))
      for session in tower.sessions {
        let sentences = tower.explain(session.id)
        let isWell = session.why.isEmpty && session.isActive
        if sentences.isEmpty || !isWell && sentences[0] != session.why {
          Issue.record("\(session.id) has no headline")
        }
        if let bad = sentences.first(where: { !$0.hasSuffix(").") || $0.contains("see the rule") })
        {
          Issue.record("'\(bad)' explains nothing")
        }
      }
    }
    #expect(lines.count > 300)
  }

  @Test("the same story is told in the same words")
  func deterministic() {
    let story = Story.random(seed: 3, count: 300)
    #expect(story.words == story.words)
    #expect(story.words.hasSuffix("all is well"))
  }

  @Test(
    "the headline is what matters most, and everything else follows it",
    .proves("BG-05", "DUCK-01", "SIL-02", "INT-10")
  )
  func explanation() throws {
    var stage = try Stage(
      SessionConfiguration(id: "game", category: .ambient, usesInput: true),
      .music(),
      .ducker(),
      active: ["game", "music", "voice"]
    )
    try stage(.setSilent(true))
    try stage(.setLocked(true))
    try stage(.setPlaying("game", false))
    #expect(
      stage.tower.explain("game").map { String($0.prefix { $0 != ":" }) } == [
        "Held by the lock", "Silenced by the silent switch", "Paused",
        "Turned down by session 'voice'", "Hears exact silence", "Active",
        "Goes nowhere",
        "Secondary sound should be silent because of session 'music'",
      ]
    )
    #expect(stage.tower.explain("nobody").isEmpty)
  }

  @Test(
    "who can't become active hears what stands in the way",
    .proves("INT-07", "PERM-01", "RST-A5")
  )
  func blocked() throws {
    var stage = try Stage(
      SessionConfiguration(
        id: "take",
        category: .record,
        usesInput: true,
        behaviour: SessionBehaviour(recordPermission: .undetermined)
      )
    )
    try stage(.interrupterBegan(.alarm))
    try stage(.mediaServicesLost)
    #expect(
      stage.tower.explain("take").map { String($0.prefix { $0 != ":" }) } == [
        "Inactive", "Silent because of the loss of the audio server",
        "Can't become active because of the alarm", "May not record yet",
      ]
    )
  }

  @Test(
    "what sessions are told is a closed list, each with its words",
    .proves("ANC-NOT-01", "ANC-INT-02")
  )
  func notifications() {
    let all: [TowerEffect.Notification] = [
      .didActivate, .didDeactivate, .interruptionBegan(.anotherSession),
      .interruptionBegan(.appWasSuspended, isLate: true), .interruptionBegan(.builtInMicMuted),
      .interruptionBegan(.routeDisconnected), .interruptionBegan(.interrupter(.phone)),
      .interruptionBegan(.operator), .interruptionEnded(shouldResume: true),
      .routeChanged(.override, previous: .empty), .availableInputsChanged,
      .inputAvailabilityChanged(true), .silenceSecondaryAudioHint(true), .mediaServicesWereLost,
      .mediaServicesWereReset, .recordPermissionAnswered(true), .ioReconfigured,
      .outputMuteStateChanged(true),
    ]
    #expect(Set(all.map(\.text)).count == all.count)
    #expect(all.allSatisfy { !$0.text.isEmpty })
  }
}

extension String {
  /// Whether it is one line of ASCII, and no value printed by accident.
  fileprivate var isPlain: Bool {
    allSatisfy { $0.isASCII && $0 != "\n" } && !contains("(name:") && !contains("Optional(")
  }
}
