// SPDX-License-Identifier: Apache-2.0
// The tower's decisions, as a second JACK client hears them.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import RuleProofs
import SeededNumbers
import Testing

@Suite("The tower's decisions on a live rig", .serialized)
struct TowerTests {
  @Test(
    "mute a session for the hall, not for who listens before its fader",
    .proves("ANC-MUT-01", at: .live)
  )
  func mute() async throws {
    let preset = """
      tarmac: 1
      routes:
        main: { role: lineOut, ports: [ "ears:in_1" ] }
        phones: { role: headphones, ports: [ "ears:in_2" ] }
      sessions:
        deck:
          category: playback
          active: true
          source: { jack: [ "source:out_1" ] }
          sends: [ { to: main }, { to: phones, tap: pre } ]
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 2)
      source.play([[Float](repeating: 0.5, count: 48_000 * 60)])
      let hear = { (main: Float) in
        try tarmac.wait("\(main) in the hall") {
          try ears.capture(frames: 256).map(\.last) == [main, 0.5]
        }
      }
      try hear(0.5)
      let heard = try ears.capture(tail: 9_600) {
        _ = try tarmac.ask(SetRequest(path: "deck.mute", value: "on"))
      }
      #expect(heard[0].last == 0)
      #expect(heard[1].allSatisfy { $0 == 0.5 })
      try hear(0)
      #expect(try tarmac.session("deck").conditions == ["silenced"])
      _ = try tarmac.ask(SetRequest(path: "deck.mute", value: "off"))
      try hear(0.5)
      source.close()
      ears.close()
    }
  }

  @Test(
    "duck the music along its ramp and bring it back bit for bit, after 1,000 ducks too",
    .proves("DUCK-01", "DUCK-02", "DUCK-03", at: .live)
  )
  func ducking() async throws {
    try await RunningTarmac.run(TestPreset.announcer) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:music") == ["source:out_1"]
          && ears.connections(of: "rig:main") == ["ears:in_1"]
      }
      var numbers = SeededNumbers(seed: 4)
      let noise = numbers.samples(10_000)
      let before = try source.play([noise], heardBy: ears)[0]

      // A constant shows the gain itself.
      let fader = LinearGain(Decibels(-3.7)).factor
      source.play([[Float](repeating: 1, count: 48_000 * 60)])
      try tarmac.wait("the constant") { try ears.capture(frames: 256)[0].last == fader }
      let down = try ears.capture(tail: 9_600) {
        _ = try tarmac.ask(ActivateRequest(session: "announcer"))
      }[0]
      let ducked = fader * LinearGain(Decibels(-14)).factor
      #expect(down.first == fader)
      #expect(abs((down.last ?? 0) - ducked) < 1e-6)
      let step = (fader - ducked) / (0.05 * 48_000)
      #expect(zip(down, down.dropFirst()).allSatisfy { $0 - $1 >= 0 && $0 - $1 <= step * 1.01 })
      #expect(try tarmac.session("music").duck_db == -14)
      #expect(try tarmac.session("music").state == "active")

      for _ in 0..<1000 {
        _ = try tarmac.ask(DeactivateRequest(session: "announcer"))
        _ = try tarmac.ask(ActivateRequest(session: "announcer"))
      }
      _ = try tarmac.ask(DeactivateRequest(session: "announcer"))
      try tarmac.wait("the release") { try ears.capture(frames: 256)[0].last == fader }
      let after = try source.play([noise], heardBy: ears)[0]
      #expect(after.map(\.bitPattern) == before.map(\.bitPattern))
      source.close()
      ears.close()
    }
  }

  @Test(
    "interrupt to exact zeros, give the CPU back, and go on with the next sample",
    .proves("INT-01", "INT-08", "INT-15", "INT-19", at: .live)
  )
  func interruption() async throws {
    let count = 48_000 * 30
    try await RunningTarmac.run(TestPreset.player) { folder in
      try folder.write(CountingFile.samples(count), as: "count.wav")
    } _: { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("sound") { try ears.capture(frames: 256)[0].contains { $0 > 0 } }
      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "phone"))
      try tarmac.wait("silence") { try ears.capture(frames: 512)[0].allSatisfy { $0 == 0 } }
      let still = try tarmac.session("deck")
      #expect(still.state == "interrupted")
      #expect(try tarmac.session("jingle").state == "interrupted")
      let silence = try ears.capture(frames: 48_000)[0]
      #expect(silence.allSatisfy { $0 == 0 })
      let later = try tarmac.session("deck")
      #expect(later.calls == still.calls)
      #expect(later.plugins.map(\.runs) == still.plugins.map(\.runs))
      #expect(later.sources[0].position_frames == still.sources[0].position_frames)

      let position = try #require(later.sources[0].position_frames)
      let heard = try ears.capture(tail: 48_000) {
        _ = try tarmac.ask(InterruptEndRequest(interrupter: "phone"))
      }[0]
      let first = try #require(heard.firstIndex { $0 != 0 })
      // After the gate's ramp every sample carries its position in the file.
      let settled = first + 480
      for frame in settled..<heard.count
      where CountingFile.index(of: heard[frame]) != position + frame - first {
        Issue.record("frame \(frame) holds sample \(CountingFile.index(of: heard[frame]))")
        break
      }
      source.close()
      ears.close()
    }
  }

  @Test(
    "measure bit for bit with plugins, faders and a ducking announcer in place",
    .proves("MEAS-01", "ANC-MODE-06", at: .live)
  )
  func measurement() async throws {
    try await RunningTarmac.run(TestPreset.measurement) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 2)
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:probe_R") == ["source:out_2"]
          && ears.connections(of: "rig:out_R") == ["ears:in_2"]
      }
      var numbers = SeededNumbers(seed: 5)
      let patterns = [numbers.patterns(50_000), numbers.patterns(50_000)]
      let heard = try source.play(patterns, heardBy: ears)
      #expect(heard[0].map(\.bitPattern) == patterns[0].map(\.bitPattern))
      #expect(heard[1].map(\.bitPattern) == patterns[1].map(\.bitPattern))
      #expect(try tarmac.session("probe").plugins.allSatisfy { $0.runs == 0 })
      source.close()
      ears.close()
    }
  }
}
