// SPDX-License-Identifier: Apache-2.0
// Random stories, what must hold after each of their events, and the shortest story that breaks it.

import ControlTower
import Quantities
import SeededNumbers

/// A sequence of events, for a tower and a rig that does what the tower decides.
struct Story {
  var events: [TowerEvent]

  /// What went wrong, and with which event; `nil` when nothing did.
  func complaint() -> (index: Int, text: String)? {
    var tower = ControlTower()
    var rig = ModelRig()
    for (index, event) in events.enumerated() {
      if let text = tower.complaint(after: event, rig: &rig) { return (index, text) }
    }
    return nil
  }

  /// The events, the decisions, and the state at the end, as bytes.
  func log() -> String {
    var tower = ControlTower()
    let lines = events.map { event in
      canonicalText(event) + "\n" + canonicalText(tower.decide(event).outcome) + "\n"
    }
    return lines.joined() + canonicalText(tower)
  }

  /// The shortest story found that goes wrong in some way.
  func shrunk() -> Story {
    guard let failure = complaint() else { return self }
    return Story(events: Array(events.prefix(failure.index + 1))).shrunk { $0.complaint() != nil }
  }

  /// The shortest story found that still goes wrong: it drops ever smaller pieces.
  func shrunk(while isWrong: (Story) -> Bool) -> Story {
    var story = self
    var size = max(1, story.events.count / 2)
    while true {
      var start = 0
      while start < story.events.count {
        var shorter = story
        shorter.events.removeSubrange(start..<min(start + size, story.events.count))
        if isWrong(shorter) { story = shorter } else { start += size }
      }
      if size == 1 { return story }
      size /= 2
    }
  }

  /// The story in words, with what was decided, and its end.
  var words: String {
    var tower = ControlTower()
    let lines = events.flatMap { event in
      let decision = tower.decide(event)
      return [decision.sentence] + decision.lines.map { "    \($0)" }
    }
    return (lines + [complaint()?.text ?? "all is well"]).joined(separator: "\n")
  }
}

extension ControlTower {
  /// Handles an event and says what is wrong with the answer.
  mutating func complaint(after event: TowerEvent, rig: inout ModelRig) -> String? {
    if event == .mediaServicesReset, !isServerLost,
      let complaint = complaint(after: .mediaServicesLost, rig: &rig)
    {
      return complaint
    }
    let before = self
    var seen: String?
    do throws(Refusal) {
      let effects = try handle(event)
      rig.carryOut(effects, of: event)
      seen = rig.witness.complaint(about: effects, of: event, from: before, to: self)
    } catch {
      if self != before { return "a refused event changed something" }
      if !RuleID.known.contains(error.rule) { return "\(error.rule) is not in the catalogue" }
      return nil
    }
    rig.note(event)
    return seen ?? rig.complaint ?? stateComplaint ?? ruleComplaint(rig)
      ?? rig.complaint(about: self)
  }

  /// Whether sessions exclude each other as they should, and can say why.
  private var stateComplaint: String? {
    if sessions.count(where: { $0.isActive && !$0.isMixable }) > 1 {
      return "two that do not mix are active"
    }
    for session in sessions {
      switch session.activation {
      case .interrupted(.session(let cause)) where self.session(cause) == nil:
        return "\(session.id) waits for a session that is gone"
      case .interrupted(.interrupter(let cause)) where phase(of: cause) == nil:
        return "\(session.id) waits for an interrupter that is over"
      default: break
      }
      if !RuleID.known.contains(session.explanation.rule) {
        return "\(session.id) has no reason"
      }
      if (session.inactivity == nil) != session.isActive { return "\(session.id) is both" }
    }
    return nil
  }

  /// Whether those that became active were allowed to (INT-07, ANC-ACT-03).
  private func ruleComplaint(_ rig: ModelRig) -> String? {
    for id in rig.activated {
      guard let session = session(id), session.isActive else { return "\(id) is not active" }
      if isServerLost { return "\(id) became active without a server" }
      for interrupter in activeInterrupters {
        let isAllowed =
          interrupter == .phone && phase(of: .phone) == .lasting && rig.callAllowsPlayback
          && !session.configuration.category.behaviour.hasInput
        if !isAllowed { return "\(id) became active during the \(interrupter)" }
      }
    }
    return nil
  }
}

extension RuleID {
  /// The rules of the catalogue.
  static let known = Set(RuleEntry.catalogue.map(\.id))
}
