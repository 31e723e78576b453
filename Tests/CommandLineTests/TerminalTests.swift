// SPDX-License-Identifier: Apache-2.0
// What a terminal sees and what a pipe sees.

import Testing

@Suite("Output")
struct TerminalTests {
  private static let list = "'\(Tool.tarmac)' plugins list"

  @Test("a table fits a narrow terminal and is coloured there")
  func terminal() async throws {
    let lines = try await onTerminal("stty cols 60; \(TerminalTests.list)")
    #expect(lines.count > 5)
    #expect(lines.contains { $0.contains("\u{1B}[") })
    let plain = lines.map { $0.replacing(#/\e\[[0-9;]*m/#, with: "") }
    #expect(plain.allSatisfy { $0.count <= 60 })
    #expect(plain.contains { $0.hasSuffix("…") })
  }

  @Test("NO_COLOR turns colours off")
  func noColour() async throws {
    let lines = try await onTerminal("stty cols 60; NO_COLOR=1 \(TerminalTests.list)")
    #expect(!lines.joined().contains("\u{1B}["))
  }

  @Test("a pipe gets whole lines without colours")
  func pipe() async throws {
    let outcome = try await Tool.tarmac("plugins", "list")
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("\u{1B}[") && !outcome.output.contains("…"))
    #expect(outcome.output.contains("http://plugin.org.uk/swh-plugins/amp"))
  }

  @Test("a reader that leaves early is no error that anybody hears of")
  func brokenPipe() async throws {
    let outcome = try await Tool.withTemporaryFolder { folder in
      try await Tool.run("/bin/bash", ["-c", "\(TerminalTests.list) | head -n 1"], folder: folder)
    }
    #expect(outcome.output.hasPrefix("NAME"))
    #expect(outcome.errors.isEmpty)
  }

  /// Runs a shell line on a terminal of its own and returns the lines that it showed.
  private func onTerminal(_ line: String) async throws -> [String] {
    let outcome = try await Tool.withTemporaryFolder { folder in
      try await Tool.run(
        "/usr/bin/script",
        ["--quiet", "--return", "--command", line, "/dev/null"],
        environment: ["TERM": "xterm", "NO_COLOR": "", "LC_ALL": "C.UTF-8"],
        folder: folder
      )
    }
    #expect(outcome.status == 0, "\(outcome.output)")
    return outcome.output.split(separator: "\r\n").map(String.init)
  }
}
