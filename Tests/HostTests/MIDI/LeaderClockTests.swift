// SPDX-License-Identifier: Apache-2.0
// The transport and its MIDI clock, on the beat of the deck that leads.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A transport that follows the deck that leads")
struct LeaderClockTests {
  private static let preset = """
    tarmac: 1
    transport: { source: leader, midi_clock: out }
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
    sessions:
      deck:
        role: dj
        source: { player: clicks.wav, channels: 1, loop: on }
        sends: [ { to: main } ]
    midi_map: { output: [ "hand:midi_in" ] } # no way back: JACK delays a circle
    """

  /// Beats of 24,000 frames, each a click of one frame.
  private static func write(_ folder: URL) throws {
    let clicks = (0..<(48_000 * 20)).map { Float($0 % 24_000 == 0 ? 0.9 : 0) }
    try folder.write(clicks, as: "clicks.wav")
  }

  /// How far each click that is heard is from a tick of a quarter note, in frames.
  private static func offs(
    _ ears: Listener,
    _ hand: Musician,
    _ state: inout ClockListener,
    frames: Int
  ) throws -> [Int] {
    let take = try ears.record(tail: frames) {}
    state.hear(hand.takeHeard())
    let heard = take.channels[0]
    let clicks = heard.indices.filter { place in
      heard[place] > 0.4
        && (max(0, place - 8)...min(place + 8, heard.count - 1))
          .allSatisfy { heard[$0] <= heard[place] }
    }
    let quarters = state.quarters.compactMap { take.position(of: $0) }
    // Ticks of the last moments may not have been taken yet.
    return clicks.filter { $0 > 4_800 && $0 < heard.count - 4_800 }.map { click in
      quarters.map { abs($0 - click) }.min() ?? .max
    }
  }

  @Test("has its beats where they are heard, at any pitch, in loops, and stops and starts with it")
  func follows() async throws {
    try await RunningTarmac.run(Self.preset, files: Self.write) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      let hand = try Musician("hand", on: server)
      let deck = LiveDeck(tarmac: tarmac, session: "deck")
      defer {
        ears.close()
        hand.close()
      }
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:control_out") == ["hand:midi_in"]
          && ears.connections(of: ears.input(1)) == ["rig:main"]
      }
      var clock = ClockListener()
      try deck.set("playing", "off")
      try deck.set("position_seconds", "0")
      try deck.set("bpm", "120")
      try deck.pull("grid_here")
      clock.hear(hand.takeHeard())
      #expect(try !tarmac.ask(TransportShowRequest()).isRolling)
      try deck.set("playing", "on")
      for (value, text, tempo) in [
        ("pitch_percent", "0", 120.0), ("pitch_percent", "6.5", 127.8), ("loop_beats", "1", 127.8),
        ("loop_active", "off", 127.8), ("pitch_percent", "-20", 96),
      ] {
        try deck.set(value, text)
        // The clock begins with the next sixteenth.
        _ = try ears.capture(frames: 24_000)
        clock.hear(hand.takeHeard())
        // A busy machine may lose a cycle; in one of several takes nothing is lost.
        var offs: [Int] = []
        for _ in 0..<4 where offs.isEmpty || offs.contains(where: { $0 > 2 }) {
          offs = try Self.offs(ears, hand, &clock, frames: 96_000)
        }
        #expect(offs.count >= 2 && offs.allSatisfy { $0 <= 2 }, "\(value) \(text): \(offs)")
        let status = try tarmac.ask(TransportShowRequest())
        #expect(abs((status.tempo_bpm ?? 0) - tempo) < 0.01 && status.isRolling)
        #expect(status.source == "leader")
      }
      try deck.set("playing", "off")
      try tarmac.wait("the stop") {
        clock.hear(hand.takeHeard())
        return !clock.isRunning
      }
      let error = try #require(throws: ControlClientError.self) {
        try tarmac.ask(TransportSetRequest(isRolling: true))
      }
      #expect("\(error)".contains("follows the deck that leads"))
    }
  }
}

/// Counts the ticks of a MIDI clock as a drum machine does.
private struct ClockListener {
  private(set) var isRunning = false
  /// The frames of the ticks with which quarter notes begin.
  private(set) var quarters: [UInt32] = []
  private var tick = 0

  mutating func hear(_ messages: [TimedMIDI]) {
    for message in messages {
      switch message.bytes.first {
      case 0xFA: (isRunning, tick) = (true, 0)
      case 0xFB: isRunning = true
      case 0xFC: isRunning = false
      case 0xF2: tick = (Int(message.bytes[1]) + Int(message.bytes[2]) * 128) * 6
      case 0xF8 where isRunning:
        if tick % 24 == 0 { quarters.append(message.frame) }
        tick += 1
      default: break
      }
    }
  }
}
