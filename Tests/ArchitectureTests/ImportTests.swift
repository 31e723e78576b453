// SPDX-License-Identifier: Apache-2.0
// The arrows between the targets hold, and the check that says so can fail.

import Testing

@Suite("Imports")
struct ImportTests {
  @Test("no file imports what its target must not")
  func tree() throws {
    let files = try Repository.files(under: "Sources")
    #expect(files.count > 50)
    #expect(files.flatMap(ImportRules.violations) == [])
  }

  @Test("Package.swift gives no target more than the table")
  func manifest() throws {
    let manifest = try Repository.file("Package.swift").lines.joined(separator: "\n")
    #expect(ImportRules.undeclared(in: manifest) == [])
    let declared = manifest.matches(of: #/(?:library|executableTarget)\(\s*(?:name: )?"(\w+)"/#)
    #expect(Set(declared.map { String($0.1) }) == Set(ImportRules.allowed.keys))
  }

  @Test(
    "a forbidden import is found",
    arguments: [
      ("RenderCore", "import Foundation"),
      ("RenderCore", "internal import ControlTower"),
      ("ControlTower", "public import RenderCore"),
      ("ControlTower", "import FoundationEssentials"),
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
