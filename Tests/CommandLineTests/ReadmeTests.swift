// SPDX-License-Identifier: Apache-2.0
// What the README tells its reader to type works, in its order, from an empty folder.

internal import Foundation
import JACKTestBench
import Testing

@Suite("README")
struct ReadmeTests {
  private static let readme = try? String(
    contentsOf: Tool.root.appending(path: "README.md"),
    encoding: .utf8
  )

  @Test("every command in its blocks runs")
  func blocks() async throws {
    let script = ReadmeScript(markdown: try #require(ReadmeTests.readme))
    #expect(script.commands.count >= 5)
    let outcome = try await PrivateServer.run { server in
      try await run(script, environment: server.environment)
    }
    #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
    #expect(outcome.output.hasSuffix("all commands were run\n"))
  }

  @Test("every command in its text exists")
  func mentioned() async throws {
    let script = ReadmeScript(markdown: try #require(ReadmeTests.readme))
    for command in script.mentioned where command.hasPrefix("tarmac ") {
      let words = command.split(separator: " ").dropFirst().map(String.init)
      let path = words.prefix {
        $0.allSatisfy { $0.isLowercase || $0 == "-" } && !$0.hasPrefix("-")
      }
      let outcome = try await Tool.tarmac(["help"] + commandPath(path))
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
  }

  @Test("blocks become steps; other blocks are left alone")
  func steps() {
    let script = ReadmeScript(
      markdown: """
        Say `tarmac status`, not `ls`.
        ```sh
        make run
        # a remark
        tarmac stop
        ```
        ```yaml
        # mine.yaml
        tarmac: 1
        ```
        ```yaml
        shown: only
        ```
        ```text
        tarmac: not run
        ```
        """
    )
    #expect(script.mentioned == ["tarmac status"])
    #expect(script.commands == ["make run", "tarmac stop"])
    #expect(
      script.steps == [
        .run(["make run", "# a remark", "tarmac stop"]),
        .write(file: "mine.yaml", lines: ["# mine.yaml", "tarmac: 1"]),
      ]
    )
  }

  @Test("a command that fails is noticed, and nothing after it is run")
  func failing() async throws {
    let script = ReadmeScript(
      markdown: "```sh\ntarmac --version\ntarmac preset check nowhere.yaml\ntarmac help\n```\n"
    )
    let outcome = try await run(script)
    #expect(outcome.status == 65)
    #expect(outcome.output.contains("$ tarmac --version\ntarmac "))
    #expect(!outcome.output.contains("$ tarmac help"))
  }

  /// The leading words of `path` that are commands: `player play deckA` names two.
  private func commandPath(_ path: some Sequence<String>) -> [String] {
    let known = Set(["session", "interrupt", "player", "record", "preset", "plugins"])
    let words = Array(path)
    return Array(words.prefix(words.first.map(known.contains) == true ? 2 : 1))
  }

  private func run(
    _ script: ReadmeScript,
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await Tool.withTemporaryFolder { folder in
      try await Tool.run(
        "/usr/bin/timeout",
        ["--kill-after=5", "120", "/bin/bash", "-c", script.text],
        environment: environment.merging([
          "TARMAC": Tool.tarmac, "SOURCE": Tool.root.path, "HOME": folder.path,
        ]) { $1 },
        folder: folder
      )
    }
  }
}
