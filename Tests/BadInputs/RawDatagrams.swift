// SPDX-License-Identifier: Apache-2.0
// A UDP client that sends arbitrary bytes.

import Glibc

/// A UDP socket for one port of this machine.
package final class RawDatagrams {
  private let descriptor: Int32

  /// Makes one.
  package init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw RawConnection.Failure(what: "connect") }
    var room: Int32 = 1 << 22
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(4))
  }

  deinit { close(descriptor) }

  /// Sends a datagram.
  package func send(_ bytes: [UInt8]) {
    _ = unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// The next datagram, within so much time; `nil` if none came.
  package func receive(milliseconds: Int32 = 0) -> [UInt8]? {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&polled, 1, milliseconds) > 0 else { return nil }
    var bytes: [UInt8] = Array(repeating: 0, count: 65_536)
    let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }
}
