// SPDX-License-Identifier: Apache-2.0
// Whatever happens, in whatever order: what must hold after every event.

import ControlTower
import Quantities
import RuleProofs
import SeededNumbers
import Testing

@Suite("Random events")
struct RandomEventTests {
  @Test(
    "the promises hold after each of 20,000 random events",
    .proves("MIX-03", "INT-07", "ACT-03", "DUCK-02"),
    arguments: [1, 2, 3] as [UInt64]
  )
  func promisesHold(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    var stage = try Stage()
    var rig = Rig()
    var refusals = 0
    for _ in 0..<20_000 {
      let event = TowerEvent.random(using: &random)
      let before = stage.snapshot
      do {
        let effects = try stage(event)
        rig.carryOut(effects, of: event)
      } catch let refusal as Refusal {
        refusals += 1
        try #require(stage.snapshot == before)
        try #require(refusal.rule.sentence != nil)
      }
      try #require(rig.complaint == nil, "after \(event)")
      try #require(complaint(about: stage, rig) == nil, "after \(event)")
    }
    #expect(refusals > 1_000)
    #expect(refusals < 15_000)
  }

  /// What is wrong with the state, or with a rig that did as it was told; `nil` when nothing is.
  private func complaint(about stage: Stage, _ rig: Rig) -> String? {
    let sessions = stage.tower.sessions
    let active = sessions.filter(\.isActive)
    if active.filter({ !$0.configuration.isMixable }).count > 1 { return "two exclude each other" }
    if !active.isEmpty, !stage.tower.activeInterrupters.isEmpty { return "active in a call" }
    if Set(active.map(\.id)) != rig.sounding { return "state and sound differ" }
    for session in active {
      let others = active.filter { $0.id != session.id }
      let ducks = others.filter { $0.configuration.optionsInForce.contains(.duckOthers) }
      let isMeasuring = session.configuration.mode == .measurement
      let level = isMeasuring ? nil : ducks.map(\.configuration.duck.level).min()
      if session.duck?.duck.level != level { return "\(session.id) is turned down wrongly" }
      if rig.levels[session.id, default: .unity] != level ?? .unity { return "strip level" }
      if rig.measuring.contains(session.id) != isMeasuring { return "bypass" }
    }
    for session in sessions {
      if case .interrupted(.session(let culprit)) = session.activation,
        stage.tower.session(culprit) == nil
      {
        return "\(session.id) waits for a session that is gone"
      }
      if case .interrupted(.interrupter(let culprit)) = session.activation,
        !stage.tower.activeInterrupters.contains(culprit)
      {
        return "\(session.id) waits for an interrupter that is over"
      }
      if session.explanation.rule.sentence == nil { return "no reason" }
    }
    return nil
  }
}

/// A rig that does what effects say and complains about what it should not have been told.
private struct Rig {
  var sounding: Set<SessionID> = []
  var levels: [SessionID: Decibels] = [:]
  var measuring: Set<SessionID> = []
  var complaint: String?

  mutating func carryOut(_ effects: [TowerEffect], of event: TowerEvent) {
    if Set(effects.map(\.action)).count != effects.count { complaint = "an effect came twice" }
    var hasSounded = false
    for effect in effects {
      if effect.rule.sentence == nil { complaint = "\(effect.rule) is not in the catalogue" }
      switch effect.action {
      case .sound(let id, _):
        hasSounded = true
        if !sounding.insert(id).inserted { complaint = "\(id) sounds already" }
      case .suspend(let id):
        if hasSounded { complaint = "\(id) is silenced after another one sounds" }
        if sounding.remove(id) == nil { complaint = "\(id) is silent already" }
      case .duck(let id, let level, let over, _):
        if levels[id, default: .unity] == level { complaint = "\(id) is at that level already" }
        if (over == .zero) == sounding.contains(id) { complaint = "\(id) jumps or swells" }
        levels[id] = level
      case .measure(let id, let isOn):
        if measuring.contains(id) == isOn { complaint = "\(id) is bypassed already, or not" }
        if isOn { measuring.insert(id) } else { measuring.remove(id) }
      default:
        break
      }
    }
    if case .removed(let id) = event {
      levels[id] = nil
      measuring.remove(id)
    }
  }
}

extension TowerEvent {
  fileprivate static func random(using random: inout SeededNumbers) -> TowerEvent {
    let id = SessionID("abcdefgh".randomElement(using: &random).map(String.init) ?? "a")
    let interrupter = Interrupter.allCases.randomElement(using: &random) ?? .phone
    let category = Category.allCases.randomElement(using: &random) ?? .ambient
    let mode =
      Int.random(in: 0..<3, using: &random) == 0
      ? Mode.allCases.randomElement(using: &random) ?? .default : .default
    var options = Set(CategoryOption.allCases.filter { _ in Bool.random(using: &random) })
    if Bool.random(using: &random) { options = [] }
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<4:
      return .added(
        SessionConfiguration(
          id: id,
          category: category,
          mode: mode,
          options: options,
          duck: Duck(
            level: Decibels(Float(Int.random(in: -30 ... -1, using: &random))),
            attack: Seconds(0.1),
            release: Seconds(0.6)
          )
        )
      )
    case 4: return .removed(id)
    case 5..<8: return .setCategory(id, category, mode, options)
    case 8..<13: return .activate(id)
    case 13..<16: return .deactivate(id, notifyingOthers: Bool.random(using: &random))
    case 16..<18: return .setPlaying(id, Bool.random(using: &random))
    case 18: return .interrupterBegan(interrupter)
    default: return .interrupterEnded(interrupter, shouldResume: Bool.random(using: &random))
    }
  }
}
