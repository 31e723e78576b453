// SPDX-License-Identifier: Apache-2.0
// Parameters of real plugins beside their ports, in presets and on control paths.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import Testing

@Suite("The values of plugins", .serialized)
struct PluginValueTests {
  @Test("begin as the preset says, and read as the plugin says")
  func start() async throws {
    let parameters =
      "{ float: 0.25, double: 1e-3, int: 7, long: 9007199254740993, bool: on, string: hello, "
      + "path: kick.wav, 'http://lv2plug.in/plugins/eg-params#spring': 0 }"
    let preset = PluginRig.preset(parameters: parameters)
    try await RunningTarmac.runByClock(preset, files: PluginRig.files) { tarmac in
      let kick = tarmac.folder.appending(path: "kick.wav").path
      let expected = [
        "float": "0.25", "double": "0.001", "int": "7", "long": "9007199254740993", "bool": "on",
        "string": "hello", "path": kick, "spring": "0",
      ]
      for (name, value) in expected { #expect(try tarmac.get("keys.params.\(name)") == value) }
      try tarmac.wait("keys.sampler.sample", toBe: kick)
      let gain = try #require(try tarmac.ask(GetRequest(path: "keys.sampler.gain")).first)
      #expect(gain.value == "-6" && gain.unit == "dB" && !gain.isReadOnly)
      // Its default state names the sample of its bundle; the rig has asked for it although the
      // plugin never ran in earnest.
      #expect(try tarmac.get("quiet.sampler.sample").hasSuffix("/click.wav"))
      let detection = try #require(try tarmac.ask(GetRequest(path: "keys.calf.detection")).first)
      #expect(detection.value == "1" && detection.label == "Peak")
      #expect(detection.allowed == "0 to 1, whole, or RMS, Peak")
      #expect(try tarmac.get("keys.synth.glide") == "0.25")
    }
  }

  @Test("are set while the rig runs: by name, by URI, by the name of a value, to a file")
  func setting() async throws {
    try await RunningTarmac.runByClock(PluginRig.preset(), files: PluginRig.files) { tarmac in
      let uri = PluginRig.parameters
      let snare = tarmac.folder.appending(path: "snare.wav").path
      let good = [
        ("keys.params.float", "-1.5", "-1.5"), ("keys.params.\(uri)#double", "1e-3", "0.001"),
        ("keys.params.int", "-2147483648", "-2147483648"),
        ("keys.params.long", "9007199254740993", "9007199254740993"),
        ("keys.params.bool", "yes", "on"), ("keys.params.string", "", ""),
        ("keys.params.path", snare, snare), ("keys.sampler.sample", "snare.wav", snare),
        ("keys.sampler.gain", "-20", "-20"), ("keys.calf.detection", "rms", "0"),
        ("quiet.sampler.sample", "snare.wav", snare),
      ]
      for (path, value, reads) in good {
        #expect(try tarmac.set(path, value) == reads, "\(path) \(value)")
        try tarmac.wait(path, toBe: reads)
      }
      let bad = [
        ("keys.params.int", "1.5"), ("keys.params.int", "2147483648"), ("keys.params.long", "1e30"),
        ("keys.params.float", "nan"), ("keys.params.bool", "2"), ("keys.params.lfo", "0"),
        ("keys.sampler.gain", "-20.1"), ("keys.sampler.sample", "nowhere.wav"),
        ("keys.calf.detection", "Average"), ("keys.comp.amplitude", "0"),
        ("keys.params.flaot", "0"),
      ]
      for (path, value) in bad {
        let request = SetRequest(path: path, value: value, folder: tarmac.folder.path)
        try tarmac.expectRefusal(request, "'\(path)'")
      }
      try tarmac.expectRefusal(SetRequest(path: "keys.sampler.sample", value: "kick.wav"), "path")
      for (path, _, reads) in good { #expect(try tarmac.get(path) == reads, "\(path)") }
    }
  }

  @Test("that plugins put out can be read")
  func outputs() async throws {
    try await RunningTarmac.runByClock(PluginRig.preset(), files: PluginRig.files) { tarmac in
      let outputs = try tarmac.ask(GetRequest(path: "keys")).filter(\.isReadOnly).map(\.path)
      #expect(outputs.contains("keys.comp.amplitude") && outputs.contains("keys.calf.meter_in"))
      #expect(outputs.contains("keys.drums.latency") && outputs.contains("keys.params.lfo"))
      try tarmac.wait("the reported latency") { try tarmac.get("keys.drums.latency") != "0" }
    }
  }

  private static let token = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1" ] } }
    sessions:
      film:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        graph:
          - plugin: "\(amplifier)"
            id: amp
            set: { gain: -6 }
            shared: "\(amplifier)"
            shared_set: { gain: -12 }
            exclusive: dsp
        sends: [ { to: main } ]
    """

  @Test("of the stand-in of a token's plugin are set and reloaded while it runs")
  func standIn() async throws {
    try await RunningTarmac.run(PluginValueTests.token) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      defer {
        source.close()
        ears.close()
      }
      source.play([[Float](repeating: 1, count: 48_000 * 60)])
      func settles(_ level: Float) throws {
        let wanted = LinearGain(Decibels(level)).factor
        try tarmac.wait("\(level) dB") {
          try ears.capture(frames: 256)[0].allSatisfy { abs($0 - wanted) < 1e-5 }
        }
      }
      try settles(-12)
      try tarmac.set("film.amp.shared.gain", "-3")
      try settles(-3)
      #expect(try tarmac.get("film.amp.gain") == "-6")
      let runs = try tarmac.session("film").calls
      let text = PluginValueTests.token.replacing("gain: -12", with: "gain: -18")
      try tarmac.reload(text)
      try settles(-18)
      // It has gone on as it was: a session that is rebuilt counts from zero.
      #expect(try tarmac.session("film").calls > runs)
    }
  }

  @Test("that a reloaded preset changed are set, and nothing else")
  func reload() async throws {
    try await RunningTarmac.runByClock(PluginRig.preset(), files: PluginRig.files) { tarmac in
      try tarmac.set("keys.params.string", "mine")
      let runs = try tarmac.session("keys").plugins[0].runs
      try tarmac.reload(PluginRig.preset(parameters: "{ float: 0.25, int: 8, bool: on }"))
      try tarmac.wait("keys.params.int", toBe: "8")
      try tarmac.wait("keys.params.bool", toBe: "on")
      #expect(try tarmac.get("keys.params.string") == "mine")
      #expect(try tarmac.session("keys").plugins[0].runs >= runs)
    }
  }
}
