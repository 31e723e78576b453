// SPDX-License-Identifier: Apache-2.0
// Each behaviour of each category, shown by a session that has it.

import ControlTower
import RuleProofs
import Testing

@Suite("Categories")
struct CategoryTests {
  /// Which switches a category follows, written out once more.
  static let obeying: [Category: (silent: String?, lock: String?)] = [
    .ambient: ("CAT-01", "CAT-02"), .soloAmbient: ("CAT-07", "CAT-08"), .playback: (nil, nil),
    .record: (nil, nil), .playAndRecord: (nil, nil), .audioProcessing: (nil, nil),
    .multiRoute: (nil, nil),
  ]

  @Test(
    "the silent switch mutes ambient and soloAmbient sessions, and leaves all others alone",
    .proves(
      "CAT-01",
      "CAT-07",
      "CAT-13",
      "CAT-19",
      "CAT-25",
      "CAT-31",
      "CAT-37",
      "DEF-14",
      "BG-06"
    ),
    arguments: Category.allCases
  )
  func silentSwitch(_ category: Category) throws {
    var stage = try Stage(SessionConfiguration(id: "a", category: category), active: ["a"])
    let before = stage.tower.session("a")
    let effects = try stage(.setSilent(true)).filter { $0.action == .silence("a", true) }
    #expect(effects.first?.rule.description == Self.obeying[category]?.silent)
    #expect(effects.allSatisfy { $0.cause == .silentSwitch })
    #expect(stage.tower.session("a")?.isSounding == true)
    let after = try stage.actions(.setSilent(false))
    #expect(after.contains(.silence("a", false)) == !effects.isEmpty)
    #expect(stage.tower.session("a") == before)
  }

  @Test(
    "the lock holds ambient and soloAmbient sessions, and leaves all others alone",
    .proves("CAT-02", "CAT-08", "CAT-14", "CAT-20", "CAT-26", "CAT-31", "CAT-38", "BG-06"),
    arguments: Category.allCases
  )
  func lock(_ category: Category) throws {
    var stage = try Stage(SessionConfiguration(id: "a", category: category), active: ["a"])
    let before = stage.tower.session("a")
    let effects = try stage(.setLocked(true)).filter { $0.action == .suspend("a") }
    #expect(effects.first?.rule.description == Self.obeying[category]?.lock)
    #expect(stage.tower.session("a")?.isActive == true)
    #expect(stage.tower.session("a")?.isSounding == effects.isEmpty)
    #expect(try stage.actions(.setLocked(false)).contains(.sound("a")) == !effects.isEmpty)
    #expect(stage.tower.session("a") == before)
  }

  @Test(
    "each category but ambient interrupts music, even one that makes no sound",
    .proves(
      "CAT-03",
      "CAT-09",
      "CAT-15",
      "CAT-21",
      "CAT-27",
      "CAT-32",
      "CAT-39",
      "CHG-11",
      "ACT-02"
    ),
    arguments: Category.allCases
  )
  func interrupting(_ category: Category) throws {
    var stage = try Stage(
      .music(),
      SessionConfiguration(id: "a", category: category),
      active: ["music"]
    )
    let actions = try stage.actions(.activate("a"))
    let began = TowerEffect.Action.notify("music", .interruptionBegan(.anotherSession))
    #expect(actions.contains(began) == (category != .ambient))
    #expect(stage.tower.session("music")?.isActive == (category == .ambient))
  }

  @Test(
    "a playAndRecord session interrupts music with the first that it does, be it playing or recording",
    .proves("CAT-27", "DEF-05", "ACT-18"),
    arguments: [TowerEvent.setPlaying("chat", true), .setRecording("chat", true)]
  )
  func firstOfBoth(_ first: TowerEvent) throws {
    var stage = try Stage(rig: [.mic, .speaker], idle: .music(), .chat())
    try stage(.activate("music"))
    let effects = try stage(first)
    let began = TowerEffect.Action.notify("music", .interruptionBegan(.anotherSession))
    #expect(effects.contains { $0.action == began && $0.cause == .session("chat") })
    let rule = first == .setPlaying("chat", true) ? "DEF-05" : "ACT-18"
    #expect(effects.last { $0.action == .sound("chat") }?.rule == RuleID(rule))
    #expect(stage.activation("chat") == .active)
    for second: TowerEvent in [.setPlaying("chat", true), .setRecording("chat", true)] {
      #expect(try stage(second).isEmpty)
    }
  }

