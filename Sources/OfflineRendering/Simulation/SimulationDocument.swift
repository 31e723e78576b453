// SPDX-License-Identifier: Apache-2.0
// The log of a simulation for programs.

import ControlTower
import Quantities

/// What `tarmac simulate --json` writes.
public struct SimulationDocument: Encodable {
  var title: String
  var preset: String
  /// Which rules it was decided by.
  var policy_version = ControlTower.policyVersion
  var entries: [Entry]
  var end_seconds: Double

  /// One thing that happened.
  struct Entry: Encodable {
    var at_seconds: Double
    var event: String
    var note: String?
    var decisions: [Decision]
    var players: [String]
  }

  /// One thing that the tower was asked.
  struct Decision: Encodable {
    var event: String
    /// Why it was refused.
    var refusal: String?
    var effects: [Effect]
  }

  /// One thing that was to be done.
  struct Effect: Encodable {
    /// Whom it concerns: a session, an interrupter, or the rig.
    var subject: String
    var what: String
    var rule: String
    /// Who is the cause.
    var cause: String?

    init(_ effect: TowerEffect) {
      subject = effect.action.subject
      what = effect.action.text
      rule = effect.rule.description
      cause = effect.cause?.description
    }
  }

  /// Describes a simulation.
  public init(_ report: SimulationReport) {
    title = report.title
    preset = report.preset
    end_seconds = report.end.value
    entries = report.entries.map { entry in
      Entry(
        at_seconds: entry.at.value,
        event: entry.event,
        note: entry.note,
        decisions: entry.decisions.map { decision in
          Decision(
            event: decision.sentence,
            refusal: decision.refusal?.sentence,
            effects: decision.effects.map(Effect.init)
          )
        },
        players: entry.remarks
      )
    }
  }
}
