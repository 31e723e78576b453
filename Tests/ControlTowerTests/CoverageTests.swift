// SPDX-License-Identifier: Apache-2.0
// Which tests count as a proof in the table of `make rules`, and at which grade.

import Testing

@testable import ControlTower
@testable import RuleTable

@Suite("Coverage")
struct CoverageTests {
  /// The coverage by `T.a()`, which says that it proves ACT-03, after these events.
  private func coverage(
    _ events: [String],
    isParameterized: Bool = false,
    at grade: ProofGrade = .live
  ) throws -> Coverage {
    let test = #""id":"T.a()","name":"a()","displayName":"it holds","kind":"function""#
    let lines =
      [#"{"kind":"test","payload":{\#(test),"isParameterized":\#(isParameterized)}}"#]
      + events.map { #"{"kind":"event","payload":{\#($0)}}"# }
    let run = try TestRun(events: lines.joined(separator: "\n"))
    return Coverage(run: run, notes: "T.a()\tACT-03\t\(grade)\n")
  }

  private static let started = #""kind":"testStarted","testID":"T.a()""#
  private static let ended = #""kind":"testEnded","testID":"T.a()""#

  private static func issue(isFailure: Bool) -> String {
    #""kind":"issueRecorded","testID":"T.a()","issue":{"isFailure":\#(isFailure)}"#
  }

  private func line(_ coverage: Coverage) -> String? {
    coverage.table.first { $0.hasPrefix("ACT-03") }
  }

  @Test("a test that ran and passed proves its rule")
  func passed() throws {
    let coverage = try coverage([Self.started, Self.ended])
    #expect(line(coverage) == "ACT-03       live, needs live                 live, T: it holds")
    #expect(!coverage.unproven.map(\.id).contains(RuleID("ACT-03")))
    #expect(coverage.summary.contains(" 1 of "))
    #expect(
      coverage.summary.contains("(tower 0, simulator 0, offline 0, live 1, library 0), by 1 tests")
    )
  }

  @Test("what is about sound counts only where it is heard", arguments: ProofGrade.allCases)
  func below(_ grade: ProofGrade) throws {
    let coverage = try coverage([Self.started, Self.ended], at: grade)
    let isUnproven = coverage.unproven.map(\.id).contains(RuleID("ACT-03"))
    #expect(isUnproven == [.tower, .simulator, .offline].contains(grade))
    #expect(line(coverage)?.contains("BELOW: \(grade), needs live ") == isUnproven)
    #expect(coverage.summary.contains(isUnproven ? " 0 of " : " 1 of "))
    #expect(coverage.summary.contains("\(grade) 1"))
  }

  @Test("the best of a rule's tests counts, whatever order they are noted in")
  func best() throws {
    let kinds =
      ["a", "b"].map { #"{"kind":"event","payload":{"kind":"testStarted","testID":"\#($0)"}}"# }
      + ["a", "b"].map { #"{"kind":"event","payload":{"kind":"testEnded","testID":"\#($0)"}}"# }
    let run = try TestRun(events: kinds.joined(separator: "\n"))
    for notes in ["a\tACT-03\ttower\nb\tACT-03\tlive", "a\tACT-03\tlive\na\tACT-03\ttower"] {
      let coverage = Coverage(run: run, notes: notes)
      #expect(line(coverage)?.hasPrefix("ACT-03       live, needs live ") == true)
    }
  }

  @Test("a note without a grade, or with one that does not exist, is none")
  func unknownGrade() throws {
    let lines = [Self.started, Self.ended].map { #"{"kind":"event","payload":{\#($0)}}"# }
    let run = try TestRun(events: lines.joined(separator: "\n"))
    for notes in ["T.a()\tACT-03", "T.a()\tACT-03\tguess"] {
      #expect(line(Coverage(run: run, notes: notes)) == "ACT-03       NOT PROVEN, needs live")
    }
  }

  @Test(
    "a test that failed, was skipped, broke off or has a known issue proves nothing",
    arguments: [
      ("failed", [started, issue(isFailure: true), ended]),
      ("knownIssue", [started, issue(isFailure: false), ended]),
      ("skipped", [#""kind":"testSkipped","testID":"T.a()""#]),
      ("unfinished", [started]),
      ("unfinished", []),
    ]
  )
  func notPassed(_ outcome: String, _ events: [String]) throws {
    let coverage = try coverage(events)
    #expect(
      line(coverage)
        == "ACT-03       NOT PROVEN, needs live           live, T: it holds (\(outcome))"
    )
    #expect(coverage.unproven.map(\.id).contains(RuleID("ACT-03")))
  }

  @Test("of a test that was run once more the last outcome counts")
  func again() throws {
    let (good, bad) = (
      [Self.started, Self.ended], [Self.started, Self.issue(isFailure: true), Self.ended]
    )
    #expect(line(try coverage(bad + good))?.hasSuffix("live, T: it holds") == true)
    #expect(line(try coverage(good + bad))?.hasSuffix("(failed)") == true)
  }

  @Test("a test without any of its arguments proves nothing")
  func noArguments() throws {
    let empty = try coverage([Self.started, Self.ended], isParameterized: true)
    #expect(line(empty)?.hasSuffix("(skipped)") == true)
    let one = #""kind":"testCaseStarted","testID":"T.a()""#
    let full = try coverage([Self.started, one, Self.ended], isParameterized: true)
    #expect(line(full)?.hasSuffix("it holds") == true)
  }

  @Test("guidelines and what is refused by name need no test")
  func guidelines() throws {
    let coverage = try coverage([])
    #expect(coverage.unproven.allSatisfy { $0.kind == .behaviour })
    #expect(coverage.table.contains("DEF-06       guideline                        preset check"))
    #expect(coverage.table.contains("ANC-OPT-05   refused by name"))
    #expect(RuleEntry.catalogue.allSatisfy { ($0.neededGrade != nil) == ($0.kind == .behaviour) })
    for rule in Rule.heard { #expect(rule.id.entry?.kind == .behaviour, "\(rule.id)") }
  }
}
