// SPDX-License-Identifier: Apache-2.0
// docs/scenarios.md matches the reader: its keys, and examples that are valid.

import Foundation
import Testing

@testable import Presets

@Suite("The page on scenarios")
struct ScenarioPageTests {
  private let page: String

  init() throws {
    let root = ShippedPresets.folder.deletingLastPathComponent()
    page = try String(contentsOf: root.appendingPathComponent("docs/scenarios.md"), encoding: .utf8)
  }

  @Test("has a section for each mapping, with its keys in order", arguments: ScenarioShape.allCases)
  func keys(_ shape: ScenarioShape) throws {
    let title = "A" + shape.noun.dropFirst()
    let sections = page.components(separatedBy: "\n## ").dropFirst()
    let section = try #require(sections.first { $0.hasPrefix("\(title)\n") }, "## \(title)")
    let table = section.components(separatedBy: "| key | value | default |\n|---|---|---|\n")
    let rows = try #require(table.last).split(separator: "\n").prefix { $0.hasPrefix("|") }
    let keys = rows.compactMap { $0.firstMatch(of: #/^\| `([\w-]+)` \|/#).map { String($0.1) } }
    #expect(table.count == 2 && keys == shape.keys)
  }

  @Test("shows every key in an example")
  func shown() {
    let examples = blocks.joined(separator: "\n")
    let keys = Set(examples.matches(of: #/([\w-]+):/#).map { String($0.1) })
    for shape in ScenarioShape.allCases {
      #expect(Set(shape.keys).subtracting(keys) == [], "\(shape.noun)")
    }
  }

  @Test("has examples that are valid scenarios")
  func examples() throws {
    let bench = try ScenarioBench()
    try bench.bench.write("", to: "sets/a.flac")
    #expect(blocks.count >= 3)
    for scenario in blocks { #expect(try bench.problems(in: scenario) == [], "\(scenario)") }
  }

  private var blocks: [String] {
    page.matches(of: #/```yaml\n((?:.*\n)*?)```/#).map { String($0.1) }
  }
}
