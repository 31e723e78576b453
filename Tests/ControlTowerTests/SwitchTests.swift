// SPDX-License-Identifier: Apache-2.0
// The silent switch, the lock, the microphone switch, and a session's own mute.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Switches")
struct SwitchTests {
  private let game = SessionConfiguration(id: "game", category: .ambient)

  @Test(
    "silent switch and lock tell the session nothing, and lifting them restores what was",
    .proves("BG-03", "BG-04", "BG-05", "CAT-08")
  )
  func restores() throws {
    var stage = try Stage(game, .ducker(), active: ["game", "voice"])
    let before = stage.tower
    #expect(
      try stage.actions(.setSilent(true)).filter(\.concernsSession) == [.silence("game", true)]
    )
    #expect(try stage.actions(.setLocked(true)).filter(\.concernsSession) == [.suspend("game")])
    #expect(stage.activation("game") == .active)
    #expect(try stage.actions(.setLocked(false)).filter(\.concernsSession) == [.sound("game")])
    #expect(
      try stage.actions(.setSilent(false)).filter(\.concernsSession) == [.silence("game", false)]
    )
    #expect(stage.tower == before)
  }

  @Test(
    "under the lock a category that ignores it goes on only with background audio",
    .proves("BG-01", "CAT-14"),
    arguments: [true, false]
  )
  func backgroundAudio(_ has: Bool) throws {
    let music = SessionConfiguration(
      id: "music",
      category: .playback,
      behaviour: SessionBehaviour(backgroundAudio: has)
    )
    var stage = try Stage(music, active: ["music"])
    let effects = try stage(.setLocked(true)).filter(\.action.concernsSession)
    #expect(effects.map(\.action) == (has ? [] : [.suspend("music")]))
    #expect(effects.allSatisfy { $0.rule == RuleID("BG-01") && $0.cause == .lock })
  }

  @Test("a session that becomes active under the lock waits for its end, active", .proves("BG-04"))
  func startsLocked() throws {
    var stage = try Stage(game)
    try stage(.setLocked(true))
    #expect(try stage.actions(.activate("game")) == [.notify("game", .didActivate)])
    #expect(
      try stage.actions(.setLocked(false)).filter(\.concernsSession) == [.sound("game")]
    )
  }

  @Test(
    "a session muted by its user is silent while its time runs, and hears of it; system sounds go on",
    .proves("ANC-MUT-01")
  )
  func mute() throws {
    var stage = try Stage(.music(), active: ["music"])
    #expect(
      try stage.actions(.setOutputMuted("music", true)) == [
        .mute("music", true), .notify("music", .outputMuteStateChanged(true)),
      ]
    )
    #expect(try stage.actions(.systemSound("click")) == [.playSystemSound("click")])
    #expect(try stage(.setOutputMuted("music", true)).isEmpty)
    #expect(try stage.actions(.setOutputMuted("music", false)).first == .mute("music", false))
  }

  @Test(
    "a muted short film interrupts nobody until it is heard",
    .proves("ANC-MODE-03")
  )
  func shortFilm() throws {
    let film = SessionConfiguration(id: "film", category: .playback, mode: .shortFormVideo)
    var stage = try Stage(.music(), film, active: ["music"])
    try stage(.setOutputMuted("film", true))
    try stage(.activate("film"))
    #expect(stage.activation("music") == .active)
    try stage(.setOutputMuted("film", false))
    #expect(stage.activation("music") == .interrupted(by: .session("film")))
    #expect(
      try stage.actions(.setOutputMuted("film", true))
        .contains(.notify("music", .interruptionEnded(shouldResume: false)))
    )
  }

  @Test(
    "a cut microphone interrupts who hears it, unless it would rather hear silence",
    .proves("ANC-OPT-04", "INT-11", "INT-22", "ANC-INT-02"),
    arguments: [true, false]
  )
  func microphone(_ overrides: Bool) throws {
    let taker = SessionConfiguration(
      id: "take",
      category: .record,
      options: overrides ? [.overrideMutedMicrophoneInterruption] : [],
      usesInput: true
    )
    var stage = try Stage(taker, .mixing(), active: ["take", "pad"])
    let actions = try stage.actions(.setMicrophoneMuted(true)).filter(\.concernsSession)
    if overrides {
      #expect(actions == [.zeroInput("take", true)])
      #expect(
        try stage.actions(.setMicrophoneMuted(false)).filter(\.concernsSession)
          == [.zeroInput("take", false)]
      )
    } else {
      #expect(
        actions == [
          .suspend("take"), .notify("take", .interruptionBegan(.builtInMicMuted)),
          .silence("pad", false),
        ]
      )
      #expect(
        try stage.actions(.setMicrophoneMuted(false)).filter(\.concernsSession).prefix(2) == [
          .silence("pad", true), .notify("take", .interruptionEnded(shouldResume: true)),
        ]
      )
      #expect(stage.activation("take") == .active)
    }
    #expect(stage.activation("pad") == .active)
  }
}

extension TowerEffect.Action {
  /// Whether the event concerns a session, not the rig.
  var concernsSession: Bool {
    switch self {
    case .silenceSystemSounds, .soundInterrupter, .soundRing, .playSystemSound: false
    default: true
    }
  }
}
