// SPDX-License-Identifier: Apache-2.0
// A preset's settings of a plugin: values with names, parameters, a preset or a state to start
// with.

import Presets
import RigModel
import Testing

@Suite("A plugin of a preset")
struct PluginSettingTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("", to: "sound.wav")
  }

  private func node(_ text: String, plugin: String = "urn:test:sampler") throws -> Graph.Node {
    let graph = "graph: [ { plugin: \(plugin), \(text) } ]"
    let session = try bench.session("source: { player: sound.wav, channels: 1 }\n\(graph)")
    return try #require(session.channel.graph.nodes.first)
  }

  @Test(
    "takes the names of values",
    arguments: [("Saw", 1), ("saw", 1), ("noise", 2.5), ("2.5", 2.5), ("3", 3)] as [(String, Float)]
  )
  func labels(_ text: String, _ value: Float) throws {
    #expect(try node("set: { shape: \(text) }", plugin: "urn:test:mono").values == ["shape": value])
  }

  @Test("takes parameters by their names and URIs, each as its type wants it")
  func parameters() throws {
    let texts = [
      ("voices: 8", "voices", "8"), ("voices: 8.0", "voices", "8"),
      ("serial: 9007199254740993", "serial", "9007199254740993"),
      ("serial: 2e9", "serial", "2000000000"), ("bend: -0.25", "bend", "-0.25"),
      ("pitch_bend: a little", "bend", "\(Double(Float(0.05)))"), ("bend: 0.1", "bend", "0.1"),
      ("hold: yes", "hold", "on"), ("hold: 0", "hold", "off"), ("title: off", "title", "off"),
      ("title: ''", "title", ""), ("font: 'urn:x'", "font", "urn:x"),
      ("'urn:test:sampler#voices': 2", "voices", "2"),
      ("sample: sound.wav", "sample", bench.path("sound.wav")), ("sample: /x", "sample", "/x"),
    ]
    for (text, name, value) in texts {
      let node = try node("set: { \(text) }")
      #expect(node.parameters == ["urn:test:sampler#\(name)": value], "\(text)")
      #expect(node.values == [:])
    }
    #expect(try node("set: { gain: 3, hold: on }").values == ["gain": 3])
  }

  @Test("is warned of when its parameter leads nowhere")
  func missingFile() throws {
    let graph = "graph: [ { plugin: urn:test:sampler, set: { sample: no.wav } } ]"
    let session = "source: { player: sound.wav, channels: 1 }\nrole: player\n\(graph)"
    let rig = try bench.read(Workbench.rig + Workbench.session(session))
    #expect(rig.warnings.map(\.message) == ["there is nothing at '\(bench.path("no.wav"))'"])
  }

  @Test(
    "starts with a preset by its label or its URI",
    arguments: ["Soft", "soft", "urn:test:soft"]
  )
  func presets(_ name: String) throws {
    #expect(try node("preset: \(name)").start == .preset("urn:test:soft"))
  }

  @Test("starts with a state in a folder beside the file that names it")
  func states() throws {
    try bench.write("urn:test:sampler", to: "own/owner")
    #expect(try node("state: own").start == .state(folder: bench.path("own")))
    try bench.write("urn:test:sampler", to: "parts/near/owner")
    let part = "tarmac: 1\ngraph: [ { plugin: urn:test:sampler, state: near } ]\n"
    try bench.write(part, to: "parts/part.yaml")
    let session = try bench.session(
      "source: { player: sound.wav, channels: 1 }\ngraph: { use: parts/part.yaml }"
    )
    let folder = bench.path("parts/near")
    #expect(session.channel.graph.nodes.first?.start == .state(folder: folder))
  }

  @Test("has a shared plugin with parameters of its own")
  func shared() throws {
    let shared = "shared: urn:test:sampler, shared_set: { voices: 3, gain: 1 }, exclusive: card"
    let node = try node("set: { gain: 2 }, \(shared)", plugin: "urn:test:mono")
    #expect(node.values == ["gain": 2] && node.parameters == [:])
    #expect(node.shared?.values == ["gain": 1])
    #expect(node.shared?.parameters == ["urn:test:sampler#voices": "3"])
  }

  @Test("keeps its states in a folder of the rig, which need not be there")
  func rigState() throws {
    #expect(try bench.read("tarmac: 1\n").stateFolder == nil)
    let rig = try bench.read("tarmac: 1\nstate: tonight.state\n")
    #expect(rig.stateFolder == bench.path("tonight.state"))
    let problems = try bench.problems(in: "tarmac: 1\nstate: sound.wav\n")
    #expect(problems.map(\.message.isEmpty) == [false])
    #expect(problems.first?.message.contains("no folder") == true)
  }
}
