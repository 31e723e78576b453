// SPDX-License-Identifier: Apache-2.0
// Rendering without a sound card.

import Foundation
import Quantities
import RuleProofs
import SeededNumbers
import SoundFiles
import Testing

@Suite("tarmac render")
struct OfflineTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "a:l", "a:r" ] }
      phones: { role: headphones, ports: [ "b:l", "b:r" ] }
    sessions:
      music:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { player: "noise.wav", loop: true }
        graph: [ { plugin: "http://plugin.org.uk/swh-plugins/dj_eq", set: { lo: -6 } } ]
        sends: [ { to: main }, { to: phones, tap: pre, level_db: -6 } ]
      voice:
        category: playback
        options: [ duckOthers ]
        active: true
        source: { player: "voice.wav", channels: 1 }
        sends: [ { to: main } ]
    """

  @Test(
    "gives a session that only processes a file of its own, through its graph",
    .proves("CAT-35", at: .offline)
  )
  func audioProcessing() throws {
    let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    var numbers = SeededNumbers(seed: 10)
    let sound = numbers.samples(144_000).map { $0 / 4 }
    try SoundFile.write([sound], to: folder.path + "/in.wav", rate: SampleRate(hertz: 48_000))
    let preset = folder.appending(path: "rig.yaml")
    try """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "a:l", "a:r" ] }
    sessions:
      job:
        category: audioProcessing
        active: true
        source: { player: in.wav, channels: 1 }
        graph: [ { plugin: "http://plugin.org.uk/swh-plugins/amp", set: { gain: 0 } } ]
    """.write(to: preset, atomically: true, encoding: .utf8)
    let target = folder.appending(path: "out").path
    #expect(try render(preset.path, to: target) == ["\(target)/main.wav", "\(target)/job.wav"])
    let silent = try SoundFile.read("\(target)/main.wav").channels
    #expect(silent.allSatisfy { $0.allSatisfy { $0 == 0 } })
    let heard = try SoundFile.read("\(target)/job.wav").channels
    // After the gate's ramp the sound is the file's.
    #expect(heard.map { Array($0[480...]) } == [Array(sound[480...])])
  }

  @Test("writes the same bytes every time, one file for each output route")
  func deterministic() throws {
    let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    var numbers = SeededNumbers(seed: 9)
    let music = [numbers.samples(50_000), numbers.samples(50_000)].map { $0.map { $0 / 4 } }
    try SoundFile.write(music, to: folder.path + "/noise.wav", rate: SampleRate(hertz: 44_100))
    let voice = numbers.samples(96_000).map { $0 / 4 }
    try SoundFile.write([voice], to: folder.path + "/voice.wav", rate: SampleRate(hertz: 48_000))
    let preset = folder.appending(path: "rig.yaml")
    try OfflineTests.preset.write(to: preset, atomically: true, encoding: .utf8)
    let folders = ["one", "two"].map { folder.appending(path: $0).path }
    for target in folders {
      #expect(
        try render(preset.path, to: target) == ["\(target)/main.wav", "\(target)/phones.wav"]
      )
    }
    for name in ["main.wav", "phones.wav"] {
      let files = try folders.map { try Data(contentsOf: URL(filePath: "\($0)/\(name)")) }
      #expect(files[0] == files[1], "\(name)")
      let sound = try SoundFile.read("\(folders[0])/\(name)")
      #expect(sound.channels.count == 2)
      #expect(sound.channels[0].count == 144_000)
      #expect(sound.channels.allSatisfy { $0.contains { $0 != 0 } })
    }
  }

  @Test("rolls the preset's tempo from the first frame: a metronome clicks on every beat")
  func tempo() throws {
    let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let preset = folder.appending(path: "rig.yaml")
    for source in ["own", "jack"] {
      try """
      tarmac: 1
      transport: { source: \(source), tempo_bpm: 120 }
      routes:
        main: { role: lineOut, ports: [ "a:l" ] }
      sessions:
        clicks:
          category: playback
          active: true
          graph: [ { plugin: "http://lv2plug.in/plugins/eg-metro" } ]
          sends: [ { to: main } ]
      """.write(to: preset, atomically: true, encoding: .utf8)
      let target = folder.appending(path: source).path
      #expect(try render(preset.path, to: target).count == 1)
      let sound = try SoundFile.read("\(target)/main.wav").channels[0]
      // A beat is 24,000 frames; its click has gone after half of that.
      for beat in 0..<6 {
        let click = sound[(beat * 24_000)..<(beat * 24_000 + 4_800)]
        #expect(click.contains { abs($0) > 0.1 }, "\(source), beat \(beat)")
        let rest = sound[(beat * 24_000 + 12_000)..<(beat * 24_000 + 23_900)]
        #expect(rest.allSatisfy { abs($0) < 0.001 }, "\(source), after beat \(beat)")
      }
    }
  }

  /// Renders three seconds and returns the files that the program names.
  @Test("starts plugins with states that any host has written, and with values on top of them")
  func states() throws {
    let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    let state = folder.appending(path: "quieter")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    <> a pset:Preset ; lv2:appliesTo <\(amplifier)> ;
      lv2:port [ lv2:symbol "gain" ; pset:value -20.0 ] .
    """.write(to: state.appending(path: "state.ttl"), atomically: true, encoding: .utf8)
    let ones = [Float](repeating: 1, count: 144_000)
    try SoundFile.write([ones], to: folder.path + "/in.wav", rate: SampleRate(hertz: 48_000))
    func sounds(_ settings: String, _ level: Float) throws {
      let preset = folder.appending(path: "rig.yaml")
      try """
      tarmac: 1
      routes: { main: { role: lineOut, channels: 1 } }
      sessions:
        job:
          category: playback
          active: true
          source: { player: in.wav, channels: 1 }
          graph: [ { plugin: "\(amplifier)", state: quieter\(settings) } ]
          sends: [ { to: main } ]
      """.write(to: preset, atomically: true, encoding: .utf8)
      let target = folder.appending(path: "out").path
      #expect(try render(preset.path, to: target) == ["\(target)/main.wav"])
      let heard = try SoundFile.read("\(target)/main.wav").channels[0][72_000]
      #expect(abs(heard - LinearGain(Decibels(level)).factor) < 1e-5)
    }
    try sounds("", -20)
    try sounds(", set: { gain: -40 }", -40)
  }

  private func render(_ preset: String, to folder: String) throws -> [String] {
    let process = Process()
    process.executableURL = RunningTarmac.program
    process.arguments = ["render", preset, "--seconds", "3", "--out", folder]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
