// SPDX-License-Identifier: Apache-2.0
// Decks of a live rig that play faster and slower, heard by a second JACK client.

import ControlProtocol
import Foundation
import JACKTestBench
import PluginMeasurement
import Testing

@Suite("The pitch of a live deck", .serialized)
struct LivePitchTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
    sessions:
      one: { role: dj, source: { player: tone.wav, channels: 1 }, sends: [ { to: main, channels: [ 1 ] } ] }
      two: { role: dj, source: { player: count.wav, channels: 1 }, sends: [ { to: main, channels: [ 2 ] } ] }
    """

  private static func run(_ body: (RunningTarmac, Listener) throws -> Void) async throws {
    let write = { (folder: URL) in
      let tone = (0..<48_000 * 60).map { Float(0.5 * sin(2 * .pi * 997 * Double($0) / 48_000)) }
      try folder.write(tone, as: "tone.wav")
      try folder.write(CountingFile.samples(48_000 * 60), as: "count.wav")
    }
    try await SoundingDecks.run(preset, outputs: 2, files: write, body)
  }

  private static func set(_ tarmac: RunningTarmac, _ value: String, _ percent: Double) throws {
    _ = try tarmac.ask(SetRequest(path: "\(value)_percent", value: "\(percent)"))
  }

  /// The frequency of a tone, by its first and its last way up through zero.
  private static func frequency(of tone: [Float]) throws -> Double {
    let ways = zip(tone, tone.dropFirst()).enumerated().compactMap { index, pair in
      pair.0 <= 0 && pair.1 > 0 ? Double(index) - Double(pair.0 / (pair.1 - pair.0)) : nil
    }
    let (first, last) = (try #require(ways.first), try #require(ways.last))
    return Double(ways.count - 1) / (last - first) * 48_000
  }

  @Test("is what was asked for, beside other decks, and leaves no trace at 0")
  func pitch() async throws {
    try await Self.run { tarmac, ears in
      func expect(_ frequency: Double, _ what: String) throws {
        // The command needs a cycle, and the way to the new rate another one.
        let heard = try ears.capture(frames: 28_800).map { Array($0.dropFirst(4_800)) }
        let measured = try Self.frequency(of: heard[0])
        #expect(abs(measured / frequency - 1) < 1e-5, "\(what): \(measured) Hz, not \(frequency)")
        #expect(heard[0].map(abs).max() ?? 1 < 0.5001)
        // The other deck plays every sample.
        let other = heard[1].map(CountingFile.index)
        #expect(zip(other, other.dropFirst()).allSatisfy { $1 == $0 + 1 })
      }
      try expect(997, "as it is")
      let deck = "one.sources.source"
      for percent in [8.0, -8, 50, -50, 100, 0.02] {
        try Self.set(tarmac, "\(deck).pitch", percent)
        try expect(997 * (1 + percent / 100), "\(percent) %")
      }
      try Self.set(tarmac, "\(deck).pitch", 6)
      try Self.set(tarmac, "\(deck).nudge", -3)
      try expect(997 * 1.06 * 0.97, "a nudge beside the pitch")
      #expect(throws: (any Error).self) { try Self.set(tarmac, "\(deck).pitch", 301) }
      try Self.set(tarmac, "\(deck).nudge", 0)
      try Self.set(tarmac, "\(deck).pitch", 0)
      try expect(997, "as it is again")
    }
  }

  @Test("goes on from where the deck is, and what follows 0 is what is in the file")
  func exactness() async throws {
    try await Self.run { tarmac, ears in
      let deck = "two.sources.source"
      let before = CountingFile.index(of: try ears.capture(frames: 64)[1][63])
      let way = try ears.capture(tail: 12_000) { try Self.set(tarmac, "\(deck).pitch", 25) }[1]
      // A ramp that is played faster is a steeper ramp, without a step.
      let steps = zip(way, way.dropFirst()).map { ($1 - $0) * CountingFile.scale }
      #expect(steps.allSatisfy { $0 > 0.9 && $0 < 1.35 })
      #expect(abs((steps.last ?? 0) - 1.25) < 0.1)
      let end = try ears.capture(tail: 12_000) { try Self.set(tarmac, "\(deck).pitch", 0) }[1]
      let indices = end.suffix(10_000).map(CountingFile.index)
      #expect(zip(indices, indices.dropFirst()).allSatisfy { $1 == $0 + 1 })
      let scaled = end.suffix(10_000).map { $0 * CountingFile.scale }
      #expect(scaled.allSatisfy { $0.rounded() == $0 }, "samples of the file")
      #expect(try #require(indices.first) > before + 14_000)
      // What the tree says is where it is.
      let told = try #require(Double(try tarmac.get("\(deck).position_seconds")))
      let heard = CountingFile.index(of: try ears.capture(frames: 64)[1][0])
      #expect(abs(Double(heard) / 48_000 - told) < 0.2, "\(told) s")
    }
  }

  @Test("stays with the deck while tracks are loaded and the preset is edited")
  func stays() async throws {
    try await Self.run { tarmac, ears in
      let deck = "one.sources.source"
      try Self.set(tarmac, "\(deck).pitch", 10)
      func expect(_ what: String) throws {
        try tarmac.wait(what) {
          let heard = try ears.capture(frames: 12_000)[0]
          return abs(try Self.frequency(of: heard) / (997 * 1.1) - 1) < 1e-4
        }
      }
      try expect("the pitch")
      _ = try tarmac.command("player", "load", "one", "tone.wav")
      try expect("another track")
      let other = Self.preset.replacing("tone.wav, ch", with: "./tone.wav, ch")
      try tarmac.reload(other)
      try expect("another file in the preset")
      #expect(try tarmac.get("\(deck).pitch_percent") == "10")
    }
  }
}
