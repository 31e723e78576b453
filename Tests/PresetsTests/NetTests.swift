// SPDX-License-Identifier: Apache-2.0
// Nodes and connections: which sound arrives where, and in which order nodes run.

import Presets
import RigModel
import Testing

@Suite("Nodes and connections")
struct NetTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("", to: "a.wav")
  }

  /// A session with a mono source `voice`, a stereo source `music`, and these nodes and
  /// connections.
  private func graph(_ nodes: [String: String], order: [String], _ connections: String...) throws
    -> Graph
  {
    let listed = order.map { "\($0): { plugin: urn:test:\(nodes[$0] ?? $0) }" }
    let lines = connections.map { "\n    - \($0)" }.joined()
    let session = try bench.session(
      """
      sources: { voice: { route: mic }, music: { player: a.wav } }
      graph:
        nodes: { \(listed.joined(separator: ", ")) }
        connections:\(lines)
      """
    )
    return session.channel.graph
  }

  @Test("join whole nodes port by port")
  func whole() throws {
    let graph = try graph([:], order: ["stereo"], "music -> stereo", "stereo -> out")
    #expect(
      graph.nodes.map(\.inputs) == [
        ["l": [.source(1, channel: 1)], "r": [.source(1, channel: 2)]]
      ]
    )
    #expect(graph.outputs == [[.node(0, port: "out_l")], [.node(0, port: "out_r")]])
  }

  @Test("give one channel to all inputs")
  func fanOut() throws {
    let graph = try graph([:], order: ["triple"], "voice -> triple", "triple -> out.2")
    #expect(graph.nodes.first?.inputs["b"] == [.source(0, channel: 1)])
    #expect(graph.outputs == [[], [.node(0, port: "x")]])
  }

  @Test("add up where several arrive")
  func sum() throws {
    let graph = try graph([:], order: [], "music -> out", "voice -> out.1", "music.1 -> out.2")
    #expect(
      graph.outputs == [
        [.source(1, channel: 1), .source(0, channel: 1)],
        [.source(1, channel: 2), .source(1, channel: 1)],
      ]
    )
  }

  @Test("reach single ports, side chains among them")
  func ports() throws {
    let graph = try graph(
      [:],
      order: ["keyed"],
      "music.2 -> keyed.key",
      "voice -> keyed",
      "keyed.out -> out.1"
    )
    #expect(
      graph.nodes.map(\.inputs) == [
        ["key": [.source(1, channel: 2)], "in": [.source(0, channel: 1)]]
      ]
    )
  }

  @Test("put each node after all that it listens to, else in the order of the file")
  func order() throws {
    let graph = try graph(
      ["a": "mono", "b": "mono", "c": "mono", "d": "mono"],
      order: ["a", "b", "c", "d"],
      "c -> a",
      "d -> c",
      "voice -> d",
      "voice -> b",
      "a -> out",
      "b -> out"
    )
    #expect(graph.nodes.map(\.id) == ["b", "d", "c", "a"])
    #expect(graph.nodes.last?.inputs == ["in": [.node(2, port: "out")]])
    #expect(graph.outputs == [[.node(3, port: "out"), .node(0, port: "out")]])
  }

  @Test("that become free together keep the order of the file")
  func stableOrder() throws {
    let graph = try graph(
      ["a": "mono", "b": "mono", "c": "mono", "d": "mono"],
      order: ["a", "b", "c", "d"],
      "voice -> d",
      "d -> b",
      "d -> c",
      "d -> a",
      "a -> out"
    )
    #expect(graph.nodes.map(\.id) == ["d", "a", "b", "c"])
  }

  @Test("in a long circle are named in their order")
  func circle() throws {
    let text = """
      source: { route: mic }
      graph:
        nodes: { x: { plugin: urn:test:mono }, b: { plugin: urn:test:mono },
          c: { plugin: urn:test:mono }, d: { plugin: urn:test:mono } }
        connections: [ c -> d, b -> c, d -> b, d -> x, source -> b, x -> out ]
      """
    let problems = try bench.problems(in: Workbench.rig + Workbench.session(text))
    #expect(problems.count == 1)
    #expect(problems.first?.message.contains("b -> c -> d -> b") == true)
  }

  @Test("call all sources together 'source'")
  func allSources() throws {
    let graph = try graph([:], order: [], "source -> out")
    #expect(
      graph.outputs == [
        [.source(0, channel: 1), .source(1, channel: 1)],
        [.source(0, channel: 1), .source(1, channel: 2)],
      ]
    )
  }

  @Test("may leave a generator without inputs")
  func generator() throws {
    let graph = try graph([:], order: ["tone"], "tone -> out")
    #expect(graph.nodes.map(\.inputs) == [[:]] && graph.outputs == [[.node(0, port: "out")]])
  }
}
