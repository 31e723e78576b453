// SPDX-License-Identifier: Apache-2.0
// A server that stops answers first, lets its clients see the end, and leaves nothing behind.

import ControlClient
import ControlProtocol
import ControlServer
import Foundation
import Glibc
import Patience
import RawSocket
import Testing

@Suite("The end of a server")
struct ServerStopTests {
  @Test("an answer that is on its way when the server stops still arrives")
  func lastAnswer() async throws {
    let bench = try Bench()
    let asked = AsyncStream<Void>.makeStream()
    var commands = CommandTable.sample
    commands.on(StopRequest.self) { _ in
      asked.continuation.yield()
      return Done()
    }
    let server = bench.server(commands)
    try server.start()
    let client = try ControlClient(path: bench.path)
    async let answer = blocking { try client.send(StopRequest(), timeoutSeconds: patience) }
    for await _ in asked.stream { break }
    server.stop()
    #expect(try await answer == Done())
    #expect(bench.mode(bench.path.path) == nil)
  }

  @Test("however many answers are on their way when the server stops, each arrives")
  func manyLastAnswers() async throws {
    let bench = try Bench()
    let asked = AsyncStream<Void>.makeStream()
    let gates = (0..<40).map { _ in AsyncStream<Void>.makeStream() }
    var commands = CommandTable.sample
    commands.on(GetRequest.self) { request in
      asked.continuation.yield()
      // A waiting request lets others have their turns.
      Turn.current?.end()
      for await _ in gates[Int(request.path ?? "") ?? 0].stream { break }
      return []
    }
    let server = bench.server(commands)
    try server.start()
    defer { for gate in gates { gate.continuation.finish() } }
    let client = try ControlClient(path: bench.path)
    let answers = gates.indices.map { number in
      Task {
        try await blocking {
          try client.send(GetRequest(path: "\(number)"), timeoutSeconds: patience)
        }
      }
    }
    var arrivals = asked.stream.makeAsyncIterator()
    for _ in gates { await arrivals.next() }
    async let stop: Void = blocking { server.stop() }
    try await blocking {
      // Once its socket is gone, it only waits for the answers.
      let end = Date(timeIntervalSinceNow: patience)
      while bench.mode(bench.path.path) != nil, Date() < end { usleep(1_000) }
    }
    // One at a time, so that each wakes the server.
    for (gate, answer) in zip(gates, answers) {
      gate.continuation.yield()
      #expect(try await answer.value.isEmpty)
    }
    try await stop
  }

  @Test("a host leaves no file descriptor open after it stopped")
  func descriptors() async throws {
    let bench = try Bench()
    for _ in 0..<20 {
      let server = bench.server()
      try server.start()
      let client = try ControlClient(path: bench.path)
      _ = try await blocking { try client.send(ServerInfoRequest(), timeoutSeconds: patience) }
      server.stop()
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    #expect(!names.contains { $0.hasPrefix(bench.folder) })
  }

  @Test("a client sees the end also when a program that the host started holds its connection")
  func inherited() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    let copies = try await blocking {
      let client = try RawClient(bench.path)
      client.write(UnixSocketServerTests.info + "\n")
      _ = try client.line()
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      let copies = open.compactMap { Int32($0) }.filter { isServing($0, bench.path) }
        .map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
      server.stop()
      #expect(try client.line() == nil)
      return copies
    }
    #expect(copies.count == 1)
    for copy in copies { close(copy) }
  }
}

/// Whether a descriptor is the server's end of a connection.
private func isServing(_ descriptor: Int32, _ path: ControlSocketPath) -> Bool {
  var address = sockaddr_un()
  var length = socklen_t(MemoryLayout<sockaddr_un>.size)
  let code = unsafe withUnsafeMutableBytes(of: &address) { bytes in
    unsafe getsockname(
      descriptor,
      bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
      &length
    )
  }
  var listens: Int32 = 1
  var size = socklen_t(MemoryLayout<Int32>.size)
  guard code == 0, unsafe getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0
  else { return false }
  let name = unsafe withUnsafeBytes(of: address.sun_path) { unsafe Array($0.prefix { $0 != 0 }) }
  return listens == 0 && String(decoding: name, as: UTF8.self) == path.path
}
