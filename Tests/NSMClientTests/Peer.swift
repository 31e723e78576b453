// SPDX-License-Identifier: Apache-2.0
// A UDP socket of a test.

import Glibc

/// A socket on a free port of the loopback address.
final class Peer {
  let port: UInt16
  private let descriptor: Int32

  init?() {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    self.descriptor = descriptor
    var address = Self.loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else { return nil }
  }

  deinit { close(descriptor) }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }

  /// Waits for a packet, and returns the port that it came from.
  func sender() -> UInt16? {
    var (address, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe recvfrom(descriptor, &buffer, buffer.count, 0, $0, &length)
      }
    }
    return count > 0 ? UInt16(bigEndian: address.sin_port) : nil
  }

  /// Sends a packet.
  func send(_ bytes: [UInt8], to port: UInt16) {
    var address = Self.loopback(port)
    _ = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe sendto(
          descriptor,
          bytes,
          bytes.count,
          0,
          $0,
          socklen_t(MemoryLayout<sockaddr_in>.size)
        )
      }
    }
  }
}
