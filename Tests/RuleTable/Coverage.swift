// SPDX-License-Identifier: Apache-2.0
// Rules, where tests prove them, and the verdict.

internal import ControlTower

/// Which rules a run of the tests has proven.
struct Coverage {
  /// The tests that say they prove a rule, by its ID, each with the grade at which it does.
  private var tests: [String: [String: ProofGrade]] = [:]
  private let run: TestRun

  /// `notes` has a line for each test and rule with its grade, as `RuleProofs` writes them.
  init(run: TestRun, notes: String) {
    self.run = run
    for line in notes.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard parts.count == 3, let grade = ProofGrade(rawValue: String(parts[2])) else { continue }
      tests[String(parts[1]), default: [:]].merge([String(parts[0]): grade], uniquingKeysWith: max)
    }
  }

  /// The best grade at which a test proves the rule; `nil` if none does, or one that ran failed to.
  func grade(_ rule: RuleEntry) -> ProofGrade? {
    let tests = tests(rule)
    guard !tests.contains(where: { $0.outcome > .skipped }) else { return nil }
    return tests.filter { $0.outcome == .passed }.map(\.grade).max()
  }

  /// Whether the rule is proven at the grade that it needs.
  func isProven(_ rule: RuleEntry) -> Bool {
    guard let needed = rule.neededGrade, let grade = grade(rule) else { return false }
    return grade >= needed
  }

  /// The rules that Tarmac shows and that no test proves at the grade that they need.
  var unproven: [RuleEntry] {
    RuleEntry.catalogue.filter { $0.kind == .behaviour && !isProven($0) }
  }

  /// The whole table: for each rule a line, with further lines for further tests.
  var table: [String] {
    RuleEntry.catalogue.flatMap { rule in
      let lines = reasons(rule)
      guard let first = lines.first else { return [column("\(rule.id)", 13) + verdict(rule)] }
      let start = column("\(rule.id)", 13) + column(verdict(rule), 33)
      return [start + first] + lines.dropFirst().map { column("", 46) + $0 }
    }
  }

  /// The figures in one line.
  var summary: String {
    let catalogue = RuleEntry.catalogue
    let count = { (kind: RuleEntry.Kind) in catalogue.count { $0.kind == kind } }
    let behaviour = count(.behaviour)
    let proofs = Set(tests.values.flatMap(\.keys)).count
    return "\(catalogue.count) rules: \(behaviour - unproven.count) of \(behaviour) proven where "
      + "they need it (\(grades)), by \(proofs) tests; \(count(.guideline)) guidelines; "
      + "\(count(.refusedByName)) refused by name"
  }

  /// How many rules have each grade as their best one.
  private var grades: String {
    let reached = RuleEntry.catalogue.filter { $0.kind == .behaviour }.map(grade)
    return ProofGrade.allCases.map { grade in "\(grade) \(reached.count { $0 == grade })" }
      .joined(separator: ", ")
  }

  /// The tests of a rule, in the order of their names.
  private func tests(_ rule: RuleEntry) -> [(
    name: String, grade: ProofGrade, outcome: TestRun.Outcome
  )] {
    (tests[rule.id.description] ?? [:])
      .map { (run.names[$0] ?? $0, $1, run.outcomes[$0] ?? .unfinished) }
      .sorted { $0.name < $1.name }
  }

  private func verdict(_ rule: RuleEntry) -> String {
    guard let needed = rule.neededGrade else {
      return rule.kind == .guideline ? "guideline" : "refused by name"
    }
    guard let grade = grade(rule) else { return "NOT PROVEN, needs \(needed)" }
    return grade < needed ? "BELOW: \(grade), needs \(needed)" : "\(grade), needs \(needed)"
  }

  /// What covers a guideline, then the tests with their grades; behind tests that did not pass, how
  /// they ended.
  private func reasons(_ rule: RuleEntry) -> [String] {
    (rule.coveredBy.map { [$0] } ?? [])
      + tests(rule).map { test in
        "\(test.grade), \(test.name)" + (test.outcome == .passed ? "" : " (\(test.outcome))")
      }
  }

  private func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
