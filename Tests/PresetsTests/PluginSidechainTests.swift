// SPDX-License-Identifier: Apache-2.0
// Side chains: a plugin's inputs beside the sound that goes through it.

import Presets
import RigModel
import Testing

@Suite("A plugin's side chain")
struct PluginSidechainTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("", to: "sound.wav")
  }

  /// The session `deck`, whose graph is `graph`, beside a mono `voice`, a stereo `band` and `drums`
  /// of four channels.
  private func graph(_ graph: String) throws -> Graph {
    let rig = try bench.read(Self.rig(graph))
    return try #require(rig.sessions.first { $0.name == "deck" }).channel.graph
  }

  private static func rig(_ graph: String) -> String {
    Workbench.rig + """
      sessions:
        deck: { role: player, source: { player: sound.wav }, graph: \(graph) }
        voice: { category: record, source: { route: mic } }
        band: { role: player, source: { player: sound.wav }, streams: { right: [ 2 ] } }
        drums: { category: record, source: { route: stems } }

      """
  }

  private static func key(_ name: String, _ channel: Int, _ tap: Send.Tap = .pre) -> Graph.Signal {
    .session(name, channel: channel, tap: tap)
  }

  @Test("hears another session, without any rule that joins the two, and is no source")
  func mono() throws {
    let graph = try graph("[ { plugin: urn:test:keyed-pair, sidechain: voice } ]")
    #expect(
      graph.nodes.map(\.inputs) == [
        [
          "key": [Self.key("voice", 1)], "in_l": [.source(0, channel: 1)],
          "in_r": [.source(0, channel: 2)],
        ]
      ]
    )
    let rig = try bench.read(Self.rig("[ { plugin: urn:test:keyed-pair, sidechain: voice } ]"))
    #expect(rig.sessions[0].channel.sources.count == 1)
  }

  @Test(
    "with one port hears all channels of a stream, the same in each instance of a narrow plugin"
  )
  func summed() throws {
    let graph = try graph("[ { plugin: urn:test:keyed, sidechain: band } ]")
    let both = [Self.key("band", 1), Self.key("band", 2)]
    #expect(graph.nodes.map { $0.inputs["key"] } == [both, both])
    #expect(graph.nodes[1].inputs["in"] == [.source(0, channel: 2)])
  }

  @Test("with two ports gives a mono stream to both, and joins a stereo one side by side")
  func pairs() throws {
    let mono = try graph("[ { plugin: urn:test:keyed-twice, sidechain: voice } ]").nodes[0].inputs
    #expect(mono["key_l"] == [Self.key("voice", 1)] && mono["key_r"] == [Self.key("voice", 1)])
    let stereo = try graph("[ { plugin: urn:test:keyed-twice, sidechain: band } ]").nodes[0].inputs
    #expect(stereo["key_l"] == [Self.key("band", 1)] && stereo["key_r"] == [Self.key("band", 2)])
  }

  @Test("can hear one stream, behind the fader, at ports that the plugin does not mark")
  func named() throws {
    let use = "sidechain: { from: band, stream: right, tap: post, ports: [ c ] }"
    let graph = try graph("[ { plugin: urn:test:triple, \(use) } ]")
    #expect(
      graph.nodes.map(\.inputs) == [
        [
          "a": [.source(0, channel: 1)], "b": [.source(0, channel: 2)],
          "c": [Self.key("band", 2, .post)],
        ]
      ]
    )
  }

  @Test("works in a graph of nodes, beside what is connected")
  func net() throws {
    let graph = try graph(
      "{ nodes: { a: { plugin: urn:test:keyed, sidechain: voice } }, "
        + "connections: [ source.1 -> a, source.2 -> a.key, a -> out ] }"
    )
    let keys: [Graph.Signal] = [Self.key("voice", 1), .source(0, channel: 2)]
    #expect(graph.nodes[0].inputs == ["in": [.source(0, channel: 1)], "key": keys])
  }

  @Test("goes on with a plugin that is shared, as far as that has one")
  func variant() throws {
    let shared = "shared: urn:test:keyed-mono, exclusive: dsp"
    let graph = try graph("[ { plugin: urn:test:keyed, sidechain: voice, \(shared) } ]")
    #expect(graph.nodes[0].shared?.ports == ["in": "through", "out": "back", "key": "steer"])
  }

  static let presets: [BadPreset] = [
    bad("an unknown session", "sidechain: ▶vioce", "did you mean 'voice'?"),
    bad("the session itself", "sidechain: ▶deck", "in a circle: deck -> deck"),
    bad("a route", "sidechain: ▶mic", "there is no session 'mic'"),
    bad("an empty mapping", "sidechain: ▶{ }", "needs the key 'from'"),
    bad("an unknown stream", "sidechain: { from: band, stream: ▶lfet }", "'lfet'", "main"),
    bad("four channels for two ports", "sidechain: ▶drums", "4 channels", "a side chain of 2"),
    bad("an unknown port", "sidechain: { from: voice, ports: [ ▶k ] }", "no audio input"),
    bad("a port twice", "sidechain: { from: voice, ports: [ key_l, ▶key_l ] }", "twice"),
    bad("no port", "sidechain: { from: voice, ports: ▶[ ] }", "at least one"),
    bad("an unknown tap", "sidechain: { from: voice, tap: ▶mid }", "pre, post"),
    BadPreset(
      "a plugin without one",
      rig("[ { plugin: urn:test:stereo, sidechain: ▶voice } ]"),
      "marks no input as a side chain",
      "l, r"
    ),
    BadPreset(
      "an insert with one",
      rig("[ { insert: voice, ▶sidechain: voice } ]").replacing(
        "insert: voice",
        with: "use: part.yaml"
      ),
      "can't stand beside"
    ),
    .rig(
      "two that listen to each other",
      """
      sessions:
        a: { role: player, source: { jack: "x:y" }, graph: [ { plugin: urn:test:keyed, sidechain: b } ] }
        b: { role: player, source: { jack: "x:z" }, graph: [ { plugin: urn:test:keyed, sidechain: ▶a } ] }

      """,
      "in a circle: a -> b -> a"
    ),
    .rig(
      "one outside the sessions",
      """
      interrupters:
        alarm: { source: { jack: "x:y" }, graph: [ { plugin: urn:test:keyed, ▶sidechain: a } ] }

      """,
      "for plugins of sessions only"
    ),
    .rig(
      "one that listens to its own insert",
      """
      sessions:
        a: { \(joined), source: { jack: "x:y" }, graph: [ { plugin: urn:test:keyed, sidechain: ▶b }, { insert: b } ] }
        b: { \(joined), source: { insert: on, channels: 1 } }

      """,
      "'a' and 'b' are processed as one"
    ),
    .rig(
      "a circle that an insert closes",
      """
      sessions:
        a: { \(joined), source: { session: ▶c }, graph: [ { insert: b } ] }
        b: { \(joined), source: { insert: on, channels: 1 } }
        c: { \(joined), source: { jack: "x:y" }, graph: [ { plugin: urn:test:keyed, sidechain: b } ] }

      """,
      "in a circle, with their inserts"
    ),
  ]

  /// The keys that let sessions be inserted.
  private static let joined =
    "category: playback, options: [ mixWithOthers ], active: on, inter_session: on"

  private static func bad(_ mistake: String, _ use: String, _ words: String...) -> BadPreset {
    var preset = BadPreset(mistake, rig("[ { plugin: urn:test:keyed-twice, \(use) } ]"))
    preset.words = words
    return preset
  }

  @Test("with a mistake is refused at its place", arguments: presets)
  func mistakes(_ preset: BadPreset) throws {
    try preset.check()
  }
}
