// SPDX-License-Identifier: Apache-2.0
// Reads how a session ducks others.

import ControlTower
import Quantities
import RigModel

/// Reads the duck of one session.
struct DuckReader {
  /// The name of the session.
  let owner: String
  /// The names of all sessions.
  let sessions: [String]
  let log: ProblemLog

  /// When a session that ducks begins to sound.
  enum Start: String, CaseIterable {
    case immediately, afterAttack
  }

  /// Reads a duck; the defaults are those of `base`.
  func read(_ node: YAMLNode, base: Duck) -> (duck: Duck, of: [SessionID: Duck]) {
    guard let fields = Fields(node, .duck, log) else { return (base, [:]) }
    var duck = values(fields, base)
    if let start: Start = fields.choice("start") { duck.startsAfterAttack = start == .afterAttack }
    var others: [SessionID: Duck] = [:]
    for entry in fields["of"]?.entries(as: "of", log) ?? [] {
      guard let ducked = Fields(entry.value, .duckedSession, log), isDuckable(entry) else {
        continue
      }
      others[SessionID(entry.key)] = values(ducked, duck)
    }
    return (duck, others)
  }

  private func isDuckable(_ entry: YAMLNode.Entry) -> Bool {
    guard entry.key != owner else {
      log.report(entry.position, "a session does not duck itself: remove \(entry.key.quoted)")
      return false
    }
    guard sessions.contains(entry.key) else {
      let known = sessions.filter { $0 != owner }
      let hint = Spelling.hintOrList(entry.key, among: known, of: "other sessions")
      log.report(entry.position, "there is no session \(entry.key.quoted) to duck\(hint)")
      return false
    }
    return true
  }

  private func values(_ fields: Fields, _ base: Duck) -> Duck {
    var duck = base
    duck.attack = fields.seconds("attack_seconds", default: base.attack)
    duck.hold = fields.seconds("hold_seconds", default: base.hold)
    duck.release = fields.seconds("release_seconds", default: base.release)
    if let node = fields["level_db"] {
      if let value = node.decimal, Limits.duckLevel.contains(value) {
        duck.level = Decibels(Float(value))
        node.warnOfQuotes(log)
      } else {
        let bounds = "a number from \(Limits.duckLevel.lowerBound.short) to below 0"
        log.report(node.position, "level_db of a duck must be \(bounds), not \(node.summary)")
      }
    }
    if let node = fields["sidechain"] { duck.sidechain = sidechain(node, duck.level) }
    return duck
  }

  private func sidechain(_ node: YAMLNode, _ level: Decibels) -> Sidechain? {
    guard let fields = Fields(node, .sidechain, log) else { return nil }
    // Reads both before reporting a missing one, so that all mistakes are found.
    let threshold = fields.number("threshold_db")
    let bounds = Double(level.value)...0
    let idle = fields["idle_db"].map { $0.number(as: "idle_db", in: bounds, log) } ?? 0
    guard let threshold, let idle else { return nil }
    return Sidechain(threshold: Decibels(Float(threshold)), idle: Decibels(Float(idle)))
  }
}
