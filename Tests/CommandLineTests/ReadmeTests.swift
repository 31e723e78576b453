// SPDX-License-Identifier: Apache-2.0
// What the README tells its reader to type works, in its order, from an empty folder.

internal import Foundation
import JACKTestBench
import Testing

@testable import tarmac

@Suite("README")
struct ReadmeTests {
  private static let readme = try? String(
    contentsOf: Tool.root.appending(path: "README.md"),
    encoding: .utf8
  )

  @Test("every command in it runs, and says what it shows")
  func commands() async throws {
    let script = ReadmeScript(markdown: try #require(ReadmeTests.readme))
    #expect(script.commands.count >= 20)
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

  @Test("the tests that it names exist")
  func tests() throws {
    let folder = Tool.root.appending(path: "Tests").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .map { $0.split(separator: "/").last ?? "" }
    let named = try #require(ReadmeTests.readme).matches(of: #/`(\w+Tests)`/#).map(\.1)
    #expect(named.count >= 10)
    for name in named {
      #expect(files.contains("\(name).swift") || files.contains(name), "\(name)")
    }
  }

  @Test("it names every command and every exit code of the program")
  func complete() throws {
    let readme = try #require(ReadmeTests.readme)
    for command in Command.tarmac.listed {
      for part in command.subcommands {
        #expect(readme.contains("`tarmac \(command.name) \(part.name)"), "\(part.name)")
      }
      #expect(readme.contains("`tarmac \(command.name)"), "\(command.name)")
    }
    let codes = readme.matches(of: #/\n\| (\d+) \|/#).compactMap { Int32($0.1) }
    #expect(codes == ExitCode.allCases.map(\.rawValue))
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
