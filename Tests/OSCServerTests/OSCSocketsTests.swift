// SPDX-License-Identifier: Apache-2.0
// Sockets on a port that the system chooses, where other programs have ports too.

import Glibc
import Testing

@testable import OSCServer

@Suite("The sockets of OSC")
struct OSCSocketsTests {
  /// Takes `count` TCP ports, as programs do that have connections.
  private func takePorts(_ count: Int) -> [Int32] {
    (0..<count).map { _ in
      let taken = socket(AF_INET, Int32(clamping: SOCK_STREAM.rawValue), 0)
      let anyPort = SocketAddress("127.0.0.1", port: 0)
      #expect(unsafe anyPort?.with { unsafe bind(taken, $0, $1) } == 0)
      return taken
    }
  }

  @Test("take another free port when TCP has none of the same number")
  func both() throws {
    let taken = takePorts(300)
    defer { taken.forEach { close($0) } }
    // One in a hundred ports is taken: without a further try one of these fails.
    for _ in 0..<1_000 {
      let sockets = try OSCSockets(OSCEndpoint(address: "127.0.0.1", port: 0, usesTCP: true))
      defer { sockets.close() }
      #expect(sockets.port > 0 && sockets.listener != nil)
    }
  }

  @Test("of a port that is asked for are refused when a program has it")
  func taken() throws {
    let first = try OSCSockets(OSCEndpoint(address: "127.0.0.1", port: 0, usesTCP: true))
    defer { first.close() }
    #expect {
      try OSCSockets(OSCEndpoint(address: "127.0.0.1", port: first.port, usesTCP: true))
    } throws: {
      "\($0)".contains("port \(first.port)")
    }
  }
}
