// SPDX-License-Identifier: Apache-2.0
// Platters of live decks, heard sample by sample by a second JACK client.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("The platter of a live deck")
struct LivePlatterTests {
  /// The frames of the file that were heard, without the first moments.
  private static func frames(_ ears: Listener, _ count: Int) throws -> ArraySlice<Int> {
    try ears.counted(count + 4_800).dropFirst(4_800)
  }

  @Test("plays backwards to the sample, for longer than any ring keeps, and forwards again")
  func reverse() async throws {
    try await CountingDeck.run { deck, ears in
      // Of what is before that nothing was ever heard.
      try deck.set("position_seconds", "30")
      try deck.set("reverse", "on")
      let back = try Self.frames(ears, 48_000 * 10)
      let wrong = zip(back, back.dropFirst()).filter { $1 != $0 - 1 }.count
      #expect(wrong == 0)
      #expect(try #require(back.last) < 48_000 * 21)
      #expect(try deck.get("reverse") == "on")
      try deck.set("reverse", "off")
      let forth = try Self.frames(ears, 48_000)
      #expect(zip(forth, forth.dropFirst()).allSatisfy { $1 == $0 + 1 })
      #expect(try deck.number("disk_wait_seconds") == 0)
    }
  }

  @Test(
    "goes as far as a hand, sounds while it moves, also of a paused deck, and is silent at rest"
  )
  func scratch() async throws {
    try await CountingDeck.run { deck, ears in
      try deck.set("position_seconds", "30")
      try deck.set("playing", "off")
      try deck.tarmac.wait("silence") { try ears.capture(frames: 4_800)[0].allSatisfy { $0 == 0 } }
      let start = try deck.number("position_seconds")
      try deck.set("scratch", "on")
      for place in [0.05, 0.15, -0.4, -2.1, -1.0] {
        try deck.set("platter_seconds", "\(place)")
        let heard = try ears.capture(frames: 4_800)[0]
        #expect(heard.contains { abs($0) > 0.1 }, "\(place)")
      }
      // A spring comes to rest within some of its times.
      try deck.tarmac.wait("rest") { try ears.capture(frames: 4_800)[0].allSatisfy { $0 == 0 } }
      let end = try deck.number("position_seconds")
      #expect(abs(end - (start - 1)) < 0.001, "\(start) to \(end)")
      try deck.set("scratch", "off")
      try deck.set("playing", "on")
      let heard = try ears.capture(frames: 9_600)[0].suffix(480)
      #expect(heard.contains { abs($0) > 0.1 })
      #expect(try deck.number("position_seconds") > end + 0.1)
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

    try await RunningTarmac.run(CountingDeck.preset + map, files: CountingDeck.write) {
      tarmac,
      server in
      let deck = LiveDeck(tarmac: tarmac, session: "one")
      let (ears, hand) = (
        try Listener("ears", on: server, inputs: 1), try Musician("hand", on: server)
      )
      defer {
        ears.close()
        hand.close()
      }
      let isAtRest = { try ears.capture(frames: 4_800)[0].allSatisfy { $0 == 0 } }
      try deck.tarmac.wait("sound") { try !isAtRest() }
      try deck.set("position_seconds", "20")
      hand.send([TimedMIDI(0, [0x90, 54, 127])])
      try deck.tarmac.wait("the touch") { try deck.get("scratch") == "on" }
      // It rolls on for a moment.
      try deck.tarmac.wait("rest", until: isAtRest)
      let start = try deck.number("position_seconds")
      hand.send((0..<200).map { TimedMIDI($0 * 100, [0xB0, 34, $0 < 160 ? 66 : 61]) })
      let way = Double(160 * 2 - 40 * 3) * 0.0025
      try deck.tarmac.wait("the wheel") {
        abs(try deck.number("platter_seconds") - way) < 1e-6
      }
      try deck.tarmac.wait("rest again", until: isAtRest)
      #expect(abs(try deck.number("position_seconds") - start - way) < 0.001)
      hand.send([TimedMIDI(0, [0x80, 54, 0])])
      try deck.tarmac.wait("the music") {
        try deck.number("position_seconds") > start + way + 0.2
      }
    }
  }

  @Test("loops longer than any ring keeps are periodic to the sample, halved and doubled as well")
  func longLoop() async throws {
    try await CountingDeck.run { deck, ears in
      // The file says no tempo: a beat is a second.
      try deck.set("loop_beats", "8.5")
      let heard = try Self.frames(ears, 48_000 * 10)
      #expect(CountingFile.turns(heard) == [408_000])
      let (first, last) = (try #require(heard.min()), try #require(heard.max()))
      #expect(last - first == 407_999)
      try deck.pull("loop_double")
      let double = try Self.frames(ears, 48_000 * 9)
      #expect(CountingFile.turns(double).isEmpty)
      #expect(try deck.number("loop_beats") == 17)
      try deck.pull("loop_halve")
      try deck.pull("loop_halve")
      let half = try Self.frames(ears, 48_000 * 5)
      #expect(CountingFile.turns(half) == [204_000] && half.min() == first)
    }
  }
}
