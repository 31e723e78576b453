// SPDX-License-Identifier: Apache-2.0
// Loops of live decks, heard sample by sample by a second JACK client.

import ControlProtocol
import Foundation
import JACKTestBench
import SeededNumbers
import Testing

@Suite("The loop of a live deck", .serialized)
struct LiveLoopTests {
  @Test("is periodic to the sample, from the shortest to the longest, and is left without a step")
  func periods() async throws {
    try await CountingDeck.run { deck, ears in
      // The file says no tempo: a beat is a second.
      for beats in [1.0 / 32, 1.0 / 8, 0.5, 2] {
        try deck.set("loop_beats", "\(beats)")
        let length = Int(beats * 48_000)
        let heard = try ears.counted(2 * length + 9_600)
        #expect(CountingFile.turns(heard) == [length], "\(beats)")
        let ends = (try #require(heard.min()), try #require(heard.max()))
        let told = try ["loop_in_seconds", "loop_out_seconds"].map {
          try deck.number("\($0)")
        }
        #expect(abs(told[0] * 48_000 - Double(ends.0)) < 0.5 && ends.1 - ends.0 == length - 1)
        #expect(try deck.get("loop_active") == "on")
        let way = try ears.capture(tail: 9_600) { try deck.set("loop_active", "off") }[0]
        #expect(CountingFile.turns(way.suffix(6_000).map(CountingFile.index)) == [], "it is left")
        #expect(try deck.get("loop_active") == "off")
      }
    }
  }

  /// How long a loop is listened to, in seconds; `TARMAC_LOOP_SECONDS=600` hears ten minutes.
  private static let seconds =
    ProcessInfo.processInfo.environment["TARMAC_LOOP_SECONDS"].flatMap { Int($0) } ?? 5

  @Test("is the same to the bit in each turn, for as long as it is played")
  func lasts() async throws {
    try await CountingDeck.run { deck, ears in
      try deck.set("loop_beats", "\(1.0 / 32)")
      _ = try ears.capture(frames: 9_600)
      let length = 1_500
      var (turn, count) = ([Float](), 0)
      for _ in 0..<Self.seconds {
        // A capture begins anywhere in a turn: it is brought to the lowest frame of the loop.
        let heard = try ears.capture(frames: 48_000)[0]
        let first = try #require(heard.prefix(length).indices.min { heard[$0] < heard[$1] })
        if turn.isEmpty { turn = Array(heard[first...].prefix(length)) }
        for start in stride(from: first, through: heard.count - length, by: length) {
          try #require(Array(heard[start..<start + length]) == turn, "turn \(count)")
          count += 1
        }
      }
      print("FIGURE a loop of 1,500 frames was the same \(count) times")
    }
  }

  @Test("of so many beats begins where a deck is each time, and is left by the same key")
  func keys() async throws {
    try await CountingDeck.run { deck, ears in
      func pull(_ beats: String) throws {
        try deck.pull("beat_loop", ["beats": beats])
      }
      for _ in 0..<3 {
        try pull("0.5")
        _ = try ears.counted(24_000)
        let heard = try ears.counted(72_000)
        #expect(CountingFile.turns(heard) == [24_000])
        try pull("0.25")
        _ = try ears.counted(24_000)
        let shorter = try ears.counted(48_000)
        #expect(CountingFile.turns(shorter) == [12_000])
        #expect(shorter.min() == heard.min(), "it keeps its beginning")
        try pull("0.25")
        #expect(try deck.get("loop_active") == "off")
        #expect(CountingFile.turns(try ears.counted(72_000).suffix(48_000)) == [])
      }
      for beats in ["0", "-1", "513", "0.001", "nan"] {
        #expect(throws: (any Error).self, "\(beats)") { try pull(beats) }
      }
    }
  }

  @Test("is set by its ends, halved and doubled in time, and found again")
  func ends() async throws {
    try await CountingDeck.run { deck, ears in
      #expect(throws: (any Error).self) { try deck.set("loop_active", "on") }
      #expect(throws: (any Error).self) { try deck.pull("loop_out") }
      #expect(throws: (any Error).self) { try deck.set("loop_beats", "513") }
      #expect(throws: (any Error).self) { try deck.set("loop_beats", "0.001") }
      try deck.pull("loop_in")
      _ = try ears.capture(frames: 24_000)
      try deck.pull("loop_out")
      _ = try ears.capture(frames: 4_800)
      let whole = CountingFile.turns(try ears.counted(96_000))
      let length = try #require(whole.first)
      #expect(whole.count == 1 && length > 23_000 && length < 48_000)
      let start = try ears.counted(length + 64).min()
      try deck.pull("loop_halve")
      _ = try ears.capture(frames: 4_800)
      let half = try ears.counted(96_000)
      #expect(
        CountingFile.turns(half).allSatisfy { abs($0 - length / 2) <= 1 } && half.min() == start
      )
      try deck.pull("loop_double")
      _ = try ears.capture(frames: 4_800)
      let double = try ears.counted(96_000)
      #expect(CountingFile.turns(double) == [length] && double.min() == start)
      try deck.set("loop_active", "off")
      // Far behind it goes back to its beginning.
      for seconds in ["2", "40"] {
        if seconds == "40" { try deck.set("position_seconds", seconds) }
        _ = try ears.capture(frames: Int(2 * 48_000))
        try deck.set("loop_active", "on")
        try deck.tarmac.wait("the loop") {
          try CountingFile.turns(ears.counted(96_000)) == [length]
        }
        #expect(try ears.counted(length + 64).min() == start, "from \(seconds) s")
        try deck.set("loop_active", "off")
      }
      // A jump out of it leaves it.
      try deck.set("loop_active", "on")
      try deck.set("position_seconds", "30")
      try deck.tarmac.wait("the end of the loop") {
        try deck.get("loop_active") == "off"
      }
      _ = try ears.capture(frames: 9_600)
      #expect(CountingFile.turns(try ears.counted(48_000)).isEmpty)
    }
  }

