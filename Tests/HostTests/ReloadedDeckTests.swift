// SPDX-License-Identifier: Apache-2.0
// A deck that a reload changes: what the tower knows of it, what its plugins keep, and what is
// reported of it.

import ControlProtocol
import Foundation
import JACKTestBench
import RuleProofs
import Testing

@Suite("Another file of a deck", .serialized)
struct ReloadedDeckTests {
  /// A deck that plays a file, through plugins if there are any.
  private static func deck(_ player: String, graph: String = "") -> String {
    """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1" ] } }
    sessions:
      deck:
        category: playback
        active: true
        source: { \(player), channels: 1 }
        graph: [ \(graph) ]
        sends: [ { to: main } ]
    """
  }

  @Test(
    "is told of to the tower: a deck with another file comes back after a call",
    .proves("PLY-A3", at: .live)
  )
  func otherFile() async throws {
    try await RunningTarmac.run(Self.deck("player: a.wav, play: off, loop: on")) { folder in
      try folder.write([Float](repeating: 0.25, count: 48_000), as: "a.wav")
      try folder.write([Float](repeating: 0.5, count: 48_000), as: "b.wav")
    } _: { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      func hears(_ level: Float) throws {
        try tarmac.wait("\(level)") { try ears.capture(frames: 256)[0].allSatisfy { $0 == level } }
      }
      try tarmac.wait("the connection") { ears.connections(of: "rig:main") == ["ears:in_1"] }
      #expect(try tarmac.session("deck").why.contains("PLY-A2"))
      try tarmac.reload(Self.deck("player: b.wav, loop: on"))
      try hears(0.5)
      #expect(try tarmac.session("deck").conditions == [])
      #expect(try tarmac.session("deck").why == "")
      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "phone"))
      try hears(0)
      try tarmac.reload(Self.deck("player: a.wav, loop: on"))
      _ = try tarmac.ask(InterruptEndRequest(interrupter: "phone"))
      try hears(0.25)
      // A player that was paused by hand waits in its next file, too.
      _ = try tarmac.command("player", "pause", "deck")
      try hears(0)
      try tarmac.reload(Self.deck("player: b.wav, loop: on"))
      #expect(try tarmac.session("deck").conditions == ["paused"])
      _ = try tarmac.command("player", "play", "deck")
      try hears(0.5)
    }
  }

  @Test("leaves plugins as they were set by hand, where the player or the chain is another one")
  func pluginValues() async throws {
    func preset(_ player: String, _ nodes: String) -> String {
      """
      tarmac: 1
      routes: { main: { role: lineOut, channels: 2 } }
      sessions:
        deck:
          category: playback
          active: true
          source: { \(player), channels: 2 }
          graph: [ \(nodes) ]
          sends: [ { to: main } ]
      """
    }
    let eq = #"{ plugin: "urn:tarmac:stereo", id: eq, set: { gain_db: -2 } }"#
    let gate = #"{ plugin: "urn:tarmac:stereo", id: second }"#
    try await RunningTarmac.runByClock(preset("player: a.wav", eq)) { folder in
      try folder.write([Float](repeating: 0.25, count: 4_800), as: "a.wav")
    } _: { tarmac in
      try tarmac.set("deck.eq.gain_db", "-12")
      for (player, nodes) in [
        ("player: a.wav, loop: on", eq), ("player: a.wav, loop: on", "\(eq), \(gate)"),
        ("player: a.wav", "\(gate), \(eq)"),
      ] {
        try tarmac.reload(preset(player, nodes))
        #expect(try tarmac.get("deck.eq.gain_db") == "-12", "\(player) \(nodes)")
      }
      // A value that the preset changes counts.
      try tarmac.reload(preset("player: a.wav", eq.replacing("gain_db: -2", with: "gain_db: -3")))
      #expect(try tarmac.get("deck.eq.gain_db") == "-3")
    }
  }

  @Test("goes on where it is when its cue point, its loop or its start are edited, to the sample")
  func manner() async throws {
    let frames = 480_000
    func preset(_ keys: String) -> String {
      Self.deck("player: ramp.wav\(keys)", graph: "{ plugin: \"\(amplifier)\" }")
    }
    try await RunningTarmac.run(preset("")) { folder in
      try folder.write((0..<frames).map { Float($0) / Float(frames) }, as: "ramp.wav")
    } _: { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      try tarmac.wait("the deck") { try ears.capture(frames: 64)[0].allSatisfy { $0 > 0 } }
      for keys in [", cue_seconds: 4", ", cue_seconds: 4, loop: on", ", loop: on, play: on", ""] {
        let heard = try ears.capture(tail: 4_800) { try tarmac.reload(preset(keys)) }[0]
        let steps = zip(heard, heard.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { abs($0 - 1 / Float(frames)) < 1e-6 }, "\(keys)")
      }
      #expect(try tarmac.get("deck.sources.source.cue_seconds") == "0")
      // A cue point behind the end is refused, and the deck plays on.
      #expect(throws: (any Error).self) { try tarmac.reload(preset(", cue_seconds: 500")) }
      #expect(try tarmac.get("deck.sources.source.cue_seconds") == "0")
      #expect(try ears.capture(frames: 256)[0].allSatisfy { $0 > 0 })
    }
  }

  @Test("or its end is named first: what keeps a session from sounding, before what the rules say")
  func faults() async throws {
    let preset = """
      tarmac: 1
      routes: { main: { role: lineOut, channels: 1 } }
      sessions:
        deck:
          category: playback
          options: [ mixWithOthers ]
          active: true
          source: { player: short.wav, channels: 1 }
          sends: [ { to: main } ]
        line:
          category: playback
          options: [ mixWithOthers ]
          active: true
          source: { jack: [ "mixer:out_1" ] }
          sends: [ { to: main } ]
      """
    try await RunningTarmac.runByClock(preset) { folder in
      try folder.write([Float](repeating: 0.25, count: 480), as: "short.wav")
    } _: { tarmac in
      for (session, fault) in [
        ("deck", "'short.wav' has ended"), ("line", "its source waits for mixer:out_1"),
      ] {
        try tarmac.wait(fault) { try tarmac.session(session).faults == [fault] }
        #expect(try tarmac.session(session).why.hasPrefix(fault))
        #expect(try tarmac.ask(ExplainRequest(session: session)).first == "\(fault).")
        #expect(try tarmac.get("\(session).fault") == fault)
        #expect(try tarmac.get("\(session).why").hasPrefix(fault))
      }
      _ = try tarmac.ask(DeactivateRequest(session: "deck"))
      #expect(try tarmac.session("deck").faults == [])
    }
  }
}
