// SPDX-License-Identifier: Apache-2.0
// Needs of plugins that no other test covers: kinds of port, properties of ports, and features
// without a display.

import CLilv
import Quantities
import RenderCore
import TestPlugins
import Testing

@testable import LV2Hosting

@Suite struct NeedTests {
  private let world = TestPlugins.world()

  private func make(
    _ uri: String,
    values: [String: Float] = [:]
  ) throws(HostingError) -> LV2Instance {
    try world.instantiate(
      uri,
      sampleRate: .usual,
      maximumBlock: FrameCount(256),
      values: values,
      isOffline: true
    )
  }

  @Test("events do not cut a block that is to be coarse")
  func eventsDoNotCutABlockThatIsToBeCoarse() throws {
    let bench = AudioBench(try Fixtures.make("coarse"))
    for frame in [3, 64, 100, 255] { bench.instance.send(midi: [0xf8], at: frame) }
    bench.run(blocks: [256, 256])
    #expect(bench.instance.control("runs")?.value == 2)
    #expect(bench.instance.control("events")?.value == 4)
  }

  @Test("every quantity of the transport reaches its port")
  func everyQuantityOfTheTransportReachesItsPort() throws {
    let world = Fixtures.world()
    let instance = try world.instantiate(
      "urn:tarmac:fixture:clock",
      sampleRate: .usual,
      maximumBlock: FrameCount(256),
      isOffline: true
    )
    let position = Transport(
      frame: 1_000,
      speed: 1,
      tempo: Tempo(beatsPerMinute: 90, beatsPerBar: 3, beatUnit: 8),
      bar: 2,
      barBeat: 1.5
    )
    world.transport.beginCycle(at: position, frames: 64, rate: 48_000)
    AudioBench(instance).run(blocks: [64])
    let expected: [String: Float] = [
      "bar": 2, "barBeat": 1.5, "beat": 7.5, "beatUnit": 8, "beatsPerBar": 3,
      "beatsPerMinute": 90, "frame": 1_000, "framesPerSecond": 48_000, "speed": 1,
    ]
    #expect(Set(expected.keys) == Set(TransportPort.Quantity.allCases.map(\.rawValue)))
    for (name, value) in expected {
      #expect(instance.control("said_\(name)")?.value == value, "\(name)")
    }
  }

