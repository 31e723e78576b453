// SPDX-License-Identifier: Apache-2.0
// A connection to a host: bytes out, lines in.

import ControlProtocol
import Glibc

/// A connection to a host.
struct HostConnection: Sendable {
  private let descriptor: Int32

  init(_ path: ControlSocketPath, deadline: Deadline) throws(ControlClientError) {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { throw .system(operation: "make a socket", errno: errno) }
    // A host that is too busy to accept would keep `connect` waiting for ever.
    Self.limitSending(descriptor, to: deadline)
    let code = unsafe path.withAddress { address, length in
      unsafe connect(descriptor, address, length) == 0 ? 0 : errno
    }
    guard code == 0 else {
      close(descriptor)
      switch code {
      case ENOENT, ECONNREFUSED, ENOTDIR: throw .notRunning(path)
      case EACCES, EPERM: throw .notAllowed(path)
      case EAGAIN: throw .timedOut(seconds: deadline.seconds)
      default: throw .system(operation: "connect to \(path.path)", errno: code)
      }
    }
    self.descriptor = descriptor
  }

  /// Ends the connection; nothing may be called afterwards.
  func end() {
    close(descriptor)
  }

  /// Wakes the threads that wait for the connection.
  func hangUp() {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Writes all of `bytes`, or as much as the host took before it closed.
  func write(_ bytes: [UInt8], until deadline: Deadline) throws(ControlClientError) {
    var sent = 0
    while sent < bytes.count {
      try wait(for: POLLOUT, until: deadline)
      let count = unsafe bytes.withUnsafeBytes {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[sent...])
        return unsafe send(
          descriptor,
          rest.baseAddress,
          rest.count,
          Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        )
      }
      if count > 0 {
        sent += count
      } else if errno != EAGAIN, errno != EINTR {
        // The host may have said why before it closed.
        return
      }
    }
  }

  /// Reads the first line that comes.
  func readLine(until deadline: Deadline) throws(ControlClientError) -> [UInt8] {
    var lines = LineBuffer()
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      switch lines.next() {
      case .complete(let line): return line
      case .tooLong: throw .badAnswer("it is longer than 1 MB")
      case nil: break
      }
      try wait(for: POLLIN, until: deadline)
      let count = unsafe recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        lines.append(chunk[..<count])
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        throw .disconnected
      }
    }
  }

  /// Reads lines until the connection ends; lines that are too long are skipped.
  func readLines(_ take: ([UInt8]) -> Void) {
    var lines = LineBuffer()
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 || (count < 0 && errno == EINTR) else { return }
      lines.append(chunk[..<max(count, 0)])
      while let line = lines.next() {
        if case .complete(let line) = line { take(line) }
      }
    }
  }

  private func wait(for event: Int32, until deadline: Deadline) throws(ControlClientError) {
    var polled = pollfd(fd: descriptor, events: Int16(clamping: event), revents: 0)
    while unsafe poll(&polled, 1, deadline.milliseconds) <= 0 {
      guard deadline.milliseconds > 0 else { throw .timedOut(seconds: deadline.seconds) }
    }
  }

  private static func limitSending(_ descriptor: Int32, to deadline: Deadline) {
    let milliseconds = Int(clamping: max(1, deadline.milliseconds))
    var time = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, size)
  }
}
