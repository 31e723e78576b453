// SPDX-License-Identifier: Apache-2.0
// Schemas and documentation are what the tables of keys make, and readers read every key.

import Foundation
import Testing

@testable import Presets

@Suite("The tables of keys")
struct KeyTests {
  private let presets, scenarios: DocumentPage
  private var pages: [DocumentPage] { [presets, scenarios] }

  init() throws {
    presets = try DocumentPage("presets")
    scenarios = try DocumentPage("scenarios")
  }

  @Test("make the schemas of presets/; `make schema` writes them", arguments: SchemaFile.allCases)
  func schema(_ schema: SchemaFile) throws {
    let file = ShippedPresets.folder.appendingPathComponent(schema.rawValue)
    #expect(try String(contentsOf: file, encoding: .utf8) == schema.text)
  }

  @Test("are all in a schema", arguments: Shape.allCases)
  func defined(_ shape: Shape) {
    #expect(SchemaFile.allCases.contains { $0.definitions.contains(.shape(shape)) })
  }

  @Test("make the tables of the pages; `make schema` writes them")
  func tables() {
    for page in pages { #expect(page.text == KeyPage.written(page.text)) }
  }

  @Test("are on a page, and each key is in an example", arguments: Shape.allCases)
  func shown(_ shape: Shape) throws {
    let table = "<!-- keys: \(shape.rawValue) -->\n"
    let page = try #require(pages.first { $0.text.contains(table) })
    let section = try #require(page.sections.first { $0.hasPrefix("\(shape.table.title)\n") })
    #expect(section.contains(table))
    let examples = page.blocks.joined(separator: "\n")
    let keys = Set(examples.matches(of: #/([\w-]+):/#).map { String($0.1) })
    #expect(Set(shape.keys).subtracting(keys) == [])
  }

  @Test("say what each key means, and have words that a page names", arguments: Shape.allCases)
  func sentences(_ shape: Shape) {
    let text = pages.map(\.text).joined()
    for key in shape.table.rows {
      #expect(!key.cell.isEmpty && !key.cell.contains("{"), "\(key.name)")
      for word in key.value.words { #expect(text.contains("`\(word)`"), "\(key.name)") }
    }
  }

  @Test("have no key that no reader reads")
  func read() throws {
    let keys = ReadKeys()
    try ReadKeys.$current.withValue(keys) {
      let bench = try DocumentPage.bench()
      for block in presets.blocks { _ = try bench.problems(in: block) }
      let story = try ScenarioBench()
      for block in scenarios.blocks { _ = try story.problems(in: block) }
    }
    // The version is read before all others.
    let versions: Set = ["tarmac", "tarmac-scenario"]
    for shape in Shape.allCases {
      let unread = Set(shape.keys).subtracting(versions).subtracting(keys.all[shape] ?? [])
      #expect(unread == [], "\(shape.noun)")
    }
  }
}
