// SPDX-License-Identifier: Apache-2.0
// Real plugins that another session's sound steers, on a live rig and offline.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import SeededNumbers
import SoundFiles
import Testing

/// A compressor with a side chain, as it is and as the tests set it.
struct SteeredPlugin: CustomTestStringConvertible {
  let uri: String
  let values: String
  /// The ports of its side chain.
  let ports: [String]

  var testDescription: String { uri }

  static let all = [
    SteeredPlugin(
      uri: "urn:ardour:a-comp#stereo",
      values: "{ thr: -40, rat: 20, att: 1, rel: 20, sidech: on }",
      ports: ["sidechain_in"]
    ),
    SteeredPlugin(
      uri: "http://plugin.org.uk/swh-plugins/sc3",
      values: "{ threshold: -30, ratio: 10, attack: 2, release: 2, chain_bal: 1 }",
      ports: ["sidechain"]
    ),
    // It does not mark its side chain, but says which input is its main one.
    SteeredPlugin(
      uri: "http://calf.sourceforge.net/plugins/SidechainCompressor",
      values: "{ threshold: 0.01, ratio: 20, attack: 1, release: 20, sc_route: on }",
      ports: ["sidechain", "sidechain2"]
    ),
  ]
}

@Suite("A plugin's side chain", .serialized)
struct PluginSidechainTests {
  private static let joined = "category: playback, options: [ mixWithOthers ]"

  @Test(
    "gives the samples that the same sound gives from within the session",
    arguments: SteeredPlugin.all
  )
  func equality(_ plugin: SteeredPlugin) throws {
    let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rate = SampleRate(hertz: 48_000)
    var numbers = SeededNumbers(seed: 21)
    let music = [numbers.samples(96_000), numbers.samples(96_000)].map { $0.map { $0 / 2 } }
    // The key waits until the gate of its session is open.
    let key = [Float](repeating: 0, count: 24_000) + numbers.samples(48_000)
    try SoundFile.write(music, to: folder.path + "/music.wav", rate: rate)
    try SoundFile.write([key], to: folder.path + "/key.wav", rate: rate)
    func render(_ name: String, _ sessions: String) throws -> [[Float]] {
      let text = """
        tarmac: 1
        routes: { main: { role: lineOut, ports: [ "a:l", "a:r" ] } }
        sessions:
        \(sessions)
        """
      let preset = folder.appending(path: "\(name).yaml")
      try text.write(to: preset, atomically: true, encoding: .utf8)
      return try Rendering.run(preset.path, seconds: 2, to: folder.appending(path: name).path)
    }
    let use = "plugin: \"\(plugin.uri)\", set: \(plugin.values)"
    let music2 = "{ player: music.wav }"
    func steered(_ sidechain: String, voiceFirst: Bool = true) -> String {
      let sends = "sends: [ { to: main } ]"
      let graph = "graph: [ { \(use)\(sidechain) } ]"
      let sessions = [
        "  voice: { \(Self.joined), active: on, source: { player: key.wav, channels: 1 } }",
        "  music: { \(Self.joined), active: on, source: \(music2), \(graph), \(sends) }",
      ]
      return (voiceFirst ? sessions : sessions.reversed()).joined(separator: "\n")
    }
    let wires = plugin.ports.map { "key -> comp.\($0)" } + ["comp -> out"]
    let within = try render(
      "within",
      """
        music:
          category: playback
          active: on
          sources: { music: \(music2), key: { player: key.wav, channels: 1 } }
          graph:
            nodes: { comp: { \(use) } }
            connections: [ music.1 -> comp.\(Self.mains(plugin)[0]), music.2 -> comp.\(Self.mains(plugin)[1]), \(wires.joined(separator: ", ")) ]
          sends: [ { to: main } ]
      """
    )
    let across = try render("across", steered(", sidechain: voice"))
    #expect(across == within)
    #expect(try render("before", steered(", sidechain: voice", voiceFirst: false)) == within)
    let alone = try render("alone", steered(""))
    let part = 40_000..<60_000
    #expect(level(across[0][part]) < level(alone[0][part]) / 3)
    #expect(level(across[1][part]) < level(alone[1][part]) / 3)
  }

  private static func mains(_ plugin: SteeredPlugin) -> [String] {
    switch plugin.ports.count {
    case 2: ["in_l", "in_r"]
    default: plugin.ports == ["sidechain"] ? ["left_in", "right_in"] : ["in_1", "in_2"]
    }
  }

