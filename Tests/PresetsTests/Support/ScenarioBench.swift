// SPDX-License-Identifier: Apache-2.0
// A folder with a rig for the scenarios of a test.

import Foundation
import Presets
import RigModel

/// A workbench with a preset `rig.yaml`: the sessions `deck` and `talk`, the routes `main`,
/// `phones` and `mic`.
struct ScenarioBench {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("", to: "deck.wav")
    try bench.write(
      """
      tarmac: 1
      routes:
        main: { role: lineOut, ports: [ "a:l", "a:r" ] }
        phones: { role: headphones, ports: [ "b:l", "b:r" ] }
        mic: { role: mic, ports: [ "a:in" ] }
      sessions:
        deck: { category: playback, source: { player: deck.wav }, sends: [ { to: main } ] }
        talk: { category: playAndRecord, source: { route: mic }, sends: [ { to: main } ] }
        remote: { source: { jack: "Mixxx:out_*", channels: 2 }, sends: [ { to: main } ] }
      """,
      to: "rig.yaml"
    )
  }

  /// The start of a scenario about the rig, to be followed by its list of events.
  static let start = "tarmac-scenario: 1\ntitle: A story\npreset: rig.yaml\n"

  func read(_ text: String) throws -> Scenario {
    let file = try bench.write(text, to: "story.yaml")
    return try ScenarioReader(catalogue: StubCatalogue()).read(file: file)
  }

  /// The problems of a scenario; empty when there are none.
  func problems(in text: String) throws -> [PresetProblem] {
    let file = try bench.write(text, to: "story.yaml")
    do throws(PresetErrors) {
      _ = try ScenarioReader(catalogue: StubCatalogue()).read(file: file)
      return []
    } catch {
      return error.problems
    }
  }
}
