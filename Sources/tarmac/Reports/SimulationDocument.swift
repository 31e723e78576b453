// SPDX-License-Identifier: Apache-2.0
// The log of a simulation for programs: each sentence, with its facts beside it.

internal import ControlProtocol
import ControlTower
internal import Host
import OfflineRendering
internal import Quantities

// The document's own `Decision` would hide the tower's type.
private typealias TowerDecision = Decision

/// What `tarmac simulate --json` writes.
struct SimulationDocument: Encodable {
  var title: String
  var preset: String
  /// The version of the rules that decided.
  var policy_version = ControlTower.policyVersion
  var entries: [Entry]
  var end_seconds: Double
  /// The sessions at the end.
  var sessions: [Session]

  /// One thing that happened.
  struct Entry: Encodable {
    var at_seconds: Double
    var event: String
    /// The facts of `event`.
    var happening: Happening
    var note: String?
    var decisions: [Decision]
    var players: [String]
    /// The facts of `players`.
    var moves: [Move]
  }

  /// What happened, in facts; fields that do not belong to its kind are left out.
  struct Happening: Encodable {
    /// `rigComesUp`, `event`, `prepare`, `play`, `pause`, `seek`, `cue`, `fileEnds`,
    /// `trackBegins` or `hardwareObeys`.
    var kind: String
    /// The tower's input: an event or a question.
    var event: DecisionEventStatus?
    var session: String?
    var source: String?
    var position_seconds: Double?
    /// The file of a track that begins.
    var file: String?
  }

  /// One player that stopped or went on.
  struct Move: Encodable {
    var player: String
    var isPlaying: Bool
    var position_seconds: Double
  }

  /// One thing that the tower was asked.
  struct Decision: Encodable {
    var event: String
    /// The facts of `event`.
    var happening: DecisionEventStatus?
    /// Why it was refused.
    var refusal: String?
    /// The facts of `refusal`.
    var refused: RefusalStatus?
    var effects: [Effect]
  }

  /// One thing that was to be done.
  struct Effect: Encodable {
    /// What it concerns: a session, an interrupter, or the rig.
    var subject: String
    var what: String
    var rule: String
    /// What caused it.
    var cause: String?
    /// The facts of all that.
    var facts: EffectStatus?
  }

  /// A session at the end.
  struct Session: Encodable {
    var session: String
    /// `inactive`, `active` or `interrupted`.
    var state: String
    var isPaused: Bool
    var inputs: [String]
    var outputs: [String]
    /// Where its players are in their files.
    var positions_seconds: [Double]
    var why: String
    /// The rule that `why` names.
    var rule: String
  }
}

extension SimulationDocument {
  /// Describes a simulation.
  init(_ report: SimulationReport) {
    title = report.title
    preset = report.preset
    end_seconds = report.end.value
    entries = report.entries.map(Entry.init)
    sessions = report.tower.sessions.map { session in
      let state =
        switch session.activation {
        case .inactive: "inactive"
        case .active: "active"
        case .interrupted: "interrupted"
        }
      return Session(
        session: session.id.name,
        state: state,
        isPaused: session.isPaused,
        inputs: session.route.inputs.map(\.name),
        outputs: session.route.outputs.map(\.name),
        positions_seconds: (report.positions[session.id] ?? []).map(\.value),
        why: session.why,
        rule: session.explanation.rule.description
      )
    }
  }
}

extension SimulationDocument.Entry {
  fileprivate init(_ entry: SimulationEntry) {
    at_seconds = entry.at.value
    event = entry.event
    happening = SimulationDocument.Happening(entry.happening)
    note = entry.note
    decisions = entry.decisions.indices.map {
      SimulationDocument.Decision(entry.decisions[$0], entry.levelsBefore[$0])
    }
    players = entry.remarks
    moves = entry.moves.map {
      SimulationDocument.Move(
        player: $0.player,
        isPlaying: $0.isPlaying,
        position_seconds: $0.position.value
      )
    }
  }
}

extension SimulationDocument.Decision {
  fileprivate init(_ decision: TowerDecision, _ levelsBefore: [Decibels?]) {
    let facts = DecisionStatus(0, decision, levelsBefore: levelsBefore)
    event = decision.sentence
    happening = facts.happening
    refusal = decision.refusal?.sentence
    refused = facts.refusal
    let done = facts.effects ?? []
    effects = decision.effects.indices.map { index in
      let effect = decision.effects[index]
      return SimulationDocument.Effect(
        subject: effect.action.subject,
        what: effect.action.text,
        rule: effect.rule.description,
        cause: effect.cause?.description,
        facts: done.indices.contains(index) ? done[index] : nil
      )
    }
  }
}

extension SimulationDocument.Happening {
  fileprivate init(_ happening: SimulationHappening) {
    switch happening {
    case .rigComesUp: self.init(kind: "rigComesUp")
    case .event(let event): self.init(kind: "event", event: DecisionEventStatus(event))
    case .gesture(let verb, let id, let source, let position):
      self.init(
        kind: verb,
        session: id.name,
        source: source,
        position_seconds: position?.value
      )
    case .fileEnds(let id, let source):
      self.init(kind: "fileEnds", session: id.name, source: source)
    case .trackBegins(let id, let source, let file):
      self.init(kind: "trackBegins", session: id.name, source: source, file: file)
    case .hardwareObeys: self.init(kind: "hardwareObeys")
    }
  }
}
