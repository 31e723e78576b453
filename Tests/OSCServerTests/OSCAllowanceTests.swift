// SPDX-License-Identifier: Apache-2.0
// How much is sent to an address of datagrams before it has shown that it receives them.

import BadInputs
import Foundation
import OSC
import Patience
import Quantities
import Testing

@testable import OSCServer

@Suite("A sender by UDP")
struct OSCAllowanceTests {
  /// A client that counts the bytes of both directions, with the headers of IP and UDP.
  private struct Counter {
    let socket: RawDatagrams
    var sent = 0
    var told = 0

    mutating func send(_ bytes: [UInt8]) {
      sent += bytes.count + 28
      socket.send(bytes)
    }

    /// Receives messages until none comes for so long.
    mutating func receive(milliseconds: Int32 = 50) -> [OSCMessage] {
      var messages: [OSCMessage] = []
      while let bytes = socket.receive(milliseconds: milliseconds) {
        told += bytes.count + 28
        messages += (try? OSCPacket(bytes))?.messages ?? []
      }
      return messages
    }
  }

  private func run(
    senders: [String]? = nil,
    isTrusted: Bool = false,
    _ body: @escaping @Sendable (inout Counter) throws -> Void
  ) async throws {
    let endpoint = OSCEndpoint(address: "127.0.0.1", port: 0, senders: senders)
    let server = try await OSCServer(
      endpoint,
      tree: ListTree(),
      trusts: { _ in isTrusted },
      report: { _ in }
    )
    try await blocking {
      var counter = Counter(socket: try RawDatagrams(port: server.port))
      try body(&counter)
    }
    await server.close()
  }

  private static let requests: [[UInt8]] = [
    OSCMessage("/tarmac/list").bytes, OSCMessage("/tarmac/subscribe").bytes,
    OSCMessage("//fader_db").bytes, OSCMessage("/x").bytes, [47, 0, 0, 0], [1], [],
    OSCMessage("/tarmac/ping", [.int32(1)]).bytes, OSCMessage("/strip/list").bytes,
    OSCMessage("/set_surface", [.int32(0), .int32(0), .int32(255), .int32(0)]).bytes,
    OSCPacket.bundle(
      OSCBundle((0..<50).map { _ in .message(OSCMessage("/deckA/fader_db")) })
    ).bytes,
  ]

  @Test("that may not be there is sent no more than has come from it, whatever it asks for")
  func bounded() async throws {
    try await run { counter in
      for round in 0..<20 {
        for request in Self.requests {
          counter.send(request)
          _ = counter.receive(milliseconds: round == 0 ? 20 : 0)
          #expect(counter.told <= counter.sent)
        }
      }
      _ = counter.receive()
      #expect(counter.told <= counter.sent && counter.told > 0)
    }
  }

  @Test("is sent everything once it has sent back the word that it was sent")
  func proof() async throws {
    try await run { counter in
      var word: OSCMessage?
      let end = ContinuousClock.now + .seconds(patience)
      while word == nil, ContinuousClock.now < end {
        counter.send(OSCMessage("/tarmac/list").bytes)
        word = counter.receive().first { $0.address == "/tarmac/prove" }
      }
      counter.send(OSCMessage("/tarmac/prove", [.string("another")]).bytes)
      counter.send(OSCMessage("/tarmac/subscribe").bytes)
      #expect(!counter.receive().contains { $0.address == "/deckA/fader_db" })
      counter.send(try #require(word).bytes)
      counter.send(OSCMessage("/tarmac/subscribe").bytes)
      var heard: [OSCMessage] = []
      while !heard.contains(where: { $0.address == "/deckA/fader_db" }), ContinuousClock.now < end {
        heard += counter.receive()
      }
      #expect(heard.contains(OSCMessage("/deckA/fader_db", [.float(0)])))
    }
  }

  @Test(
    "that the preset names, or that is on this machine, is sent everything",
    arguments: [true, false]
  )
  func trusted(isNamed: Bool) async throws {
    try await run(senders: isNamed ? ["127.0.0.1"] : nil, isTrusted: !isNamed) { counter in
      counter.send(OSCMessage("/tarmac/list").bytes)
      let list = counter.receive(milliseconds: 2_000)
      #expect(list.count { $0.address == "/reply" } > 5)
      #expect(counter.told > counter.sent)
    }
  }
}
