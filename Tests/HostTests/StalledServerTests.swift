// SPDX-License-Identifier: Apache-2.0
// A server that stands still while clients go on changing the rig: once it runs again, every value
// is as it was set.

import ControlProtocol
import Foundation
import JACKTestBench
import SeededNumbers
import Testing

@Suite("A rig whose server stands still", .serialized)
struct StalledServerTests {
  private static let preset = """
    tarmac: 1
    routes:
      one: { role: lineOut, ports: [ "ears:in_1" ] }
      two: { role: headphones, ports: [ "ears:in_2" ] }
    sessions:
      deck:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        graph: [ { plugin: "\(amplifier)", id: amp, set: { gain: 0 } } ]
        sends: [ { to: one }, { to: two, level_db: -6 } ]
      pad:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_2" ] }
        sends: [ { to: two } ]
    """
  /// Levels whose gains are exact in binary, as far as the ear can tell.
  private static let levels = [0, -6, -12, -20, -40]

  @Test("does what 5,000 commands have come to, once it runs again")
  func commands() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 2)
      defer {
        source.close()
        ears.close()
      }
      source.play([Float(0.5), 0.25].map { [Float](repeating: $0, count: 48_000 * 300) })
      func hear(_ one: Float, _ two: Float) throws {
        try tarmac.wait("\(one) and \(two)") {
          let heard = try ears.capture(frames: 512)
          return zip(heard, [one, two]).allSatisfy { samples, level in
            samples.allSatisfy { abs($0 - level) < 1e-4 }
          }
        }
      }
      try hear(0.5, 0.5 * gain(-6) + 0.25)
      kill(server.pid, SIGSTOP)
      var numbers = SeededNumbers(seed: 5)
      for _ in 0..<1_000 {
        let level = Self.levels[Int.random(in: 0..<5, using: &numbers)]
        try tarmac.set("deck.fader_db", "\(level)")
        try tarmac.set("deck.amp.gain", "\(level)")
        try tarmac.set("pad.mute", level == 0 ? "on" : "off")
        _ = try tarmac.ask(DeactivateRequest(session: "pad"))
        _ = try tarmac.ask(ActivateRequest(session: "pad"))
      }
      for (path, value) in [("deck.fader_db", "-12"), ("deck.amp.gain", "6"), ("pad.mute", "off")] {
        try tarmac.set(path, value)
      }
      kill(server.pid, SIGCONT)
      let deck = 0.5 * gain(-12) * gain(6)
      try hear(deck, deck * gain(-6) + 0.25)
      // Nothing of it is left over: a command is carried out at once again.
      try tarmac.set("deck.mute", "on")
      try hear(0, 0.25)
    }
  }

  private func gain(_ decibels: Float) -> Float { pow(10, decibels / 20) }
}
