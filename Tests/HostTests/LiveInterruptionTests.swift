// SPDX-License-Identifier: Apache-2.0
// Which session falls silent first, how ducks hold, and what switches do: heard by a second JACK
// client.

import ControlProtocol
import FoundationEssentials
import JACKTestBench
import Quantities
import RuleProofs
import Testing

@Suite("Decisions on a live rig, frame by frame", .serialized)
struct LiveInterruptionTests {
  private static let rivals = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
      line: { role: usb, direction: output, ports: [ "ears:in_2" ] }
    sessions:
      first:
        category: playback
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
      second:
        category: playback
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: line } ]
      voice:
        category: playback
        options: [ duckOthers ]
        duck: { level_db: -14, attack_seconds: 0.05, hold_seconds: 0.25, release_seconds: 0.1 }
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: line }, { to: main, level_db: -inf } ]
    """

  private func run(
    _ body: (_ tarmac: RunningTarmac, _ ears: Listener) throws -> Void
  ) async throws {
    try await RunningTarmac.run(LiveInterruptionTests.rivals) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 2)
      source.play([[Float](repeating: 1, count: 48_000 * 120)])
      try tarmac.wait("the constant") { try ears.capture(frames: 256)[0].allSatisfy { $0 == 1 } }
      try body(tarmac, ears)
      source.close()
      ears.close()
    }
  }

  @Test(
    "silence the loser to exactly 0 before the winner's first frame",
    .proves("ACT-03", "CAT-15", at: .live)
  )
  func order() async throws {
    try await run { tarmac, ears in
      for (winner, loser, channels) in [("second", "first", (0, 1)), ("first", "second", (1, 0))] {
        let heard = try ears.capture(tail: 4_800) {
          _ = try tarmac.ask(ActivateRequest(session: winner))
        }
        let last = try #require(heard[channels.0].lastIndex { $0 != 0 })
        let first = try #require(heard[channels.1].firstIndex { $0 != 0 })
        #expect(last < first, "\(winner) over \(loser)")
        #expect(heard[channels.1].last == 1)
        #expect(try tarmac.session(loser).state == "interrupted")
      }
    }
  }

  @Test(
    "hold a duck for its time, then let the music back along its ramp to exactly where it was",
    .proves("DUCK-01", "DUCK-02", "DUCK-06", at: .live)
  )
  func hold() async throws {
    try await run { tarmac, ears in
      let ducked = LinearGain(Decibels(-14)).factor
      _ = try tarmac.ask(ActivateRequest(session: "voice"))
      try tarmac.wait("the duck") {
        let heard = try ears.capture(frames: 256)
        return heard[0].allSatisfy { $0 == ducked } && heard[1].allSatisfy { $0 == 1 }
      }
      #expect(try tarmac.session("first").state == "active")
      let heard = try ears.capture(tail: 24_000) {
        _ = try tarmac.ask(DeactivateRequest(session: "voice"))
      }
      let released = try #require(heard[1].firstIndex { $0 != 1 })
      let rising = try #require(heard[0].firstIndex { $0 != ducked })
      let restored = try #require(heard[0].firstIndex { $0 == 1 })
      // One decision, one frame.
      #expect(abs(rising - released - 12_000) <= 1)
      #expect(abs(restored - rising - 4800) <= 1)
      #expect(heard[0][restored...].allSatisfy { $0 == 1 })
      let steps = zip(heard[0], heard[0].dropFirst()).map { $1 - $0 }
      #expect(steps.allSatisfy { $0 >= 0 && $0 <= (1 - ducked) / 4800 * 1.01 })
    }
  }

  private static let silenceable = """
    tarmac: 1
    routes: { main: { role: speaker, ports: [ "ears:in_1" ] } }
    sessions:
      bed:
        category: ambient
        active: true
        source: { player: "count.wav", channels: 1 }
        sends: [ { to: currentRoute } ]
    """

  @Test(
    "let time run under the silent switch and stop it under the lock, and tell the session of neither",
    .proves("BG-03", "BG-04", "BG-05", "CAT-01", "CAT-02", at: .live)
  )
  func switches() async throws {
    try await RunningTarmac.run(LiveInterruptionTests.silenceable) { folder in
      try folder.write(CountingFile.samples(48_000 * 120), as: "count.wav")
    } _: { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      for (name, goesOn) in [(SwitchRequest.Name.silent, true), (.lock, false)] {
        try tarmac.wait("sound without ramps") {
          let heard = try ears.capture(frames: 4096)[0]
          return zip(heard, heard.dropFirst()).allSatisfy {
            CountingFile.index(of: $1) == CountingFile.index(of: $0) + 1
          }
        }
        let heard = try ears.capture(tail: 9_600) {
          try ears.wait(frames: 2_400)
          _ = try tarmac.ask(SwitchRequest(name: name, isOn: true))
          #expect(try tarmac.session("bed").state == "active")
          try ears.wait(frames: 9_600)
          _ = try tarmac.ask(SwitchRequest(name: name, isOn: false))
        }[0]
        let silence = try #require(heard.firstIndex(of: 0))
        let back = try #require(heard[silence...].firstIndex { $0 != 0 })
        #expect(back - silence > 4800)
        // Ramps at both ends: 960 frames down, 480 up.
        let (before, after) = (silence - 1200, back + 700)
        let passed = CountingFile.index(of: heard[after]) - CountingFile.index(of: heard[before])
        let expected = goesOn ? after - before : after - before - (back - silence)
        // A session is suspended at the end of a cycle.
        #expect(abs(passed - expected) <= (goesOn ? 0 : 256), "\(name)")
      }
      let tells = try tarmac.ask(DecisionListRequest())
        .map { $0.lines.contains { $0.contains("notified: ") } }
      #expect(tells.contains(true) && !tells.suffix(4).contains(true))
      ears.close()
    }
  }
}
