// SPDX-License-Identifier: Apache-2.0
// A player's file on a live rig: its first beat is heard, and so are changes that are written over
// it.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import SoundFiles
import Testing

@Suite("The file of a player on a live rig", .serialized)
struct ChangedFileTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1" ] } }
    sessions:
      deck:
        category: playback
        source: { player: a.wav, loop: on, channels: 1 }
        sends: [ { to: main } ]
    """

  /// How many frames it takes from the first one that is heard to full level.
  private func rise(_ heard: [Float], to level: Float) throws -> Int {
    let first = try #require(heard.firstIndex { $0 != 0 })
    let full = try #require(heard.firstIndex { $0 == level })
    return full - first + 1
  }

  @Test("keeps its first beat: when its session is activated, and from the cue point")
  func firstBeat() async throws {
    try await RunningTarmac.run(Self.preset) { folder in
      try folder.write([Float](repeating: 0.5, count: 48_000), as: "a.wav")
    } _: { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      try tarmac.wait("the connection") { ears.connections(of: "rig:main") == ["ears:in_1"] }
      let begun = try ears.capture(tail: 12_000) {
        _ = try tarmac.ask(ActivateRequest(session: "deck"))
      }
      #expect(try rise(begun[0], to: 0.5) <= 24)
      _ = try tarmac.command("player", "pause", "deck")
      try tarmac.wait("silence") { try ears.capture(frames: 256)[0].allSatisfy { $0 == 0 } }
      // In the middle of a sound it fades in.
      let resumed = try ears.capture(tail: 12_000) {
        _ = try tarmac.command("player", "play", "deck")
      }
      #expect(try rise(resumed[0], to: 0.5) >= 200)
      _ = try tarmac.command("player", "pause", "deck")
      try tarmac.wait("silence") { try ears.capture(frames: 256)[0].allSatisfy { $0 == 0 } }
      _ = try tarmac.command("player", "cue", "deck")
      let cued = try ears.capture(tail: 12_000) {
        _ = try tarmac.command("player", "play", "deck")
      }
      #expect(try rise(cued[0], to: 0.5) <= 24)
    }
  }

  @Test("is heard in its new form after a reload, and from its next beginning; the log says so")
  func replaced() async throws {
    try await RunningTarmac.run(Self.preset) { folder in
      try folder.write([Float](repeating: 0.25, count: 48_000), as: "a.wav")
    } _: { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      func hears(_ level: Float) throws {
        try tarmac.wait("\(level)") { try ears.capture(frames: 256)[0].allSatisfy { $0 == level } }
      }
      let path = tarmac.folder.appending(path: "a.wav").path
      func replace(with level: Float) throws {
        try tarmac.folder.write([Float](repeating: level, count: 24_000), as: "new.wav")
        try #require(unsafe rename(tarmac.folder.appending(path: "new.wav").path, path) == 0)
      }
      _ = try tarmac.ask(ActivateRequest(session: "deck"))
      try hears(0.25)
      try replace(with: 0.75)
      try tarmac.wait("the log") { try tarmac.log("a.wav has been written again") }
      try hears(0.25)
      try tarmac.reload(Self.preset)
      try hears(0.75)
      try replace(with: 0.5)
      try hears(0.75)
      _ = try tarmac.command("player", "cue", "deck")
      _ = try tarmac.command("player", "play", "deck")
      try hears(0.5)
      try FileManager.default.removeItem(atPath: path)
      try tarmac.wait("the log") { try tarmac.log("a.wav has been deleted or moved away") }
      _ = try tarmac.command("player", "cue", "deck")
      _ = try tarmac.command("player", "play", "deck")
      try hears(0.5)
    }
  }

  @Test("with other channels is played after a reload; the plugins behind it keep their values")
  func otherChannels() async throws {
    let preset = Self.preset.replacing("channels: 1", with: "channels: 2").replacing(
      "    sends",
      with: "    graph: [ { plugin: \"urn:tarmac:stereo\", id: eq } ]\n    sends"
    )
    try await RunningTarmac.run(preset) { folder in
      try folder.write([Float](repeating: 0.25, count: 48_000), as: "a.wav")
    } _: { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      _ = try tarmac.ask(ActivateRequest(session: "deck"))
      try tarmac.set("deck.eq.gain_db", "-12")
      func settled(_ isMeant: (Float) -> Bool) throws -> Float {
        var level: Float = 0
        try tarmac.wait("the sound") {
          let heard = try ears.capture(frames: 256)[0]
          level = heard[0]
          return isMeant(level) && heard.allSatisfy { abs($0 - level) < 1e-5 }
        }
        return level
      }
      let soft = try settled { $0 > 0 && $0 < 0.2 }
      let path = tarmac.folder.appending(path: "a.wav").path
      let stereo = [[Float]](repeating: [Float](repeating: 0.5, count: 48_000), count: 2)
      try SoundFile.write(stereo, to: path, rate: SampleRate(hertz: 48_000))
      try tarmac.reload(preset)
      _ = try settled { abs($0 - 2 * soft) < 1e-3 }
      #expect(try tarmac.get("deck.eq.gain_db") == "-12")
    }
  }
}
