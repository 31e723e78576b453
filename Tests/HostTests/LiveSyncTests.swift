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
      #expect(try decks.number("two", "bpm") == 126)
      #expect(try decks.error(48_000) > 100, "they are not in time by themselves")
      try decks.set("one", "sync_leader", "on")
      try decks.set("two", "sync", "on")
      _ = try decks.ears.capture(frames: 9_600)
      var worst = try decks.error(96_000)
      #expect(abs(try decks.number("two", "tempo_bpm") - 120) < 1e-6)
      #expect(abs(try decks.number("two", "pitch_percent") - (120 / 126 - 1) * 100) < 1e-6)
      var random = SeededNumbers(seed: 28)
      for _ in 0..<60 {
        let pitch = Double.random(in: -16...16, using: &random)
        try decks.set(Bool.random(using: &random) ? "one" : "two", "pitch_percent", "\(pitch)")
      }
      for pitch in ["7.3", "0", "-3.1", "0"] {
        try decks.set("one", "pitch_percent", pitch)
        _ = try decks.ears.capture(frames: 4_800)
        worst = max(worst, try decks.error(48_000))
      }
      print("FIGURE sync after 64 moves of the pitch: \(worst) frames off")
      #expect(worst < 1)
    }
  }
}
