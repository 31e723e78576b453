// SPDX-License-Identifier: Apache-2.0
// A crowd that keeps connections open and never says what it wants.

import Glibc
import Synchronization
import Threads

/// Connections from some addresses of this machine, each with a request that never ends; a
/// connection that is closed is opened again at once.
package final class HalfOpenCrowd: Sendable {
  private let isOver = Atomic(false)
  private let opened = Atomic(0)
  private let thread = Mutex<SystemThread?>(nil)

  /// Opens `count` from each of `addresses`, such as 127.0.3.1, and keeps them open; each sends
  /// `start`.
  package init(_ addresses: [String], each count: Int, port: Int, start: [UInt8]) throws {
    let thread = try SystemThread("test-crowd", signals: .faultsOnly) { [self] in
      var crowd = Crowd(addresses, count, port, start)
      while !isOver.load(ordering: .acquiring) {
        opened.add(crowd.renew(), ordering: .relaxed)
        usleep(20_000)
      }
      crowd.leave()
    }
    self.thread.withLock { $0 = thread }
  }

  /// How many have been opened so far.
  package var count: Int { opened.load(ordering: .relaxed) }

  /// Closes all of them.
  package func end() {
    isOver.store(true, ordering: .releasing)
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
  }
}

/// The sockets of a crowd.
private struct Crowd {
  private let addresses: [String]
  private let count: Int
  private let port: Int
  private let start: [UInt8]
  private var sockets: [[Int32]]
  /// The sockets that have sent the start of their request.
  private var begun: Set<Int32> = []

  init(_ addresses: [String], _ count: Int, _ port: Int, _ start: [UInt8]) {
    (self.addresses, self.count, self.port, self.start) = (addresses, count, port, start)
    sockets = addresses.map { _ in [] }
  }

  /// Replaces the connections that were closed, and returns how many were opened.
  mutating func renew() -> Int {
    var opened = 0
    for place in addresses.indices {
      var kept: [Int32] = []
      for socket in sockets[place] {
        guard !hasEnded(socket) else {
          begun.remove(socket)
          close(socket)
          continue
        }
        if begun.insert(socket).inserted {
          _ = unsafe send(socket, start, start.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        }
        kept.append(socket)
      }
      sockets[place] = kept
      for _ in sockets[place].count..<max(count, sockets[place].count) {
        guard let socket = connection(from: addresses[place]) else { break }
        sockets[place].append(socket)
        opened += 1
      }
    }
    return opened
  }

  mutating func leave() {
    for socket in sockets.joined() { close(socket) }
    sockets = []
  }

  private func hasEnded(_ socket: Int32) -> Bool {
    var byte: UInt8 = 0
    let came = unsafe recv(socket, &byte, 1, Int32(MSG_DONTWAIT | MSG_PEEK))
    return came == 0 || (came < 0 && errno != EAGAIN && errno != ENOTCONN)
  }

  private func connection(from address: String) -> Int32? {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Glibc.socket(AF_INET, type, 0)
    guard socket >= 0 else { return nil }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    unsafe inet_pton(AF_INET, address, &place.sin_addr)
    _ = unsafe Self.with(place) { unsafe bind(socket, $0, $1) }
    place.sin_port = UInt16(port).bigEndian
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = unsafe Self.with(place) { unsafe connect(socket, $0, $1) }
    guard code == 0 || errno == EINPROGRESS else {
      close(socket)
      return nil
    }
    return socket
  }

  private static func with(
    _ address: sockaddr_in,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
