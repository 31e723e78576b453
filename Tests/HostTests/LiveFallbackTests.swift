// SPDX-License-Identifier: Apache-2.0
// Sessions that fall back on other sources, as a second JACK client hears them.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("The fallback of a session", .serialized)
struct LiveFallbackTests {
  private static func preset(_ main: String, more: String = "") -> String {
    """
    tarmac: 1
    alerts: on
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
      stage: { role: usb, direction: input, ports: [ "stage:out_1" ] }
    sessions:
      radio:
        category: playAndRecord
        active: true
        route_policy: ignore
        sources:
          own: \(main)
          loop: { player: loop.wav, loop: on, channels: 1 }
          last: { player: last.wav, loop: on, channels: 1 }
        fallback: { to: [ loop, last ], after_seconds: 1, back_after_seconds: 0.5\(more) }
        sends: [ { to: main } ]
    """
  }

  private static func files(in folder: URL) throws {
    try folder.write([Float](repeating: 0.25, count: 48_000), as: "loop.wav")
    try folder.write([Float](repeating: 0.125, count: 48_000), as: "last.wav")
    try folder.write([Float](repeating: 0.5, count: 48_000 * 2), as: "own.wav")
  }

  /// For how many frames in a row a recording is below a level.
  private static func longestPause(_ samples: [Float], below level: Float) -> Range<Int> {
    var (longest, present) = (0..<0, 0..<0)
    for (index, sample) in samples.enumerated() {
      present = abs(sample) < level ? present.lowerBound..<(index + 1) : (index + 1)..<(index + 1)
      if present.count > longest.count { longest = present }
    }
    return longest
  }

  @Test("sounds when a program falls silent or goes, and gives back when it is there again")
  func program() async throws {
    let preset = Self.preset("{ jack: [ \"source:out_1\" ] }")
    try await RunningTarmac.run(preset, files: Self.files) { tarmac, server in
      var source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      let long = [Float](repeating: 0.5, count: 48_000 * 300)
      source.play([long])
      try tarmac.hears(0.5, by: ears)
      #expect(try tarmac.get("radio.fallback") == "")
      // Silence: a second of it, and the fade.
      let take = try ears.record(tail: 48_000) {
        source.play([[0]])
        try tarmac.wait("the loop") { try tarmac.get("radio.fallback") == "loop" }
      }
      let handover = take.channels[0]
      #expect(abs(handover.suffix(100).last ?? 0) > 0.24)
      let pause = Self.longestPause(handover, below: 0.001)
      // A server that is late plays fewer frames than go by.
      let time = try #require(take.frames(of: pause))
      #expect(time >= 40_000 && pause.count < 72_000, "\(pause.count) frames of silence in \(time)")
      let steps = zip(handover, handover.dropFirst()).map { abs($1 - $0) }
      // It is faded in, and what fell silent did so by itself.
      #expect(steps.filter { $0 > 0.001 }.count <= 1)
      #expect(try tarmac.get("radio.why").contains("plays 'loop': 'own' has been silent for 1.0 s"))
      #expect(try tarmac.get("rig.alerts.fallback") == "radio")
      #expect(try tarmac.command("explain", "radio").contains("has been silent"))
      // Back, and never silent on the way.
      let back = try ears.capture(tail: 48_000) {
        source.play([long])
        try tarmac.wait("its own") { try tarmac.get("radio.fallback") == "" }
      }[0]
      #expect(abs((back.last ?? 0) - 0.5) < 1e-5)
      #expect(Self.longestPause(back, below: 0.01).isEmpty)
      try tarmac.wait("the alert's end") { try tarmac.get("rig.alerts.fallback") == "" }
      // A short pause is none.
      source.play([[Float](repeating: 0, count: 24_000) + long])
      try tarmac.hears(0.5, by: ears)
      #expect(try tarmac.get("radio.fallback") == "")
      // The program goes: at once.
      let gone = try ears.capture(tail: 36_000) {
        source.close()
        try tarmac.wait("the loop") { try tarmac.get("radio.fallback") == "loop" }
      }[0]
      #expect(Self.longestPause(gone, below: 0.001).count < 36_000)
      #expect(try tarmac.get("radio.why").contains("'own' is not there"))
      source = try Listener("source", on: server, outputs: 1)
      defer { source.close() }
      source.play([long])
      try tarmac.hears(0.5, by: ears)
    }
  }

