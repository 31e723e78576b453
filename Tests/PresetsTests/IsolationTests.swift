// SPDX-License-Identifier: Apache-2.0
// Sessions whose graph runs in a process of its own.

import ControlTower
import Presets
import RigModel
import Testing

@Suite("Isolation in a preset")
struct IsolationTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  @Test("needs no JACK port beside those that the session has anyway")
  func ports() throws {
    let graph =
      "isolation: process\ngraph: [ { plugin: urn:test:arp }, { plugin: urn:test:synth } ]\n"
    let both = try bench.session(graph + "midi: { input: 'keys:*', output: on }")
    #expect(both.channel.isolation == .process)
    #expect(both.channel.midiPortNames == ["deck_midi_in", "deck_midi_out"])
    #expect(both.channel.graph.midi == [.node(0, port: "steps")])
    #expect(try bench.session("graph: [ { plugin: urn:test:tone } ]").channel.isolation == .none)
  }

  @Test("lets a plugin run that is too dangerous for the rig's own process")
  func danger() throws {
    let graph = "source: { route: mic }\ngraph: [ { plugin: urn:test:wild } ]\n"
    #expect(try bench.session(graph + "isolation: process").channel.graph.nodes.count == 1)
  }

  @Test("is refused where it can't be", arguments: mistakes)
  func refusals(_ preset: BadPreset) throws {
    try preset.check()
  }

  static let mistakes: [BadPreset] = [
    .session("an unknown word", "isolation: ▶thread", "one of none, process, sandbox"),
    .session("nothing to isolate", "▶isolation: process\nsource: { jack: 'a:b' }", "no plugin"),
    .session(
      "a dangerous plugin in the rig's process",
      "source: { jack: 'a:b' }\ngraph: [ { plugin: ▶urn:test:wild } ]",
      "its check says that it crashes",
      "'isolation: process'",
      "--force"
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
  ]
}
