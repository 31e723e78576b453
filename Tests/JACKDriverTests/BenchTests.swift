// SPDX-License-Identifier: Apache-2.0
// Tests of the bench that all live tests use.

import JACKTestBench
import Testing

@Suite("JACK test bench")
struct BenchTests {
  @Test("what one listener plays arrives at another one bit for bit, from its first frame on")
  func exactTransport() async throws {
    try await PrivateServer.run { server in
      let player = try Listener("player", on: server, outputs: 2)
      defer { player.close() }
      let recorder = try Listener("recorder", on: server, inputs: 2)
      defer { recorder.close() }
      try recorder.connect(player.output(1), recorder.input(1))
      try recorder.connect(player.output(2), recorder.input(2))
      let left = randomBits(count: 3_100, seed: 1)
      let right = randomBits(count: 3_000, seed: 2)
      let heard = try player.play([left, right], heardBy: recorder)
      #expect(heard[0].map(\.bitPattern) == left.map(\.bitPattern))
      #expect(heard[1].prefix(3_000).map(\.bitPattern) == right.map(\.bitPattern))
      #expect(heard[1].count == 3_100)
      #expect(heard[1].suffix(100).allSatisfy { $0.bitPattern == 0 })
    }
  }

  @Test("what is done while a sound is heard falls between its first and its last frame")
  func around() async throws {
    try await PrivateServer.run { server in
      let player = try Listener("player", on: server, outputs: 1)
      defer { player.close() }
      let recorder = try Listener("recorder", on: server, inputs: 1)
      defer { recorder.close() }
      try recorder.connect(player.output(1), recorder.input(1))
      let sound = finiteBits(count: 48_000 * 20, seed: 3)
      let heard = try player.play([sound], heardBy: recorder, tail: 1_000) {
        try recorder.wait(frames: 2_000)
      }[0]
      #expect(heard.count >= 3_000)
      #expect(heard.map(\.bitPattern) == sound.prefix(heard.count).map(\.bitPattern))

      player.play([[Float](repeating: 1, count: 48_000 * 20)])
      try recorder.wait("the ones") { (try? recorder.capture(frames: 1)) == [[1]] }
      let cut = try recorder.capture(tail: 1_000) { player.play([[]]) }[0]
      let end = try #require(cut.firstIndex { $0 != 1 })
      #expect(end >= 256)
      #expect(cut[end...].count > 0 && cut[end...].allSatisfy { $0 == 0 })

      #expect(throws: BenchError.tooShort(frames: 500)) {
        try player.play([[Float](repeating: 1, count: 500)], heardBy: recorder, tail: 0) {
          try recorder.wait(frames: 1_000)
        }
      }
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

/// Returns samples of every kind: NaN with payload, denormals, infinities and ordinary numbers.
func randomBits(count: Int, seed: UInt64) -> [Float] {
  var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  return (0..<count).map { _ in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Float(bitPattern: UInt32(truncatingIfNeeded: state >> 16))
  }
}
