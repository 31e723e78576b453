// SPDX-License-Identifier: Apache-2.0
// Ringing, accepting, declining; do-not-interrupt; calls that allow playback; what the assistant
// causes.

import ControlTower
import RuleProofs
import Testing

@Suite("Ringing")
struct RingTests {
  private let take = SessionConfiguration(
    id: "take",
    category: .record,
    behaviour: SessionBehaviour(prefersNoInterruptionsFromSystemAlerts: true)
  )

  @Test(
    "a ringing phone spares who asked for it, an accepted call nobody",
    .proves("ANC-INT-05", "INT-A1", "INT-18")
  )
  func acceptedCall() throws {
    var stage = try Stage(take, .mixing(), active: ["take", "pad"])
    try stage(.interrupterRang(.phone))
    #expect(stage.tower.phase(of: .phone) == .ringing)
    #expect(stage.activation("take") == .active)
    #expect(stage.activation("pad") == .interrupted(by: .interrupter(.phone)))
    #expect(stage.refusal(.activate("pad"))?.rule == RuleID("INT-07"))
    let accepted = try stage.actions(.interrupterAccepted(.phone))
    #expect(
      accepted == [
        .suspend("take"), .notify("take", .interruptionBegan(.interrupter(.phone))),
        .soundInterrupter(.phone, true),
      ]
    )
    #expect(stage.tower.phase(of: .phone) == .lasting)
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.tower.sessions.allSatisfy { $0.isActive })
  }

  @Test(
    "a declined call releases at once, with the hint to resume",
    .proves("INT-18", "INT-A1", "INT-A5", "INT-19")
  )
  func declinedCall() throws {
    var stage = try Stage(.music(), active: ["music"])
    try stage(.interrupterRang(.phone))
    let effects = try stage(.interrupterDeclined(.phone)).filter(\.action.concernsSession)
    #expect(
      effects.map(\.action) == [
        .notify("music", .interruptionEnded(shouldResume: true)), .sound("music"),
        .notify("music", .didActivate),
      ]
    )
    #expect(effects.first?.rule == RuleID("INT-18"))
  }

  @Test(
    "only what rings can be accepted or declined, in words otherwise",
    .proves("INT-18"),
    arguments: Interrupter.allCases
  )
  func onlyRinging(_ interrupter: Interrupter) throws {
    var stage = try Stage(.music(), active: ["music"])
    func refuse(_ event: TowerEvent) {
      let refusal = stage.refusal(event)
      #expect(refusal?.reason == .notRinging(interrupter) && refusal?.rule == RuleID("INT-18"))
      #expect(refusal?.sentence.hasPrefix("The \(interrupter.rawValue) does not ring: ") == true)
      #expect(refusal?.code == .badParam)
    }
    refuse(.interrupterAccepted(interrupter))
    refuse(.interrupterDeclined(interrupter))
    try stage(.interrupterRang(interrupter))
    try stage(.interrupterAccepted(interrupter))
    refuse(.interrupterAccepted(interrupter))
    refuse(.interrupterDeclined(interrupter))
    #expect(stage.activation("music") == .interrupted(by: .interrupter(interrupter)))
    try stage(.interrupterEnded(interrupter, shouldResume: true))
    #expect(stage.activation("music") == .active)
    refuse(.interrupterDeclined(interrupter))
  }

  @Test("a ringing alarm interrupts every session, every time", .proves("INT-02"))
  func ringingAlarm() throws {
    var stage = try Stage(take, active: ["take"])
    try stage(.setDoNotInterrupt(true, by: "desk"))
    try stage(.interrupterRang(.alarm))
    #expect(stage.activation("take") == .interrupted(by: .interrupter(.alarm)))
  }

  @Test(
    "with do-not-interrupt neither a ring nor the assistant reaches a session, and it is known who did that",
    .proves("INT-21")
  )
  func doNotInterrupt() throws {
    var stage = try Stage(.music(), active: ["music"])
    try stage(.setDoNotInterrupt(true, by: "desk"))
    #expect(stage.tower.switches.doNotInterrupt == "desk")
    for event: TowerEvent in [
      .interrupterRang(.phone), .interrupterRang(.assistant), .interrupterBegan(.assistant),
    ] {
      let refusal = stage.refusal(event)
      #expect(refusal?.reason == .doNotInterrupt(by: "desk"))
      #expect(refusal?.rule == RuleID("INT-21"))
      #expect(refusal?.sentence.contains("'desk'") == true)
    }
    try stage(.interrupterAccepted(.phone))
    #expect(stage.activation("music") == .interrupted(by: .interrupter(.phone)))
    try stage(.setDoNotInterrupt(false, by: "desk"))
    #expect(stage.tower.switches.doNotInterrupt == nil)
  }

  @Test(
    "with do-not-interrupt a call is silent to who prefers no interruptions until they end",
    .proves("INT-21", "INT-A6")
  )
  func undisturbedTake() throws {
    var stage = try Stage(take, .mixing(), active: ["take", "pad"])
    try stage(.setDoNotInterrupt(true, by: "desk"))
    #expect(stage.refusal(.systemSound("click"))?.rule == RuleID("CAT-23"))
    let began = try stage(.interrupterBegan(.phone))
    #expect(stage.activation("take") == .active)
    #expect(began.told("take").isEmpty)
    #expect(stage.activation("pad") == .interrupted(by: .interrupter(.phone)))
    #expect(!began.map(\.action).contains(.soundInterrupter(.phone, true)))
    #expect(stage.tower.explain("take").contains { $0.hasPrefix("Left alone by the phone") })
    let ended = try stage.actions(.deactivate("take", notifyingOthers: true))
    #expect(ended.contains(.soundInterrupter(.phone, true)))
    #expect(stage.refusal(.activate("take"))?.rule == RuleID("INT-07"), "it has ended")
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.activation("pad") == .active)
  }

  @Test(
    "who accepts a call means it, with do-not-interrupt too, whether it had begun or rang",
    .proves("ANC-INT-05", "INT-A6"),
    arguments: [true, false]
  )
  func acceptedAllTheSame(_ hasBegun: Bool) throws {
    var stage = try Stage(take, active: ["take"])
    if !hasBegun { try stage(.interrupterRang(.phone)) }
    try stage(.setDoNotInterrupt(true, by: "desk"))
    if hasBegun { try stage(.interrupterBegan(.phone)) }
    #expect(stage.activation("take") == .active)
    let accepted = try stage.actions(.interrupterAccepted(.phone))
    #expect(stage.activation("take") == .interrupted(by: .interrupter(.phone)))
    #expect(accepted.contains(.soundInterrupter(.phone, true)))
    #expect(try stage(.interrupterAccepted(.phone)).isEmpty)
  }

  @Test(
    "who lifts do-not-interrupt lets the call through",
    .proves("INT-21", "INT-A6")
  )
  func liftedDuringCall() throws {
    var stage = try Stage(take, active: ["take"])
    try stage(.setDoNotInterrupt(true, by: "desk"))
    try stage(.interrupterBegan(.phone))
    #expect(
      try stage.actions(.setDoNotInterrupt(false, by: "desk")).filter {
        $0 != .silenceSystemSounds(true)
      }
        == [
          .suspend("take"), .notify("take", .interruptionBegan(.interrupter(.phone))),
          .soundInterrupter(.phone, true),
        ]
    )
  }

  @Test(
    "an alarm reaches an undisturbed take all the same, and says so",
    .proves("INT-02", "INT-A7")
  )
  func alarmDisturbs() throws {
    var stage = try Stage(take, .music(), active: ["take"])
    try stage(.setDoNotInterrupt(true, by: "desk"))
    let began = try stage(.interrupterBegan(.alarm))
    #expect(began.rule(of: .suspend("take")) == "INT-A7")
    #expect(stage.tower.session("take")?.why.contains("do-not-interrupt") == true)
    #expect(began.map(\.action).contains(.soundInterrupter(.alarm, true)))
    try stage(.interrupterEnded(.alarm, shouldResume: true))
    try stage(.setDoNotInterrupt(false, by: "desk"))
    let usual = try stage(.interrupterBegan(.alarm))
    #expect(usual.rule(of: .suspend("take")) == "INT-02")
  }

  @Test(
    "alerts stay away from a session with the preference while do-not-interrupt is on",
    .proves("INT-A6")
  )
  func alertsStayAway() throws {
    let pad = SessionConfiguration(
      id: "pad",
      category: .playback,
      options: [.mixWithOthers],
      behaviour: SessionBehaviour(prefersNoInterruptionsFromSystemAlerts: true)
    )
    var stage = try Stage(pad, active: ["pad"])
    #expect(try stage.actions(.systemSound("click")) == [.playSystemSound("click")])
    try stage(.setDoNotInterrupt(true, by: "desk"))
    #expect(stage.refusal(.systemSound("click"))?.rule == RuleID("INT-A6"))
    try stage(.deactivate("pad", notifyingOthers: true))
    #expect(try stage.actions(.systemSound("click")) == [.playSystemSound("click")])
  }

  @Test(
    "during a call that allows playback those without input become active, those with one do not",
    .proves("ANC-ACT-03"),
    arguments: Category.allCases
  )
  func callAllowsPlayback(_ category: Category) throws {
    var stage = try Stage(SessionConfiguration(id: "a", category: category))
    try stage(.setRigPolicy(RigPolicy(callAllowsPlayback: true)))
    try stage(.interrupterRang(.phone))
    #expect(stage.refusal(.activate("a"))?.rule == RuleID("INT-07"), "it only rings")
    try stage(.interrupterAccepted(.phone))
    if [.record, .playAndRecord, .multiRoute].contains(category) {
      #expect(stage.refusal(.activate("a"))?.code == .insufficientPriority)
    } else {
      try stage(.activate("a"))
      #expect(stage.activation("a") == .active)
      try stage(.interrupterBegan(.alarm))
      #expect(stage.activation("a") == .interrupted(by: .interrupter(.alarm)))
    }
  }

  @Test(
    "what its user told the assistant counts at the end, whatever the hint says",
    .proves("INT-A2")
  )
  func assistant() throws {
    for (isPlaying, hint) in [(true, false), (false, true)] {
      var stage = try Stage(.music(), active: ["music"])
      try stage(.interrupterBegan(.assistant))
      try stage(.setPlaying("music", !isPlaying))
      #expect(try stage(.setPlaying("music", isPlaying)).isEmpty)
      #expect(stage.activation("music") == .interrupted(by: .interrupter(.assistant)))
      let effects = try stage(.interrupterEnded(.assistant, shouldResume: hint))
      #expect(stage.activation("music") == (isPlaying ? .active : .inactive))
      #expect(effects.contains { $0.rule == RuleID("INT-A2") } == isPlaying)
    }
  }

  @Test("the assistant that records answers by its own code", .proves("INT-07", "ANC-ACT-05"))
  func siri() throws {
    var stage = try Stage(.music())
    try stage(.interrupterBegan(.assistant))
    #expect(stage.refusal(.activate("music"))?.code == .siriIsRecording)
  }

  @Test(
    "an interrupter's bus opens with it and closes at its end, and no duck reaches it",
    .proves("INT-04", "DUCK-08", "DUCK-A1")
  )
  func bus() throws {
    var stage = try Stage(.ducker(), active: ["voice"])
    try stage(.setRigPolicy(RigPolicy(callAllowsPlayback: true)))
    #expect(try stage.actions(.interrupterBegan(.phone)).contains(.soundInterrupter(.phone, true)))
    let actions = try stage.actions(.activate("voice"))
    #expect(actions == [.sound("voice"), .notify("voice", .didActivate)])
    #expect(
      try stage.actions(.interrupterEnded(.phone, shouldResume: true))
        .contains(.soundInterrupter(.phone, false))
    )
  }

  @Test(
    "the sound stops before the session is told, and nothing asks it",
    .proves("INT-05", "INT-09", "INT-10", "INT-A1")
  )
  func fact() throws {
    var stage = try Stage(.music(), active: ["music"])
    let actions = try stage.actions(.interrupterBegan(.phone))
    #expect(
      actions.prefix(2) == [
        .suspend("music"), .notify("music", .interruptionBegan(.interrupter(.phone))),
      ]
    )
    #expect(stage.tower.session("music")?.inactivity?.source == .system)
    #expect(stage.tower.session("music")?.why.hasPrefix("Interrupted by the phone") == true)
  }

  @Test(
    "a game comes back whatever the hint says, if it was playing",
    .proves("ANC-INT-01", "INT-15")
  )
  func game() throws {
    let game = SessionConfiguration(id: "game", behaviour: SessionBehaviour(resume: .always))
    var stage = try Stage(game, active: ["game"])
    try stage(.interrupterBegan(.phone))
    try stage(.interrupterEnded(.phone, shouldResume: false))
    #expect(stage.activation("game") == .active)
  }

  @Test(
    "a ring is heard until it is answered, and never beside what was begun",
    .proves("INT-A8"),
    arguments: Interrupter.allCases
  )
  func ring(_ interrupter: Interrupter) throws {
    var stage = try Stage(.music(), active: ["music"])
    let rang = try stage.actions(.interrupterRang(interrupter))
    let (silent, rings) = (
      rang.firstIndex(of: .suspend("music")), rang.firstIndex(of: .soundRing(interrupter, true))
    )
    #expect(try #require(silent) < #require(rings))
    let begun = try stage.actions(.interrupterAccepted(interrupter))
    #expect(
      begun.prefix(2) == [.soundRing(interrupter, false), .soundInterrupter(interrupter, true)]
    )
    try stage(.interrupterEnded(interrupter, shouldResume: true))
    try stage(.interrupterRang(interrupter))
    #expect(
      try stage.actions(.interrupterDeclined(interrupter)).contains(.soundRing(interrupter, false))
    )
  }

  @Test(
    "the silent switch silences a ring, a recorder and who prefers it too; an alarm rings on",
    .proves("INT-A8", "CAT-23"),
    arguments: Interrupter.allCases
  )
  func silentRing(_ interrupter: Interrupter) throws {
    let rings = interrupter == .alarm
    var stage = try Stage(take, .music())
    try stage(.setSilent(true))
    #expect(
      try stage.actions(.interrupterRang(interrupter)).contains(.soundRing(interrupter, true))
        == rings
    )
    #expect(
      try stage.actions(.setSilent(false)).contains(.soundRing(interrupter, true)) != rings
    )
    try stage(.interrupterDeclined(interrupter))
    try stage(.activate("take"))
    #expect(
      try stage.actions(.interrupterRang(interrupter)).contains(.soundRing(interrupter, true))
        == rings
    )
    let ended = try stage.actions(.deactivate("take", notifyingOthers: true))
    #expect(ended.contains(.soundRing(interrupter, true)) != rings)
  }
}
