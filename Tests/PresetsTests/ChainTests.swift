// SPDX-License-Identifier: Apache-2.0
// Chains: how narrow and wide plugins are fitted, and the names of the nodes.

import Presets
import RigModel
import Testing

@Suite("A chain")
struct ChainTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("", to: "a.wav")
  }

  private func session(_ source: String, _ steps: String...) throws -> Session {
    try bench.session("\(source)\ngraph: [ \(steps.joined(separator: ", ")) ]")
  }

  private static let stereo = "source: { player: a.wav }"
  private static let mono = "source: { route: mic }"
  private static let quad = "source: { route: stems }"

  @Test("without plugins sends out its source")
  func empty() throws {
    let session = try session(Self.stereo)
    #expect(session.channel.graph.nodes.isEmpty)
    #expect(session.channel.graph.outputs == [[.source(0, channel: 1)], [.source(0, channel: 2)]])
    let bare = try bench.session(Self.stereo)
    #expect(bare.channel.graph == session.channel.graph)
  }

  @Test("doubles a mono plugin in a stereo place under one id")
  func doubled() throws {
    let graph = try session(Self.stereo, "{ plugin: urn:test:mono, set: { gain: -3 } }").channel
      .graph
    #expect(graph.nodes.map(\.id) == ["mono", "mono"])
    #expect(
      graph.nodes.map(\.inputs) == [
        ["in": [.source(0, channel: 1)]], ["in": [.source(0, channel: 2)]],
      ]
    )
    #expect(graph.nodes.allSatisfy { $0.values == ["gain": -3] })
    #expect(graph.outputs == [[.node(0, port: "out")], [.node(1, port: "out")]])
  }

  @Test("doubles a stereo plugin on four channels")
  func doubledStereo() throws {
    let graph = try session(Self.quad, "{ plugin: urn:test:stereo }").channel.graph
    #expect(
      graph.nodes.map(\.inputs) == [
        ["l": [.source(0, channel: 1)], "r": [.source(0, channel: 2)]],
        ["l": [.source(0, channel: 3)], "r": [.source(0, channel: 4)]],
      ]
    )
    #expect(graph.outputs.count == 4 && graph.outputs[3] == [.node(1, port: "out_r")])
  }

  @Test("gives one channel to all inputs of a wide plugin")
  func fannedOut() throws {
    let graph = try session(Self.mono, "{ plugin: urn:test:triple }").channel.graph
    let source: [Graph.Signal] = [.source(0, channel: 1)]
    #expect(graph.nodes.map(\.inputs) == [["a": source, "b": source, "c": source]])
    #expect(graph.outputs == [[.node(0, port: "x")]])
  }

  @Test("widens behind a plugin with more outputs than inputs")
  func widened() throws {
    let graph = try session(Self.stereo, "{ plugin: urn:test:split }").channel.graph
    #expect(
      graph.outputs == [
        [.node(0, port: "low")], [.node(0, port: "high")],
        [.node(1, port: "low")], [.node(1, port: "high")],
      ]
    )
  }

  @Test("leaves side chains unconnected")
  func sideChain() throws {
    let graph = try session(Self.mono, "{ plugin: urn:test:keyed }").channel.graph
    #expect(graph.nodes.map(\.inputs) == [["key": [], "in": [.source(0, channel: 1)]]])
  }

  @Test("takes the outputs that a plugin calls its main ones, in the order of their channels")
  func mainOutputs() throws {
    let graph = try session(Self.stereo, "{ plugin: urn:test:sides }").channel.graph
    #expect(graph.outputs == [[.node(0, port: "left_out")], [.node(0, port: "right_out")]])
  }

  @Test("lets plugins for one channel leave a layout as it is, and doubles others within it")
  func layouts() throws {
    let sphere = "{ plugin: urn:test:sphere }"
    let mono = "{ plugin: urn:test:mono }"
    let graph = try session(Self.quad, sphere, mono, sphere).channel.graph
    #expect(graph.nodes.map(\.id) == ["sphere", "mono", "mono", "mono", "mono", "sphere2"])
    // The four channels of the source have no declared layout.
    #expect(try session(Self.quad, "{ plugin: urn:test:sides }").channel.graph.nodes.count == 2)
  }

  @Test("warns of channels that a plugin takes for others")
  func otherLayout() throws {
    let steps = "{ plugin: urn:test:middle }, { plugin: urn:test:sides }"
    let text = "\(Self.stereo)\ngraph: [ \(steps) ]\nrole: player"
    let rig = try bench.read(Workbench.rig + Workbench.session(text))
    let warning = "'urn:test:sides' takes the MidSide channels here for Stereo channels"
    #expect(rig.warnings.map(\.message) == [warning])
  }

  @Test("may begin with a generator when there is no source")
  func generator() throws {
    let graph = try session("", "{ plugin: urn:test:tone }", "{ plugin: urn:test:triple }").channel
      .graph
    #expect(graph.nodes.map(\.id) == ["tone", "triple"])
    #expect(graph.nodes.last?.inputs["c"] == [.node(0, port: "out")])
  }

  @Test("numbers ids that were not given, around those that were")
  func ids() throws {
    let step = "{ plugin: urn:test:stereo }"
    let named = "{ plugin: urn:test:stereo, id: stereo2 }"
    let graph = try session(Self.stereo, step, step, named, step).channel.graph
    #expect(graph.nodes.map(\.id) == ["stereo", "stereo3", "stereo2", "stereo4"])
  }

  @Test("of several sources spreads mono ones and adds the others channel by channel")
  func mixed() throws {
    let mixed = try bench.session(
      "sources: { voice: { route: mic }, music: { player: a.wav }, all: { route: stems } }"
    )
    #expect(mixed.channel.sources.map(\.name) == ["voice", "music", "all"])
    #expect(
      mixed.channel.graph.outputs == [
        [.source(0, channel: 1), .source(1, channel: 1), .source(2, channel: 1)],
        [.source(0, channel: 1), .source(1, channel: 2), .source(2, channel: 2)],
        [.source(0, channel: 1), .source(2, channel: 3)],
        [.source(0, channel: 1), .source(2, channel: 4)],
      ]
    )
  }

  @Test("goes on behind an included chain, seen from the folder of each file")
  func included() throws {
    try bench.write("tarmac: 1\ngraph: { use: inner.yaml }\n", to: "parts/outer.yaml")
    try bench.write("tarmac: 1\ngraph: [ { plugin: urn:test:stereo } ]\n", to: "parts/inner.yaml")
    let graph = try session(
      Self.stereo,
      "{ use: parts/outer.yaml }",
      "{ plugin: urn:test:mono }",
      "{ use: parts/inner.yaml }"
    ).channel.graph
    #expect(graph.nodes.map(\.id) == ["stereo", "mono", "mono", "stereo2"])
    #expect(graph.nodes.last?.inputs["r"] == [.node(2, port: "out")])
  }

  @Test("gives what comes before to included nodes as their source")
  func includedNet() throws {
    let net = "nodes: { a: { plugin: urn:test:mono } }, connections: [ source.2 -> a, a -> out ]"
    try bench.write("tarmac: 1\ngraph: { \(net) }\n", to: "right.yaml")
    let graph = try session(Self.stereo, "{ plugin: urn:test:stereo }", "{ use: right.yaml }")
      .channel.graph
    #expect(graph.nodes.map(\.id) == ["stereo", "a"])
    #expect(graph.nodes.last?.inputs == ["in": [.node(0, port: "out_r")]])
    #expect(graph.outputs == [[.node(1, port: "out")]])
  }

  @Test("accepts switches in words and numbers, and whole numbers however written")
  func values() throws {
    let on = try session(Self.mono, "{ plugin: urn:test:mono, set: { bypass: on, shape: 3.0 } }")
    #expect(on.channel.graph.nodes.first?.values == ["bypass": 1, "shape": 3])
    let off = try session(Self.mono, "{ plugin: urn:test:mono, set: { bypass: 0, gain: '-1e1' } }")
    #expect(off.channel.graph.nodes.first?.values == ["bypass": 0, "gain": -10])
  }
}