  @Test("sounds as soon as a file ends, and the next one where the first has ended, too")
  func ended() async throws {
    let preset = Self.preset("{ player: own.wav, channels: 1 }")
      .replacingOccurrences(of: "loop.wav, loop: on", with: "loop.wav")
    try await RunningTarmac.run(preset, files: Self.files) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      let heard = try ears.capture(tail: 24_000) {
        try tarmac.wait("the last one") { try tarmac.get("radio.fallback") == "last" }
      }[0]
      let start = heard.firstIndex { $0 > 0.4 } ?? 0
      // Neither file's end leaves a pause of more than a tick and a fade.
      #expect(Self.longestPause(Array(heard[start...]), below: 0.01).count < 12_000)
      try tarmac.hears(0.125, by: ears)
      #expect(try tarmac.get("radio.active") == "on")
      // Its own file is played again: it is back.
      _ = try tarmac.command("player", "seek", "radio.own", "0")
      _ = try tarmac.command("player", "play", "radio.own")
      try tarmac.wait("its own") { try tarmac.get("radio.fallback") == "" }
    }
  }

  @Test("sounds when an input is unplugged, and is silent when the tower says so")
  func unplugged() async throws {
    let preset = Self.preset("{ route: stage }")
    try await RunningTarmac.run(preset, files: Self.files) { tarmac, server in
      var stage = try Listener("stage", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      let long = [Float](repeating: 0.5, count: 48_000 * 300)
      stage.play([long])
      try tarmac.hears(0.5, by: ears)
      stage.close()
      try tarmac.hears(0.25, by: ears)
      #expect(try tarmac.get("radio.why").contains("plays 'loop': "))
      // An interruption is no reason to sound.
      _ = try tarmac.command("interrupt", "begin", "phone")
      try tarmac.hears(0, by: ears)
      let silence = try ears.capture(frames: 96_000)[0]
      #expect(silence.allSatisfy { $0 == 0 })
      _ = try tarmac.command("interrupt", "end", "phone")
      stage = try Listener("stage", on: server, outputs: 1)
      defer { stage.close() }
      stage.play([long])
      _ = try tarmac.command("session", "activate", "radio")
      try tarmac.hears(0.5, by: ears)
    }
  }

  @Test("is silent in a pause, and begins with its own sound after one")
  func paused() async throws {
    let preset = Self.preset("{ player: own.wav, loop: on, channels: 1 }")
    try await RunningTarmac.run(preset, files: Self.files) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      try tarmac.hears(0.5, by: ears)
      _ = try tarmac.command("player", "pause", "radio.own")
      try tarmac.hears(0, by: ears)
      #expect(try ears.capture(frames: 96_000)[0].allSatisfy { $0 == 0 })
      #expect(try tarmac.get("radio.fallback") == "")
      _ = try tarmac.command("player", "play", "radio.own")
      try tarmac.hears(0.5, by: ears)
    }
  }

  @Test("goes on with another file after a reload, and tries what is left when the last has ended")
  func reloaded() async throws {
    let preset = Self.preset("{ jack: [ \"source:out_1\" ] }")
      .replacingOccurrences(of: "last.wav, loop: on", with: "last.wav")
      .replacingOccurrences(of: "to: [ loop, last ]", with: "to: [ last ]")
      .replacingOccurrences(
        of: "      loop: { player: loop.wav, loop: on, channels: 1 }\n",
        with: ""
      )
    try await RunningTarmac.run(preset, files: Self.files) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      // It lasts a second, and nothing else is there: it is played again and again.
      try tarmac.hears(0.125, by: ears)
      let other = preset.replacingOccurrences(of: "player: last.wav", with: "player: loop.wav")
      try tarmac.reload(other)
      try tarmac.hears(0.25, by: ears)
      #expect(try tarmac.get("radio.fallback") == "last")
    }
  }
}
