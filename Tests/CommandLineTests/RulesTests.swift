// SPDX-License-Identifier: Apache-2.0
// What `tarmac rules` shows.

internal import ControlTower
internal import Foundation
import Testing

@testable import tarmac

@Suite("tarmac rules")
struct RulesTests {
  @Test("all rules are listed, one in each line")
  func all() async throws {
    let outcome = try await Tool.tarmac("rules")
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == RuleEntry.catalogue.count + 1)
    #expect(lines.first == "RULE         KIND           WHAT IT SAYS")
    let duck = "DUCK-01      behaviour      an active session with duckOthers turns all others down"
    #expect(lines.contains { $0 == duck })
  }

  @Test("a family can be chosen, and a kind", arguments: ["ANC-MODE", "anc-mode"])
  func family(_ word: String) async throws {
    let all = try await Tool.tarmac("rules", word)
    #expect(all.output.split(separator: "\n").count == 7)
    let refused = try await Tool.tarmac("rules", word, "--kind", "refusedByName")
    let lines = refused.output.split(separator: "\n")
    #expect(lines.dropFirst().map { $0.prefix(11) } == ["ANC-MODE-04"])
  }

  @Test("one rule is shown whole", arguments: ["DUCK-05", "duck-05"])
  func one(_ word: String) async throws {
    let outcome = try await Tool.tarmac("rules", word)
    #expect(
      outcome.output == """
        DUCK-05
        says  a session that ducks is active just around its sound
        kind  guideline
        see   role announcer; preset check
        from  AVAudioSession article (2016)

        """
    )
  }

  @Test("a rule fits a narrow terminal", arguments: [30, 60, 80])
  func narrow(_ columns: Int) {
    for rule in RuleEntry.catalogue {
      let lines = RulesCommand.page(rule, columns: columns).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= columns })
    }
    #expect(
      RulesCommand.table(RuleEntry.catalogue).lines(columns: columns)
        .allSatisfy { $0.count <= columns }
    )
  }

  @Test("programs get the same as JSON")
  func json() async throws {
    let list = try await Tool.tarmac("rules", "CHG", "--json")
    let rules = try #require(
      try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]]
    )
    #expect(rules.count == 12)
    let one = try await Tool.tarmac("rules", "CHG-09", "--json")
    let rule = try #require(
      try JSONSerialization.jsonObject(with: Data(one.output.utf8)) as? [String: Any]
    )
    #expect(rule["id"] as? String == "CHG-09")
    #expect(rule["kind"] as? String == "guideline")
    #expect(rule["coveredBy"] as? String == "roles player and game")
    #expect((rule["sources"] as? [String])?.isEmpty == false)
  }

  @Test(
    "an unknown rule is refused with the nearest",
    arguments: [
      ("ACT-39", "There is no rule 'ACT-39'; did you mean 'ACT-09'?"),
      ("DUKC", "There is no rule 'DUKC'; did you mean 'DUCK'?"),
      ("elephant", "There is no rule 'elephant'; 'tarmac rules' shows all"),
    ]
  )
  func unknown(_ word: String, _ complaint: String) async throws {
    let outcome = try await Tool.tarmac("rules", word)
    #expect(outcome.status == 65)
    #expect(outcome.complaints == ["tarmac: \(complaint)"])
  }

  @Test("an unknown kind is refused")
  func unknownKind() async throws {
    let outcome = try await Tool.tarmac("rules", "--kind", "law")
    #expect(outcome.status == 64)
    #expect(outcome.complaints.count == 1)
  }
}
