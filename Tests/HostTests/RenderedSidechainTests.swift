// SPDX-License-Identifier: Apache-2.0
// Real plugins that another session's sound controls, sample by sample.

import Foundation
import Quantities
import SeededNumbers
import SoundFiles
import Testing
import TestPlugins

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

@Suite("A plugin's side chain, rendered")
struct RenderedSidechainTests {
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
    // Both wait until the gates of their sessions are open, which takes longer where another
    // session is heard.
    let silence = [Float](repeating: 0, count: 1_000)
    let music = [numbers.samples(95_000), numbers.samples(95_000)].map { noise in
      silence + noise.map { $0 / 2 }
    }
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
    // After the player's ramp the sound is the file's, although the voice would turn it down.
    #expect(heard[0][480...] == sound[480...])
    #expect(heard[1].allSatisfy { $0 == 0 })
  }

  /// The plugin has its right ports before its left ones, and turns down by what it hears at its
  /// side chain.
  @Test("leaves a plugin's channels in the order that its groups name, whatever that of its ports")
  func groups() throws {
    let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    let bundle = folder.appending(path: "lv2/fixtures.lv2")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let data = URL(filePath: #filePath).appending(path: "../../FixturePlugins/bundle").standardized
    for name in ["manifest.ttl", "fixtures.ttl"] {
      try FileManager.default.copyItem(
        at: data.appending(path: name),
        to: bundle.appending(path: name)
      )
    }
    try FileManager.default.createSymbolicLink(
      at: bundle.appending(path: "fixtures.so"),
      withDestinationURL: RunningTarmac.program.deletingLastPathComponent()
        .appending(path: "libFixturePlugins.so")
    )
    let rate = SampleRate(hertz: 48_000)
    let music = [0.25, 0.5].map { [Float](repeating: $0, count: 48_000) }
    try SoundFile.write(music, to: folder.path + "/music.wav", rate: rate)
    try SoundFile.write([music[1]], to: folder.path + "/key.wav", rate: rate)
    let preset = folder.appending(path: "rig.yaml")
    let graph = "graph: [ { plugin: \"urn:tarmac:fixture:ducker\", sidechain: voice } ]"
    try """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "a:l", "a:r" ] } }
    sessions:
      voice: { \(Self.joined), active: on, source: { player: key.wav, channels: 1 } }
      music: { \(Self.joined), active: on, source: { player: music.wav }, \(graph), sends: [ { to: main } ] }
    """.write(to: preset, atomically: true, encoding: .utf8)
    let heard = try Rendering.run(
      preset.path,
      seconds: 1,
      to: folder.appending(path: "out").path,
      plugins: "\(folder.path)/lv2:\(TestPlugins.specifications)"
    )
    #expect(heard.map { $0[40_000] } == [0.125, 0.25])
  }
}

/// `tarmac render` as a test uses it.
private enum Rendering {
  /// Renders a preset and returns the sound of its route `main`.
  ///
  /// The plugins are looked for in the folders `plugins`.
  static func run(
    _ preset: String,
    seconds: Int,
    to folder: String,
    plugins: String = TestPlugins.path
  ) throws -> [[Float]] {
    let process = Process()
    process.executableURL = RunningTarmac.program
    process.arguments = ["render", preset, "--seconds", "\(seconds)", "--out", folder]
    process.standardOutput = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment
      .merging(["LV2_PATH": plugins]) { $1 }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw RunFailure(description: "tarmac render ended with \(process.terminationStatus)")
    }
    return try SoundFile.read("\(folder)/main.wav").channels
  }
}
