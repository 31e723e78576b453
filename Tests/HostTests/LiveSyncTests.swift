// SPDX-License-Identifier: Apache-2.0
// Decks that follow one another, heard sample by sample by a second JACK client.

import ControlProtocol
import Foundation
import JACKTestBench
import SeededNumbers
import Testing

@Suite("Two live decks in sync", .serialized)
struct LiveSyncTests {
  @Test("come on the same beat, and stay there whatever the leader's pitch does")
  func follows() async throws {
    try await BeatDecks.run { decks in
      #expect(try decks["two"].number("bpm") == 126)
      #expect(try decks.error(48_000) > 100, "they are not in time by themselves")
      try decks["one"].set("sync_leader", "on")
      try decks["two"].set("sync", "on")
      _ = try decks.ears.capture(frames: 9_600)
      var worst = try decks.error(96_000)
      #expect(abs(try decks["two"].number("tempo_bpm") - 120) < 1e-6)
      #expect(abs(try decks["two"].number("pitch_percent") - (120 / 126 - 1) * 100) < 1e-6)
      var random = SeededNumbers(seed: 28)
      for _ in 0..<60 {
        let pitch = Double.random(in: -16...16, using: &random)
        let deck = Bool.random(using: &random) ? "one" : "two"
        try decks[deck].set("pitch_percent", "\(pitch)")
      }
      for pitch in ["7.3", "0", "-3.1", "0"] {
        try decks["one"].set("pitch_percent", pitch)
        _ = try decks.ears.capture(frames: 4_800)
        worst = max(worst, try decks.error(48_000))
      }
      print("FIGURE sync after 64 moves of the pitch: \(worst) frames off")
      #expect(worst < 1)
    }
  }

  @Test("keep the beat through jumps, loops, hot cues and pitches, 500 a second by OSC")
  func exact() async throws {
    try await BeatDecks.run { decks in
      for deck in BeatDecks.names {
        try decks[deck].set("quantise", "on")
        try decks[deck].set("position_seconds", "40")
        for number in 1...8 {
          let place = 20 + 5 * Double(number) + 0.123
          try decks[deck].set("hot_cues.\(number).seconds", "\(place)")
        }
      }
      try decks["one"].set("sync_leader", "on")
      try decks["two"].set("sync", "on")
      _ = try decks.ears.capture(frames: 9_600)
      var worst = try decks.error(48_000, part: 1.0 / 32)
      let client = try OSCProgram.python("udp", beside: decks.tarmac)
      let rounds = ProcessInfo.processInfo.environment["TARMAC_COMMANDS"].flatMap(Int.init) ?? 1_000
      var random = SeededNumbers(seed: 2_811)
      for round in 0..<(rounds / 250) {
        let start = ContinuousClock.now
        for command in 0..<250 {
          let deck = Bool.random(using: &random) ? "one" : "two"
          try client.send(Self.command(&random, deck))
          let due = start.advanced(by: .milliseconds(2 * command))
          while ContinuousClock.now < due {}
        }
        for deck in BeatDecks.names { try decks[deck].set("loop_active", "off") }
        _ = try decks.ears.capture(frames: 24_000)
        let error = try decks.error(48_000, part: 1.0 / 32)
        worst = max(worst, error)
        #expect(error < 1, "round \(round)")
      }
      print("FIGURE beats after \(rounds) commands at 500 a second: \(worst) frames off")
    }
  }

  /// A message to a deck: one that moves it, or one that makes it faster.
  private static func command(_ random: inout SeededNumbers, _ deck: String) -> String {
    let address = "/\(deck)/sources/source"
    let beats = [1.0 / 32, 1.0 / 16, 1.0 / 8, 0.25, 0.5, 1, 2, 4]
    let way = beats.randomElement(using: &random) ?? 1
    let sign = Bool.random(using: &random) ? 1.0 : -1
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return #"["\#(address)/loop_halve", "%T"]"#
    case 1: return #"["\#(address)/loop_double", "%T"]"#
    case 2: return #"["\#(address)/loop_move", \#(sign * way)]"#
    case 3, 4: return #"["\#(address)/loop_beats", \#(way)]"#
    case 5: return #"["\#(address)/hot_cue", \#(Int.random(in: 1...8, using: &random))]"#
    case 6: return #"["\#(address)/pitch_percent", \#(Double.random(in: -8...8, using: &random))]"#
    case 7: return #"["\#(address)/loop_active", "%F"]"#
    default: return #"["\#(address)/beat_jump", \#(sign * way)]"#
    }
  }

  @Test("keep a nudge as their distance, and half and double tempos")
  func nudge() async throws {
    try await BeatDecks.run { decks in
      try decks["one"].set("sync_leader", "on")
      try decks["two"].set("sync", "on")
      _ = try decks.ears.capture(frames: 9_600)
      try decks["two"].set("nudge_percent", "2")
      _ = try decks.ears.capture(frames: 48_000)
      try decks["two"].set("nudge_percent", "0")
      _ = try decks.ears.capture(frames: 4_800)
      let offsets = try decks.errors(48_000)
      let offset = try #require(offsets.first)
      #expect(offset > 500 && offsets.allSatisfy { abs($0 - offset) < 1 }, "\(offset)")
      // Half as fast: a beat of the second one is two of the first.
      try decks["two"].set("sync", "off")
      #expect(abs(try decks["two"].number("tempo_bpm") - 120) < 1e-4, "it goes on as fast")
      try decks["two"].set("bpm", "63")
      try decks["two"].set("sync", "on")
      _ = try decks.ears.capture(frames: 9_600)
      #expect(abs(try decks["two"].number("tempo_bpm") - 60) < 1e-4)
      #expect(try decks.error(96_000) < 1)
    }
  }

  @Test("go on over a reload, and when the leader lets go")
  func goesOn() async throws {
    try await BeatDecks.run { decks in
      // A deck that waits stays where it is.
      try decks["two"].set("playing", "off")
      try decks["two"].set("position_seconds", "10")
      try decks["one"].set("pitch_percent", "5")
      try decks["one"].set("sync_leader", "on")
      try decks["two"].set("sync", "on")
      _ = try decks.ears.capture(frames: 24_000)
      #expect(try decks["two"].number("position_seconds") == 10)
      // It comes on the beat when it begins.
      try decks["two"].set("playing", "on")
      _ = try decks.ears.capture(frames: 9_600)
      #expect(try decks.error(48_000) < 1)
      _ = try decks.tarmac.ask(ReloadRequest())
      _ = try decks.ears.capture(frames: 9_600)
      #expect(try decks.error(48_000) < 1, "after a reload")
      #expect(try decks["one"].get("sync_leader") == "on")
      try decks["one"].set("sync", "off")
      _ = try decks.ears.capture(frames: 9_600)
      #expect(try decks["two"].get("sync_leader") == "on")
      #expect(abs(try decks["two"].number("tempo_bpm") - 126) < 1e-3)
      #expect(try decks.error(48_000) < 1, "both go on as they were")
      // A lock of the leader holds for those that follow.
      try decks["one"].set("sync", "on")
      try decks["two"].set("pitch_percent.locked", "on")
      #expect(throws: (any Error).self) { try decks["one"].set("pitch_percent", "3") }
    }
  }
}
