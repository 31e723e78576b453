// SPDX-License-Identifier: Apache-2.0
// What shells offer.

internal import Foundation
import Testing

@Suite("Completions")
struct CompletionTests {
  @Test(
    "bash offers what can stand there",
    arguments: [
      ("tarmac se", ["session", "set"]),
      ("tarmac permission ", ["grant", "deny", "forget", "--help"]),
      ("tarmac session d", ["deactivate"]),
      ("tarmac session deactivate --q", ["--quietly"]),
      ("tarmac run x.yaml --server ", ["auto", "attach", "start"]),
      ("tarmac interrupt begin a", ["alarm", "assistant"]),
      ("tarmac completion f", ["fish"]),
    ]
  )
  func bash(_ line: String, _ expected: [String]) async throws {
    let script = try await Tool.tarmac("completion", "bash")
    #expect(script.status == 0)
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let asks = """
      \(script.output)
      COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
      COMP_CWORD=\(words.count - 1)
      _tarmac
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try await Tool.withTemporaryFolder { folder in
      try await Tool.run("/bin/bash", ["-c", asks], folder: folder)
    }
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    let offered = outcome.output.split(separator: "\n").map(String.init)
    #expect(Set(offered) == Set(expected))
  }

  @Test("zsh and fish get scripts that name every command", arguments: ["zsh", "fish"])
  func others(_ shell: String) async throws {
    let script = try await Tool.tarmac("completion", shell).output
    let help = try await Tool.tarmac("--help").output
    for command in HelpTests.commands(in: help) {
      #expect(script.contains(" \(command)"), "\(command)")
    }
    if shell == "zsh" { #expect(script.hasPrefix("#compdef tarmac\n")) }
    if shell == "fish" {
      let lines = script.split(separator: "\n").dropFirst()
      #expect(lines.allSatisfy { $0.hasPrefix("complete -c tarmac ") })
    }
  }
}
