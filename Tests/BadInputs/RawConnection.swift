// SPDX-License-Identifier: Apache-2.0
// A connection on which anything may be sent, byte for byte.

import Glibc
import Patience

/// A connection to a server on this machine, by TCP or by a Unix socket.
package final class RawConnection {
  /// The socket.
  package let descriptor: Int32
  /// Bytes that have come and were not taken.
  private var buffer: [UInt8] = []
  private var taken = 0

  /// A call that failed.
  package struct Failure: Error {
    let what: String
  }

  /// Connects to a port, from 127.0.0.1, or from 127.0.0.2 as if from another machine.
  package init(port: Int, isSecondAddress: Bool = false) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    if isSecondAddress {
      address.sin_addr.s_addr = UInt32(0x7F00_0002).bigEndian
      _ = unsafe withUnsafeBytes(of: address) { bytes in
        unsafe bytes.withMemoryRebound(to: sockaddr.self) {
          unsafe bind(descriptor, $0.baseAddress, socklen_t(bytes.count))
        }
      }
    }
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    try unsafe withUnsafeBytes(of: address) { try unsafe connect($0) }
  }

  /// Connects to a Unix socket.
  package init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
      throw Failure(what: "name a socket")
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    try unsafe withUnsafeBytes(of: address) { try unsafe connect($0) }
  }

  private func connect(_ address: UnsafeRawBufferPointer) throws {
    let code = unsafe address.withMemoryRebound(to: sockaddr.self) {
      unsafe Glibc.connect(descriptor, $0.baseAddress, socklen_t(address.count))
    }
    guard code == 0 else { throw Failure(what: "connect") }
    var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
  }

  deinit { close(descriptor) }

  // MARK: Sending

  /// Sends all of it; `false` when the other end takes no more.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Sends a text.
  @discardableResult
  package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Ends the sending direction.
  package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes without a goodbye; the connection can't be used any more.
  package func abort() {
    var now = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  // MARK: Receiving

  /// Whether something comes within so long, or the end.
  package func hasMore(milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe taken < buffer.count || poll(&polled, 1, milliseconds) > 0
  }

  /// Waits for more; `false` at the end.
  private func fill() throws -> Bool {
    if taken > 0 {
      buffer.removeFirst(taken)
      taken = 0
    }
    var bytes: [UInt8] = Array(repeating: 0, count: 65_536)
    let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else {
      if errno == ECONNRESET || errno == EPIPE { return false }
      throw Failure(what: "nothing came")
    }
    buffer += bytes.prefix(count)
    return count > 0
  }

  private func take(_ count: Int) -> [UInt8] {
    let bytes = Array(buffer[taken..<(taken + count)])
    taken += count
    return bytes
  }

  /// Receives the next bytes; none at the end.
  package func receive(_ most: Int = 65_536) throws -> [UInt8] {
    if taken == buffer.count, try !fill() { return [] }
    return take(min(most, buffer.count - taken))
  }

  /// Receives exactly so many bytes, or fewer at the end.
  package func receive(exactly count: Int) throws -> [UInt8] {
    while buffer.count - taken < count, try fill() {}
    return take(min(count, buffer.count - taken))
  }

  /// Receives bytes up to the end of a mark; the rest at the end.
  package func receive(upTo mark: [UInt8]) throws -> [UInt8] {
    guard let last = mark.last else { return [] }
    var looked = taken
    while true {
      while let place = buffer[looked...].firstIndex(of: last) {
        looked = place + 1
        if buffer[taken...place].suffix(mark.count) == mark[...] { return take(looked - taken) }
      }
      let rest = buffer.count - taken
      guard try fill() else { return take(rest) }
      looked = taken + rest
    }
  }

  /// The next line, without its end; `nil` at the end.
  package func line() throws -> [UInt8]? {
    let line = try receive(upTo: [10])
    return line.last == 10 ? line.dropLast() : nil
  }

  /// Everything until the other end closes.
  package func rest() throws -> String {
    while try fill() {}
    return String(decoding: take(buffer.count - taken), as: UTF8.self)
  }

  /// The head of an answer, with the empty line.
  package func head() throws -> String {
    String(decoding: try receive(upTo: Array("\r\n\r\n".utf8)), as: UTF8.self)
  }

  // MARK: WebSocket

  /// Becomes a WebSocket and returns the head of the answer.
  package func upgrade(_ path: String = "/echo", _ fields: String...) throws -> String {
    let own = [
      "GET \(path) HTTP/1.1", "Host: localhost", "Upgrade: websocket",
      "Connection: keep-alive, Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Version: 13",
    ]
    send((own + fields).joined(separator: "\r\n") + "\r\n\r\n")
    return try head()
  }

  /// The next frame; `nil` at the end.
  package func receiveFrame() throws -> (opcode: UInt8, payload: [UInt8])? {
    let start = try receive(exactly: 2)
    guard start.count == 2 else { return nil }
    var count = Int(start[1] & 0x7F)
    if count > 125 {
      count = try receive(exactly: count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
    }
    return (start[0] & 15, try receive(exactly: count))
  }
}
