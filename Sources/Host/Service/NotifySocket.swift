// SPDX-License-Identifier: Apache-2.0
// The socket on which a service manager hears how its service is: systemd's `$NOTIFY_SOCKET`.

import Glibc

/// The socket of the service manager that has started this process; each message is one datagram of
/// lines `WORD=VALUE`.
///
/// > Threading: Any; nobody is waited for.
struct NotifySocket: Sendable {
  private let address: [UInt8]
  private let descriptor: Int32

  /// Prepares to send to the socket at `path`, which is abstract if it begins with `@`; `nil` where
  /// there can be none.
  init?(_ path: String) {
    let bytes = Array(path.utf8)
    guard bytes.count > 1, bytes.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
      return nil
    }
    switch bytes[0] {
    case UInt8(ascii: "/"): address = bytes
    case UInt8(ascii: "@"): address = [0] + bytes.dropFirst()
    default: return nil
    }
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return nil }
  }

  /// Sends a message; returns whether it was taken.
  @discardableResult
  func send(_ message: String) -> Bool {
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    let offset = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2
    unsafe withUnsafeMutableBytes(of: &place.sun_path) { unsafe $0.copyBytes(from: address) }
    let length = socklen_t(offset + address.count)
    let bytes = Array(message.utf8)
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe withUnsafePointer(to: &place) { place in
        unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
          unsafe sendto(
            descriptor,
            bytes.baseAddress,
            bytes.count,
            Int32(MSG_NOSIGNAL),
            place,
            length
          )
            == bytes.count
        }
      }
    }
  }
}
