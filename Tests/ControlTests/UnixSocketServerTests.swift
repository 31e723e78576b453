// SPDX-License-Identifier: Apache-2.0
// Hosts and clients on real sockets, well-behaved and not.

import ControlClient
import ControlProtocol
import ControlServer
import Foundation
import Glibc
import Patience
import RawSocket
import Synchronization
import Testing

@Suite("Unix socket server")
struct UnixSocketServerTests {
  static let info = #"{"jsonrpc":"2.0","id":1,"method":"server.info"}"#

  @Test("a client gets replies and errors as values")
  func roundTrip() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    let client = try ControlClient(path: bench.path)
    #expect(
      try await blocking { try client.send(ServerInfoRequest(), timeoutSeconds: patience) }
        == .sample
    )
    #expect(
      try await blocking { try client.send(StopRequest(), timeoutSeconds: patience) } == Done()
    )
    await #expect(
      throws: ControlClientError.refused(
        ControlError(code: .refused, message: "No: a", rule: "INT-07")
      )
    ) {
      try await blocking {
        try client.send(ActivateRequest(session: "a"), timeoutSeconds: patience)
      }
    }
  }

  @Test("the socket is ours alone, and gone after the stop")
  func modes() throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    #expect(bench.mode(bench.path.path) == 0o600)
    #expect(bench.mode(bench.path.folder) == 0o700)
    server.stop()
    #expect(bench.mode(bench.path.path) == nil)
    server.stop()
    try server.start()
    #expect(bench.mode(bench.path.path) == 0o600)
    server.stop()
  }

  @Test("a second host on the path is refused and the first one keeps answering")
  func secondServer() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    #expect(throws: ControlServerError.alreadyRunning(bench.path)) { try bench.server().start() }
    let client = try ControlClient(path: bench.path)
    #expect(
      try await blocking { try client.send(ServerInfoRequest(), timeoutSeconds: patience) }
        == .sample
    )
  }

  @Test("of ten hosts that start at once exactly one wins")
  func startingAtOnce() async throws {
    let bench = try Bench()
    let servers = (0..<10).map { _ in bench.server() }
    let started = await withTaskGroup(of: Bool.self) { group in
      for server in servers {
        group.addTask { (try? await blocking { try server.start() }) != nil }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(started == 1)
    for server in servers { server.stop() }
    #expect(bench.mode(bench.path.path) == nil)
  }

  @Test("a socket that a dead host left behind is replaced")
  func staleSocket() async throws {
    let bench = try Bench()
    try #require(unsafe mkdir(bench.path.folder, 0o700) == 0)
    let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    try #require(unsafe bench.path.withAddress { unsafe bind(dead, $0, $1) } == 0)
    close(dead)
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    let client = try ControlClient(path: bench.path)
    #expect(
      try await blocking { try client.send(ServerInfoRequest(), timeoutSeconds: patience) }
        == .sample
    )
  }

  @Test("a file that is no socket is left alone")
  func otherFile() throws {
    let bench = try Bench()
    try #require(unsafe mkdir(bench.path.folder, 0o700) == 0)
    try Data("precious".utf8).write(to: URL(fileURLWithPath: bench.path.path))
    #expect(throws: ControlServerError.notASocket(bench.path.path)) { try bench.server().start() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.path.path)) == Data("precious".utf8))
  }

  @Test("without a host a client says so, and what to do")
  func noHost() throws {
    let bench = try Bench()
    let path = try ControlSocketPath(
      name: "gig",
      environment: ["XDG_RUNTIME_DIR": bench.folder],
      user: 7
    )
    let error = #expect(throws: ControlClientError.self) {
      try ControlClient(path: path).send(ServerInfoRequest())
    }
    #expect(
      error?.description
        == "No Tarmac is running under the name 'gig' (nobody answers at \(path.path)); start one with 'tarmac run PRESET'."
    )
  }

  @Test("a host that does not answer in time is an error, not a wait for ever")
  func timeout() async throws {
    let bench = try Bench()
    try #require(unsafe mkdir(bench.path.folder, 0o700) == 0)
    let mute = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(mute) }
    try #require(unsafe bench.path.withAddress { unsafe bind(mute, $0, $1) } == 0)
    try #require(listen(mute, 1) == 0)
    let client = try ControlClient(path: bench.path)
    await #expect(throws: ControlClientError.timedOut(seconds: 0.05)) {
      try await blocking { try client.send(ServerInfoRequest(), timeoutSeconds: 0.05) }
    }
  }

  @Test("garbage is answered, and the next request on the connection too")
  func garbage() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    try await blocking {
      let client = try RawClient(bench.path)
      _ = client.write([0, 255, 254, 10, 13, 10, 123, 10])
      client.write(Self.info + "\n")
      let answers = try [client.line(), client.line(), client.line()].map { $0 ?? "" }
      #expect(answers[0].contains("-32700"))
      #expect(answers[1].contains("-32700"))
      #expect(answers[2].contains("0.1.0"))
    }
  }

  @Test("a line over 1 MB is answered once and skipped; the connection goes on")
  func longLine() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    try await blocking {
      let client = try RawClient(bench.path)
      let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
      for _ in 0..<3 { #expect(client.write(megabyte) == megabyte.count) }
      client.write("\n\(Self.info)\n")
      let answers = try [client.line(), client.line()].map { $0 ?? "" }
      #expect(answers[0].contains("longer than 1 MB"))
      #expect(answers[1].contains("0.1.0"))
    }
  }

  @Test(
    "a client that closed its writing side gets all its answers, also to a last line without end"
  )
  func halfClosed() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    try await blocking {
      let client = try RawClient(bench.path)
      client.write("\(Self.info)\n\(Self.info)")
      client.endWriting()
      let answers = try [client.line(), client.line(), client.line()]
      #expect(answers[0]?.contains("0.1.0") == true)
      #expect(answers[1]?.contains("0.1.0") == true)
      #expect(answers[2] == nil)
    }
  }

  @Test("a client that goes away without reading harms nobody, and its request is carried out")
  func vanishing() async throws {
    let bench = try Bench()
    let stops = Mutex(0)
    var commands = CommandTable.sample
    commands.on(StopRequest.self) { _ in
      stops.withLock { $0 += 1 }
      return Done()
    }
    let server = bench.server(commands)
    try server.start()
    defer { server.stop() }
    try await blocking {
      for _ in 0..<50 {
        let client = try RawClient(bench.path)
        client.write(#"{"jsonrpc":"2.0","id":1,"method":"rig.stop"}"# + "\n")
      }
      let end = Date(timeIntervalSinceNow: patience)
      while stops.withLock({ $0 }) < 50, Date() < end { usleep(1_000) }
    }
    #expect(stops.withLock { $0 } == 50)
    let client = try ControlClient(path: bench.path)
    #expect(
      try await blocking { try client.send(ServerInfoRequest(), timeoutSeconds: patience) }
        == .sample
    )
  }

  @Test("a hundred clients at once are all answered, in the order of their requests")
  func hundredClients() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          try await blocking {
            let client = try RawClient(bench.path)
            for request in 0..<10 {
              client.write(
                #"{"jsonrpc":"2.0","id":"\#(number)-\#(request)","method":"rig.stop"}"# + "\n"
              )
            }
            for request in 0..<10 {
              let answer = try client.line()
              #expect(answer?.contains(#""\#(number)-\#(request)""#) == true)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("a client that never reads is dropped with a reason, and others are served meanwhile")
  func slowClient() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    let request =
      #"{"jsonrpc":"2.0","id":1,"method":"parameter.get","params":{"path":"400000"}}"# + "\n"
    try await blocking {
      let client = try RawClient(bench.path)
      let end = Date(timeIntervalSinceNow: patience)
      while bench.reports.withLock({ $0.isEmpty }), Date() < end {
        // Once the server is behind, it takes no more either.
        if client.write(Array(request.utf8), waits: false) < 0 {
          usleep(1_000)
        }
      }
    }
    #expect(
      bench.reports.withLock { $0 } == [
        "A control client was dropped: it did not read its answers."
      ]
    )
    let client = try ControlClient(path: bench.path)
    #expect(
      try await blocking { try client.send(ServerInfoRequest(), timeoutSeconds: patience) }
        == .sample
    )
  }

  @Test("a slow command of one client does not keep another one waiting")
  func slowCommand() async throws {
    let bench = try Bench()
    let (gate, opener) = AsyncStream<Void>.makeStream()
    var commands = CommandTable.sample
    commands.on(StopRequest.self) { _ in
      for await _ in gate { break }
      return Done()
    }
    let server = bench.server(commands)
    try server.start()
    defer { server.stop() }
    let client = try ControlClient(path: bench.path)
    async let slow = blocking { try client.send(StopRequest(), timeoutSeconds: patience) }
    #expect(
      try await blocking { try client.send(ServerInfoRequest(), timeoutSeconds: patience) }
        == .sample
    )
    opener.yield()
    #expect(try await slow == Done())
  }
}
