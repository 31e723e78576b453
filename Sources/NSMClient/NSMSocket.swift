// SPDX-License-Identifier: Apache-2.0
// The socket of a client of a session manager.

internal import Glibc
internal import OSC
internal import RigErrors

/// A UDP socket that speaks with one session manager and hears nobody else.
///
/// It is not connected: a manager on this machine may answer from another of its addresses than it
/// was asked at. So a sender has to have the manager's port, on this machine's loopback or at the
/// manager's address.
///
/// > Threading: Any; `receive` belongs to the line's thread.
@safe final class NSMSocket: Sendable {
  let descriptor: Int32
  private let receiver: [UInt8]
  private let hosts: Set<String>
  private let port: UInt16

  init(to address: NSMAddress) throws(RigError) {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(clamping: SOCK_DGRAM.rawValue)
    unsafe hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(address.host, "\(address.port)", &hints, &list)
    guard code == 0, let found = unsafe list else {
      let reason = unsafe String(cString: gai_strerror(code))
      throw .unavailable("'\(address.host)' is not found (\(reason)).")
    }
    defer { unsafe freeaddrinfo(found) }
    let length = Int(clamping: unsafe found.pointee.ai_addrlen)
    receiver = unsafe Array(UnsafeRawBufferPointer(start: found.pointee.ai_addr, count: length))
    let host = unsafe Self.numbers(found.pointee.ai_addr, found.pointee.ai_addrlen).host
    (hosts, port) = (["127.0.0.1", "::1", host], address.port)
    let kind = Int32(clamping: SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    descriptor = unsafe Glibc.socket(found.pointee.ai_family, kind, 0)
    guard descriptor >= 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw RigError(.system, "The system gives no socket (\(reason)).")
    }
    if host.hasPrefix("127.") { bindToLoopback() }
  }

  deinit { close(descriptor) }

  /// Binds it to loopback, so that nothing on the network reaches it.
  private func bindToLoopback() {
    var here = sockaddr_in()
    here.sin_family = sa_family_t(AF_INET)
    here.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    _ = unsafe withUnsafePointer(to: &here) { here in
      unsafe here.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  /// Sends a packet.
  func send(_ bytes: [UInt8]) throws(RigError) {
    let count = unsafe receiver.withUnsafeBytes { receiver in
      unsafe sendto(
        descriptor,
        bytes,
        bytes.count,
        Int32(MSG_DONTWAIT),
        receiver.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(clamping: receiver.count)
      )
    }
    guard count == bytes.count else {
      throw .unavailable("nothing can be sent there (\(unsafe String(cString: strerror(errno)))).")
    }
  }

  /// Takes the next packet of the manager, if one is there.
  func receive() -> [UInt8]? {
    while true {
      var (room, length) = (sockaddr_storage(), socklen_t(MemoryLayout<sockaddr_storage>.size))
      var buffer = [UInt8](repeating: 0, count: OSCLimits.bytes)
      let (count, sender) = unsafe withUnsafeMutablePointer(to: &room) { room in
        unsafe room.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          let count = unsafe recvfrom(descriptor, &buffer, buffer.count, 0, address, &length)
          return (count, count < 0 ? ("", 0) : unsafe Self.numbers(address, length))
        }
      }
      guard count >= 0 else { return nil }
      if hosts.contains(sender.0), sender.1 == port { return Array(buffer.prefix(count)) }
    }
  }

  private static func numbers(
    _ address: UnsafePointer<sockaddr>,
    _ length: socklen_t
  ) -> (host: String, port: UInt16) {
    var (host, port) = ([CChar](repeating: 0, count: 128), [CChar](repeating: 0, count: 16))
    let flags = Int32(NI_NUMERICHOST | NI_NUMERICSERV)
    guard unsafe getnameinfo(address, length, &host, 128, &port, 16, flags) == 0 else {
      return ("", 0)
    }
    func text(_ letters: [CChar]) -> String {
      String(decoding: letters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return (text(host), UInt16(text(port), radix: 10) ?? 0)
  }
}
