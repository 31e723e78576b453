// SPDX-License-Identifier: Apache-2.0
// What every rule of the session layer says, where it comes from and how it is kept; the rows are
// in `Rules`.

/// A rule of the session layer.
package struct RuleEntry: Hashable, Sendable {
  /// The ID, such as `MIX-03`.
  package let id: RuleID
  /// What Tarmac does, in lower case and without a full stop, to be read after "deckA is
  /// interrupted by deckB:".
  package let sentence: String
  /// Where it comes from.
  package let sources: [RuleSource]
  /// Whether Tarmac does it, advises it or refuses it.
  package let kind: Kind
  /// What covers a guideline: a role preset, a check or a page.
  package let coveredBy: String?
  /// The least grade that a test of a behaviour needs; `nil` for what needs no test.
  package let neededGrade: ProofGrade?

  /// How a rule is kept.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Tarmac does it; a test proves it.
    case behaviour
    /// It is for authors of presets and programs; role presets and checks help.
    case guideline
    /// No rig can have it; a preset or a program that asks for it by name gets an error that says
    /// so.
    case refusedByName
  }

  /// The titles of the documents, in one line.
  package var source: String {
    sources.map(\.rawValue).joined(separator: "; ")
  }

  /// All rules, family by family.
  package static let catalogue: [RuleEntry] = Rule.allCases.compactMap { rows[$0] }

  /// The rows by rule; a rule with two rows traps here.
  fileprivate static let rows: [Rule: RuleEntry] = Dictionary(
    uniqueKeysWithValues: families.joined().compactMap { entry in
      Rule(rawValue: entry.id.description).map { ($0, entry) }
    }
  )

  static let families: [[RuleEntry]] = [
    definitions, categories, modes, mixing, activation, interruptions, routes, outputs, hardware,
    services, roles,
  ]
}

/// A public document that states rules, or Tarmac itself.
package enum RuleSource: String, Hashable, Sendable, CaseIterable {
  case guide = "Audio Session Programming Guide (2014)"
  case guide2017 = "Audio Session Programming Guide (2017)"
  case article = "AVAudioSession article (2016)"
  case talk = "WWDC 2009 session 315"
  case activating = "Activating an Audio Session"
  case preferences = "Technical Q&A on preferences"
  case resetQA = "Technical Q&A QA1749"
  case routingQA = "Technical Q&A QA1754"
  case movies = "Working with Movies and iPod Music"
  case header = "AVAudioSession.h"
  case documentation = "AVAudioSession documentation"
  case toolbox = "AudioSession.h"
  /// What no document says: a rig needs it.
  case tarmac = "Tarmac"
}

extension RuleEntry {
  static func behaviour(_ rule: Rule, _ sources: [RuleSource], _ sentence: String) -> RuleEntry {
    RuleEntry(rule, sources, sentence, .behaviour)
  }

  static func guideline(
    _ rule: Rule,
    _ sources: [RuleSource],
    _ sentence: String,
    coveredBy: String
  ) -> RuleEntry {
    RuleEntry(rule, sources, sentence, .guideline, coveredBy: coveredBy)
  }

  static func refusedByName(_ rule: Rule, _ sources: [RuleSource], _ sentence: String) -> RuleEntry
  {
    RuleEntry(rule, sources, sentence, .refusedByName)
  }

  private init(
    _ rule: Rule,
    _ sources: [RuleSource],
    _ sentence: String,
    _ kind: Kind,
    coveredBy: String? = nil
  ) {
    id = RuleID(rule.rawValue)
    self.sentence = sentence
    self.sources = sources
    self.kind = kind
    self.coveredBy = coveredBy
    neededGrade = kind == .behaviour ? rule.neededGrade : nil
  }
}

extension Rule {
  /// What the rule says, to be read after "deckA is interrupted by deckB:".
  var sentence: String { RuleEntry.rows[self]?.sentence ?? "" }
}

extension RuleID {
  /// The row of the catalogue; `nil` for an unknown ID.
  package var entry: RuleEntry? {
    Rule(rawValue: description).flatMap { RuleEntry.rows[$0] }
  }

  /// What the rule says, in lower case and without a full stop; `nil` for an unknown ID.
  package var sentence: String? { entry?.sentence }
}
