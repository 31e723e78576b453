// SPDX-License-Identifier: Apache-2.0
// The rules for every file hold, and the checks that say so can fail.

internal import Foundation
import Testing

@Suite("House rules")
struct HouseTests {
  private static let makefile = try? Repository.file("Makefile")

  @Test("every source has its licence line, a bearable length and a name that says something")
  func sources() throws {
    let files =
      try Repository.files(under: "Sources") + Repository.files(under: "Tests") + [
        Repository.file("Package.swift"), Repository.file("Makefile"),
        Repository.file(".ci/run"), Repository.file(".ci/beside"),
      ]
    #expect(files.flatMap(HouseRules.violations) == [])
  }

  @Test("moments are MonotonicTime, which has no subtraction that traps")
  func clocks() throws {
    let files = try Repository.files(under: "Sources")
    #expect(files.flatMap(HouseRules.bareClocks) == [])
    let planted = SourceFile(
      path: "Sources/Host/A.swift",
      text: "clock_gettime(CLOCK_MONOTONIC, &t)"
    )
    #expect(HouseRules.bareClocks(in: planted).count == 1)
  }

  @Test("what documents refer to exists")
  func documents() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path)
    var files = try names.filter { $0.hasSuffix(".md") }.map(Repository.file)
    if names.contains("docs") { files += try Repository.files(under: "docs", extension: "md") }
    let makefile = try #require(HouseTests.makefile)
    #expect(files.flatMap { HouseRules.deadLinks(in: $0, exists: exists) } == [])
    #expect(files.flatMap { HouseRules.unknownTargets(in: $0, makefile: makefile) } == [])
  }

  @Test("the changelog starts with what is unreleased")
  func changelog() throws {
    let headings = try Repository.file("CHANGELOG.md").lines.filter { $0.hasPrefix("## ") }
    #expect(headings.first == "## Unreleased")
  }

  @Test(
    "a file that breaks a rule is found",
    arguments: [
      SourceFile(path: "Sources/Host/A.swift", text: "import Glibc\n"),
      SourceFile(
        path: "Sources/Host/Number.swift",
        text: "// \(HouseRules.licence)\nlet number = strtod(text, nil)\n"
      ),
      SourceFile(
        path: "Sources/Host/Planted.swift",
        text: "// \(HouseRules.licence)\nlet tell = Mutex<(@Sendable (Int) -> Void)?>(nil)\n"
      ),
      SourceFile(path: "Sources/Host/RouteManager.swift", text: "// \(HouseRules.licence)\n"),
      SourceFile(
        path: "Sources/Host/Long.swift",
        text: "// \(HouseRules.licence)\n" + String(repeating: "\n", count: 500)
      ),
    ]
  )
  func planted(_ file: SourceFile) {
    #expect(HouseRules.violations(in: file).count == 1)
  }

  @Test("a dead link and an unknown make target are found")
  func plantedDocument() throws {
    let text =
      "See [it](design.md#here), [web](https://example.org) and [gone](../gone.md).\n`make tea`\n"
    let file = SourceFile(path: "docs/a.md", text: text)
    let dead = HouseRules.deadLinks(in: file) { $0 == "docs/design.md" }
    #expect(dead == ["docs/a.md:1: the link to ../gone.md leads nowhere"])
    let makefile = try #require(HouseTests.makefile)
    let unknown = HouseRules.unknownTargets(in: file, makefile: makefile)
    #expect(unknown == ["docs/a.md:2: there is no \"make tea\""])
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path)
  }
}
