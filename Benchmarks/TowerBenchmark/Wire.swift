// SPDX-License-Identifier: Apache-2.0
// A connection to a program's socket, without a client's comforts: a hundred of them cost next to
// nothing.

import ControlClient
import ControlProtocol
import Glibc

/// A connection of raw bytes.
final class Wire: @unchecked Sendable {
  let descriptor: Int32
  private var lines = LineBuffer()

  /// Connects to a port of this machine.
  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(clamping: MemoryLayout<sockaddr_in>.size)
    let code = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, size)
      }
    }
    guard code == 0 else { throw WireError(description: "nobody listens at port \(port)") }
    var yes: Int32 = 1
    unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
  }

  /// Connects to a rig.
  init(_ path: ControlSocketPath) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard unsafe path.withAddress({ unsafe connect(descriptor, $0, $1) }) == 0 else {
      throw WireError(description: "nobody listens at \(path.path)")
    }
  }

  deinit { close(descriptor) }

  func write(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw WireError(description: "the rig has closed a connection") }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads up to a zero byte, as mod-host ends its answers.
  func readText() -> String? {
    var (text, byte) = ([UInt8](), UInt8(0))
    while unsafe recv(descriptor, &byte, 1, 0) == 1 {
      if byte == 0 { return String(decoding: text, as: UTF8.self) }
      text.append(byte)
    }
    return nil
  }

  /// Reads the available bytes, and says whether the other side has closed the connection.
  func isOver() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count <= 0 { return count == 0 || errno != EAGAIN }
    }
  }

  func readLine() -> String? {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      if case .complete(let line) = lines.next() { return String(decoding: line, as: UTF8.self) }
      let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      lines.append(chunk[..<count])
    }
  }
}

struct WireError: Error, CustomStringConvertible {
  var description: String
}
