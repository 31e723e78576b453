// SPDX-License-Identifier: Apache-2.0
// Input at the web door, as far as our own code reads it: the head of a request, the frames of a
// WebSocket.

import Glibc
import Quantities
import Synchronization

@testable import HTTPServer
@testable import WebServer

/// Inputs from the network.
enum WebInputs {
  private static let guardian = WebGuard(
    devices: PairedDevices([]) { _ in },
    port: 8_080,
    refusals: RefusalLog { _ in }
  )

  /// Reads a target in the first line and headers in the others, as libmicrohttpd would hand them
  /// over.
  @Sendable
  static func request(_ bytes: [UInt8]) {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    guard let target = RequestTarget(lines.removeFirst()) else { return }
    var headers: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[String(decoding: parts[0], as: UTF8.self).lowercased()] = String(
        decoding: parts[1],
        as: UTF8.self
      )
    }
    let request = HTTPRequest(method: "POST", target: target, headers: headers)
    _ = guardian.refusal(of: request)
    if case .device = guardian.visitor(of: request) {
      preconditionFailure("a device that nobody has paired")
    }
    _ = WebSocketHandshake.accept(HTTPRequest(method: "GET", target: target, headers: headers))
    _ = WebPage().answer(target.path, request)
  }

  /// Reads frames as they would come after a request, without a client at the other end.
  @Sendable
  static func frames(_ bytes: [UInt8]) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { return }
    defer { for end in ends { close(end) } }
    var limits = HTTPLimits()
    (limits.messageBytes, limits.fragments, limits.waitingFrames) = (4_096, 16, 4)
    let listener = Echo()
    let upgrade = unsafe HTTPDaemon.Upgrade(
      descriptor: ends[0],
      handle: nil,
      rest: bytes,
      visitor: listener,
      peer: "fuzz"
    )
    let line = WebSocketLine(1, upgrade, limits)
    for _ in 0..<bytes.count where !line.isFinished {
      line.advance(isReadable: false, now: .now)
      if !line.hasRest { break }
    }
    precondition(listener.longest.withLock { $0 } <= limits.messageBytes, "a message is too long")
  }
}

/// Sends back each message that it receives.
private final class Echo: WebSocketPeer {
  let longest = Mutex(0)
  private let waiting = Mutex<[WebSocketMessage]>([])

  func opened(_ socket: WebSocket) {}
  var takesMessages: Bool { true }
  var takesBinary: Bool { true }
  var isBusy: Bool { false }

  func receive(_ message: WebSocketMessage) {
    switch message {
    case .text(let bytes), .binary(let bytes): longest.withLock { $0 = max($0, bytes.count) }
    }
    waiting.withLock { $0.append(message) }
  }

  func nextMessage() -> WebSocketMessage? {
    waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  var complaint: String? { nil }
  func closed() {}
}
