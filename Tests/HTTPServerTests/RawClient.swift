// SPDX-License-Identifier: Apache-2.0
// A client that sends what it likes, byte for byte.

import Glibc
import Patience

/// A TCP connection to a server on this machine.
final class RawClient {
  let descriptor: Int32

  struct Failure: Error {
    let what: String
  }

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Failure(what: "connect") }
    var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
  }

  deinit { close(descriptor) }

  /// Sends all of it; `false` when the other end takes no more.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
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

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends no more.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// What comes next; nothing at the end.
  func receive(_ most: Int = 65_536) throws -> [UInt8] {
    var bytes: [UInt8] = Array(repeating: 0, count: most)
    let count = unsafe recv(descriptor, &bytes, most, 0)
    guard count >= 0 else {
      if errno == ECONNRESET || errno == EPIPE { return [] }
      throw Failure(what: "nothing came")
    }
    return Array(bytes.prefix(count))
  }

  /// Exactly so many bytes, or fewer at the end.
  func receive(exactly count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try receive(count - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// Everything until the other end closes.
  func rest() throws -> String {
    var bytes: [UInt8] = []
    while true {
      let more = try receive()
      if more.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += more
    }
  }

  /// The head of an answer, without the empty line.
  func head() throws -> String {
    var text = ""
    while !text.hasSuffix("\r\n\r\n") {
      let byte = try receive(1)
      if byte.isEmpty { break }
      text += String(decoding: byte, as: UTF8.self)
    }
    return text
  }

  // MARK: WebSocket frames

  /// Becomes a WebSocket and returns the head of the answer.
  func upgrade(_ path: String = "/echo") throws -> String {
    send(
      """
      GET \(path) HTTP/1.1\r
      Host: localhost\r
      Upgrade: websocket\r
      Connection: keep-alive, Upgrade\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      Sec-WebSocket-Version: 13\r
      \r\n
      """
    )
    return try head()
  }

  /// A frame of a client, masked unless said otherwise.
  static func frame(
    _ opcode: UInt8,
    _ payload: [UInt8] = [],
    isLast: Bool = true,
    isMasked: Bool = true
  ) -> [UInt8] {
    var bytes = [opcode | (isLast ? 0x80 : 0)]
    let mask: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case ..<126: bytes.append(UInt8(payload.count) | mask)
    case ..<65_536:
      bytes += [126 | mask, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      bytes.append(127 | mask)
      bytes += (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 255) }
    }
    guard isMasked else { return bytes + payload }
    let key: [UInt8] = [1, 2, 3, 4]
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 & 3] }
  }

  /// The next frame; `nil` at the end.
  func receiveFrame() throws -> (opcode: UInt8, payload: [UInt8])? {
    let start = try receive(exactly: 2)
    guard start.count == 2 else { return nil }
    var count = Int(start[1] & 0x7F)
    if count > 125 {
      count = try receive(exactly: count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
    }
    return (start[0] & 15, try receive(exactly: count))
  }
}
