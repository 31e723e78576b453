// SPDX-License-Identifier: Apache-2.0
// Nothing of a client outlives it: clients hang up at every step of their requests.

import ControlClient
import ControlProtocol
import ControlServer
import Glibc
import Patience
import RawSocket
import Synchronization
import Testing

/// A request whose answer takes as long as a test wants.
private struct LingerRequest: ControlRequest {
  typealias Reply = Done
  static let method = "test.linger"
  static let answersLate = true
}

@Suite("The life of a client")
struct ClientLifeTests {
  /// The objects that a client owns, and the requests that wait for a user's answer.
  private final class Desk: Sendable {
    private struct State {
      var owners: Set<ClientID> = []
      var waiting: [ClientID: [CheckedContinuation<Void, Never>]] = [:]
      var leaving: Set<ClientID> = []
      var gone = 0
    }

    private let state = Mutex(State())

    var owners: Int { state.withLock(\.owners.count) }
    var waiting: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }
    var gone: Int { state.withLock(\.gone) }

    func table() -> CommandTable {
      var table = CommandTable.sample
      table.on(StopRequest.self) { _, client throws(ControlError) in
        self.state.withLock { _ = $0.owners.insert(client) }
        return Done()
      }
      table.on(LingerRequest.self) { _, client throws(ControlError) in
        await withCheckedContinuation { answer in
          self.state.withLock { state in
            guard !state.leaving.contains(client) else { return answer.resume() }
            state.waiting[client, default: []].append(answer)
          }
        }
        return Done()
      }
      table.onLeave { client in
        self.state.withLock { state in
          state.leaving.insert(client)
          for answer in state.waiting.removeValue(forKey: client) ?? [] { answer.resume() }
        }
      }
      table.onClose { client in
        self.state.withLock { state in
          state.owners.remove(client)
          state.leaving.remove(client)
          state.gone += 1
        }
      }
      return table
    }
  }

  @Test("who goes leaves no more behind than a few requests, however many its socket holds")
  func leftovers() async throws {
    let counts = Mutex((asked: 0, isGone: false))
    var table = CommandTable()
    table.on(ServerInfoRequest.self) { _ in
      counts.withLock { $0.asked += 1 }
      while !counts.withLock(\.isGone) { await Task.yield() }
      return .sample
    }
    let isOver = Mutex(false)
    table.onClose { _ in isOver.withLock { $0 = true } }
    let bench = try Bench()
    let server = bench.server(table)
    try server.start()
    defer { server.stop() }
    try await blocking {
      let line = Self.request("server.info") + "\n"
      do {
        let client = try RawClient(bench.path)
        _ = client.write(Array(String(repeating: line, count: 1_000).utf8))
        while counts.withLock(\.asked) == 0 { sched_yield() }
      }
      counts.withLock { $0.isGone = true }
      while !isOver.withLock({ $0 }) { sched_yield() }
    }
    #expect(counts.withLock(\.asked) < 100)
  }

  private static func request(_ method: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#
  }

  /// Lines after each of which a client may go.
  private static let stories: [String] = {
    let (own, wait, ask) = (request("rig.stop"), request("test.linger"), request("server.info"))
    return [
      own, wait, "[\(wait),\(own)]", "[\(own),\(wait),\(own)]", "[\(wait),\(wait),\(own)]",
      "\(wait)\n\(own)", "[\(wait),\(own)]\n[\(wait),\(own)]\n\(own)", "\(ask)\n[\(wait),\(own)]",
      String(repeating: wait + "\n", count: 20) + own,
    ]
  }()

  @Test("leaves nothing behind, whenever it ends: no owner, and nobody who waits")
  func hangUps() async throws {
    let (bench, desk) = (try Bench(), Desk())
    let server = bench.server(desk.table())
    try server.start()
    defer { server.stop() }
    let rounds = 12
    try await blocking {
      for round in 0..<rounds {
        for story in Self.stories {
          let client = try RawClient(bench.path)
          // Some go at once, some when all is under way, some while a request waits.
          withExtendedLifetime(client) {
            client.write(story + "\n")
            for _ in 0..<round % 4 * 50 { sched_yield() }
          }
        }
      }
      let end = ContinuousClock.now + .seconds(patience)
      while desk.gone < rounds * Self.stories.count, .now < end { sched_yield() }
    }
    #expect(desk.gone == rounds * Self.stories.count)
    #expect(desk.owners == 0)
    #expect(desk.waiting == 0)
  }

  @Test(
    "is over only when a batch is that waits for somebody: the rest of it owns nothing for ever"
  )
  func batch() async throws {
    let table = Mutex<[String]>([])
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let (done, end) = AsyncStream<Void>.makeStream()
    let (began, beginning) = AsyncStream<Void>.makeStream()
    var commands = CommandTable.sample
    commands.on(LingerRequest.self) { _ throws(ControlError) in
      beginning.yield()
      for await _ in gate { break }
      return Done()
    }
    commands.on(StopRequest.self) { _ throws(ControlError) in
      table.withLock { $0.append("own") }
      return Done()
    }
    commands.onLeave { _ in opener.yield() }
    commands.onClose { _ in
      table.withLock { $0.append("close") }
      end.yield()
    }
    let bench = try Bench()
    let server = bench.server(commands)
    try server.start()
    defer { server.stop() }
    var client: RawClient? = try RawClient(bench.path)
    client?.write("[\(Self.request("test.linger")),\(Self.request("rig.stop"))]\n")
    for await _ in began { break }
    client = nil
    for await _ in done { break }
    #expect(table.withLock { $0 } == ["own", "close"])
  }
}
