// SPDX-License-Identifier: Apache-2.0
// WebSockets: their beginning, their messages, and what they may cost.

import BadInputs
import Glibc
import HTTPServer
import Patience
import Quantities
import SeededNumbers
import Testing

@Suite("A WebSocket")
struct WebSocketTests {
  private func run(
    _ change: (inout HTTPLimits) -> Void = { _ in },
    backlog: Int = .max,
    _ body: @escaping @Sendable (Stage, RawConnection) throws -> Void
  ) async throws {
    var limits = HTTPLimits()
    change(&limits)
    let stage = try Stage(limits, backlog: backlog)
    try await blocking {
      let client = try RawConnection(port: stage.port)
      // The key and its answer are those of RFC 6455.
      let head = try client.upgrade()
      #expect(head.hasPrefix("HTTP/1.1 101 "))
      #expect(head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
      try body(stage, client)
      #expect(try stage.get("/").hasPrefix("HTTP/1.1 200 "))
    }
  }

  private static let text: UInt8 = 1
  private static let closing: UInt8 = 8

  @Test("carries texts whole, in one frame or several, with control frames between")
  func messages() async throws {
    try await run { _, client in
      client.send(WebSocketFrame.bytes(Self.text, Array("hello".utf8)))
      #expect(try client.receiveFrame()?.payload == Array("hello".utf8))
      client.send(WebSocketFrame.bytes(Self.text, Array("hel".utf8), isLast: false))
      client.send(WebSocketFrame.bytes(9, Array("?".utf8)))
      client.send(WebSocketFrame.bytes(0, Array("lo".utf8)))
      let pong = try #require(try client.receiveFrame())
      #expect(pong.opcode == 10 && pong.payload == Array("?".utf8))
      #expect(try client.receiveFrame()?.payload == Array("hello".utf8))
      let long = (0..<300_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
      client.send(WebSocketFrame.bytes(Self.text, long))
      #expect(try client.receiveFrame()?.payload == long)
    }
  }

  @Test("carries bytes that are no text, where its visitor takes them, and texts beside")
  func bytes() async throws {
    let stage = try Stage()
    try await blocking {
      let client = try RawConnection(port: stage.port)
      _ = try client.upgrade("/echo/bytes")
      for (opcode, bytes) in [(2, [0, 255, 192]), (Self.text, Array("hi".utf8))] {
        client.send(WebSocketFrame.bytes(opcode, bytes))
        let frame = try #require(try client.receiveFrame())
        #expect(frame.opcode == opcode && frame.payload == bytes)
      }
    }
  }

  @Test("takes what came with its request")
  func early() async throws {
    let stage = try Stage()
    try await blocking {
      let client = try RawConnection(port: stage.port)
      let request =
        "GET /echo HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
      client.send(Array(request.utf8) + WebSocketFrame.bytes(Self.text, [104, 105]))
      #expect(try client.head().hasPrefix("HTTP/1.1 101 "))
      #expect(try client.receiveFrame()?.payload == [104, 105])
    }
  }

  @Test("ends in order")
  func end() async throws {
    try await run { _, client in
      client.send(WebSocketFrame.bytes(Self.closing, [3, 232]))
      let frame = try #require(try client.receiveFrame())
      #expect(frame.opcode == Self.closing && frame.payload == [3, 232])
      #expect(try client.receiveFrame() == nil)
    }
  }

  @Test("ends when the server stops, with a word")
  func stop() async throws {
    let stage = try Stage()
    try await blocking {
      let client = try RawConnection(port: stage.port)
      _ = try client.upgrade()
      stage.server.stop()
      let frame = try #require(try client.receiveFrame())
      #expect(frame.opcode == Self.closing && frame.payload.starts(with: [3, 233]))
      #expect((try? RawConnection(port: stage.port)) == nil)
    }
  }

  @Test(
    "is closed with a reason for what it may not send",
    arguments: [
      (WebSocketFrame.bytes(1, Array(repeating: 97, count: 2_000)), 1009),
      (WebSocketFrame.bytes(2, [1, 2]), 1003),
      (WebSocketFrame.bytes(1, [0xFF]), 1007),
      (WebSocketFrame.bytes(1, [97], isMasked: false), 1002),
      (WebSocketFrame.bytes(3, [97]), 1002),
      (WebSocketFrame.bytes(0, [97]), 1002),
      (WebSocketFrame.bytes(9, Array(repeating: 97, count: 126)), 1002),
    ] as [([UInt8], Int)]
  )
  func refused(frame: [UInt8], code: Int) async throws {
    try await run({ $0.messageBytes = 1_000 }) { _, client in
      client.send(frame)
      let last = try client.receiveFrame()
      // Where the framing itself is broken, no reason is sent.
      if let last {
        #expect(last.opcode == Self.closing)
        let said = last.payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        #expect(said == code || last.payload.isEmpty)
      }
      client.finish()
      #expect(try client.receiveFrame() == nil)
    }
  }

  @Test("that sends a message in too many pieces is closed", arguments: [0, 1])
  func fragments(bytes: Int) async throws {
    try await run({ $0.fragments = 100 }) { stage, client in
      let piece = Array(repeating: UInt8(ascii: "a"), count: bytes)
      client.send(WebSocketFrame.bytes(Self.text, piece, isLast: false))
      while client.send(WebSocketFrame.bytes(0, piece, isLast: false)) {}
      #expect(stage.complaints.all.contains { $0.contains("too many frames") })
    }
  }

  @Test("that sends pings and reads no answers is closed")
  func pings() async throws {
    try await run { stage, client in
      let ping = WebSocketFrame.bytes(9, Array(repeating: 97, count: 125))
      while client.send(ping) {}
      #expect(stage.complaints.all.contains { $0.contains("pings") })
    }
  }

  @Test("that never reads is closed, while another one goes on")
  func neverReads() async throws {
    try await run(backlog: 4_000_000) { stage, client in
      let other = try RawConnection(port: stage.port)
      _ = try other.upgrade()
      let text = WebSocketFrame.bytes(Self.text, Array(repeating: 97, count: 100_000))
      while client.send(text) {
        other.send(WebSocketFrame.bytes(Self.text, [97]))
        #expect(try other.receiveFrame()?.payload == [97])
      }
      #expect(stage.complaints.all == ["The WebSocket of 127.0.0.1 was closed: it did not read."])
      other.send(WebSocketFrame.bytes(Self.text, [98]))
      #expect(try other.receiveFrame()?.payload == [98])
    }
  }

  @Test("that says nothing any more is asked, and closed when it does not answer")
  func silence() async throws {
    let change = { (limits: inout HTTPLimits) in
      (limits.silence, limits.longestSilence) = (Seconds(0.2), Seconds(1))
    }
    try await run(change) { stage, client in
      #expect(try client.receiveFrame()?.opcode == 9)
      while try client.receiveFrame() != nil {}
      #expect(stage.complaints.all.contains { $0.contains("did not answer any more") })
    }
  }

  @Test("is not made of a request that asks wrongly")
  func handshake() async throws {
    let stage = try Stage()
    try await blocking { () throws in
      let start = "GET /echo HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\n"
      let upgrade = "Upgrade: websocket\r\n"
      let version = "Sec-WebSocket-Version: 13\r\n"
      func answer(_ text: String) throws -> String {
        let client = try RawConnection(port: stage.port)
        client.send(start + text + "\r\n")
        return try client.head()
      }
      #expect(try answer("").hasPrefix("HTTP/1.1 426 "))
      #expect(try answer(upgrade).contains("Sec-WebSocket-Version: 13"))
      #expect(try answer(upgrade + version).hasPrefix("HTTP/1.1 400 "))
      #expect(try answer(upgrade + version + "Sec-WebSocket-Key: x\r\n").hasPrefix("HTTP/1.1 400 "))
    }
  }

  @Test("full of garbage harms nobody else", arguments: 0..<8)
  func garbage(seed: UInt64) async throws {
    let stage = try Stage()
    try await blocking {
      var numbers = SeededNumbers(seed: seed)
      for _ in 0..<40 {
        let client = try RawConnection(port: stage.port)
        _ = try client.upgrade()
        for _ in 0..<Int.random(in: 1...10, using: &numbers) {
          let payload = (0..<Int.random(in: 0...300, using: &numbers)).map { _ in
            UInt8.random(in: 0...255, using: &numbers)
          }
          var frame = WebSocketFrame.bytes(
            UInt8.random(in: 0...15, using: &numbers),
            payload,
            isLast: .random(using: &numbers),
            isMasked: Int.random(in: 0..<8, using: &numbers) != 0
          )
          if Int.random(in: 0..<4, using: &numbers) == 0 {
            frame[Int.random(in: 0..<frame.count, using: &numbers)] ^=
              1 << UInt8.random(in: 0..<8, using: &numbers)
          }
          client.send(frame)
        }
        client.finish()
        _ = try client.rest()
      }
      #expect(try stage.get("/").hasPrefix("HTTP/1.1 200 "))
    }
  }
}