  @Test(
    "categories that may mix do so when asked to, and still ignore the silent switch",
    .proves("CAT-16", "CAT-28", "CAT-40", "OPT-06"),
    arguments: [Category.playback, .playAndRecord, .multiRoute]
  )
  func mixing(_ category: Category) throws {
    #expect(!SessionConfiguration(id: "a", category: category).isMixable)
    var stage = try Stage(
      .music(),
      SessionConfiguration(id: "a", category: category, options: [.mixWithOthers]),
      active: ["music", "a"]
    )
    #expect(stage.tower.sessions.allSatisfy { $0.isActive })
    #expect(!(try stage.actions(.setSilent(true)).contains(.silence("a", true))))
  }

  @Test(
    "a session that has sources for an input hears it only if its category has one",
    .proves("CAT-05", "CAT-11", "CAT-17", "CAT-29", "CAT-34", "CAT-41", "CHG-08"),
    arguments: Category.allCases
  )
  func input(_ category: Category) throws {
    var stage = try Stage(SessionConfiguration(id: "a", category: category, usesInput: true))
    let zero = try stage(.activate("a")).first { $0.action == .zeroInput("a", true) }
    let rules: [Category: String] = [
      .ambient: "CAT-05", .soloAmbient: "CAT-11", .playback: "CAT-17", .audioProcessing: "CAT-34",
    ]
    #expect(zero?.rule.description == rules[category])
  }

  @Test(
    "preparing a player and playing it are answered each by the category, and only playing activates",
    .proves("CAT-06", "CAT-12", "CAT-18", "CAT-24", "CAT-36", "CAT-42", "PLY-06"),
    arguments: Category.allCases
  )
  func players(_ category: Category) throws {
    let expected: [Category: [String?]] = [
      .record: [nil, "CAT-24"], .audioProcessing: ["CAT-36", "CAT-36"],
    ]
    let rules = expected[category] ?? [nil, nil]
    var stage = try Stage(.music(), SessionConfiguration(id: "a", category: category))
    try stage(.activate("music"))
    for (verb, rule) in zip([TowerEvent.prepare("a"), .setPlaying("a", true)], rules) {
      let before = stage.snapshot
      let decision = stage.tower.decide(verb)
      #expect(decision.refusal?.rule.description == rule)
      #expect(decision.refusal.map { $0.code == .cannotStartPlaying } ?? true)
      if verb == .prepare("a") || rule != nil { #expect(stage.snapshot == before) }
    }
    #expect(stage.activation("a") == (rules[1] == nil ? .active : .inactive))
  }

  @Test(
    "the session that says nothing is one without input that switch and lock silence",
    .proves("DEF-04", "DEF-A1")
  )
  func defaults() throws {
    var stage = try Stage(.music(), SessionConfiguration(id: "a", usesInput: true))
    try stage(.activate("music"))
    let actions = try stage.actions(.activate("a"))
    #expect(actions.contains(.suspend("music")) && actions.contains(.zeroInput("a", true)))
    #expect(try stage.actions(.setSilent(true)).contains(.silence("a", true)))
    #expect(try stage.actions(.setLocked(true)).contains(.suspend("a")))
  }

  @Test(
    "old names stand for their categories, so that no event can tell them apart",
    .proves("ALI-01", "ALI-02", "ALI-03")
  )
  func aliases() {
    #expect(Category.aliases == ["uiSounds": .ambient, "liveAudio": .playback])
    #expect(Category.aliases.keys.allSatisfy { Category(rawValue: $0) == nil })
  }

  @Test("all categories have one row, the same for every session", .proves("CHG-06", "DEF-14"))
  func oneTable() {
    #expect(Set(Category.allCases.map(\.behaviour)).count == 6)
    #expect(Category.playAndRecord.behaviour == Category.multiRoute.behaviour)
  }
}
