// SPDX-License-Identifier: Apache-2.0
// docs/scenarios.md has examples that are valid.

import Foundation
import Testing

@testable import Presets

@Suite("The page on scenarios")
struct ScenarioPageTests {
  @Test("has examples that are valid scenarios")
  func examples() throws {
    let bench = try ScenarioBench()
    try bench.bench.write("", to: "sets/a.flac")
    let blocks = try DocumentPage("scenarios").blocks
    #expect(blocks.count >= 3)
    for scenario in blocks { #expect(try bench.problems(in: scenario) == [], "\(scenario)") }
  }
}
