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
    #expect(plain.exchangePortNames.all.isEmpty)
  }

  @Test("names a port for the MIDI that goes to the graph, and one for what it puts out")
  func midiPorts() throws {
    let graph =
      "isolation: process\ngraph: [ { plugin: urn:test:arp }, { plugin: urn:test:synth } ]\n"
    let both = try bench.session(graph + "midi: { input: 'keys:*', output: on }")
    #expect(both.midiPortNames == ["deck_midi_in", "deck_midi_out"])
    #expect(
      both.exchangePortNames.all == ["deck_return_1", "deck_midi_send", "deck_midi_return"]
    )
    #expect(both.graph.midi == [.node(0, port: "steps")])
    let input = try bench.session(graph + "midi: { input: on }")
    #expect(input.exchangePortNames.midiSend == "deck_midi_send")
    #expect(input.exchangePortNames.midiReturn == nil)
    #expect(try bench.session(graph).exchangePortNames.all == ["deck_return_1"])
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
    .rig(
      "a MIDI port of that name",
      """
      sessions:
        a_midi_send: { category: ambient, source: { jack: 'a:b' } }
        ▶a:
          category: ambient
          midi: { input: on }
          graph: { use: part.yaml }
          isolation: process
      """,
      "'a_midi_send'"
    ),
  ]
}
