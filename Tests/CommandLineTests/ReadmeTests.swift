// SPDX-License-Identifier: Apache-2.0
// What the README tells its reader to type works, in its order, from an empty folder.

internal import Foundation
import JACKTestBench
import Testing

@testable import tarmac

@Suite("What is to be typed")
struct ReadmeTests {
  private static func document(_ path: String) throws -> String {
    try String(contentsOf: Tool.root.appending(path: path), encoding: .utf8)
  }

  @Test(
    "runs, command by command, and says what it shows",
    arguments: ["README.md", "docs/cookbook.md", "docs/commands.md"]
  )
  func commands(_ path: String) async throws {
    let script = ReadmeScript(markdown: try ReadmeTests.document(path))
    #expect(script.commands.count + script.remaining.count >= 20)
    let outcome = try await PrivateServer.run { server in
      try await run(script, environment: server.environment)
    }
    #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
    #expect(outcome.output.hasSuffix("all commands were run\n"))
    for (sample, shown) in zip(script.samples, script.shown(in: outcome.output)) {
      let said = ReadmeScript.comparable(shown, areMeters: sample.areMeters)
      #expect(said == sample.comparable, "$ \(sample.command)\n\(shown.joined(separator: "\n"))")
    }
    // What was not done as a user does it is said with its reason.
    for line in outcome.output.split(separator: "\n") where line.hasPrefix("(") { print(line) }
  }

  @Test("the tests that promises and limits name exist")
  func tests() throws {
    let folder = Tool.root.appending(path: "Tests").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .map { $0.split(separator: "/").last ?? "" }
    let named = try ReadmeTests.document("docs/promises.md").matches(of: #/`(\w+Tests)`/#).map(\.1)
    #expect(named.count >= 10)
    for name in named {
      #expect(files.contains("\(name).swift") || files.contains(name), "\(name)")
    }
  }

  @Test("README has 200 lines at most, and every page is on the map")
  func short() throws {
    #expect(
      try ReadmeTests.document("README.md").split(separator: "\n", omittingEmptySubsequences: false)
        .count <= 201
    )
    let map = try ReadmeTests.document("docs/README.md")
    let folder = Tool.root.appending(path: "docs").path
    for page in try FileManager.default.contentsOfDirectory(atPath: folder)
    where page.hasSuffix(".md") && page != "README.md" {
      #expect(map.contains("](\(page))"), "\(page)")
    }
  }

  @Test("every command has a line to try")
  func complete() {
    let lines = Command.all.flatMap(\.command.examples).map(\.line)
    for (path, command) in Command.all where command.subcommands.isEmpty {
      #expect(lines.contains { "\($0) ".hasPrefix("\(path) ") }, "\(path)")
    }
  }

  @Test("docs/commands.md is what the help says")
  func page() throws {
    #expect(try ReadmeTests.document("docs/commands.md") == CommandPage(of: .tarmac).text)
  }

  @Test("blocks become steps; other blocks are left alone")
  func steps() {
    let script = ReadmeScript(
      markdown: """
        Say `tarmac status` or `tarmac stop`, not `ls`.
        ```sh
        make run
        # a remark
        tarmac stop    # another one
        cat > a.txt <<'TEXT'
        # no remark
        TEXT
        ```
        ```yaml
        # mine.yaml
        tarmac: 1
        ```
        ```yaml
        shown: only
        ```
        ```console
        $ tarmac --version
        tarmac 1
        $ true
        ```
        """
    )
    #expect(script.mentioned == ["tarmac status", "tarmac stop"])
    #expect(script.remaining == ["tarmac status"])
    let document = "cat > a.txt <<'TEXT'\n# no remark\nTEXT"
    let version = ReadmeScript.Sample(command: "tarmac --version", lines: ["tarmac 1"])
    #expect(
      script.steps == [
        .run(["make run", "tarmac stop    # another one", document]),
        .write(file: "mine.yaml", lines: ["# mine.yaml", "tarmac: 1"]),
        .show([version, ReadmeScript.Sample(command: "true")]),
      ]
    )
    #expect(script.shown(in: "@@ sample 0\na\n@@ end\n@@ sample 1\n@@ end\n") == [["a"], []])
  }

  @Test("levels are compared without their numbers, all else to the letter")
  func comparing() {
    let lines = ["main  ██▎··  -12.3  0.0  server a-1"]
    #expect(ReadmeScript.comparable(lines, areMeters: true) == ["main ▒ 0 0 server"])
    #expect(ReadmeScript.comparable(lines, areMeters: false) == lines)
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

  private func run(
    _ script: ReadmeScript,
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await Tool.withTemporaryFolder { folder in
      try await Tool.run(
        "/usr/bin/timeout",
        ["--kill-after=5", "900", "/bin/bash", "-c", script.text],
        environment: environment.merging([
          "TARMAC": Tool.tarmac, "SOURCE": Tool.root.path, "HOME": folder.path,
        ]) { $1 },
        folder: folder
      )
    }
  }
}

extension Command {
  /// All commands that are documented for users, with what is typed for each.
  fileprivate static var all: [(path: String, command: Command)] { below("tarmac", .tarmac) }

  private static func below(_ path: String, _ command: Command) -> [(
    path: String, command: Command
  )] {
    [(path, command)] + command.listed.flatMap { below("\(path) \($0.name)", $0) }
  }
}
