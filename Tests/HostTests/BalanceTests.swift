// SPDX-License-Identifier: Apache-2.0
// A session that leans to one side, as others hear it.

import ControlClient
import ControlProtocol
import JACKTestBench
import Testing

@Suite("The balance of a live session", .serialized)
struct BalanceTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
      phones: { role: headphones, ports: [ "ears:in_3", "ears:in_4" ] }
      mono: { role: speaker, ports: [ "ears:in_5" ] }
    sessions:
      deck:
        category: playback
        active: true
        source: { jack: [ "source:out_1", "source:out_2" ] }
        sends: [ { to: main }, { to: phones, tap: pre }, { to: mono, from: [ 1 ], level_db: -6 } ]
    """

  @Test("takes from one side along a ramp, and leaves the other, the cue and mono outputs alone")
  func lean() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 5)
      source.play([[Float]](repeating: [Float](repeating: 0.5, count: 48_000 * 60), count: 2))
      func hear(_ left: Float, _ right: Float) throws {
        try tarmac.wait("\(left) and \(right) to be heard") {
          let heard = try ears.capture(frames: 1024)
          return heard[0].allSatisfy { $0 == left } && heard[1].allSatisfy { $0 == right }
        }
      }
      try hear(0.5, 0.5)
      // An output may be connected after others.
      try tarmac.wait("the cue and mono outputs to be heard whole") {
        let heard = try ears.capture(frames: 1024)
        return heard[2] == heard[0] && heard[3] == heard[1] && heard[4][0] > 0
          && Set(heard[4]).count == 1
      }
      let heard = try ears.capture(tail: 9_600) {
        _ = try tarmac.ask(SetRequest(path: "deck.balance", value: "0.5"))
      }
      #expect(heard[0].last == 0.25)
      // 20 ms from all to half: no step is larger than a frame's share of that ramp, but for
      // rounding.
      let steps = zip(heard[0], heard[0].dropFirst()).map { $0 - $1 }
      #expect(steps.allSatisfy { $0 >= -1e-6 && $0 < 0.25 / 960 * 1.01 })
      for other in [1, 2, 3] { #expect(heard[other].allSatisfy { $0 == 0.5 }) }
      #expect(Set(heard[4]).count == 1)
      _ = try tarmac.ask(SetRequest(path: "deck.balance", value: "-1"))
      try hear(0.5, 0)
      _ = try tarmac.ask(SetRequest(path: "deck.balance", value: "0"))
      try hear(0.5, 0.5)
      source.close()
      ears.close()
    }
  }
}
