// SPDX-License-Identifier: Apache-2.0
// Which rules a test proves. `make rules` joins what is noted here with how the tests ended.

package import ControlTower
internal import Foundation
internal import Glibc
package import Testing

/// The trait of a test, or of each test of a suite, that proves rules of the session layer.
package struct RuleProof: TestTrait, SuiteTrait {
  /// The rules.
  package let rules: [RuleID]
  /// Where the tests see or hear them.
  package let grade: ProofGrade

  /// A suite applies the trait to its tests: a suite by itself proves nothing.
  package let isRecursive = true

  /// Fails the test if one of the rules does not exist, and notes the rules when the environment
  /// names a file for them.
  ///
  /// What is thrown here becomes an issue of the test; `Issue.record` would be lost, as no test
  /// runs yet.
  package func prepare(for test: Test) async throws {
    for rule in rules where rule.sentence == nil { throw UnknownRule(rule: rule) }
    guard !test.isSuite else { return }
    for rule in rules { ProofNotes.add("\(test.id)\t\(rule)\t\(grade.rawValue)\n") }
  }
}

extension Trait where Self == RuleProof {
  /// Says that a test proves these rules, such as `.proves("ACT-03", "MIX-03", at: .live)`.
  package static func proves(_ rules: String..., at grade: ProofGrade = .tower) -> Self {
    RuleProof(rules: rules.map { RuleID($0) }, grade: grade)
  }

  /// Says that a test proves these rules; for tests whose rules are data.
  package static func proves(_ rules: [String], at grade: ProofGrade = .tower) -> Self {
    RuleProof(rules: rules.map { RuleID($0) }, grade: grade)
  }
}

/// A test names a rule that is not in the catalogue.
struct UnknownRule: Error, CustomStringConvertible {
  var rule: RuleID
  var description: String { "there is no rule \(rule) in the catalogue (Tables/Rule.swift)" }
}

/// The file that the environment variable `TARMAC_RULE_PROOFS` names: a line for each test and
/// rule.
enum ProofNotes {
  private static let descriptor: CInt? = ProcessInfo.processInfo
    .environment["TARMAC_RULE_PROOFS"]
    .map { unsafe open($0, O_WRONLY | O_APPEND | O_CREAT, 0o644) }

  /// Adds a line; the kernel keeps lines of several threads apart.
  static func add(_ line: String) {
    guard let descriptor else { return }
    let bytes = Array(line.utf8)
    precondition(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
  }
}
