// SPDX-License-Identifier: Apache-2.0
// Live decks at the pitch of their tracks, heard sample by sample by a second JACK client.

import ControlProtocol
import Foundation
import JACKTestBench
import SeededNumbers
import Testing

@Suite("The key lock of a live deck", .serialized)
struct LiveKeyLockTests {
  private static let preset = """
    tarmac: 1
    routes:
      left: { role: lineOut, ports: [ "ears:in_1" ] }
      right: { role: lineOut, ports: [ "ears:in_2" ] }
    sessions:
      one: { role: dj, source: { player: tone.wav, channels: 1 }, sends: [ { to: left } ] }
      two: { role: dj, source: { player: tone.wav, channels: 1 }, sends: [ { to: right } ] }
    """

  /// A tone that is never silent, and the same in each beat: decks that are a beat apart are equal.
  private static let tone = (0..<(48_000 * 90)).map { frame in
    let time = Double(frame % 24_000) / 48_000
    return Float(0.5 + 0.2 * sin(2 * .pi * 440 * time) + 0.1 * sin(2 * .pi * 2 * time))
  }

  private static func run(_ body: (BeatDecks) throws -> Void) async throws {
    let files = { (folder: URL) in try folder.write(tone, as: "tone.wav") }
    try await SoundingDecks.run(preset, outputs: 2, files: files) { tarmac, ears in
      let decks = BeatDecks(tarmac: tarmac, ears: ears)
      for deck in BeatDecks.names { try decks[deck].set("bpm", "120") }
      try body(decks)
    }
  }

  @Test("is not to be heard at pitch 0: two equal decks null, whatever one of them is set to")
  func null() async throws {
    try await Self.run { decks in
      // Both from the same frame on.
      for deck in BeatDecks.names {
        try decks[deck].set("quantise", "on")
        try decks[deck].set("playing", "off")
        try decks[deck].set("position_seconds", "10")
      }
      try decks["one"].set("sync_leader", "on")
      try decks["two"].set("sync", "on")
      for deck in BeatDecks.names { try decks[deck].set("playing", "on") }
      _ = try decks.ears.capture(frames: 24_000)
      let before = try decks.ears.capture(frames: 4_800)
      try #require(before[0] == before[1], "they play the same")
      var random = SeededNumbers(seed: 11_125)
      for _ in 0..<12 {
        let isOn = Bool.random(using: &random) ? "on" : "off"
        let heard = try decks.ears.capture(tail: 9_600) { try decks["two"].set("key_lock", isOn) }
        #expect(heard[0] == heard[1], "key lock \(isOn)")
      }
    }
  }

  @Test("holds 440 Hz at 8 % more and less, and in a loop")
  func pitch() async throws {
    try await Self.run { decks in
      try decks["one"].set("key_lock", "on")
      for pitch in [8.0, -8, 50] {
        try decks["one"].set("pitch_percent", "\(pitch)")
        _ = try decks.ears.capture(frames: 9_600)
        let locked = try decks.ears.capture(frames: 48_000)[0]
        #expect(abs(Self.frequency(locked) - 440) < 0.6, "\(pitch) %: \(Self.frequency(locked)) Hz")
      }
      try decks["one"].set("loop_beats", "0.5")
      _ = try decks.ears.capture(frames: 24_000)
      let looped = try decks.ears.capture(frames: 48_000)[0]
      // Each turn of a loop ends within a period of the tone, six times a second.
      #expect(abs(Self.frequency(looped) - 440) < 12, "\(Self.frequency(looped)) Hz")
      try decks["one"].set("key_lock", "off")
      _ = try decks.ears.capture(frames: 9_600)
      let free = try decks.ears.capture(frames: 48_000)[0]
      #expect(abs(Self.frequency(free) - 660) < 8, "\(Self.frequency(free)) Hz")
    }
  }

  /// How often a signal rises through its mean, in a second.
  private static func frequency(_ signal: [Float]) -> Double {
    // Slow parts are taken off by the step from sample to sample.
    let steps = zip(signal, signal.dropFirst(4)).map { $1 - $0 }
    let rises = zip(steps, steps.dropFirst()).enumerated().filter { $1.0 < 0 && $1.1 >= 0 }
    guard let first = rises.first, let last = rises.last, rises.count > 1 else { return 0 }
    func place(_ rise: (offset: Int, element: (Float, Float))) -> Double {
      Double(rise.offset) - Double(rise.element.0 / (rise.element.1 - rise.element.0))
    }
    return Double(rises.count - 1) * 48_000 / (place(last) - place(first))
  }
}
