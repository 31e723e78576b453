// SPDX-License-Identifier: Apache-2.0
// Requests: which are understood, and what they may cost.

import BadInputs
import Glibc
import HTTPServer
import Patience
import Quantities
import SeededNumbers
import Testing

@Suite("A request")
struct RequestTests {
  @Test("comes to the handler decoded, and its answer goes back")
  func plain() async throws {
    try await blocking {
      let stage = try Stage()
      let said = try stage.get("/a%20b/c?x=1+2&y=%26&x=3")
      #expect(said.hasPrefix("HTTP/1.1 200 "))
      #expect(said.contains(#"GET /a b/c ["x=[\"1 2\", \"3\"]", "y=[\"&\"]"] 0 127.0.0.1"#))
      let put = "PUT /p HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello"
      #expect(try stage.ask(put).contains("PUT /p [] 5 127.0.0.1"))
    }
  }

  @Test("follows another one on the same connection")
  func keepAlive() async throws {
    try await blocking {
      let stage = try Stage()
      let client = try RawConnection(port: stage.port)
      for number in 1...3 {
        client.send("GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(try client.head().hasPrefix("HTTP/1.1 200 "))
        #expect(try client.receive().starts(with: Array("GET /\(number) ".utf8)))
      }
    }
  }

  @Test(
    "that can't be read is answered 400",
    arguments: ["/%", "/%0", "/%zz", "/a%00b", "/%0a", "/%ff", "/?a=%ff", "http://h/", "*"]
  )
  func unreadable(target: String) async throws {
    try await blocking {
      let stage = try Stage()
      #expect(try stage.get(target).hasPrefix("HTTP/1.1 400 "))
      #expect(try stage.get("/").hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test("with a body that is too big is refused, whether it says so or not")
  func bigBody() async throws {
    try await blocking {
      var limits = HTTPLimits()
      limits.bodyBytes = 1_000
      let stage = try Stage(limits)
      let start = "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
      #expect(
        try stage.ask(start + "Content-Length: 1000000000\r\n\r\nx").hasPrefix("HTTP/1.1 413 ")
      )
      let chunk = "400\r\n" + String(repeating: "x", count: 1_024) + "\r\n"
      let chunked = start + "Transfer-Encoding: chunked\r\n\r\n\(chunk)\(chunk)0\r\n\r\n"
      #expect(try stage.ask(chunked).hasPrefix("HTTP/1.1 413 "))
      #expect(
        try stage.ask(start + "Content-Length: 1000\r\n\r\n" + String(repeating: "x", count: 1_000))
          .contains("POST / [] 1000")
      )
    }
  }

  @Test("with a head that is too big is refused")
  func bigHead() async throws {
    try await blocking {
      let stage = try Stage()
      let long = String(repeating: "x", count: 100_000)
      #expect(try stage.get("/" + long).hasPrefix("HTTP/1.1 4"))
      #expect(
        try stage.ask("GET / HTTP/1.1\r\nHost: h\r\nX: \(long)\r\n\r\n").hasPrefix("HTTP/1.1 4")
      )
      #expect(try stage.get("/").hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test("that comes too slowly ends its connection, while others are answered")
  func slowLoris() async throws {
    try await blocking {
      var limits = HTTPLimits()
      limits.requestTime = Seconds(0.5)
      let stage = try Stage(limits)
      let slow = try (0..<20).map { _ in try RawConnection(port: stage.port) }
      for client in slow { client.send("GET / HTTP/1.1\r\nHost: h\r\n") }
      #expect(try stage.get("/").hasPrefix("HTTP/1.1 200 "))
      // However fast the bytes drip: the limit is for the whole request.
      var drops = 0
      while slow[0].send("X: y\r\n") {
        drops += 1
        usleep(20_000)
      }
      #expect(drops > 0)
      for client in slow { _ = try client.rest() }
      #expect(stage.complaints.all.count { $0.contains("took too long") } == 20)
      #expect(try stage.get("/").hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test("of an address that has too many connections is answered if one of them is a stranger's")
  func crowd() async throws {
    try await blocking {
      var limits = HTTPLimits()
      limits.connectionsOfAddress = 8
      let stage = try Stage(limits)
      let crowd = try (0..<8).map { _ in try RawConnection(port: stage.port) }
      func ask(_ client: RawConnection, _ proof: String = "") throws -> Bool {
        client.send("GET / HTTP/1.1\r\nHost: h\r\n\(proof)\r\n")
        return try client.head().hasPrefix("HTTP/1.1 200 ") && !client.receive().isEmpty
      }
      let proof = "Authorization: Bearer x\r\n"
      for client in crowd { #expect(try ask(client, proof)) }
      #expect(try stage.get("/") == "")
      for client in crowd.dropFirst() { #expect(try ask(client, proof)) }
      #expect(try ask(crowd[0]))
      #expect(try stage.get("/").hasPrefix("HTTP/1.1 200 "))
      #expect(try crowd[0].rest() == "")
      for client in crowd.dropFirst() { #expect(try ask(client)) }
    }
  }

  @Test("is answered after whatever garbage came before", arguments: 0..<8)
  func garbage(seed: UInt64) async throws {
    try await blocking {
      var limits = HTTPLimits()
      limits.requestTime = Seconds(1)
      let stage = try Stage(limits)
      var numbers = SeededNumbers(seed: seed)
      let pieces = [
        "GET ", "/", " HTTP/1.1\r\n", "Host: h\r\n", "\r\n", "Content-Length: ", "-1",
        "99999999999",
        "Transfer-Encoding: chunked\r\n", "ffffffffffffffff\r\n", "%", "\0", ":",
        "Upgrade: websocket\r\n",
        "Connection: upgrade\r\n", "Sec-WebSocket-Key: ", "Cookie: a=b;;=", "HTTP/9.9", "\n", "\r",
      ]
      for _ in 0..<50 {
        let client = try RawConnection(port: stage.port)
        for _ in 0..<Int.random(in: 1...20, using: &numbers) {
          let isNoise = Bool.random(using: &numbers)
          let noise = (0..<8).map { _ in UInt8.random(in: 0...255, using: &numbers) }
          client.send(isNoise ? noise : Array(pieces.randomElement(using: &numbers)!.utf8))
        }
        client.finish()
        _ = try client.rest()
      }
      #expect(try stage.get("/").hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test("to a port that is taken says so in a sentence")
  func taken() throws {
    let stage = try Stage()
    let error = #expect(throws: HTTPServerError.self) {
      _ = try HTTPServer(
        address: "127.0.0.1",
        port: stage.port,
        names: OwnNames(advice: ""),
        executors: { globalConcurrentExecutor }
      ) { _ in .response(HTTPResponse(200)) }
    }
    #expect(
      error?.description
        == "Another program listens on port \(stage.port) of 127.0.0.1 already: stop it, or choose another port."
    )
  }
}

@Suite("What a request says")
struct RequestPartTests {
  @Test("in cookies and tokens is found, and nothing else passes for it")
  func parts() {
    func request(_ headers: [String: String]) -> HTTPRequest {
      HTTPRequest(method: "GET", target: .root, headers: headers)
    }
    #expect(request(["cookie": "a=1; t=x=y; b=2"]).cookie("t") == "x=y")
    #expect(request(["cookie": "t=1; t=2"]).cookie("t") == nil)
    #expect(request(["cookie": "xt=1"]).cookie("t") == nil)
    #expect(request([:]).cookie("t") == nil)
    #expect(request(["authorization": "Bearer abc"]).bearer == "abc")
    #expect(request(["authorization": "bearer abc"]).bearer == "abc")
    #expect(request(["authorization": "Basic abc"]).bearer == nil)
    #expect(request(["authorization": "Bearer a b"]).bearer == nil)
  }
}
