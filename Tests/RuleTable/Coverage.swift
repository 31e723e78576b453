// SPDX-License-Identifier: Apache-2.0
// Rules, the tests that prove them, and the verdict.

internal import ControlTower

/// Which rules a run of the tests has proven.
struct Coverage {
  /// The tests that say they prove a rule, by its ID.
  private var tests: [String: Set<String>] = [:]
  private let run: TestRun

  /// `notes` has a line for each test and rule with its grade, as `RuleProofs` writes them.
  init(run: TestRun, notes: String) {
    self.run = run
    for line in notes.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard parts.count == 3 else { continue }
      tests[String(parts[1]), default: []].insert(String(parts[0]))
    }
  }

  /// Whether at least one test proves the rule, and none that ran failed to.
  func isProven(_ rule: RuleEntry) -> Bool {
    let outcomes = outcomes(rule)
    return outcomes.contains(.passed) && !outcomes.contains { $0 > .skipped }
  }

  /// The rules that Tarmac shows and that no test proves.
  var unproven: [RuleEntry] {
    RuleEntry.catalogue.filter { $0.kind == .behaviour && !isProven($0) }
  }

  /// The whole table: for each rule a line, with further lines for further tests.
  var table: [String] {
    RuleEntry.catalogue.flatMap { rule in
      let lines = reasons(rule)
      guard let first = lines.first else { return [column("\(rule.id)", 13) + verdict(rule)] }
      let start = column("\(rule.id)", 13) + column(verdict(rule), 17)
      return [start + first] + lines.dropFirst().map { column("", 30) + $0 }
    }
  }

  /// The figures in one line.
  var summary: String {
    let catalogue = RuleEntry.catalogue
    let count = { (kind: RuleEntry.Kind) in catalogue.count { $0.kind == kind } }
    let behaviour = count(.behaviour)
    let proofs = Set(tests.values.joined()).count
    return "\(catalogue.count) rules: \(behaviour - unproven.count) of \(behaviour) proven, "
      + "by \(proofs) tests; \(count(.guideline)) guidelines; "
      + "\(count(.refusedByName)) refused by name"
  }

  private func outcomes(_ rule: RuleEntry) -> [TestRun.Outcome] {
    (tests[rule.id.description] ?? []).map { run.outcomes[$0] ?? .unfinished }
  }

  private func verdict(_ rule: RuleEntry) -> String {
    switch rule.kind {
    case .guideline: "guideline"
    case .refusedByName: "refused by name"
    case .behaviour: isProven(rule) ? "proven" : "NOT PROVEN"
    }
  }

  /// What stands for a guideline, then the tests; behind those that did not pass, how they ended.
  private func reasons(_ rule: RuleEntry) -> [String] {
    let named = (tests[rule.id.description] ?? []).map { test in
      let outcome = run.outcomes[test] ?? .unfinished
      return (run.names[test] ?? test) + (outcome == .passed ? "" : " (\(outcome))")
    }
    return (rule.coveredBy.map { [$0] } ?? []) + named.sorted()
  }

  private func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
