// SPDX-License-Identifier: Apache-2.0
// Where the OSC server listens, and its sockets.

import Glibc
import RigErrors
import Synchronization

/// Where the OSC server listens, and which senders it accepts.
package struct OSCEndpoint: Hashable, Sendable {
  /// The address of this machine that it listens on.
  package var address: String
  /// The UDP port, and the TCP port if that is wanted too; 0 takes a free one.
  package var port: Int
  /// Whether it also listens on TCP.
  package var usesTCP: Bool
  /// The addresses that may send; any that reach it if nothing is said.
  package var senders: [String]?

  /// Describes an endpoint.
  package init(address: String, port: Int, usesTCP: Bool = false, senders: [String]? = nil) {
    (self.address, self.port) = (address, port)
    (self.usesTCP, self.senders) = (usesTCP, senders)
  }
}

/// An address with a port, as the system has it.
struct SocketAddress: Hashable, Sendable {
  private var storage: [UInt8]

  /// Reads an address of numbers; `nil` for what is none.
  init?(_ host: String, port: Int) {
    guard let port = UInt16(exactly: port) else { return nil }
    var hints = unsafe addrinfo()
    unsafe hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, "\(port)", &hints, &list) == 0, let found = unsafe list else {
      return nil
    }
    defer { unsafe freeaddrinfo(found) }
    let length = Int(clamping: unsafe found.pointee.ai_addrlen)
    storage = unsafe Array(UnsafeRawBufferPointer(start: found.pointee.ai_addr, count: length))
  }

  /// What a call of the system fills in.
  init?(_ fill: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Bool) {
    var room = sockaddr_storage()
    var length = socklen_t(clamping: MemoryLayout<sockaddr_storage>.size)
    let isFilled = unsafe withUnsafeMutablePointer(to: &room) { room in
      unsafe room.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe fill($0, &length) }
    }
    guard isFilled else { return nil }
    storage = unsafe withUnsafeBytes(of: &room) {
      unsafe Array($0.prefix(Int(clamping: length)))
    }
  }

  /// Lends the address to a call of the system.
  func with<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var room = sockaddr_storage()
    unsafe withUnsafeMutableBytes(of: &room) { unsafe $0.copyBytes(from: storage.prefix($0.count)) }
    return unsafe withUnsafePointer(to: &room) { room in
      unsafe room.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(clamping: storage.count))
      }
    }
  }

  var family: Int32 {
    unsafe with { address, _ in unsafe Int32(clamping: address.pointee.sa_family) }
  }

  /// The address in digits, and the port.
  var numbers: (host: String, port: Int) {
    var (host, port) = ([CChar](repeating: 0, count: 128), [CChar](repeating: 0, count: 16))
    let flags = Int32(NI_NUMERICHOST | NI_NUMERICSERV)
    let code = unsafe with { address, length in
      unsafe getnameinfo(address, length, &host, 128, &port, 16, flags)
    }
    guard code == 0 else { return ("?", 0) }
    func text(_ letters: [CChar]) -> String {
      String(decoding: letters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    // A socket for both sees old addresses in the new form.
    let full = text(host)
    let short = full.hasPrefix("::ffff:") ? String(full.dropFirst(7)) : full
    let digits = text(port)
    return (short, Int(digits, radix: 10) ?? 0)
  }
}

/// The sockets of the OSC server.
struct OSCSockets: Sendable {
  let datagrams: DatagramSocket
  /// Where TCP clients come, if they may.
  let listener: Int32?
  /// The address with the port that was taken.
  let host: String
  let port: Int

  /// How often another free port is tried, when a program has the TCP port of the same number.
  private static let attempts = 32

  init(_ endpoint: OSCEndpoint) throws(RigError) {
    for _ in 1..<(endpoint.port == 0 ? Self.attempts : 1) {
      if let sockets = try? OSCSockets(trying: endpoint) {
        self = sockets
        return
      }
    }
    self = try OSCSockets(trying: endpoint)
  }

  private init(trying endpoint: OSCEndpoint) throws(RigError) {
    guard var address = SocketAddress(endpoint.address, port: endpoint.port) else {
      throw .data("OSC: '\(endpoint.address)' is no address of numbers, such as 127.0.0.1.")
    }
    let datagrams = DatagramSocket(try Self.bound(SOCK_DGRAM, to: address, endpoint))
    self.datagrams = datagrams
    let taken = unsafe SocketAddress { unsafe getsockname(datagrams.descriptor, $0, $1) == 0 }
    if let taken { address = taken }
    (host, port) = address.numbers
    guard endpoint.usesTCP else {
      listener = nil
      return
    }
    do throws(RigError) {
      let listener = try Self.bound(SOCK_STREAM, to: address, endpoint)
      guard listen(listener, 16) == 0 else {
        Glibc.close(listener)
        throw Self.failure(endpoint)
      }
      self.listener = listener
    } catch {
      datagrams.close()
      throw error
    }
  }

  private static func bound(
    _ kind: __socket_type,
    to address: SocketAddress,
    _ endpoint: OSCEndpoint
  ) throws(RigError) -> Int32 {
    let flags = SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    let descriptor = socket(address.family, Int32(clamping: kind.rawValue | flags), 0)
    guard descriptor >= 0 else { throw failure(endpoint) }
    if kind == SOCK_STREAM {
      var yes: Int32 = 1
      unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
    }
    guard unsafe address.with({ unsafe bind(descriptor, $0, $1) }) == 0 else {
      defer { Glibc.close(descriptor) }
      throw failure(endpoint)
    }
    return descriptor
  }

  private static func failure(_ endpoint: OSCEndpoint) -> RigError {
    let reason = unsafe String(cString: strerror(errno))
    return .unavailable(
      "OSC can't listen on \(endpoint.address), port \(endpoint.port): \(reason)."
    )
  }

  func close() {
    datagrams.close()
    if let listener { Glibc.close(listener) }
  }
}

/// The UDP socket; what is sent after it was closed is dropped.
///
/// > Threading: Any; `receive` and `close` belong to the server's thread.
final class DatagramSocket: Sendable {
  let descriptor: Int32
  private let isClosed = Mutex(false)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Takes a datagram that waits; returns its size and its sender.
  func receive(_ buffer: inout [UInt8]) -> (count: Int, sender: SocketAddress)? {
    var count = -1
    let sender = unsafe SocketAddress { address, length in
      let flags = Int32(MSG_DONTWAIT)
      count = unsafe recvfrom(descriptor, &buffer, buffer.count, flags, address, length)
      return count >= 0
    }
    return sender.map { (count, $0) }
  }

  /// Sends a datagram, or drops it where there is no room.
  func send(_ bytes: [UInt8], to receiver: SocketAddress) {
    isClosed.withLock { isClosed in
      guard !isClosed else { return }
      _ = unsafe receiver.with { address, length in
        unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT), address, length)
      }
    }
  }

  func close() {
    isClosed.withLock { isClosed in
      if !isClosed { Glibc.close(descriptor) }
      isClosed = true
    }
  }
}
