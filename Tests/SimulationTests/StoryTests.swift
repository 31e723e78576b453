// SPDX-License-Identifier: Apache-2.0
// Every scenario of the repository matches its kept log, and sounds like it.

import Foundation
import OfflineRendering
import RuleProofs
import Testing

@Suite("The scenarios")
struct StoryTests {
  @Test(
    "say what their kept logs say",
    .proves("SIM-01", at: .simulator),
    arguments: StoryBook.names
  )
  func kept(_ name: String) throws {
    let log = try StoryBook.open().simulate(name).report.text
    let kept = try StoryBook.kept(name)
    let difference = log.split(separator: "\n").difference(from: kept.split(separator: "\n"))
    #expect(log == kept, "run make scenarios and review the difference: \(difference)")
  }

  @Test("are at least 25, each with a title of its own, and every log has its scenario")
  func complete() throws {
    #expect(StoryBook.names.count { !$0.hasPrefix("roles/") } >= 25)
    let titles = try StoryBook.names.map { name in
      try String(
        contentsOf: StoryBook.source.appending(path: "scenarios/\(name).log"),
        encoding: .utf8
      )
      .split(separator: "\n").first
    }
    #expect(Set(titles).count == titles.count)
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: StoryBook.source.appending(path: "scenarios").path
    )
    let logs = files.filter { $0.hasSuffix(".log") }.map { String($0.dropLast(4)) }
    #expect(logs.sorted() == StoryBook.names)
  }

  @Test("use every verb that there is")
  func verbs() throws {
    let texts = try StoryBook.names.map { name in
      try String(contentsOfFile: StoryBook.open().path(name), encoding: .utf8)
    }.joined()
    let page = try String(
      contentsOf: StoryBook.source.appending(path: "docs/scenarios.md"),
      encoding: .utf8
    )
    let section =
      page.components(separatedBy: "\n## An event\n").last?
      .components(separatedBy: "\n## ").first ?? ""
    let verbs = section.matches(of: #/\n\| `(\w+)` \|/#).map { String($0.1) }
    #expect(verbs.count >= 35)
    for verb in verbs { #expect(texts.contains("\(verb):"), "no scenario uses '\(verb)'") }
  }

  @Test(
    "render to the same bytes every time, and to the same log",
    arguments: ["headphones-pulled", "call-during-the-set", "prompt-after-the-duck"]
  )
  func deterministic(_ name: String) throws {
    let book = try StoryBook.open()
    let first = try book.listen(to: name).bytes()
    let second = try book.listen(to: name).bytes()
    #expect(!first.isEmpty && first == second)
    let simulation = try book.simulate(name)
    let before = simulation.report.text
    _ = try book.listen(to: simulation)
    #expect(simulation.report.text == before)
  }

  @Test("all render, with the same decisions as in the log", arguments: StoryBook.names)
  func allRender(_ name: String) throws {
    // Rendering compares the engine's tower with the simulation's and throws when they differ.
    let book = try StoryBook.open()
    let sound = try book.listen(to: name)
    #expect(try !sound.bytes().isEmpty)
  }
}
