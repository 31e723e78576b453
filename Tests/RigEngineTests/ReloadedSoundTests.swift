// SPDX-License-Identifier: Apache-2.0
// Which sessions sound, and which must not, after a reload that changed files: alarms, lost
// outputs, the lock, sessions that others hear.

import ControlTower
import ControlTree
import EngineTestBench
import Foundation
import Quantities
import RuleProofs
import SoundFiles
import Testing

@testable import RigEngine

@Suite("Sound after a reload")
struct ReloadedSoundTests {
  /// A folder with a file of a constant for each of these levels, as `0.wav` and so on.
  private final class Files {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    init(_ levels: Float...) throws {
      try FileManager.default.createDirectory(
        atPath: folder,
        withIntermediateDirectories: true
      )
      for (index, level) in levels.enumerated() {
        let samples = [Float](repeating: level, count: 48_000)
        let path = "\(folder)/\(index).wav"
        try SoundFile.write([samples], to: path, rate: SampleRate(hertz: 48_000))
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
  }

  private static func preset(_ player: String, _ keys: String = "", more: String = "") -> String {
    """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1 }, phones: { role: headphones, channels: 1 } }
    \(more)
    sessions:
      deck:
        category: playback
        active: true
        \(keys)
        source: { player: \(player), loop: on, channels: 1 }
        sends: [ { to: currentRoute } ]
    """
  }

  /// A session that is heard by another one alone, with these keys.
  private static func heardNode(_ keys: String...) -> String {
    """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1 }, mic: { role: mic, channels: 1 } }
    sessions:
      node: { \(keys.joined(separator: ", ")), options: [ mixWithOthers ], inter_session: on, sends: [] }
      host:
        category: playback
        options: [ mixWithOthers ]
        inter_session: on
        active: true
        source: { session: node }
        sends: [ { to: main } ]
    """
  }

  @Test("an alarm that lasts is heard with its new file")
  func alarm() async throws {
    let files = try Files(0.25, 0.5)
    func rig(_ file: Int) -> String {
      let source = "{ player: \(files.folder)/\(file).wav, loop: on, channels: 1 }"
      return Self.preset(
        "\(files.folder)/0.wav",
        more: "interrupters: { alarm: { source: \(source), sends: [ { to: main } ] } }"
      )
    }
    let bench = try EngineBench(rig(0))
    try bench.engine.handle(.interrupterBegan(.alarm))
    bench.settle()
    #expect(bench.heard("main") == 0.25)
    try await bench.reload(rig(1))
    #expect(bench.heard("main") == 0.5)
    try bench.engine.handle(.interrupterEnded(.alarm, shouldResume: false))
    bench.settle()
    #expect(bench.heard("main") == 0)
    try await bench.reload(rig(0))
    #expect(bench.heard("main") == 0, "it is over")
  }

  @Test(
    "a deck that was paused because its output went does not burst out of another one",
    .proves("RTE-11", "PLY-A3"),
    arguments: ["", "mode: moviePlayback"]
  )
  func lostOutput(_ keys: String) async throws {
    let files = try Files(0.25, 0.5)
    let bench = try EngineBench(Self.preset("\(files.folder)/0.wav"))
    bench.engine.mixer.setPresent(["main", "phones"])
    bench.settle()
    #expect(bench.heard("phones") == 0.25)
    bench.engine.mixer.setPresent(["main"])
    bench.settle()
    #expect(bench.state("deck")?.isPaused == true && bench.heard("main") == 0)
    try await bench.reload(Self.preset("\(files.folder)/1.wav", keys))
    #expect(bench.state("deck")?.isPaused == true)
    #expect(bench.heard("main") == 0)
    _ = try bench.engine.players.control("deck", source: nil, .play)
    bench.settle()
    #expect(bench.heard("main") == 0.5)
  }

  @Test("a session that the lock holds stays held", .proves("BG-05"))
  func lock() async throws {
    let files = try Files(0.25, 0.5)
    let keys = "background_audio: off"
    let bench = try EngineBench(Self.preset("\(files.folder)/0.wav", keys))
    try bench.engine.handle(.setLocked(true))
    bench.settle()
    try await bench.reload(Self.preset("\(files.folder)/1.wav", keys))
    #expect(!bench.isCalled("deck"))
    try bench.engine.handle(.setLocked(false))
    bench.settle()
    #expect(bench.isCalled("deck"))
  }

  @Test("one that is heard by others alone is heard by them afterwards", .proves("IAA-A1"))
  func feed() async throws {
    let files = try Files(0.25, 0.5)
    func rig(_ file: Int) -> String {
      let player = "{ player: \(files.folder)/\(file).wav, loop: on, channels: 1 }"
      return Self.heardNode("category: playback", "source: \(player)")
    }
    let bench = try EngineBench(rig(0))
    #expect(bench.heard("main") == 0.25)
    try await bench.reload(rig(1))
    #expect(bench.heard("main") == 0.5)
  }

  @Test("an input that goes on in the background from now on is heard by its listener")
  func background() async throws {
    func rig(_ background: String) -> String {
      Self.heardNode(
        "category: playAndRecord",
        "record_permission: granted",
        "background_audio: \(background)",
        "active: true",
        "source: { route: mic }"
      )
    }
    let bench = try EngineBench(rig("off"))
    #expect(bench.heard("main") == 0)
    try await bench.reload(rig("on"))
    #expect(bench.heard("main") != 0)
  }

  @Test(
    "a program that says that it is quiet stops the players of its session as well",
    .proves("PLY-A3")
  )
  func program() throws {
    let files = try Files(0.25)
    let bench = try EngineBench(Self.preset("\(files.folder)/0.wav"))
    let deck = try #require(bench.engine.live.session("deck"))
    for isPlaying in [false, true] {
      try bench.engine.players.setPlaying(deck, isPlaying)
      bench.settle()
      #expect(deck.players.first??.isPlaying == isPlaying)
      #expect(bench.state("deck")?.isPaused == !isPlaying)
    }
  }

  @Test("what system sounds were turned to is among what is remembered")
  func systemSounds() throws {
    let files = try Files(0.25)
    let sounds =
      "system_sounds: { sounds: { gong: \(files.folder)/0.wav }, sends: [ { to: main } ] }"
    let preset = Self.preset("\(files.folder)/0.wav", more: sounds)
    let bench = try EngineBench(preset)
    #expect(UserValues(of: bench.engine).entries.isEmpty)
    for (path, value) in [
      ("system_sounds.fader_db", "-6"), ("system_sounds.sends.main.level_db", "-3"),
    ] {
      try bench.set(path, to: value)
      let entry = try #require(UserValues(of: bench.engine).entries[path])
      #expect(entry.value.words == value && entry.preset.words == "0")
      #expect(try EngineBench.rig(preset).mixerValues[path] == entry.preset)
    }
  }
}
