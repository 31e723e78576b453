// SPDX-License-Identifier: Apache-2.0
// A port of this machine that a test has taken.

import Glibc
import Testing

/// A port of 127.0.0.1 that nobody else has, until it goes.
final class LocalPort: Sendable {
  let descriptor: Int32
  let number: UInt16

  /// Takes a port of TCP (`SOCK_STREAM`) or UDP (`SOCK_DGRAM`).
  init(_ type: __socket_type) throws {
    descriptor = socket(AF_INET, Int32(type.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    try unsafe withUnsafeMutablePointer(to: &address) { address in
      try unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        try #require(unsafe bind(descriptor, generic, size) == 0)
        try #require(unsafe getsockname(descriptor, generic, &size) == 0)
      }
    }
    number = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }
}
