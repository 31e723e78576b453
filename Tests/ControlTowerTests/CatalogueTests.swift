// SPDX-License-Identifier: Apache-2.0
// The catalogue of rules is whole, and its rows can be read.

import Testing

@testable import ControlTower

@Suite("Rule catalogue")
struct CatalogueTests {
  @Test("every rule has one row")
  func rows() {
    #expect(RuleEntry.families.joined().count == Rule.allCases.count)
    #expect(RuleEntry.catalogue.map(\.id.description) == Rule.allCases.map(\.rawValue))
  }

  @Test("a rule's sentence can follow a colon", arguments: RuleEntry.catalogue)
  func sentences(_ entry: RuleEntry) {
    #expect(entry.id.sentence == entry.sentence)
    #expect(!entry.sentence.isEmpty && entry.sentence.count <= 110)
    #expect(!entry.sentence.hasSuffix(".") && !entry.sentence.contains("\n"))
    let first = entry.sentence.prefix { $0 != " " }
    let isName = ["USB", "HDMI"].contains(first)
    #expect(isName || first.first?.isLowercase == true)
  }

  @Test("a rule names its documents, and a guideline what stands for it")
  func sources() {
    #expect(RuleEntry.catalogue.allSatisfy { !$0.sources.isEmpty })
    #expect(RuleEntry.catalogue.allSatisfy { ($0.kind == .guideline) == ($0.coveredBy != nil) })
  }

  @Test("no two rules say the same")
  func duplicates() {
    let sentences = RuleEntry.catalogue.map(\.sentence)
    #expect(Set(sentences).count == sentences.count)
  }

  @Test("an ID that stands in no row has no sentence")
  func unknown() {
    #expect(RuleID("ACT-99").sentence == nil)
    #expect(RuleID("act-03").entry == nil)
  }
}
