// SPDX-License-Identifier: Apache-2.0
// The bench that all live tests stand on.

import JACKTestBench
import Testing

@Suite("JACK test bench")
struct BenchTests {
  @Test("what one listener plays arrives at another one, frame and bit, at the chosen frame")
  func exactTransport() async throws {
    try await PrivateServer.run { server in
      let player = try Listener("player", on: server, outputs: 2)
      defer { player.close() }
      let recorder = try Listener("recorder", on: server, inputs: 2)
      defer { recorder.close() }
      try recorder.connect(player.output(1), recorder.input(1))
      try recorder.connect(player.output(2), recorder.input(2))
      let left = randomBits(count: 3_000, seed: 1)
      let right = randomBits(count: 3_000, seed: 2)
      let start = recorder.frameAhead() &+ 77
      player.play([left, right], at: start)
      let heard = try recorder.capture(frames: 3_100, from: start)
      #expect(heard[0].prefix(3_000).map(\.bitPattern) == left.map(\.bitPattern))
      #expect(heard[1].prefix(3_000).map(\.bitPattern) == right.map(\.bitPattern))
      #expect(heard[0].suffix(100).allSatisfy { $0.bitPattern == 0 })
    }
  }

  @Test("a server that was killed can be started again under its name")
  func restart() async throws {
    try await PrivateServer.run { server in
      server.kill()
      #expect(!server.isRunning)
      try server.restart()
      let listener = try Listener("again", on: server, inputs: 1)
      defer { listener.close() }
      try listener.wait(frames: 1_024)
      #expect(listener.ports(matching: "system:.*").count == 8)
    }
  }
}

/// Samples of every kind: NaN with payload, denormals, infinities and ordinary numbers.
func randomBits(count: Int, seed: UInt64) -> [Float] {
  var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  return (0..<count).map { _ in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Float(bitPattern: UInt32(truncatingIfNeeded: state >> 16))
  }
}
