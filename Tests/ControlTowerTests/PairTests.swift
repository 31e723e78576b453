// SPDX-License-Identifier: Apache-2.0
// Each way of being active beside each way of becoming active, against a table that is written out
// here.

import ControlTower
import Quantities
import RuleProofs
import Testing

@Suite("Pairs of sessions")
struct PairTests {
  /// How a session behaves towards others.
  struct Kind: Hashable, Sendable {
    let category: Category
    let mode: Mode
    let options: Set<CategoryOption>
    let isMixable: Bool
    let ducks: Bool
    let interruptsSpoken: Bool

    func session(_ id: SessionID) -> SessionConfiguration {
      SessionConfiguration(id: id, category: category, mode: mode, options: options)
    }
  }

  /// Whether a kind mixes, ducks and interrupts spoken audio, for each that makes sense.
  // swift-format-ignore
  static let kinds: [Kind] = [
    kind(.ambient,         [],                                              "m.."),
    kind(.soloAmbient,     [],                                              "..."),
    kind(.playback,        [],                                              "..."),
    kind(.playback,        [.mixWithOthers],                                "m.."),
    kind(.playback,        [.duckOthers],                                   "md."),
    kind(.playback,        [.interruptSpokenAudioAndMixWithOthers],         "m.i"),
    kind(.playback,        [.duckOthers, .interruptSpokenAudioAndMixWithOthers], "mdi"),
    kind(.record,          [],                                              "..."),
    kind(.playAndRecord,   [],                                              "..."),
    kind(.playAndRecord,   [.mixWithOthers],                                "m.."),
    kind(.playAndRecord,   [.mixWithOthers, .duckOthers],                   "md."),
    kind(.playAndRecord,   [.interruptSpokenAudioAndMixWithOthers],         "m.i"),
    kind(.audioProcessing, [],                                              "..."),
    kind(.multiRoute,      [],                                              "..."),
    kind(.multiRoute,      [.mixWithOthers],                                "m.."),
    kind(.multiRoute,      [.duckOthers],                                   "md."),
    kind(.multiRoute,      [.interruptSpokenAudioAndMixWithOthers],         "m.i"),
  ]

  /// The same kinds as audiobooks: in mode spokenAudio, where their categories sound.
  static let spoken: [Kind] = kinds.filter { $0.category.behaviour.hasOutput }.map {
    Kind(
      category: $0.category,
      mode: .spokenAudio,
      options: $0.options,
      isMixable: $0.isMixable,
      ducks: $0.ducks,
      interruptsSpoken: $0.interruptsSpoken
    )
  }

  private static func kind(
    _ category: Category,
    _ options: Set<CategoryOption>,
    _ flags: String
  ) -> Kind {
    Kind(
      category: category,
      mode: .default,
      options: options,
      isMixable: flags.contains("m"),
      ducks: flags.contains("d"),
      interruptsSpoken: flags.contains("i")
    )
  }

  @Test(
    "who becomes active interrupts, turns down or leaves alone who is active",
    .proves(
      "MIX-01",
      "MIX-02",
      "MIX-03",
      "MIX-A1",
      "INT-06",
      "DUCK-01",
      "DUCK-09",
      "ACT-02",
      "ANC-OPT-01",
      "ANC-MODE-01"
    ),
    arguments: kinds,
    kinds + spoken
  )
  func pairs(_ new: Kind, _ old: Kind) throws {
    var stage = try Stage(old.session("old"), new.session("new"), active: ["old"])
    #expect(stage.tower.session("new")?.isMixable == new.isMixable)
    let actions = try stage.actions(.activate("new"))
    let isInterrupted =
      (!new.isMixable && !old.isMixable) || (new.interruptsSpoken && old.mode == .spokenAudio)
    #expect(stage.activation("new") == .active)
    #expect(
      stage.activation("old") == (isInterrupted ? .interrupted(by: .session("new")) : .active)
    )
    #expect(
      actions.contains(.notify("old", .interruptionBegan(.anotherSession))) == isInterrupted
    )
    #expect((stage.duckLevel("old") != nil) == (!isInterrupted && new.ducks))
    #expect((stage.duckLevel("new") != nil) == (!isInterrupted && old.ducks))
    try stage(.deactivate("new", notifyingOthers: true))
    #expect(stage.activation("old") == .active)
    #expect(stage.duckLevel("old") == nil)
  }
}

@Suite("Spoken audio")
struct SpokenAudioTests {
  private let book = SessionConfiguration(id: "book", category: .playback, mode: .spokenAudio)
  private let prompt = SessionConfiguration(
    id: "prompt",
    category: .playback,
    options: [.interruptSpokenAudioAndMixWithOthers]
  )

  @Test(
    "a prompt stops the audiobook and lets the pad go on; afterwards the book resumes",
    .proves("ANC-MODE-01", "ANC-OPT-01")
  )
  func promptOverBook() throws {
    var stage = try Stage(book, .mixing(), prompt, active: ["book", "pad"])
    let effects = try stage(.activate("prompt"))
    #expect(effects.first?.action == .suspend("book"))
    #expect(effects.first?.rule == RuleID("ANC-OPT-01"))
    #expect(stage.activation("pad") == .active)
    #expect(
      try stage.actions(.deactivate("prompt", notifyingOthers: true))
        .contains(.notify("book", .interruptionEnded(shouldResume: true)))
    )
    #expect(stage.activation("book") == .active)
  }

  @Test("after a call the book waits for the prompt that comes back with it", .proves("ANC-OPT-01"))
  func afterCall() throws {
    var stage = try Stage(book, prompt, active: ["book", "prompt"])
    try stage(.interrupterBegan(.phone))
    try stage(.interrupterEnded(.phone, shouldResume: true))
    #expect(stage.activation("prompt") == .active)
    #expect(stage.activation("book") == .interrupted(by: .session("prompt")))
  }

  @Test("who asks for it while active stops the book at once", .proves("ANC-OPT-01", "CHG-02"))
  func whileActive() throws {
    var stage = try Stage(book, .mixing(), active: ["book", "pad"])
    try stage(.setCategory("pad", .playback, .default, prompt.options))
    #expect(stage.activation("book") == .interrupted(by: .session("pad")))
  }
}
