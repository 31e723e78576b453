// SPDX-License-Identifier: Apache-2.0
// The catalogue of rules is whole, and its rows can be read.

import RuleProofs
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

  @Test(
    "the version of the policy is made of every row of the tables, and is the same for all",
    .proves("CHG-06")
  )
  func version() {
    let lines = ControlTower.policyLines
    let rows =
      Category.allCases.count + Mode.allCases.count + CategoryOption.allCases.count
      + PortRole.allCases.count + RuleEntry.catalogue.count
    #expect(lines.count == rows && Set(lines).count == rows)
    #expect(lines.contains("measurement playAndRecord,playback,record "))
    #expect(lines.contains("duckOthers multiRoute,playAndRecord,playback mixWithOthers false"))
    #expect(ControlTower.policyVersion.wholeMatch(of: /[0-9a-f]{8}/) != nil)
    #expect(lines == ControlTower.policyLines, "sets have no order of their own")
  }

  @Test("an ID that stands in no row has no sentence")
  func unknown() {
    #expect(RuleID("ACT-99").sentence == nil)
    #expect(RuleID("act-03").entry == nil)
  }
}
