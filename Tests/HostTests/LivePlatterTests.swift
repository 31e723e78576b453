// SPDX-License-Identifier: Apache-2.0
// Platters of live decks, heard sample by sample by a second JACK client.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("The platter of a live deck")
struct LivePlatterTests {
  private static let preset = """
    tarmac: 1
    surfaces: { osc: { port: 0 } }
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
    sessions:
      one: { role: dj, source: { player: count.wav, channels: 1 }, sends: [ { to: main } ] }
    """
  private static let deck = "one.sources.source"

  private static func run(
    _ samples: [Float] = CountingFile.samples(48_000 * 60),
    _ body: (RunningTarmac, Listener) throws -> Void
  ) async throws {
    let write = { (folder: URL) in try folder.write(samples, as: "count.wav") }
    try await SoundingDecks.run(preset, outputs: 1, files: write, body)
  }

  private static func set(_ tarmac: RunningTarmac, _ value: String, _ text: String) throws {
    _ = try tarmac.ask(SetRequest(path: "\(deck).\(value)", value: text))
  }

  private static func number(_ tarmac: RunningTarmac, _ value: String) throws -> Double {
    try #require(Double(try tarmac.get("\(deck).\(value)")))
  }

  /// The frames of the file that were heard, without the first moments.
  private static func frames(_ ears: Listener, _ count: Int) throws -> ArraySlice<Int> {
    try ears.capture(frames: count + 4_800)[0].map(CountingFile.index).dropFirst(4_800)
  }

  @Test("plays backwards to the sample, for longer than any ring keeps, and forwards again")
  func reverse() async throws {
    try await Self.run { tarmac, ears in
      // Of what is before that nothing was ever heard.
      try Self.set(tarmac, "position_seconds", "30")
      try Self.set(tarmac, "reverse", "on")
      let back = try Self.frames(ears, 48_000 * 10)
      let wrong = zip(back, back.dropFirst()).filter { $1 != $0 - 1 }.count
      #expect(wrong == 0)
      #expect(try #require(back.last) < 48_000 * 21)
      #expect(try tarmac.get("\(Self.deck).reverse") == "on")
      try Self.set(tarmac, "reverse", "off")
      let forth = try Self.frames(ears, 48_000)
      #expect(zip(forth, forth.dropFirst()).allSatisfy { $1 == $0 + 1 })
      #expect(try Self.number(tarmac, "disk_wait_seconds") == 0)
    }
  }

  @Test(
    "goes as far as a hand, sounds while it moves, also of a paused deck, and is silent at rest"
  )
  func scratch() async throws {
    // What counts has no sound between its frames.
    let tone = (0..<(48_000 * 60)).map { 0.25 + 0.5 * sin(Float($0 % 480) * .pi / 240) }
    try await Self.run(tone) { tarmac, ears in
      try Self.set(tarmac, "position_seconds", "30")
      try Self.set(tarmac, "playing", "off")
      try tarmac.wait("silence") { try ears.capture(frames: 4_800)[0].allSatisfy { $0 == 0 } }
      let start = try Self.number(tarmac, "position_seconds")
      try Self.set(tarmac, "scratch", "on")
      for place in [0.05, 0.15, -0.4, -2.1, -1.0] {
        try Self.set(tarmac, "platter_seconds", "\(place)")
        let heard = try ears.capture(frames: 4_800)[0]
        #expect(heard.contains { abs($0) > 0.1 }, "\(place)")
      }
      // A spring comes to rest within some of its times.
      try tarmac.wait("rest") { try ears.capture(frames: 4_800)[0].allSatisfy { $0 == 0 } }
      let end = try Self.number(tarmac, "position_seconds")
      #expect(abs(end - (start - 1)) < 0.001, "\(start) to \(end)")
      try Self.set(tarmac, "scratch", "off")
      try Self.set(tarmac, "playing", "on")
      let heard = try ears.capture(frames: 9_600)[0].suffix(480)
      #expect(heard.contains { abs($0) > 0.1 })
      #expect(try Self.number(tarmac, "position_seconds") > end + 0.1)
    }
  }

  @Test("follows the wheel of a controller: its touch stops it, each tick moves it")
  func wheel() async throws {
    let map = """

      midi_map:
        device: "hand:*"
        bindings:
          - { on: note/1/54, set: one.sources.source.scratch }
          - { on: cc/1/34, relative: offset, set: one.sources.source.platter_seconds, step: 0.0025 }
      """

    let write = { (folder: URL) in
      try folder.write([Float](repeating: 0.5, count: 48_000 * 60), as: "count.wav")
    }
    try await RunningTarmac.run(Self.preset + map, files: write) { tarmac, server in
      let (ears, hand) = (
        try Listener("ears", on: server, inputs: 1), try Musician("hand", on: server)
      )
      defer {
        ears.close()
        hand.close()
      }
      let isAtRest = { try ears.capture(frames: 4_800)[0].allSatisfy { $0 == 0 } }
      try tarmac.wait("sound") { try !isAtRest() }
      try Self.set(tarmac, "position_seconds", "20")
      hand.send([TimedMIDI(0, [0x90, 54, 127])])
      try tarmac.wait("the touch") { try tarmac.get("\(Self.deck).scratch") == "on" }
      // It rolls on for a moment.
      try tarmac.wait("rest", until: isAtRest)
      let start = try Self.number(tarmac, "position_seconds")
      hand.send((0..<200).map { TimedMIDI($0 * 100, [0xB0, 34, $0 < 160 ? 66 : 61]) })
      let way = Double(160 * 2 - 40 * 3) * 0.0025
      try tarmac.wait("the wheel") {
        abs(try Self.number(tarmac, "platter_seconds") - way) < 1e-6
      }
      try tarmac.wait("rest again", until: isAtRest)
      #expect(abs(try Self.number(tarmac, "position_seconds") - start - way) < 0.001)
      hand.send([TimedMIDI(0, [0x80, 54, 0])])
      try tarmac.wait("the music") {
        try Self.number(tarmac, "position_seconds") > start + way + 0.2
      }
    }
  }

  @Test("loops longer than any ring keeps are periodic to the sample, halved and doubled as well")
  func longLoop() async throws {
    try await Self.run { tarmac, ears in
      // The file says no tempo: a beat is a second.
      try Self.set(tarmac, "loop_beats", "8.5")
      let heard = try Self.frames(ears, 48_000 * 10)
      #expect(Self.turns(heard) == [408_000])
      let (first, last) = (try #require(heard.min()), try #require(heard.max()))
      #expect(last - first == 407_999)
      _ = try tarmac.ask(TreeTriggerRequest(path: "\(Self.deck).loop_double"))
      let double = try Self.frames(ears, 48_000 * 9)
      #expect(Self.turns(double).isEmpty)
      #expect(try Self.number(tarmac, "loop_beats") == 17)
      _ = try tarmac.ask(TreeTriggerRequest(path: "\(Self.deck).loop_halve"))
      _ = try tarmac.ask(TreeTriggerRequest(path: "\(Self.deck).loop_halve"))
      let half = try Self.frames(ears, 48_000 * 5)
      #expect(Self.turns(half) == [204_000] && half.min() == first)
    }
  }

  /// The lengths of the ways back.
  private static func turns(_ frames: ArraySlice<Int>) -> Set<Int> {
    Set(zip(frames, frames.dropFirst()).filter { $1 != $0 + 1 }.map { $0 - $1 + 1 })
  }
}
