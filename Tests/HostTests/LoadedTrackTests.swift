// SPDX-License-Identifier: Apache-2.0
// Decks that are given other tracks while the rig runs.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import SoundFiles
import Testing

@Suite("A track that is loaded into a deck", .serialized)
struct LoadedTrackTests {
  private static func preset(deck: String = "a.wav") -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
      side: { role: speaker, ports: [ "ears:in_3" ] }
    sessions:
      deck:
        category: playback
        active: true
        source: { player: \(deck), loop: on }
        graph: [ \((1...4).map { "{ plugin: \"urn:tarmac:stereo\", id: p\($0) }" }.joined(separator: ", ")) ]
        sends: [ { to: main } ]
      other:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { player: ramp.wav, channels: 1 }
        graph: [ { plugin: "\(amplifier)" } ]
        sends: [ { to: side } ]
    """
  }

  private static let ramp = 48_000 * 120

  private static func files(in folder: URL) throws {
    for (name, level) in [("a.wav", 0.25), ("b.wav", 0.5), ("c.wav", 0.75)] {
      try folder.write([Float](repeating: Float(level), count: 24_000), as: name)
    }
    for channels in [2, 3] {
      let levels: [Float] = [0.125, 0.375, 0.5]
      try SoundFile.write(
        levels.prefix(channels).map { [Float](repeating: $0, count: 24_000) },
        to: folder.appending(path: "\(channels).wav").path,
        rate: SampleRate(hertz: 48_000)
      )
    }
    try folder.write((0..<ramp).map { Float($0) / Float(ramp) }, as: "ramp.wav")
    try "no sound".write(to: folder.appending(path: "text.wav"), atomically: true, encoding: .utf8)
  }

  @Test("leaves reloads to what presets say, and is no obstacle to them")
  func reloads() async throws {
    func preset(_ keys: String, _ other: String = "") -> String {
      Self.preset(deck: "a.wav\(keys)").replacing(
        "source: { player: a.wav",
        with: "sources: { file: { player: a.wav"
      )
      .replacing("loop: on }\n", with: "loop: on }\(other) }\n")
    }
    try await RunningTarmac.runByClock(preset(""), files: Self.files) { tarmac in
      let deep = String(repeating: "music/", count: 60)
      let folder = tarmac.folder.appending(path: deep)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try folder.write([Float](repeating: 0.5, count: 4_800), as: "short.wav")
      let file = folder.appending(path: "short.wav").path
      _ = try tarmac.ask(Self.load(file))
      func plays(_ name: String) throws -> Bool {
        try tarmac.get("deck.sources.file.file").hasSuffix(name)
      }
      // A cue point behind the end of the track, but not of the preset's file.
      try tarmac.reload(preset(", cue_seconds: 0.4"))
      #expect(try tarmac.get("deck.sources.file.cue_seconds") == "0")
      #expect(try plays("short.wav"))
      // The player is made again: beside another source, with another manner.
      try tarmac.reload(preset(", play: off", ", more: { player: b.wav }"))
      #expect(try plays("short.wav"))
      // A track that is no sound any more concerns no preset.
      try Data().write(to: URL(filePath: file))
      try tarmac.reload(preset(", play: off", ", more: { player: c.wav }"))
      #expect(try plays("short.wav"))
      try tarmac.reload(Self.preset(deck: "c.wav"))
      #expect(try tarmac.get("deck.sources.source.file").hasSuffix("/c.wav"))
    }
  }

  private static func load(_ file: String) -> PlayerRequest {
    PlayerRequest(session: "deck", action: .load(file: file))
  }

  @Test("is taken out: its file is closed, nothing is heard, and another one comes in its place")
  func ejects() async throws {
    try await RunningTarmac.run(Self.preset(), files: Self.files) { tarmac, server in
      var ears = try Listener("ears", on: server, inputs: 3)
      defer { ears.close() }
      func hears(_ level: Float) throws {
        try tarmac.hears(level, by: ears, inputs: 2, within: 1e-4)
      }
      func control(_ action: PlayerRequest.Action) -> PlayerRequest {
        PlayerRequest(session: "deck", action: action)
      }
      func state() throws -> String { try tarmac.get("deck.sources.source.state") }
      func isOpen() throws -> Bool {
        let folder = "/proc/\(tarmac.pid)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).contains {
          let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
          return file?.hasSuffix("/c.wav") == true
        }
      }
      try hears(0.25)
      _ = try tarmac.ask(Self.load("c.wav"))
      try hears(0.75)
      #expect(try state() == "playing" && isOpen())
      // What plays is not taken out.
      try tarmac.expectRefusal(control(.eject), "'deck' plays: pause it first", code: .refused)
      _ = try tarmac.command("player", "pause", "deck")
      try hears(0)
      #expect(try state() == "ready")
      #expect(try tarmac.command("player", "eject", "deck") == "source is empty\n")
      try tarmac.wait("the file to be closed") { try !isOpen() }
      let status = try #require(try tarmac.session("deck").sources.first)
      #expect(status.file == nil && status.state == "empty" && status.title == nil)
      #expect(try state() == "empty")
      #expect(try tarmac.get("deck.sources.source.file").isEmpty)
      #expect(try tarmac.command("queue", "list", "deck").contains("no track"))
      for action in [PlayerRequest.Action.play, .cue, .seek(seconds: 0), .setCue] {
        try tarmac.expectRefusal(control(action), "'deck' has no track: load one", code: .refused)
      }
      try tarmac.expectRefusal(WaveformRequest(session: "deck"), "no track", code: .refused)
      #expect(try tarmac.session("deck").why.contains("no track is loaded"))
      // It stays empty over a reload, another rate, and an interruption.
      try tarmac.reload(Self.preset(deck: "a.wav, cue_seconds: 0.25"))
      #expect(try state() == "empty")
      #expect(try tarmac.get("deck.sources.source.cue_seconds") == "0")
      try tarmac.reload(Self.preset().replacing("side: {", with: "side: { fader_db: -1,"))
      #expect(try state() == "empty")
      ears.close()
      try tarmac.replace(server, by: PrivateServer.Settings(sampleRate: 44_100))
      ears = try Listener("ears", on: server, inputs: 3)
      try tarmac.wait("the rig") { try state() == "empty" }
      _ = try tarmac.command("interrupt", "begin", "phone")
      _ = try tarmac.command("interrupt", "end", "phone")
      #expect(try state() == "empty")
      #expect(try ears.capture(frames: 4_096)[0].allSatisfy { $0 == 0 })
      _ = try tarmac.ask(Self.load("b.wav"))
      #expect(try state() == "ready")
      _ = try tarmac.command("player", "play", "deck")
      try hears(0.5)
      // What is queued is played at `next`; what was taken out comes back with `previous`.
      _ = try tarmac.command("player", "pause", "deck")
      _ = try tarmac.ask(TreeTriggerRequest(path: "deck.sources.source.eject"))
      let file = tarmac.folder.appending(path: "c.wav").path
      _ = try tarmac.command("queue", "add", "deck", file)
      #expect(try tarmac.command("player", "next", "deck").contains("c.wav"))
      _ = try tarmac.command("player", "eject", "deck")
      #expect(try tarmac.command("player", "previous", "deck").contains("c.wav"))
      _ = try tarmac.command("player", "play", "deck")
      try hears(0.75)
    }
  }

  @Test("is heard in its place; its plugins and all other decks go on as if nothing had been")
  func loads() async throws {
    try await RunningTarmac.run(Self.preset(), files: Self.files) { tarmac, server in
      var ears = try Listener("ears", on: server, inputs: 3)
      defer { ears.close() }
      func hears(_ left: Float, _ right: Float? = nil) throws {
        try tarmac.wait("\(left)") {
          try zip([left, right ?? left], ears.capture(frames: 256)).allSatisfy { level, heard in
            heard.allSatisfy { abs($0 - level) < 1e-4 }
          }
        }
      }
      try tarmac.set("deck.p1.gain_db", "-6")
      try tarmac.set("deck.p4.gain_db", "6")
      try hears(0.25)
      try tarmac.wait("the other deck") { try ears.capture(frames: 64)[2].allSatisfy { $0 > 0 } }
      let before = try (tarmac.session("deck").plugins, descriptorCount(of: tarmac.pid))
      let heard = try ears.capture(tail: 4_800) {
        for round in 0..<500 { _ = try tarmac.ask(Self.load(round % 2 == 0 ? "c.wav" : "b.wav")) }
      }
      try hears(0.5)
      #expect(heard[0].allSatisfy { $0 >= 0 && $0 < 0.76 })
      let first = Int((try #require(heard[2].first) * Float(Self.ramp)).rounded())
      #expect(heard[2] == heard[2].indices.map { Float(first + $0) / Float(Self.ramp) })
      for (old, new) in zip(before.0, try tarmac.session("deck").plugins) {
        #expect(new.runs > old.runs)
      }
      #expect(try tarmac.get("deck.p1.gain_db") == "-6")
      try tarmac.wait("no file to be left open") {
        try descriptorCount(of: tarmac.pid) <= before.1
      }
      // What can't be played leaves it as it is.
      for (file, words) in [
        ("nothing.wav", "nothing.wav"), ("text.wav", "text.wav"), ("3.wav", "expects 2 channels"),
      ] {
        try tarmac.expectRefusal(Self.load(file), words)
      }
      try hears(0.5)
      _ = try tarmac.ask(Self.load("2.wav"))
      try hears(0.125, 0.375)
      // One that is paused waits at the beginning of its track.
      _ = try tarmac.command("player", "pause", "deck")
      try hears(0)
      let file = tarmac.folder.appending(path: "a.wav").path
      #expect(try tarmac.command("player", "load", "deck", file).contains("a.wav"))
      #expect(try tarmac.get("deck.sources.source.position_seconds") == "0")
      #expect(try tarmac.get("deck.sources.source.file") == file)
      try hears(0)
      _ = try tarmac.command("player", "play", "deck")
      try hears(0.25)
      _ = try tarmac.ask(
        TreeTriggerRequest(path: "deck.sources.source.load", arguments: ["file": "b.wav"])
      )
      try hears(0.5)
      // It goes on at another rate, and over a reload that leaves the deck's file as it was.
      ears.close()
      try tarmac.replace(server, by: PrivateServer.Settings(sampleRate: 44_100))
      ears = try Listener("ears", on: server, inputs: 3)
      try hears(0.5)
      #expect(try tarmac.get("deck.sources.source.file").hasSuffix("/b.wav"))
      try tarmac.reload(Self.preset().replacing("side: {", with: "side: { fader_db: -1,"))
      #expect(try tarmac.get("deck.sources.source.file").hasSuffix("/b.wav"))
      try tarmac.reload(Self.preset(deck: "c.wav"))
      try hears(0.75)
    }
  }
}
