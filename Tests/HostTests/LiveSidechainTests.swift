// SPDX-License-Identifier: Apache-2.0
// A duck that follows its ducker's sound while it is active.

import ControlProtocol
import JACKTestBench
import Quantities
import RuleProofs
import Testing

@Suite("A side chain on a live rig", .serialized)
struct LiveSidechainTests {
  @Test(
    "holds the music at the floor while the voice sounds, lets it up in pauses, and brings it back exactly",
    .proves("DUCK-02", "DUCK-07", at: .live)
  )
  func pauses() async throws {
    let preset = """
      tarmac: 1
      routes: { main: { role: lineOut, ports: [ "ears:in_1" ] }, side: { role: hdmi, channels: 1 } }
      sessions:
        music:
          category: playback
          active: true
          source: { jack: [ "source:out_1" ] }
          sends: [ { to: main } ]
        voice:
          category: playback
          options: [ duckOthers ]
          duck:
            level_db: -20
            attack_seconds: 0.02
            release_seconds: 0.02
            sidechain: { threshold_db: -40, idle_db: -6 }
          source: { jack: [ "source:out_2" ] }
          sends: [ { to: side }, { to: main, level_db: -inf } ]
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 1)
      let music = [Float](repeating: 1, count: 48_000 * 50)
      let silence = [Float](repeating: 0, count: music.count)
      let floor = LinearGain(Decibels(-20)).factor
      let idle = LinearGain(Decibels(-6)).factor
      func settles(at level: Float, _ what: String) throws {
        try tarmac.wait(what) { abs(try ears.capture(frames: 256)[0][255] - level) < 1e-4 }
      }
      /// Waits until `status` reports this duck of the music.
      func says(_ duck: Double?) throws {
        let sessions = try tarmac.ask(StatusRequest()).sessions
        #expect(sessions.first { $0.name == "music" }.map(\.duck_db) == duck)
      }
      source.play([music, silence])
      try settles(at: 1, "the music")
      try says(nil)
      _ = try tarmac.ask(ActivateRequest(session: "voice"))
      try settles(at: idle, "the pause before the first word")
      try says(-6)
      source.play([music, music.map { $0 / 2 }])
      try settles(at: floor, "the floor under the voice")
      try says(-20)
      source.play([music, silence])
      try settles(at: idle, "the pause")
      _ = try tarmac.ask(DeactivateRequest(session: "voice"))
      try tarmac.wait("the music as it was") {
        try ears.capture(frames: 256)[0].allSatisfy { $0 == 1 }
      }
      source.close()
      ears.close()
    }
  }
}
