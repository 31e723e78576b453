// SPDX-License-Identifier: Apache-2.0
// docs/sandbox.md has the present list of calls.

import CSandbox
import Foundation
import Testing

@Suite("The page of the sandbox")
struct SandboxPageTests {
  private typealias Row = (call: String, when: String, answer: tarmac_sandbox_answer)

  private static var rows: [Row] {
    var (rows, rule) = ([Row](), unsafe tarmac_sandbox_rule())
    while unsafe tarmac_sandbox_rule(UInt32(rows.count), &rule) {
      rows.append(
        unsafe (String(cString: rule.call), String(cString: rule.when), rule.answer)
      )
    }
    return rows
  }

  /// The tables, as Markdown.
  private static var tables: String {
    let rows = rows
    func names(_ rows: [Row]) -> String {
      var known: Set<String> = []
      return rows.map(\.call).filter { known.insert($0).inserted }.map { "`\($0)`" }
        .sorted().joined(separator: ", ")
    }
    let plain = { (answer: tarmac_sandbox_answer) in
      names(rows.filter { $0.answer == answer && $0.when.isEmpty })
    }
    let ways = rows.filter { !$0.when.isEmpty }.map {
      "| `\($0.call)` | \($0.when) | \(words[Int($0.answer.rawValue)]) |"
    }
    return """
      | answer | calls |
      |---|---|
      | allowed | \(plain(TARMAC_SANDBOX_ALLOWS)) |
      | allowed where Landlock lets it | \(plain(TARMAC_SANDBOX_ASKS_LANDLOCK)) |
      | answered as if it were done | \(plain(TARMAC_SANDBOX_PRETENDS)) |
      | unknown, as on an older kernel | \(plain(TARMAC_SANDBOX_KNOWS_NOT)) |
      | refused | \(plain(TARMAC_SANDBOX_REFUSES)) |

      The first way of a call that fits counts, and where none fits, it is refused.

      | call | way | answer |
      |---|---|---|
      \(ways.joined(separator: "\n"))
      """
  }

  private static let words = [
    "allowed", "allowed where Landlock lets it", "answered as if it were done", "unknown",
    "refused",
  ]

  @Test("has its calls and their conditions: TARMAC_KEEP=1 writes them")
  func list() throws {
    #if arch(x86_64)
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../docs/sandbox.md").standardized
      let page = try String(contentsOf: file, encoding: .utf8)
      let (start, end) = ("<!-- calls -->\n", "<!-- /calls -->")
      let from = try #require(page.range(of: start)).upperBound
      let to = try #require(page.range(of: end)).lowerBound
      let renewed = page.replacingCharacters(in: from..<to, with: Self.tables + "\n")
      if ProcessInfo.processInfo.environment["TARMAC_KEEP"] == "1" {
        try renewed.write(to: file, atomically: true, encoding: .utf8)
      }
      #expect(page == renewed, "docs/sandbox.md is not what calls.c says")
    #endif
  }

  @Test("a call has all of its ways in one place")
  func order() {
    var seen: [String] = []
    for call in Self.rows.map(\.call) where seen.last != call {
      #expect(!seen.contains(call), "\(call) is in two places")
      seen.append(call)
    }
  }
}