  @Test("is what the tree says, whatever was done to it 500 times a second")
  func truth() async throws {
    try await CountingDeck.run { deck, ears in
      let client = try OSCProgram.python("udp", beside: deck.tarmac)
      var random = SeededNumbers(seed: 12_901)
      var active = 0
      try deck.set("position_seconds", "25")
      for batch in 0..<12 {
        for _ in 0..<25 {
          try client.send(Self.message(&random))
          let due = ContinuousClock.now.advanced(by: .milliseconds(2))
          while ContinuousClock.now < due {}
        }
        try client.send(#"["/tarmac/ping", \#(batch)]"#)
        try client.hears("[\"/reply\", \"/tarmac/ping\", \(batch)]")
        _ = try ears.capture(frames: 24_000)
        let ends = try ["loop_in_seconds", "loop_out_seconds"].map { word in
          try deck.number("\(word)") * 48_000
        }
        if try deck.get("loop_active") == "on" {
          active += 1
          let length = ends[1] - ends[0]
          let heard = try ears.counted(2 * Int(length) + 4_800)
          let isWithin = heard.allSatisfy { Double($0) > ends[0] - 1 && Double($0) < ends[1] + 1 }
          #expect(isWithin, "batch \(batch): \(ends), \(heard.min() ?? 0)...\(heard.max() ?? 0)")
          #expect(
            CountingFile.turns(heard).allSatisfy { abs(Double($0) - length) < 1 },
            "batch \(batch)"
          )
          #expect(!CountingFile.turns(heard).isEmpty, "batch \(batch)")
        } else {
          #expect(CountingFile.turns(try ears.counted(48_000)).isEmpty, "batch \(batch)")
        }
      }
      print("FIGURE loops: true after 12 times 25 messages at 500 a second, \(active) of them on")
      #expect(active > 2)
    }
  }

