// SPDX-License-Identifier: Apache-2.0
// Sessions whose graph runs in a process of its own.

import ControlTower
import Presets
import Testing

@Suite("Isolation in a preset")
struct IsolationTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  @Test("names a port for each channel that goes to the graph and each that comes back")
  func ports() throws {
    let session = try bench.session(
      """
      isolation: process
      source: { route: mic }
      graph: [ { plugin: urn:test:split } ]
      """
    )
    #expect(session.isolation == .process)
    #expect(session.exchangePortNames.sends == ["deck_send_1"])
    #expect(session.exchangePortNames.returns == ["deck_return_1", "deck_return_2"])
    let plain = try bench.session("graph: [ { plugin: urn:test:tone } ]")
    #expect(plain.isolation == .none)
    #expect(plain.exchangePortNames.sends.isEmpty && plain.exchangePortNames.returns.isEmpty)
  }

  @Test("lets a plugin run that is too dangerous for the rig's own process")
  func danger() throws {
    let graph = "source: { route: mic }\ngraph: [ { plugin: urn:test:wild } ]\n"
    #expect(try bench.session(graph + "isolation: process").graph.nodes.count == 1)
  }

  @Test("is refused where it can't be", arguments: mistakes)
  func refusals(_ preset: BadPreset) throws {
    try preset.check()
  }

  static let mistakes: [BadPreset] = [
    .session("an unknown word", "isolation: ▶thread", "one of none, process"),
    .session("nothing to isolate", "▶isolation: process\nsource: { jack: 'a:b' }", "no plugin"),
    .session(
      "a dangerous plugin in the rig's process",
      "source: { jack: 'a:b' }\ngraph: [ { plugin: ▶urn:test:wild } ]",
      "its check says that it crashes",
      "'isolation: process'",
      "--force"
    ),
    .session(
      "MIDI",
      "midi: { input: on }\n▶isolation: process\ngraph: [ { plugin: urn:test:tone } ]",
      "MIDI"
    ),
    .rig(
      "an insert",
      """
      sessions:
        a:
          category: ambient
          inter_session: on
          ▶isolation: process
          source: { jack: 'a:b' }
          graph: [ { insert: b } ]
        b: { category: ambient, inter_session: on, source: { insert: on } }

      """,
      "'b'",
      "can't follow"
    ),
    .rig(
      "a port of that name",
      """
      sessions:
        ▶a:
          category: ambient
          sources: { send: { jack: [ 'a:b', 'a:c', 'a:d' ] }, x: { jack: 'a:b' } }
          graph: { use: part.yaml }
          isolation: process
      """,
      "'a_send_1'"
    ),
  ]
}