  private func level(_ samples: ArraySlice<Float>) -> Float {
    (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
  }

  @Test("hears a session before its fader or behind it, and nothing while that is not active")
  func live() async throws {
    let use = "plugin: \"\(SteeredPlugin.all[0].uri)\", set: \(SteeredPlugin.all[0].values)"
    let preset = """
      tarmac: 1
      routes: { main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] } }
      sessions:
        before:
          \(Self.joined.replacing(", ", with: "\n    "))
          active: on
          source: { jack: [ "source:out_1" ] }
          graph: [ { \(use), sidechain: voice } ]
          sends: [ { to: main, from: [ 1 ], channels: [ 1 ] } ]
        behind:
          \(Self.joined.replacing(", ", with: "\n    "))
          active: on
          source: { jack: [ "source:out_1" ] }
          graph: [ { \(use), sidechain: { from: voice, tap: post } } ]
          sends: [ { to: main, from: [ 2 ], channels: [ 2 ] } ]
        voice:
          \(Self.joined.replacing(", ", with: "\n    "))
          source: { jack: [ "source:out_2" ] }
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 3)
      let ears = try Listener("ears", on: server, inputs: 2)
      defer {
        source.close()
        ears.close()
      }
      let music = [Float](repeating: 0.5, count: 48_000 * 120)
      source.play([music, music, [Float](repeating: 0, count: music.count)])
      func settles(_ isDown: [Bool], _ what: String) throws {
        try tarmac.wait(what) {
          zip(try ears.capture(frames: 256), isDown).allSatisfy { samples, isDown in
            isDown ? samples[255] > 0 && samples[255] < 0.1 : abs(samples[255] - 0.5) < 1e-3
          }
        }
      }
      // The music alone is far above the threshold.
      try settles([false, false], "the music alone")
      _ = try tarmac.ask(ActivateRequest(session: "voice"))
      try settles([true, true], "the voice")
      _ = try tarmac.ask(SetRequest(path: "voice.fader_db", value: "-inf"))
      try settles([true, false], "the fader")
      _ = try tarmac.ask(SetRequest(path: "voice.fader_db", value: "0"))
      try settles([true, true], "the voice again")
      _ = try tarmac.ask(DeactivateRequest(session: "voice"))
      try settles([false, false], "the music alone again")
      // Who is heard may be built anew, from other sound, under those who hear it.
      _ = try tarmac.ask(ActivateRequest(session: "voice"))
      try settles([true, true], "the voice once more")
      let runs = try tarmac.session("before").plugins[0].runs
      try tarmac.reload(preset.replacing("source:out_2", with: "source:out_3"))
      try settles([false, false], "another voice, which is silent")
      try tarmac.reload(preset)
      try settles([true, true], "the first voice")
      #expect(try tarmac.session("before").plugins[0].runs > runs)
    }
  }

  @Test("is left out, with the plugin, by a session that measures")
  func measurement() throws {
    let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    var numbers = SeededNumbers(seed: 22)
    let sound = numbers.samples(48_000).map { $0 / 2 }
    let rate = SampleRate(hertz: 48_000)
    try SoundFile.write([sound], to: folder.path + "/sound.wav", rate: rate)
    let use = "plugin: \"\(SteeredPlugin.all[0].uri)\", set: \(SteeredPlugin.all[0].values)"
    let player = "source: { player: sound.wav, channels: 1 }"
    let sessions = [
      "voice: { \(Self.joined), active: on, \(player) }",
      "probe: { \(Self.joined), mode: measurement, active: on, \(player), "
        + "graph: [ { \(use), sidechain: voice } ], sends: [ { to: main, from: [ 1 ], channels: [ 1 ] } ] }",
    ]
    let text = """
      tarmac: 1
      routes: { main: { role: lineOut, ports: [ "a:l", "a:r" ] } }
      sessions:
      \(sessions.map { "  \($0)\n" }.joined())
      """
    let preset = folder.appending(path: "rig.yaml")
    try text.write(to: preset, atomically: true, encoding: .utf8)
    let heard = try Rendering.run(preset.path, seconds: 1, to: folder.appending(path: "out").path)
    // After the player's ramp it is the file, although the voice would turn it down.
    #expect(heard[0][480...] == sound[480...])
    #expect(heard[1].allSatisfy { $0 == 0 })
  }

  @Test("shows how far each plugin delays its output, as it says now")
  func latency() async throws {
    let preset = """
      tarmac: 1
      routes: { main: { role: lineOut, channels: 1 } }
      sessions:
        late:
          category: playback
          active: on
          source: { jack: [ "source:out_1" ] }
          graph: [ { plugin: "http://plugin.org.uk/swh-plugins/artificialLatency", id: wait, set: { delay: 100 } } ]
          sends: [ { to: main } ]
      """
    try await RunningTarmac.run(preset) { tarmac, _ in
      try tarmac.wait("the first latency") {
        try tarmac.session("late").plugins[0].latency_frames == 4_800
      }
      _ = try tarmac.ask(SetRequest(path: "late.wait.delay", value: "10"))
      try tarmac.wait("the next latency") {
        try tarmac.session("late").plugins[0].latency_frames == 480
      }
    }
  }
}

/// `tarmac render` as a test uses it.
private enum Rendering {
  /// Renders a preset and returns what its route `main` sounds like.
  static func run(_ preset: String, seconds: Int, to folder: String) throws -> [[Float]] {
    let process = Process()
    process.executableURL = RunningTarmac.program
    process.arguments = ["render", preset, "--seconds", "\(seconds)", "--out", folder]
    process.standardOutput = FileHandle.nullDevice
    // Where `scripts/install-test-plugins` puts what is in no package of the system.
    let environment = ProcessInfo.processInfo.environment
    let unpacked = "\(environment["HOME"] ?? "")/.cache/tarmac/lv2-test-set:/usr/lib/lv2"
    process.environment = ["LV2_PATH": unpacked].merging(environment) { $1 }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw RunFailure(description: "tarmac render ended with \(process.terminationStatus)")
    }
    return try SoundFile.read("\(folder)/main.wav").channels
  }
}
