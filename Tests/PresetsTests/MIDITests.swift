// SPDX-License-Identifier: Apache-2.0
// MIDI in presets: ports, its way through chains and nets, and the transport.

import JACKVocabulary
import Presets
import RigModel
import Testing

@Suite("MIDI in a preset")
struct MIDITests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
  }

  private func graph(_ text: String) throws -> Graph { try bench.session(text).channel.graph }

  @Test("has ports with the patterns that are given")
  func ports() throws {
    let session = try bench.session(
      """
      midi: { input: [ "a2j:*", "/keys:.*/" ], output: on }
      graph: [ { plugin: urn:test:synth } ]
      """
    )
    #expect(session.channel.midi?.input == [.glob("a2j:*"), .regex("keys:.*")])
    #expect(session.channel.midi?.output == [])
    #expect(session.channel.midiPortNames == ["deck_midi_in", "deck_midi_out"])
    #expect(try bench.session("midi: { input: \"a:b\", output: off }").channel.midi?.output == nil)
  }

  @Test("goes to every plugin of a chain that takes it, and what one puts out replaces it")
  func chain() throws {
    let graph = try graph(
      """
      midi: { input: on }
      graph:
        - { plugin: urn:test:arp, id: one }
        - { plugin: urn:test:synth }
        - { plugin: urn:test:arp, id: two }
        - { plugin: urn:test:vocoder }
      """
    )
    #expect(
      graph.nodes.map(\.midi) == [
        ["notes": [.input]], ["events": [.node(0, port: "steps")]],
        ["notes": [.node(0, port: "steps")]], ["chord": [.node(2, port: "steps")]],
      ]
    )
    #expect(graph.midi == [.node(3, port: "pitch")])
    #expect(graph.outputs == [[.node(3, port: "out")]])
    #expect(graph.nodes[3].inputs == ["in": [.node(1, port: "out")]])
  }

  @Test("goes to both of a doubled plugin, and comes out of one")
  func doubled() throws {
    let graph = try graph(
      """
      midi: { input: on }
      source: { jack: "a:*" }
      graph: [ { plugin: urn:test:vocoder }, { plugin: urn:test:arp } ]
      """
    )
    #expect(graph.nodes.map(\.midi["chord"]) == [[.input], [.input], nil])
    #expect(graph.nodes[2].midi == ["notes": [.node(0, port: "pitch")]])
    #expect(graph.outputs.count == 2)
  }

  @Test("passes a chain without plugins for it, and one that makes it needs no input")
  func passing() throws {
    let through = try graph("midi: { input: on, output: on }\ngraph: [ { plugin: urn:test:tone } ]")
    #expect(through.midi == [.input])
    let alone = try graph("graph: [ { plugin: urn:test:arp }, { plugin: urn:test:synth } ]")
    #expect(alone.nodes.map(\.midi) == [[:], ["events": [.node(0, port: "steps")]]])
  }

  @Test("goes where connections say, by symbol or where only MIDI fits")
  func net() throws {
    let graph = try graph(
      """
      midi: { input: on, output: on }
      source: { route: mic }
      graph:
        nodes:
          synth: { plugin: urn:test:synth }
          arp: { plugin: urn:test:arp }
          voice: { plugin: urn:test:vocoder }
        connections:
          - midi -> arp
          - arp -> synth
          - midi -> synth.events
          - arp.steps -> voice.chord
          - source -> voice
          - voice -> out
          - synth -> out
          - voice.pitch -> midi
      """
    )
    #expect(graph.nodes.map(\.id) == ["arp", "synth", "voice"])
    #expect(graph.nodes[0].midi == ["notes": [.input]])
    #expect(graph.nodes[1].midi == ["events": [.node(0, port: "steps"), .input]])
    #expect(graph.nodes[2].midi == ["chord": [.node(0, port: "steps")]])
    #expect(graph.midi == [.node(2, port: "pitch")])
    #expect(graph.outputs == [[.node(2, port: "out"), .node(1, port: "out")]])
  }

  static let mistakes: [BadPreset] = [
    .session("no port", "midi: ▶{}", "'input', 'output' or both"),
    .session("no pattern", "midi: { input: ▶keys }", "true or false"),
    .session(
      "a net that hears what does not arrive",
      net("▶midi -> synth"),
      "no MIDI arrives",
      "input: on"
    ),
    .session("an unknown port", net("▶arp.stepz -> synth"), "'stepz' is no MIDI output", "'steps'"),
    .session("MIDI into sound", net("▶arp.steps -> out"), "'out' has no MIDI input"),
    .session("sound into MIDI", net("▶synth -> arp"), "no MIDI output"),
    .session("a connection twice", net("arp -> synth\n    - ▶arp -> synth.events"), "twice"),
    .session("a circle", net("arp -> arp2\n    - ▶arp2 -> arp"), "circle"),
    .rig(
      "a port of two",
      "sessions: { a_midi_in: { source: { jack: \"b:c\" } }, ▶a: { midi: { input: on } } }",
      "'a_midi_in'"
    ),
    .rig("an unknown source", "transport: { source: ▶mine }", "jack, own"),
    .rig("a tempo out of range", "transport: { tempo_bpm: ▶5 }", "from 10 to 1000"),
    .rig("a meter that is none", "transport: { meter: ▶3-4 }", "no meter", "3/4"),
    .rig("a beat that is no note", "transport: { meter: ▶4/5 }", "no meter"),
    .rig("a meter without tempo", "transport: { source: jack, ▶meter: 3/4 }", "'tempo_bpm'"),
    .rig("JACK's that rolls", "transport: { source: jack, ▶rolling: on }", "own only"),
    .rig("beats for others", "transport: { ▶timebase: on }", "jack only"),
    .rig(
      "a tempo beside the deck's",
      "transport: { source: leader, ▶tempo_bpm: 100 }",
      "the deck that leads"
    ),
  ]

  private static func net(_ connection: String) -> String {
    """
    graph:
      nodes:
        arp: { plugin: urn:test:arp }
        arp2: { plugin: urn:test:arp }
        synth: { plugin: urn:test:synth }
      connections:
        - synth -> out
        - \(connection)
    """
  }

  @Test("is refused with the place and the remedy", arguments: mistakes)
  func mistake(_ preset: BadPreset) throws {
    try preset.check()
  }

  @Test("warns of ports that lead nowhere")
  func warnings() throws {
    let preset = Workbench.rig + Workbench.session("active: on\nmidi: { input: on }")
    #expect(try bench.read(preset).warnings.filter { $0.message.contains("MIDI") }.count == 1)
    let silent = Workbench.rig + Workbench.session("active: on\nmidi: { output: on }")
    #expect(
      try bench.read(silent).warnings.contains { $0.message.contains("nothing puts MIDI out") }
    )
  }

  @Test("comes with a transport: the rig's own at 120 beats, or JACK's without a tempo")
  func transport() throws {
    func read(_ text: String) throws -> TransportSettings? {
      try bench.read(Workbench.rig + text).transport
    }
    #expect(try read("") == nil)
    let own = try #require(try read("transport: {}"))
    #expect(own.source == .own && own.tempo == 120 && own.isRolling && !own.isTimebaseMaster)
    let waltz = try #require(try read("transport: { tempo_bpm: 96.5, meter: 3/4, rolling: off }"))
    #expect(waltz.tempo == 96.5 && waltz.beatsPerBar == 3 && !waltz.isRolling)
    let jack = try #require(try read("transport: { source: jack }"))
    #expect(jack.source == .jack && jack.tempo == nil)
    let master = try #require(try read("transport: { source: jack, meter: 6/8, timebase: on }"))
    #expect(master.isTimebaseMaster && master.tempo == 120 && master.beatUnit == 8)
  }
}
