// SPDX-License-Identifier: Apache-2.0
// For each feature and kind of port a plugin of Debian that needs it.

import LV2Hosting
import Quantities
import RenderCore
import RenderCore
import TestPlugins
import Testing

@Suite struct RealPluginTests {
  private let world = TestPlugins.world()

  private func make(
    _ uri: String,
    values: [String: Float] = [:],
    includesCV: Bool = false
  ) throws(HostingError) -> LV2Instance {
    try world.instantiate(
      uri,
      sampleRate: .usual,
      maximumBlock: FrameCount(256),
      values: values,
      isOffline: true,
      includesCV: includesCV
    )
  }

  @Test("a synthesizer sounds from the frame of its note")
  func aSynthesizerSoundsFromTheFrameOfItsNote() throws {
    let bench = AudioBench(try make("http://drobilla.net/plugins/mda/JX10"))
    #expect(bench.instance.send(midi: [0x90, 60, 127], at: 100))
    let output = bench.run(blocks: [256, 256, 256])
    #expect(output[0].prefix(100).allSatisfy { $0 == 0 })
    #expect(output[0].contains { abs($0) > 0.001 })
  }

  @Test("fifths are added to notes")
  func fifthsAreAddedToNotes() throws {
    let bench = AudioBench(try make("http://lv2plug.in/plugins/eg-fifths"))
    bench.instance.listen()
    bench.instance.send(midi: [0x90, 60, 100], at: 31)
    bench.run(blocks: [64])
    let notes = bench.instance.takeEvents().map(\.content)
    #expect(notes == [.midi([0x90, 60, 100]), .midi([0x90, 67, 100])])
  }

  @Test("a metronome follows the transport")
  func aMetronomeFollowsTheTransport() throws {
    let bench = AudioBench(try make("http://lv2plug.in/plugins/eg-metro"))
    let roll = { (speed: Float) in
      world.transport.set(Transport(speed: speed, tempo: Tempo(beatsPerMinute: 240)))
      var output: [Float] = []
      for _ in 0..<100 {
        world.transport.beginCycle(frames: 256, rate: 48_000)
        output += bench.run(blocks: [256])[0]
      }
      return output
    }
    #expect(roll(0).allSatisfy { $0 == 0 })
    #expect(roll(1).contains { abs($0) > 0.1 })
  }

  @Test(
    "delays take the position and go on",
    arguments: [
      "urn:ardour:a-delay",
      "http://guitarix.sourceforge.net/plugins/gx_digital_delay_#_digital_delay_",
    ]
  )
  func delaysTakeThePositionAndGoOn(uri: String) throws {
    let info = try #require(world.plugin(uri))
    #expect(info.ports.contains { $0.supports.contains { $0.hasSuffix("time#Position") } })
    let bench = AudioBench(try make(uri))
    for tempo in [93, 120, 180] as [Float] {
      world.transport.set(Transport(speed: 1, tempo: Tempo(beatsPerMinute: tempo)))
      world.transport.beginCycle(frames: 256, rate: 48_000)
      bench.run(blocks: [256], signal: noise)
    }
    #expect(bench.instance.health.droppedEvents == 0)
  }

  @Test("a tempo control follows the transport", arguments: ["ReverseDelay", "Pulsator"])
  func aTempoControlFollowsTheTransport(name: String) throws {
    let instance = try make("http://calf.sourceforge.net/plugins/" + name)
    let designation = "http://lv2plug.in/ns/ext/time#beatsPerMinute"
    let tempo = try #require(instance.controls.first { $0.info.designation == designation })
    world.transport.set(Transport(speed: 1, tempo: Tempo(beatsPerMinute: 93)))
    world.transport.beginCycle(frames: 64, rate: 48_000)
    AudioBench(instance).run(blocks: [64])
    #expect(tempo.value == 93)
  }

  @Test("an opened sample sounds and is part of the state")
  func anOpenedSampleSoundsAndIsPartOfTheState() throws {
    let bench = AudioBench(try make(PluginURI.sampler))
    let sample = PluginURI.sampler + "#sample"
    #expect(bench.instance.info.parameter(sample)?.type == .path)
    bench.instance.send(midi: [0x90, 60, 127])
    #expect(bench.run(blocks: [256])[0].contains { $0 != 0 })
    try bench.instance.ask(parameter: sample)
    bench.run(blocks: [256])
    _ = bench.instance.takeEvents()
    guard case .path(let path)? = bench.instance.parameters[sample] else {
      Issue.record("the sampler does not say its sample: \(bench.instance.parameters)")
      return
    }
    #expect(path.hasSuffix("click.wav"))
    #expect(try bench.instance.state().propertyCount > 0)
  }

  @Test("control voltages are signals if the plan wants them")
  func controlVoltagesAreSignalsIfThePlanWantsThem() throws {
    let uri = "http://drobilla.net/plugins/blop/adsr"
    let constant = try make(uri)
    #expect(constant.node.audioInputs.isEmpty)
    let bench = AudioBench(try make(uri, includesCV: true))
    let gates = bench.instance.cv.filter { $0.info.direction == .input }
    #expect(bench.instance.node.audioInputs == gates.map(\.info.index))
    #expect(!gates.isEmpty)
    let output = bench.run(blocks: [256, 256]) { $0 < 10 ? 0 : 1 }
    #expect(output[0].prefix(10).allSatisfy { $0 == 0 })
    #expect(output[0].contains { $0 > 0 })
  }

  @Test("a scope sends more than usual ports hold")
  func aScopeSendsMoreThanUsualPortsHold() throws {
    let bench = AudioBench(try make("http://lv2plug.in/plugins/eg-scope#Stereo"))
    bench.instance.listen()
    bench.run(blocks: [256, 256], signal: noise)
    #expect(bench.instance.health.malformedSequences == 0)
  }

  @Test("groups are read")
  func groupsAreRead() throws {
    let info = try #require(world.plugin("http://drobilla.net/plugins/mda/JX10"))
    #expect(info.groups.contains { $0.layout == "StereoGroup" && $0.ports.count == 2 })
    #expect(info.licence != nil)
    #expect(info.isRealtimeCapable)
  }

  @Test("a plugin that is switched off passes its input")
  func aPluginThatIsSwitchedOffPassesItsInput() throws {
    let instance = try make(PluginURI.compressor, values: ["enable": 0])
    #expect(instance.enabled?.value == 0)
    let bench = AudioBench(instance)
    bench.run(blocks: [Int](repeating: 256, count: 100), signal: noise)
    let output = bench.run(blocks: [256], signal: noise)[0]
    let isPassed = zip(output, (0..<256).map(noise)).allSatisfy { abs($0 - $1) < 0.001 }
    #expect(isPassed)
  }
}
