// SPDX-License-Identifier: Apache-2.0
// Connections that own: the host knows which client asks, and the end of each is reported once.

import ControlClient
import ControlProtocol
import ControlServer
import Foundation
import Patience
import RawSocket
import Synchronization
import Testing

/// A request whose answer takes as long as a person thinks.
private struct PonderRequest: ControlRequest {
  typealias Reply = Done
  static let method = "test.ponder"
  static let answersLate = true
}

@Suite("Connections that own")
struct OwnershipTests {
  /// The clients that asked and those that have gone, in that order.
  private final class Log: Sendable {
    private let entries = Mutex<[String]>([])
    let (closed, inlet) = AsyncStream.makeStream(of: ClientID.self)

    func add(_ entry: String) { entries.withLock { $0.append(entry) } }

    var all: [String] { entries.withLock { $0 } }

    func table() -> CommandTable {
      var table = CommandTable.sample
      table.on(StopRequest.self) { _, client throws(ControlError) in
        self.add("ask \(client.number)")
        return Done()
      }
      table.onClose { client in
        self.add("close \(client.number)")
        self.inlet.yield(client)
      }
      return table
    }

    /// Waits until as many connections have ended.
    func wait(for count: Int) async {
      var left = count
      for await _ in closed {
        left -= 1
        if left == 0 { return }
      }
    }
  }

  @Test("the end of a connection is told once, after all that it asked for")
  func order() async throws {
    let (bench, log) = (try Bench(), Log())
    let server = bench.server(log.table())
    try server.start()
    defer { server.stop() }
    try await blocking {
      for _ in 0..<20 {
        let client = try RawClient(bench.path)
        for _ in 0..<5 { client.write(#"{"jsonrpc":"2.0","id":1,"method":"rig.stop"}"# + "\n") }
      }
    }
    await log.wait(for: 20)
    let entries = log.all
    #expect(entries.count == 120)
    for close in entries where close.hasPrefix("close") {
      let number = close.dropFirst("close ".count)
      #expect(entries.count { $0 == close } == 1)
      #expect(
        entries.lastIndex(of: "ask \(number)").map { $0 < entries.firstIndex(of: close) ?? 0 }
          == true
      )
    }
  }

  @Test("a program that is killed has closed its connection")
  func killed() async throws {
    let (bench, log) = (try Bench(), Log())
    let server = bench.server(log.table())
    try server.start()
    defer { server.stop() }
    let program = Process()
    program.executableURL = URL(filePath: "/usr/bin/perl")
    program.arguments = [
      "-MIO::Socket::UNIX", "-e",
      """
      my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die;
      syswrite $s, '{"jsonrpc":"2.0","id":1,"method":"rig.stop"}' . chr(10);
      print scalar <$s>; close STDOUT; sleep 1000;
      """, bench.path.path,
    ]
    let output = Pipe()
    program.standardOutput = output
    try program.run()
    let answer = try await blocking { try output.fileHandleForReading.readToEnd() }
    try #require(answer?.isEmpty == false)
    #expect(log.all.count == 1)
    kill(program.processIdentifier, SIGKILL)
    await log.wait(for: 1)
    try await blocking { program.waitUntilExit() }
    #expect(log.all.count == 2 && log.all[1].hasPrefix("close "))
  }

  @Test("a request that answers late holds up nothing, and its answer comes when it comes")
  func lateAnswers() async throws {
    let (bench, log) = (try Bench(), Log())
    let (gate, opener) = AsyncStream<Void>.makeStream()
    var table = log.table()
    table.on(PonderRequest.self) { _ throws(ControlError) in
      for await _ in gate { break }
      return Done()
    }
    let server = bench.server(table)
    try server.start()
    defer { server.stop() }
    let connection = try ControlClient(path: bench.path).connect()
    async let late = connection.reply(to: PonderRequest())
    for _ in 0..<10 { #expect(try await connection.reply(to: ServerInfoRequest()) == .sample) }
    opener.yield()
    #expect(try await late == Done())
  }

  @Test("who awaits an answer no longer than so long is told that none came, and goes on asking")
  func impatience() async throws {
    let (bench, log) = (try Bench(), Log())
    let (gate, opener) = AsyncStream<Void>.makeStream()
    var table = log.table()
    table.on(PonderRequest.self) { _ throws(ControlError) in
      for await _ in gate { break }
      return Done()
    }
    let server = bench.server(table)
    try server.start()
    defer { server.stop() }
    let connection = try ControlClient(path: bench.path).connect()
    await #expect(throws: ControlClientError.timedOut(seconds: 0.05)) {
      try await connection.reply(to: PonderRequest(), timeoutSeconds: 0.05)
    }
    opener.yield()
    let answer = try await connection.reply(to: ServerInfoRequest(), timeoutSeconds: patience)
    #expect(answer == .sample)
  }

  @Test("a client that goes while a late answer is open has gone")
  func goneWhileLate() async throws {
    let (bench, log) = (try Bench(), Log())
    let (began, beginning) = AsyncStream<Void>.makeStream()
    let (gate, opener) = AsyncStream<Void>.makeStream()
    var table = log.table()
    table.on(PonderRequest.self) { _ throws(ControlError) in
      beginning.yield()
      for await _ in gate {}
      return Done()
    }
    // A handler that waits for a person stops when the client has gone.
    table.onLeave { _ in opener.finish() }
    let server = bench.server(table)
    try server.start()
    defer {
      server.stop()
      opener.finish()
    }
    let connection = try ControlClient(path: bench.path).connect()
    let late = Task { try await connection.reply(to: PonderRequest()) }
    for await _ in began { break }
    connection.close()
    await #expect(throws: ControlClientError.disconnected) { try await late.value }
    await log.wait(for: 1)
  }

  @Test("the end of the server is the end of each connection")
  func serverStop() async throws {
    let (bench, log) = (try Bench(), Log())
    let server = bench.server(log.table())
    try server.start()
    let connections = try (0..<3).map { _ in try ControlClient(path: bench.path).connect() }
    for connection in connections { _ = try await connection.reply(to: StopRequest()) }
    server.stop()
    await log.wait(for: 3)
    for connection in connections {
      for await _ in connection.events {}
      await #expect(throws: ControlClientError.disconnected) {
        try await connection.reply(to: StopRequest())
      }
    }
  }

  @Test("many threads share a connection, and each gets its own answer")
  func shared() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    let connection = try ControlClient(path: bench.path).connect()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let answer = try await blocking {
            try connection.send(GetRequest(path: "\(number)"), timeoutSeconds: patience)
          }
          #expect(answer[0].allowed.count == number)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("connections that are let go leave no descriptor and no thread behind")
  func descriptors() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    let client = try ControlClient(path: bench.path)
    // More than the server accepts at once.
    for number in 0..<600 {
      let connection = try client.connect(timeoutSeconds: patience)
      if number % 2 == 0 { connection.close() }
    }
    #expect(
      try await blocking { try client.send(ServerInfoRequest(), timeoutSeconds: patience) }
        == .sample
    )
  }
}