  /// A message that does something to the loop, or jumps.
  private static func message(_ random: inout SeededNumbers) -> String {
    let address = "/one/sources/source"
    let lengths = [1.0 / 32, 1.0 / 8, 0.25, 0.5, 1, 2]
    let beats = lengths.randomElement(using: &random) ?? 1
    let way = Bool.random(using: &random) ? beats : -beats
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return #"["\#(address)/loop_halve", "%T"]"#
    case 1: return #"["\#(address)/loop_double", "%T"]"#
    case 2: return #"["\#(address)/loop_move", \#(way)]"#
    case 3, 4: return #"["\#(address)/loop_beats", \#(beats)]"#
    case 5: return #"["\#(address)/loop_active", "%T"]"#
    case 6: return #"["\#(address)/beat_jump", \#(way)]"#
    default:
      let on = Int.random(in: 0..<4, using: &random) == 0 ? "%F" : "%T"
      return #"["\#(address)/loop_active", "\#(on)"]"#
    }
  }

  @Test("plays what is there, however far a deck goes back step by step")
  func steps() async throws {
    try await CountingDeck.run { deck, ears in
      // Four times as fast the ring has gone round soon.
      try deck.set("position_seconds", "1")
      try deck.set("pitch_percent", "300")
      try deck.tarmac.wait("half a minute") {
        try deck.number("position_seconds") > 30
      }
      try deck.set("pitch_percent", "0")
      _ = try ears.capture(frames: 9_600)
      let start = try #require(try ears.counted(64).last)
      for step in 1...4 {
        try deck.pull("beat_jump", ["beats": "-4"])
        _ = try ears.capture(frames: 19_200)
        let heard = try ears.counted(4_800)
        #expect(CountingFile.turns(heard) == [], "step \(step)")
        let place = try #require(heard.last) - start
        #expect(place < 96_000 - step * 192_000 + 48_000 * step, "step \(step): \(place)")
      }
      // A loop moves with its deck, and is where the tree says.
      try deck.set("loop_beats", "7")
      _ = try ears.capture(frames: 9_600)
      try deck.pull("beat_jump", ["beats": "-4"])
      _ = try ears.capture(frames: 19_200)
      let loop = try ears.counted(400_000)
      let told = try deck.number("loop_in_seconds")
      #expect(CountingFile.turns(loop) == [336_000])
      #expect(abs(told * 48_000 - Double(try #require(loop.min()))) < 0.5)
    }
  }

  @Test("leaves it by a jump before it, heeds locks, and brings a deck back from its end")
  func edges() async throws {
    try await CountingDeck.run { deck, ears in
      try deck.set("position_seconds", "20")
      _ = try ears.capture(frames: 24_000)
      try deck.set("loop_beats", "1")
      try deck.set("position_seconds", "5")
      try deck.tarmac.wait("the end of the loop") {
        try deck.get("loop_active") == "off"
      }
      try deck.set("position_seconds.locked", "on")
      #expect(throws: (any Error).self) { try deck.pull("beat_jump", ["beats": "-1"]) }
      #expect(throws: (any Error).self) { try deck.set("loop_active", "on") }
      try deck.set("position_seconds.locked", "off")
      try deck.set("position_seconds", "59.5")
      try deck.tarmac.wait("the end") { try deck.get("state") == "ended" }
      try deck.pull("beat_jump", ["beats": "-8"])
      try deck.set("playing", "on")
      try deck.tarmac.wait("its sound") {
        try ears.counted(256).allSatisfy { $0 > 51 * 48_000 && $0 < 56 * 48_000 }
      }
    }
  }

  @Test("jumps by beats, exactly within what is in memory, and takes its loop along")
  func beats() async throws {
    try await CountingDeck.run { deck, ears in
      _ = try ears.capture(frames: 96_000)
      for (beats, way) in [("1", 48_000), ("-2", -96_000), ("0.5", 24_000), ("-0.03125", -1_500)] {
        let heard = try ears.capture(tail: 9_600) { try deck.pull("beat_jump", ["beats": beats]) }[
          0
        ].map(
          CountingFile.index
        )
        let steps = zip(heard, heard.dropFirst()).map { $1 - $0 }.filter { $0 != 1 }
        #expect(steps == [way + 1], "\(beats) beats: \(steps)")
      }
      // Further away than what is in memory, after the fade of a jump.
      let before = try #require(try ears.counted(64).last)
      try deck.pull("beat_jump", ["beats": "20"])
      try deck.tarmac.wait("the jump") {
        try #require(try ears.counted(64).first) > before + 940_000
      }
      for beats in ["512", "-512", "many"] {
        #expect(throws: (any Error).self) { try deck.pull("beat_jump", ["beats": beats]) }
      }
      try deck.set("loop_beats", "0.5")
      _ = try ears.capture(frames: 36_000)
      let start = try #require(try ears.counted(30_000).min())
      // The loop would begin where nothing was read since the last jump.
      try deck.pull("beat_jump", ["beats": "-1"])
      _ = try ears.capture(frames: 24_000)
      let moved = try ears.counted(72_000)
      #expect(moved.min() == start - 48_000, "\(start)")
      #expect(CountingFile.turns(moved) == [24_000])
    }
  }

  @Test("stays in time at other rates, and nothing outside of it is heard")
  func rates() async throws {
    try await CountingDeck.run { deck, ears in
      try deck.set("loop_beats", "0.25")
      _ = try ears.capture(frames: 14_400)
      let ends = try ears.counted(24_000)
      let (low, high) = (try #require(ends.min()), try #require(ends.max()))
      try deck.set("pitch_percent", "25")
      _ = try ears.capture(frames: 4_800)
      let heard = try ears.capture(frames: 96_000)[0].map { $0 * CountingFile.scale - 1 }
      // The sinc rings at the seam, as at any edge, by less than a tenth of it.
      let slack = Float(high - low) / 10
      #expect(heard.allSatisfy { $0 > Float(low) - slack && $0 < Float(high) + slack })
      let backs = zip(heard, heard.dropFirst()).enumerated().filter { $1.1 < $1.0 - 5_000 }.map(\.0)
      let periods = zip(backs, backs.dropFirst()).map { $1 - $0 }
      #expect(periods.count > 8 && periods.allSatisfy { abs($0 - 9_600) <= 1 }, "\(periods)")
      try deck.set("pitch_percent", "0")
      _ = try ears.capture(frames: 9_600)
      #expect(CountingFile.turns(try ears.counted(48_000)) == [12_000])
    }
  }
}
