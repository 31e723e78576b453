// SPDX-License-Identifier: Apache-2.0
// Decisions that follow one another faster than ramps run.

import ControlProtocol
import JACKTestBench
import Testing

@Suite("Decisions in quick succession", .serialized)
struct RampTests {
  @Test("never make a step, when a session that is fading out comes back under a duck")
  func duckWhileFading() async throws {
    try await RunningTarmac.run(TestPreset.announcer) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:music") == ["source:out_1"]
          && ears.connections(of: "rig:main") == ["ears:in_1"]
      }
      source.play([[Float](repeating: 1, count: 48_000 * 60)])
      try tarmac.wait("the constant") { try ears.capture(frames: 256)[0].last ?? 0 > 0.6 }
      for _ in 0..<20 {
        let heard = try ears.capture(tail: 9_600) {
          _ = try tarmac.ask(DeactivateRequest(session: "music"))
          _ = try tarmac.ask(ActivateRequest(session: "announcer"))
          _ = try tarmac.ask(ActivateRequest(session: "music"))
        }[0]
        // The gate opens over 480 frames, the duck moves over 960.
        let largest = zip(heard, heard.dropFirst()).map { abs($0 - $1) }.max() ?? 1
        #expect(largest < 1 / 320)
        _ = try tarmac.ask(DeactivateRequest(session: "announcer"))
        try tarmac.wait("the release") { try ears.capture(frames: 256)[0].last ?? 0 > 0.6 }
      }
      source.close()
      ears.close()
    }
  }
}
