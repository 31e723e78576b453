// SPDX-License-Identifier: Apache-2.0
// The names that a server is called by.

import BadInputs
import Patience
import Testing

@testable import HTTPServer

@Suite("A server's own names")
struct OwnNameTests {
  private let names = OwnNames(["Mixer.local"], advice: "do otherwise")

  @Test(
    "are those that it knows, and addresses in numbers",
    arguments: [
      "localhost", "localhost:8080", "LOCALHOST", "mixer.local:1", "127.0.0.1", "192.168.1.2:8080",
      "[::1]:8080", "[fe80::1]",
    ]
  )
  func known(host: String) {
    #expect(names.includes(host: host))
  }

  @Test(
    "are no others",
    arguments: [
      "", "evil.test", "localhost.evil.test", "mixer.local.", "127.0.0.1.evil.test", "1.2.3",
      "1.2.3.256", "0x7f.0.0.1", "localhost:", "localhost:x", "localhost:80:80", ":80", "[::1",
      "[::1]x", "[evil.test]", "a@localhost", "localhost, evil.test",
    ]
  )
  func unknown(host: String) {
    #expect(!names.includes(host: host))
  }

  @Test("are looked at before anybody is asked for an answer, and others are told in the log")
  func refused() async throws {
    try await blocking {
      let stage = try Stage()
      for method in ["GET", "HEAD", "POST", "PUT", "OPTIONS"] {
        let said = try stage.ask(
          "\(method) / HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n"
        )
        #expect(said.hasPrefix("HTTP/1.1 421 "), "\(method)")
        #expect(!said.contains("127.0.0.1"), "the handler was not asked")
      }
      let socket = try RawConnection(port: stage.port)
      socket.send(
        "GET /echo HTTP/1.1\r\nHost: evil.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
      )
      #expect(try socket.head().hasPrefix("HTTP/1.1 421 "))
      let told = "A request for a host that is not this one was refused; it came from 127.0.0.1."
      #expect(stage.complaints.all.first == told)
    }
  }
}
