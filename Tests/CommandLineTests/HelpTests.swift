// SPDX-License-Identifier: Apache-2.0
// Every command explains itself.

import Testing

@Suite("Help")
struct HelpTests {
  @Test("every command on every level explains itself and exits with 0")
  func tree() async throws {
    var open: [[String]] = [[]]
    var leaves = 0
    while let path = open.popLast() {
      let help = try await Tool.tarmac(path + ["--help"])
      #expect(help.status == 0 && help.errors.isEmpty, "\(path)")
      let title = (["tarmac"] + path).joined(separator: " ")
      #expect(help.output.contains("\nUsage: \(title)"), "\(path)")
      #expect(help.output.contains("--help"), "\(path)")
      let commands = HelpTests.commands(in: help.output)
      if commands.isEmpty { leaves += 1 }
      open += commands.map { path + [$0] }
    }
    #expect(leaves >= 25)
  }

  @Test("\"tarmac help COMMAND\" is the same as --help")
  func helpCommand() async throws {
    let asked = try await Tool.tarmac("help", "session", "show")
    let flagged = try await Tool.tarmac("session", "show", "--help")
    #expect(asked.output == flagged.output)
    #expect(asked.status == 0)
  }

  @Test(
    "a group without a command reminds of the commands on stderr",
    arguments: [[], ["session"]]
  )
  func group(_ path: [String]) async throws {
    let outcome = try await Tool.tarmac(path)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(!HelpTests.commands(in: outcome.errors).isEmpty)
  }

  @Test("--version tells the version")
  func version() async throws {
    let outcome = try await Tool.tarmac("--version")
    #expect(outcome.output.contains(#/^tarmac \d+\.\d+\.\d+/#))
    #expect(outcome.status == 0)
  }

  /// The names under "Commands:" in a help text.
  static func commands(in help: String) -> [String] {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { $0 != "Commands:" }.dropFirst().prefix { !$0.isEmpty }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }
}
