// SPDX-License-Identifier: Apache-2.0
// A server of a test: it records requests, and echoes WebSocket messages.

import BadInputs
import Dispatch
import HTTPServer
import Synchronization

/// A server on a free port of this machine.
final class Stage: Sendable {
  let server: HTTPServer
  let complaints = Complaints()
  var port: Int { server.port }

  init(_ limits: HTTPLimits = HTTPLimits(), backlog: Int = .max) throws {
    server = try HTTPServer(
      address: "127.0.0.1",
      port: 0,
      names: OwnNames(["h"], advice: "use another one"),
      limits: limits,
      executors: { OwnQueue() },
      report: { [complaints] in complaints.add($0) }
    ) { request in
      let takesBinary = request.target.path == "/echo/bytes"
      if takesBinary || request.target.path == "/echo" {
        return .webSocket(Echo(backlog, takesBinary: takesBinary))
      }
      let query = request.target.query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return .response(
        HTTPResponse(
          200,
          "\(request.method) \(request.target.path) \(query) \(request.body.count) \(request.peer)"
        ),
        to: request.bearer == nil ? .stranger : .known
      )
    }
  }

  /// Sends a request and returns the whole answer.
  func ask(_ request: String) throws -> String {
    let client = try RawConnection(port: port)
    client.send(request)
    return try client.rest()
  }

  func get(_ target: String) throws -> String {
    try ask("GET \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
  }

  final class Complaints: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }
}

/// Sends back each message that it receives.
private final class Echo: WebSocketPeer {
  private let waiting = Mutex<[WebSocketMessage]>([])
  private let backlog: Int
  let takesBinary: Bool

  init(_ backlog: Int, takesBinary: Bool) {
    (self.backlog, self.takesBinary) = (backlog, takesBinary)
  }

  func opened(_ socket: WebSocket) {}
  var takesMessages: Bool { true }
  var isBusy: Bool { false }
  func receive(_ message: WebSocketMessage) { waiting.withLock { $0.append(message) } }

  func nextMessage() -> WebSocketMessage? {
    waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  var complaint: String? {
    let bytes = waiting.withLock { messages in
      messages.reduce(0) { sum, message in
        switch message {
        case .text(let bytes), .binary(let bytes): sum + bytes.count
        }
      }
    }
    return bytes > backlog ? "it did not read" : nil
  }

  func closed() {}
}

/// Where a test's requests are answered.
private final class OwnQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "test requests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
