// SPDX-License-Identifier: Apache-2.0
// MIDI clock out of a live rig and into it, to the frame.

import ControlProtocol
import JACKTestBench
import Testing

@Suite("The MIDI clock of a live rig", .serialized)
struct LiveMIDIClockTests {
  private static func preset(_ transport: String) -> String {
    """
    tarmac: 1
    \(transport)
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
    sessions:
      clicks:
        category: playback
        active: true
        graph: [ { plugin: "http://lv2plug.in/plugins/eg-metro" } ]
        sends: [ { to: main } ]
    midi_map: { device: "hand:*" }
    """
  }

  @Test("leaves with 24 ticks a quarter note, each at its frame, and says where it starts")
  func out() async throws {
    let preset = Self.preset("transport: { source: own, tempo_bpm: 120, midi_clock: out }")
    try await RunningTarmac.run(preset) { tarmac, server in
      let hand = try Musician("hand", on: server)
      var heard: [TimedMIDI] = []
      // A busy machine may lose a cycle; in one of several windows nothing is lost.
      try tarmac.wait("48 ticks of 1,000 frames") {
        heard += hand.takeHeard()
        let ticks = heard.filter { $0.bytes == [0xF8] }.suffix(49).map(\.frame)
        return ticks.count == 49 && zip(ticks, ticks.dropFirst()).allSatisfy { $1 &- $0 == 1_000 }
      }
      _ = try tarmac.ask(TransportSetRequest(isRolling: false))
      try tarmac.wait("the stop") {
        heard += hand.takeHeard()
        return heard.last?.bytes == [0xFC]
      }
      // Bar 3 is 32 sixteenths from the start, which song positions count.
      _ = try tarmac.ask(TransportSetRequest(bar: 3))
      heard = []
      _ = try tarmac.ask(TransportSetRequest(isRolling: true))
      try tarmac.wait("bar 3") {
        heard += hand.takeHeard()
        return heard.count > 4
      }
      #expect(heard.prefix(4).map(\.bytes) == [[0xF2, 32, 0], [0xFB], [0xF8], [0xF8]])
      #expect(heard[1].frame == heard[2].frame && heard[3].frame &- heard[2].frame == 1_000)
      _ = try tarmac.ask(TransportSetRequest(isRolling: false))
      _ = try tarmac.ask(TransportSetRequest(position_seconds: 0))
      try tarmac.wait("the second stop") {
        heard += hand.takeHeard()
        return heard.last?.bytes == [0xFC]
      }
      heard = []
      _ = try tarmac.ask(TransportSetRequest(isRolling: true))
      try tarmac.wait("the start") {
        heard += hand.takeHeard()
        return heard.count > 3
      }
      #expect(heard.prefix(3).map(\.bytes) == [[0xFA], [0xF8], [0xF8]])
      #expect(heard[0].frame == heard[1].frame && heard[2].frame &- heard[1].frame == 1_000)
      hand.close()
    }
  }

  @Test(
    "comes in: beats stand where the ticks say, and stop, continue and song position are obeyed"
  )
  func into() async throws {
    let preset = Self.preset(
      "transport: { source: own, tempo_bpm: 90, rolling: off, midi_clock: in }"
    )
    try await RunningTarmac.run(preset) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      let hand = try Musician("hand", on: server)
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:control_in") == ["hand:midi_out"]
          && ears.connections(of: ears.input(1)) == ["rig:main"]
      }
      // 150 quarter notes a minute: 800 frames a tick, 19,200 a beat.
      let start: UInt32 = 19_300
      let lead = (0..<24).map { TimedMIDI($0 * 800 + 100, [0xF8]) }
      let music = (0..<(24 * 10)).map { TimedMIDI(start + $0 * 800, [0xF8]) }
      let end = start + 24 * 10 * 800
      let score = lead + [TimedMIDI(start, [0xFA])] + music + [TimedMIDI(end, [0xFC])]
      // A busy machine may lose a cycle with its ticks; in one of several takes nothing is lost.
      var offs: [Double] = []
      for _ in 0..<8 where offs.isEmpty || offs.contains(where: { $0 > 4 }) {
        let heard = try hand.play(score, heardBy: ears, frames: Int(end)).channels[0]
        let clicks = Self.clicks(in: heard).filter { $0 > Int(start) + 19_200 * 2 }
        offs = (clicks.count < 6 ? [] : clicks).map { click in
          let beat = Double(click - Int(start)) / 19_200
          return abs(beat - beat.rounded()) * 19_200
        }
        try tarmac.wait("the stop") { try !tarmac.ask(TransportShowRequest()).isRolling }
      }
      #expect(!offs.isEmpty && offs.allSatisfy { $0 <= 4 }, "\(offs)")
      let stopped = try tarmac.ask(TransportShowRequest())
      #expect(abs((stopped.tempo_bpm ?? 0) - 150) < 0.1)

      hand.send([TimedMIDI(0, [0xF2, 16, 0])])
      try tarmac.wait("the second bar") {
        let seen = try tarmac.ask(TransportShowRequest())
        return seen.bar == 2 && abs((seen.beat ?? 0) - 1) < 1e-3
      }
      hand.send([TimedMIDI(0, [0xFB]), TimedMIDI(1, [0xF8])])
      try tarmac.wait("the continuation") { try tarmac.ask(TransportShowRequest()).isRolling }
      ears.close()
      hand.close()
    }
  }

  /// The frames at which clicks begin: after at least 1,000 frames of silence.
  private static func clicks(in samples: [Float]) -> [Int] {
    var quiet = 0
    return samples.indices.filter { frame in
      let isQuiet = abs(samples[frame]) < 1e-4
      defer { quiet = isQuiet ? quiet + 1 : 0 }
      return !isQuiet && quiet > 1_000
    }
  }
}
