// SPDX-License-Identifier: Apache-2.0
// Parameters that are properties: listed, set, asked for.

import LV2Hosting
import Quantities
import TestPlugins
import Testing

@Suite struct ParameterTests {
  private let world = TestPlugins.world()
  private let uri = "http://lv2plug.in/plugins/eg-params"

  private func parameter(_ name: String) -> String { uri + "#" + name }

  @Test("they are listed with type and range")
  func theyAreListedWithTypeAndRange() throws {
    let info = try #require(world.plugin(uri))
    let types = Dictionary(uniqueKeysWithValues: info.parameters.map { ($0.uri, $0.type) })
    #expect(types[parameter("int")] == .int)
    #expect(types[parameter("long")] == .long)
    #expect(types[parameter("float")] == .float)
    #expect(types[parameter("double")] == .double)
    #expect(types[parameter("bool")] == .bool)
    #expect(types[parameter("string")] == .string)
    #expect(types[parameter("path")] == .path)
    let lfo = try #require(info.parameter(parameter("lfo")))
    #expect(lfo.type == .float)
    #expect(lfo.isReadable && !lfo.isWritable)
    #expect(info.parameter(parameter("int"))?.isWritable == true)
  }

  @Test("what is set is what the plugin answers")
  func whatIsSetIsWhatThePluginAnswers() throws {
    let instance = try world.instantiate(uri, sampleRate: .usual, maximumBlock: FrameCount(256))
    let bench = AudioBench(instance)
    let values: [String: ParameterValue] = [
      "int": .int(-3), "long": .long(1 << 40), "float": .float(0.25), "double": .double(0.5),
      "bool": .bool(true), "string": .string("Grüße"), "path": .path("/tmp/x.wav"),
    ]
    for (name, value) in values { try instance.set(parameter: parameter(name), to: value) }
    bench.run(blocks: [64])
    _ = instance.takeEvents()
    let told = instance.parameters
    #expect(values.allSatisfy { told[parameter($0.key)] == $0.value })
    for name in values.keys { try instance.ask(parameter: parameter(name)) }
    bench.run(blocks: [64])
    var answers: [String: ParameterValue] = [:]
    for event in instance.takeEvents() {
      if case .parameter(let uri, let value) = event.content { answers[uri] = value }
    }
    for (name, value) in values { #expect(answers[parameter(name)] == value, "\(name)") }
  }

  /// The plugin answers in the run in which it is set, with what it had before.
  @Test("what is set while an answer is on its way is what is known in the end")
  func setDuringAnswer() throws {
    let instance = try world.instantiate(uri, sampleRate: .usual, maximumBlock: FrameCount(256))
    let bench = AudioBench(instance)
    try instance.ask()
    try instance.set(parameter: parameter("string"), to: .string("kept"))
    for _ in 0..<3 {
      bench.run(blocks: [64])
      _ = instance.takeEvents()
    }
    #expect(instance.parameters[parameter("string")] == .string("kept"))
  }

  @Test("wrong ones are refused")
  func wrongOnesAreRefused() throws {
    let instance = try world.instantiate(uri, sampleRate: .usual, maximumBlock: FrameCount(256))
    #expect(throws: HostingError.noSuchParameter(plugin: uri, parameter: "urn:x")) {
      try instance.set(parameter: "urn:x", to: .int(1))
    }
    let int = parameter("int")
    #expect(throws: HostingError.wrongParameterValue(plugin: uri, parameter: int)) {
      try instance.set(parameter: int, to: .float(1))
    }
    let amplifier = try world.instantiate(
      PluginURI.amplifier,
      sampleRate: .usual,
      maximumBlock: FrameCount(256)
    )
    #expect(throws: HostingError.takesNoMessages(plugin: PluginURI.amplifier)) {
      try amplifier.ask()
    }
  }

  @Test("texts become values")
  func textsBecomeValues() throws {
    let info = try #require(world.plugin(uri))
    let value = { (name: String, text: String) in info.parameter(uri + "#" + name)?.value(of: text)
    }
    #expect(value("int", "12") == .int(12))
    #expect(value("int", "1.5") == nil)
    #expect(value("bool", "on") == .bool(true))
    #expect(value("float", "nan") == nil)
    #expect(value("path", "/a b") == .path("/a b"))
  }

  @Test("they have short names that nothing else has")
  func theyHaveShortNamesThatNothingElseHas() throws {
    let fluid = try #require(world.plugin("urn:ardour:a-fluidsynth"))
    let font = try #require(fluid.parameters.first)
    #expect(fluid.names(of: font) == ["sf2file", "sf2_file"])
    for name in ["sf2file", "sf2_file", font.uri] {
      #expect(fluid.parameter(named: name) == font)
    }
    #expect(fluid.parameter(named: "level") == nil)
    // A label that is another parameter's name means neither of them.
    var info = try #require(world.plugin(uri))
    let index = try #require(info.parameters.firstIndex { $0.uri == parameter("int") })
    info.parameters[index].name = "Float"
    #expect(info.names(of: info.parameters[index]) == ["int"])
    #expect(info.parameter(named: "float") == nil)
    #expect(info.parameter(named: parameter("float"))?.uri == parameter("float"))
  }

  /// A state that is saved before the plugin is ever run has the values that were set, also files
  /// that its worker loads.
  @Test("they are in a state before the first run")
  func theyAreInAStateBeforeTheFirstRun() throws {
    let uri = "http://lv2plug.in/plugins/eg-sampler"
    let sampler = try world.instantiate(uri, sampleRate: .usual, maximumBlock: FrameCount(256))
    let sample = try #require(world.plugin(uri)).bundle + "/click.wav"
    let gain = "http://lv2plug.in/ns/ext/parameters#gain"
    try sampler.begin(
      with: [:],
      parameters: [gain: .float(-6), uri + "#sample": .path(sample)],
      asks: true
    )
    #expect(sampler.parameters[uri + "#sample"]?.type == .path)
    #expect(sampler.unheardParameters.isEmpty)
    let copy = try world.instantiate(uri, sampleRate: .usual, maximumBlock: FrameCount(256))
    try copy.restore(try sampler.state())
    #expect(try copy.state() == sampler.state())
    try sampler.set(parameter: gain, to: .float(-9))
    #expect(sampler.unheardParameters == [gain: .float(-9)])
  }
}
