// SPDX-License-Identifier: Apache-2.0
// The pages about the code are about this code, and the checks that say so can fail.

internal import Foundation
import Testing

@Suite("Pages about the code")
struct PageTests {
  private static let script = "scripts/draw-architecture"
  private static let pictures = "docs/pictures"

  @Test("the overview and its pictures name what the sources declare")
  func overview() throws {
    let known = try PageRules.declared(in: Repository.files(under: "Sources"))
      .union(PageRules.modules(in: Repository.file("Package.swift")))
    let page = try Repository.file("docs/architecture.md")
    #expect(PageRules.unknownNames(in: page, known: known) == [])
    let pictures = try Repository.files(under: Self.pictures, extension: "svg")
    #expect(pictures.count == 4)
    #expect(pictures.flatMap { PageRules.unknownNames(inPicture: $0, known: known) } == [])
  }

  @Test("the other pages name what the sources, the tests or the plugins declare")
  func design() throws {
    var known = try PageRules.modules(in: Repository.file("Package.swift"))
    known.formUnion(try FileManager.default.contentsOfDirectory(atPath: Repository.root.path))
    for folder in ["Sources", "Tests", "plugins"] {
      known.formUnion(PageRules.declared(in: try Repository.files(under: folder)))
    }
    let pages = try Repository.files(under: "docs/design", extension: "md")
    #expect(pages.count > 10)
    #expect(pages.flatMap { PageRules.unknownNames(in: $0, known: known) } == [])
  }

  @Test("no page has more than 200 lines")
  func short() throws {
    let pages = try Repository.files(under: "docs/design", extension: "md")
    for page in try pages + [Repository.file("docs/architecture.md")] {
      #expect(page.lines.count < 200, "\(page.path)")
    }
  }

  @Test("each record that a page refers to is there, and each is referred to")
  func records() throws {
    let pages = try Repository.files(under: "docs/design", extension: "md")
    let records = PageRules.records(in: try Repository.file("docs/design/records.md"))
    #expect(records == (1...max(records.count, 1)).map(String.init))
    let named = pages.reduce(into: Set<String>()) { $0.formUnion(PageRules.records(namedIn: $1)) }
    #expect(named == Set(records))
  }

  @Test("the pictures are what their script makes of today's Package.swift")
  func drawn() throws {
    let outcome = try Self.check(in: Repository.root)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("a dependency that the picture does not show is found")
  func stale() throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "tarmac-pictures-\(UUID())")
    defer { try? files.removeItem(at: folder) }
    for path in ["scripts", "docs"] {
      let url = folder.appending(path: path)
      try files.createDirectory(at: url, withIntermediateDirectories: true)
    }
    for path in [Self.script, Self.pictures] {
      let source = Repository.root.appending(path: path)
      try files.copyItem(at: source, to: folder.appending(path: path))
    }
    let manifest = try Repository.file("Package.swift").lines.joined(separator: "\n")
    let planted = manifest.replacing(
      #"library("OSC")"#,
      with: #"library("OSC", ["Quantities"])"#
    )
    try #require(planted != manifest)
    let target = folder.appending(path: "Package.swift")
    try Data(planted.utf8).write(to: target)
    let outcome = try Self.check(in: folder)
    guard outcome.isPossible else { return }
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("layers.svg is out of date"))
    #expect(!outcome.errors.contains("threads.svg"))
  }

  @Test("a name that the code does not have is found")
  func plantedName() {
    let files = [
      SourceFile(
        path: "Sources/Host/A.swift",
        text: "public final class Fader {\n  package func glide() {}\n}\n// struct Ghost\n"
      )
    ]
    let known = PageRules.declared(in: files)
    let text = """
      `Fader`, `Fader.glide`, `[Fader]`, `Host/Doors`, `Fader.swift`, `MIX-03`, `glide`, `Ghost`
      `Fader.slide`
      """
    let page = SourceFile(path: "docs/a.md", text: text)
    #expect(
      PageRules.unknownNames(in: page, known: known) == [
        "docs/a.md:1: there is no Ghost in the code",
        "docs/a.md:2: there is no slide in the code",
      ]
    )
    let picture = SourceFile(
      path: "docs/a.svg",
      text: "<text>Ghost <tspan class=\"code\">Fader, Knob</tspan></text>"
    )
    #expect(
      PageRules.unknownNames(inPicture: picture, known: known) == [
        "docs/a.svg:1: there is no Knob in the code"
      ]
    )
  }

  /// How a check of the pictures has ended.
  private struct Outcome {
    var status: Int32
    var errors: String
    /// Whether the machine has what the script needs.
    var isPossible = true
  }

  /// Lets the script compare the pictures of a folder with what it would draw.
  private static func check(in folder: URL) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", folder.appending(path: script).path, "--check"]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus != 127 else {
      print("(the pictures are not compared: there is no python3)")
      return Outcome(status: 0, errors: "", isPossible: false)
    }
    return Outcome(
      status: process.terminationStatus,
      errors: String(decoding: said, as: UTF8.self)
    )
  }
}
