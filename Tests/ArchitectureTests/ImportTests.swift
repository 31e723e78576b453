// SPDX-License-Identifier: Apache-2.0
// The dependencies between the targets hold, and the check that says so can fail.

internal import Foundation
import Testing

@Suite("Imports")
struct ImportTests {
  @Test("no file imports what its target must not")
  func tree() throws {
    let files = try Repository.files(under: "Sources")
    #expect(files.count > 50)
    #expect(files.flatMap(ImportRules.violations) == [])
  }

  @Test("only the library for other programs has public names")
  func offers() throws {
    #expect(try Repository.files(under: "Sources").flatMap(ImportRules.offers) == [])
    let text = "@frozen public struct A {\n  nonisolated public let a = 1\n  package let b = 2\n}\n"
    for (target, count) in [("RenderCore", 2), ("AudioSession", 0)] {
      let file = SourceFile(path: "Sources/\(target)/X.swift", text: text)
      #expect(ImportRules.offers(in: file).count == count)
    }
  }

  @Test("Package.swift gives no target more than the table")
  func manifest() throws {
    let manifest = try Repository.file("Package.swift").lines.joined(separator: "\n")
    #expect(ImportRules.undeclared(in: manifest) == [])
    let declared = manifest.matches(of: #/(?:\slibrary|executableTarget)\(\s*(?:name: )?"(\w+)"/#)
    #expect(Set(declared.map { String($0.1) }) == Set(ImportRules.allowed.keys))
  }

  @Test("docs/design/targets.md has the same table")
  func page() throws {
    let rows = try Repository.file("docs/design/targets.md").lines.compactMap {
      $0.wholeMatch(of: #/\| `(\w+)` \| ([^|]+) \| [^|]+ \|/#)
    }
    let listed = rows.map { row in
      (String(row.1), Set(row.2.matches(of: #/`(\w+)`/#).map { String($0.1) }))
    }
    #expect(Dictionary(uniqueKeysWithValues: listed) == ImportRules.allowed)
    for (index, row) in listed.enumerated() {
      #expect(row.1.isDisjoint(with: listed[...index].map(\.0)), "\(row.0) points up")
    }
  }

  @Test("what docs/design/where-to-look.md tells to look at exists")
  func places() throws {
    let lines = try Repository.file("docs/design/where-to-look.md").lines
    let table = lines.filter { $0.hasPrefix("| ") }
    #expect(table.count > 5)
    for line in table {
      for match in line.matches(of: #/`((?:\w+\/)+[\w+.]+)`/#) {
        let path = String(match.1)
        let isRoot = ["Tests", "clients", "presets"].contains(path.prefix { $0 != "/" })
        let url = Repository.root.appending(path: isRoot ? path : "Sources/\(path)")
        #expect(FileManager.default.fileExists(atPath: url.path), "\(path)")
      }
    }
  }

  @Test("what CONTRIBUTING.md tells to change exists")
  func recipes() throws {
    let lines = try Repository.file("CONTRIBUTING.md").lines
    let rows = lines.drop { $0 != "## I want to …" }.filter { $0.hasPrefix("| a") }
    #expect(rows.count > 5)
    for row in rows {
      var folder = ""
      for match in row.matches(of: #/`([\w+]+(?:\/[\w+]+)*(?:\.\w+)?)`/#) {
        let path = String(match.1)
        guard path.contains("/") || path.contains(".") else { continue }
        // A name alone is in the folder of the path before it.
        let isWhole = path.contains("/")
        let place = isWhole ? path : "\(folder)/\(path)"
        let parts = path.split(separator: "/")
        if isWhole { folder = parts.dropLast(path.contains(".") ? 1 : 0).joined(separator: "/") }
        let url = Repository.root.appending(path: place)
        #expect(FileManager.default.fileExists(atPath: url.path), "\(place)")
      }
    }
  }

  @Test(
    "a forbidden import is found",
    arguments: [
      ("RenderCore", "import Foundation"),
      ("RenderCore", "internal import ControlTower"),
      ("ControlTower", "public import RenderCore"),
      ("ControlTower", "import FoundationEssentials"),
      ("SoundFiles", "internal import Foundation"),
      ("Quantities", "@preconcurrency import Foundation // for pow"),
      ("ControlClient", "import CJACK"),
      ("tarmac", "import struct RenderCore.Ring"),
      ("Newcomer", "import Glibc"),
    ]
  )
  func planted(_ target: String, _ line: String) {
    let file = SourceFile(path: "Sources/\(target)/X.swift", text: "// a\n\(line)\n")
    #expect(ImportRules.violations(in: file).count == 1)
  }

  @Test("what only looks like an import is none")
  func innocent() {
    let text = "// import Foundation\nlet text = \"import Foundation\"\nimport Quantities\n"
    let file = SourceFile(path: "Sources/RenderCore/X.swift", text: text)
    #expect(ImportRules.violations(in: file) == [])
  }

  @Test("a dependency beyond the table is found")
  func plantedDependency() {
    let manifest = """
      library("Quantities"),
      library("RenderCore", ["Quantities", "ControlTower"]),
      library(
        "Stray",
        ["Quantities"]
      ),
      .executableTarget(name: "tarmac", dependencies: ["CLilv"])
      """
    #expect(
      ImportRules.undeclared(in: manifest) == [
        "RenderCore must not depend on ControlTower",
        "Stray is not in the table of imports",
        "tarmac must not depend on CLilv",
      ]
    )
  }
}
