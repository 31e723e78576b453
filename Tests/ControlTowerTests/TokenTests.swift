// SPDX-License-Identifier: Apache-2.0
// Resources that only one session at a time can have.

import ControlTower
import RuleProofs
import Testing

@Suite("Exclusive tokens")
struct TokenTests {
  private let card = ExclusiveToken("card")

  private func session(
    _ id: SessionID,
    _ category: Category = .playback,
    mixes: Bool = false
  ) -> SessionConfiguration {
    SessionConfiguration(
      id: id,
      category: category,
      options: mixes ? [.mixWithOthers] : [],
      tokens: [card]
    )
  }

  @Test(
    "the loser gives its token back before the winner gets it, and sounds",
    .proves("HWC-01", "HWC-02", "HWC-07")
  )
  func handover() throws {
    var stage = try Stage(session("a"), session("b"), active: ["a"])
    #expect(stage.tower.session("a")?.tokens == [card])
    let actions = try stage.actions(.activate("b"))
    #expect(
      actions == [
        .suspend("a"), .hold(card, "a", false), .notify("a", .interruptionBegan(.anotherSession)),
        .hold(card, "b", true), .sound("b"), .notify("b", .didActivate),
      ]
    )
    #expect(
      try stage.actions(.deactivate("b", notifyingOthers: false)).contains(.hold(card, "b", false))
    )
  }

  @Test(
    "a session that mixes sounds without it, beside the holder and beside others",
    .proves("HWC-03", "HWC-04", "HWC-05", "MIX-04")
  )
  func mixing() throws {
    let stage = try Stage(
      session("a"),
      session("b", mixes: true),
      session("c", mixes: true),
      active: ["a", "b", "c"]
    )
    #expect(stage.tower.sessions.allSatisfy { $0.isSounding })
    #expect(stage.tower.sessions.filter { !$0.tokens.isEmpty }.map(\.id) == ["a"])
    #expect(stage.tower.explain("b").contains { $0.hasPrefix("Does without token 'card'") })
  }

  @Test(
    "every category but ambient is entitled to it until it mixes",
    .proves("HWC-06"),
    arguments: Category.allCases
  )
  func categories(_ category: Category) throws {
    let stage = try Stage(session("a", category), active: ["a"])
    #expect(stage.tower.session("a")?.tokens.isEmpty == (category == .ambient))
  }

  @Test(
    "an active session that starts to mix loses it, and wins it back",
    .proves("HWC-03", "MIX-04")
  )
  func changes() throws {
    var stage = try Stage(session("a"), active: ["a"])
    let lost = try stage(.setCategory("a", .playback, .default, [.mixWithOthers]))
    #expect(lost == [TowerEffect(.hold(card, "a", false), rule: RuleID("HWC-03"))])
    let won = try stage(.setCategory("a", .playback, .default, []))
    #expect(won == [TowerEffect(.hold(card, "a", true), rule: RuleID("HWC-02"))])
  }

  @Test(
    "an encoder is a token as a decoder is: a recorder has it until another one records or plays",
    .proves("HWC-01", "HWC-02", "HWC-07")
  )
  func encoder() throws {
    let (encoder, decoder) = (ExclusiveToken("encoder"), ExclusiveToken("decoder"))
    var take = session("take", .record)
    take.tokens = [encoder]
    var call = session("call", .playAndRecord)
    call.tokens = [encoder, decoder]
    var stage = try Stage(take, call, active: ["take"])
    #expect(stage.tower.session("take")?.tokens == [encoder])
    let holds = try stage.actions(.activate("call")).compactMap { action in
      if case .hold(let token, let id, let isHeld) = action { (token, id, isHeld) } else { nil }
    }
    #expect(holds.map(\.0) == [encoder, decoder, encoder])
    #expect(holds.map(\.1) == ["take", "call", "call"] && holds.map(\.2) == [false, true, true])
    try stage(.setCategory("call", .playAndRecord, .default, [.mixWithOthers]))
    #expect(stage.tower.session("call")?.tokens == [])
  }

  @Test("a session that is gone holds nothing", .proves("ACT-17"))
  func removal() throws {
    var stage = try Stage(session("a"), active: ["a"])
    #expect(try stage.actions(.removed("a")) == [.suspend("a"), .hold(card, "a", false)])
  }
}
