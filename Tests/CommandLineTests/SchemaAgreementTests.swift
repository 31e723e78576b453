// SPDX-License-Identifier: Apache-2.0
// The schemas for editors and the checker agree on random documents, and on all that are shipped.

import Foundation
import Testing

@Suite("Schema and checker")
struct SchemaAgreementTests {
  /// Runs a script of `Schema` in the environment of scripts/install-test-python.
  private static func run(_ script: String, _ arguments: [String], in folder: URL) async throws
    -> Outcome
  {
    let cache = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"]
    let home = FileManager.default.homeDirectoryForCurrentUser.path
    let python = "\(cache ?? "\(home)/.cache")/tarmac/test-python/bin/python3"
    try #require(
      FileManager.default.isExecutableFile(atPath: python),
      "there is no \(python): run scripts/install-test-python"
    )
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Schema/\(script)"
    )
    return try await Tool.run(python, ["-B", file.path] + arguments, folder: folder)
  }

  private struct Verdict: Decodable {
    var good: Int
    var known: [String: Int]
  }

  @Test("say the same of 2,000 documents, but for what no schema can see, which is named")
  func agreement() async throws {
    try await Tool.withTemporaryFolder { folder in
      let presets = Tool.root.appending(path: "presets").path
      let arguments = [Tool.tarmac, presets, folder.path, "20261126", "2000"]
      let outcome = try await Self.run("agreement.py", arguments, in: folder)
      #expect(outcome.status == 0, "\(outcome.output.prefix(4_000)) \(outcome.errors)")
      let verdict = try JSONDecoder().decode(Verdict.self, from: Data(outcome.output.utf8))
      // Neither accepts everything, or refuses everything.
      #expect((1_000...1_700).contains(verdict.good), "\(verdict)")
      #expect(verdict.known.values.reduce(0, +) < 200, "\(verdict)")
    }
  }

  @Test("take what is shipped, also once a library of YAML 1.1 has read and written it anew")
  func shipped() async throws {
    try await Tool.withTemporaryFolder { folder in
      let outcome = try await Self.run(
        "shipped.py",
        [Tool.tarmac, Tool.root.path, folder.path],
        in: folder
      )
      #expect(outcome.status == 0, "\(outcome.output.prefix(4_000)) \(outcome.errors)")
    }
  }

  @Test(
    "are written by the program, as the tables of keys are",
    arguments: ["presets/tarmac.schema.json", "docs/presets.md"]
  )
  func written(_ name: String) async throws {
    let file = Tool.root.appending(path: name)
    let page = file.pathExtension == "json" ? [file.lastPathComponent] : ["keys", file.path]
    let outcome = try await Tool.tarmac(["manual"] + page)
    #expect(outcome.status == 0)
    #expect(try String(contentsOf: file, encoding: .utf8) == outcome.output)
  }

  @Test("preset check --json has each mistake with its place, and the same exit code")
  func json() async throws {
    struct Report: Decodable {
      struct Problem: Decodable {
        var file: String
        var line: Int
        var column: Int
        var message: String
      }
      var file: String
      var isGood: Bool
      var problems: [Problem]
      var omitted: Int
      var warnings: [Problem]
    }
    try await Tool.withTemporaryFolder { folder in
      let texts = [
        "good.yaml": "tarmac: 1\nroutes: { main: { role: lineOut, channels: \"2\" } }\n",
        "bad.yaml": "tarmac: 1\nroutes: { main: { role: linOut, channels: 2 } }\n",
      ]
      for (name, text) in texts {
        try Data(text.utf8).write(to: folder.appending(path: name))
      }
      let files = ["good.yaml", "bad.yaml"].map { folder.appending(path: $0).path }
      let outcome = try await Tool.tarmac(["preset", "check", "--json"] + files)
      #expect(outcome.status == 65)
      let reports = try JSONDecoder().decode([Report].self, from: Data(outcome.output.utf8))
      #expect(reports.map(\.file) == files && reports.map(\.isGood) == [true, false])
      #expect(reports.map(\.warnings.count) == [1, 0] && reports.map(\.omitted) == [0, 0])
      let problem = try #require(reports[1].problems.first)
      #expect(problem.file == files[1] && problem.line == 2 && problem.column == 25)
      #expect(problem.message.contains("did you mean 'lineOut'?"))
      let strict = try await Tool.tarmac(["preset", "check", "--json", "--strict", files[0]])
      #expect(strict.status == 65 && strict.output.contains("\"isGood\" : false"))
    }
  }
}