  @Test("a parameter can be a URI as text or as its number")
  func aParameterCanBeAURIAsTextOrAsItsNumber() throws {
    let bench = AudioBench(try Fixtures.make("property"))
    let (kind, place) = ("urn:tarmac:fixture:kind", "urn:tarmac:fixture:place")
    #expect(bench.instance.info.parameter(kind)?.type == .urid)
    #expect(bench.instance.info.parameter(place)?.type == .uri)
    bench.instance.listen()
    try bench.instance.set(parameter: kind, to: .urid("urn:tarmac:fixture:loud"))
    try bench.instance.set(parameter: place, to: .uri("urn:tarmac:fixture:hall"))
    // The plugin does not know this value, and does not answer.
    try bench.instance.set(parameter: kind, to: .urid("urn:elsewhere"))
    bench.run(blocks: [64])
    let answers = bench.instance.takeEvents().map(\.content)
    #expect(
      answers == [
        .parameter(uri: kind, value: .urid("urn:tarmac:fixture:loud")),
        .parameter(uri: place, value: .uri("urn:tarmac:fixture:hall")),
      ]
    )
  }

  @Test("ports that need no connection have one")
  func portsThatNeedNoConnectionHaveOne() throws {
    let bench = AudioBench(try make("http://calf.sourceforge.net/plugins/Compressor"))
    let optional = bench.instance.info.ports.filter { $0.has(.connectionOptional) }
    #expect(Set(optional.map(\.kind)).isSuperset(of: [.audio, .control, .event]))
    bench.run(blocks: [Int](repeating: 256, count: 20), signal: noise)
    #expect(bench.instance.control("meter_in").map { $0.value > 0.1 } == true)
  }

  @Test("meters are read back")
  func metersAreReadBack() throws {
    let bench = AudioBench(try make(PluginURI.compressor, values: ["thr": -40, "rat": 20]))
    let reduction = try #require(bench.instance.control("gr"))
    #expect(reduction.info.direction == .output)
    bench.run(blocks: [Int](repeating: 256, count: 60), signal: noise)
    #expect(reduction.value > 6)
  }

  @Test(
    "a plugin may ask for a display that is not there",
    arguments: ["urn:ardour:a-comp#stereo", "urn:ardour:a-eq", "urn:ardour:a-delay"]
  )
  func aPluginMayAskForADisplayThatIsNotThere(uri: String) throws {
    let bench = AudioBench(try make(uri))
    #expect(bench.instance.info.mentions(.inlineDisplay))
    let output = bench.run(blocks: [Int](repeating: 256, count: 20), signal: noise)
    #expect(output.allSatisfy { $0.allSatisfy(\.isFinite) && $0.contains { $0 != 0 } })
  }

  @Test("no port of a plan shares its buffer with another")
  func noPortOfAPlanSharesItsBufferWithAnother() throws {
    let plugins = try (0..<3).map { _ in try Fixtures.make("bounded") }
    let controller = RenderController(sampleRate: .usual)
    let strip = StripNode(id: 1, channels: 1)
    let first: [[SignalReference]] = [[.source(0, channel: 0)]]
    let nodes = plugins.enumerated().map { index, plugin in
      let inputs = index == 0 ? first : [[.node(index - 1, output: 0)]]
      return NodeDescription(plugin: plugin.node, inputs: inputs)
    }
    let segment = SegmentDescription(
      strip: strip,
      sources: [.driver(channels: [DriverBlock.noChannel])],
      nodes: nodes,
      outputs: [[.node(2, output: 0)]]
    )
    controller.publish(PlanDescription(segments: [segment]), blockFrames: 64)
    controller.open(strip, over: FrameCount(1), after: .zero)
    let nothing = unsafe DriverBlock(
      inputs: UnsafeBufferPointer(start: nil, count: 0),
      outputs: UnsafeBufferPointer(start: nil, count: 0),
      frames: 64
    )
    for _ in 0..<4 { controller.processor.render(nothing) }
    #expect(plugins.allSatisfy { $0.node.runs > 0 && $0.control("wrong")?.value == 0 })
  }

  @Test("a plugin that makes no promise of real time is marked and runs")
  func aPluginThatMakesNoPromiseOfRealTimeIsMarkedAndRuns() throws {
    let uri = "http://plugin.org.uk/swh-plugins/sc3"
    #expect(world.plugin(uri)?.isRealtimeCapable == false)
    #expect(world.plugin("http://drobilla.net/plugins/mda/JX10")?.isRealtimeCapable == true)
    let output = AudioBench(try make(uri)).run(blocks: [256], signal: noise)
    #expect(output[0].contains { $0 != 0 })
  }

  /// The state is saved by code that ends the process where no URI can be mapped; that feature is
  /// not declared either.
  @Test("a state that is not declared is saved")
  func aStateThatIsNotDeclaredIsSaved() throws {
    let uri = "http://calf.sourceforge.net/plugins/Equalizer5Band"
    let instance = try make(uri, values: ["level_in": 2])
    let interface = "http://lv2plug.in/ns/ext/state#interface"
    #expect(!instance.info.extensionData.contains(interface))
    #expect(!instance.info.mentions(.map))
    #expect(unsafe lilv_instance_get_extension_data(instance.core.instance, interface) != nil)
    #expect(try instance.state().controls["level_in"] == 2)
  }

  /// Access to the instance, program names and note names are for hosts that have a use for them.
  @Test("what the host can't do is not offered")
  func whatTheHostCanNotDoIsNotOffered() {
    let never = [
      "http://lv2plug.in/ns/ext/instance-access", "http://lv2plug.in/ns/ext/data-access",
      "http://kxstudio.sf.net/ns/lv2ext/programs#Host",
      "http://ardour.org/lv2/midnam#update",
    ]
    for uri in never { #expect(HostFeature(rawValue: uri) == nil, "\(uri)") }
  }

  /// A port of an installed plugin for each property that ports can have.
  static let properties: [(PluginInfo.Property, String, String)] = [
    (.integer, PluginURI.compressor, "enable"),
    (.toggled, PluginURI.compressor, "enable"),
    (.enumeration, PluginURI.cabinet, "c_model"),
    (.logarithmic, PluginURI.compressor, "rat"),
    (.trigger, "http://calf.sourceforge.net/plugins/Flanger", "reset"),
    (.strictBounds, "http://calf.sourceforge.net/plugins/Compressor", "threshold"),
    (.sampleRate, PluginURI.filter, "cutoff"),
    (.sideChain, PluginURI.compressor, "sidechain_in"),
    (.connectionOptional, "http://calf.sourceforge.net/plugins/Compressor", "in_r"),
    (.reportsLatency, PluginURI.artificialLatency, "latency"),
    (.notOnGUI, PluginURI.cabinet, "SCHEDULE"),
    (.expensive, "urn:tarmac:fixture:coarse", "runs"),
    (.causesArtifacts, "http://plugin.org.uk/swh-plugins/offset", "offset"),
    (.notAutomatic, "http://calf.sourceforge.net/plugins/Filter", "mode"),
  ]

  @Test("every property of a port is read", arguments: properties)
  func everyPropertyOfAPortIsRead(
    property: PluginInfo.Property,
    uri: String,
    symbol: String
  ) throws {
    let world = uri.hasPrefix("urn:tarmac:") ? Fixtures.world() : world
    let port = try #require(world.plugin(uri)?.port(symbol))
    #expect(port.has(property))
    let covered = Set(Self.properties.map(\.0))
    #expect(covered == Set(PluginInfo.Property.allCases))
  }
}
