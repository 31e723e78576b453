// SPDX-License-Identifier: Apache-2.0
// Lines of JSON over a socket between two processes.

import ControlProtocol
import Glibc
import Quantities
import StrictJSON

/// One end of the way between a rig and an isolated graph.
///
/// > Threading: Control.
package final class LineChannel {
  let descriptor: Int32
  private var lines = LineBuffer(maximumBytes: JSONText.maximumBytes)
  /// Whether the other end is gone.
  package private(set) var isClosed = false
  /// What is sent and the other end has no room for.
  private var outgoing: [UInt8] = []
  private var blockedSince: MonotonicTime?
  private static let mostBytes = 64 << 20

  /// Takes over a socket.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    close(descriptor)
  }

  /// Sends a message; what the other end has no room for is kept, and `flush` sends it later.
  package func send(_ message: some Encodable) {
    guard !isClosed, let line = try? JSONText.encode(message, numbers: .all) else { return }
    outgoing += line
    outgoing.append(UInt8(ascii: "\n"))
    flush()
    // Nobody has read for long: what is lost now would be missing.
    if outgoing.count > LineChannel.mostBytes { isClosed = true }
  }

  /// Sends what there is room for; never waits.
  package func flush() {
    while !isClosed, !outgoing.isEmpty {
      let written = unsafe outgoing.withUnsafeBytes {
        unsafe Glibc.send(
          descriptor,
          $0.baseAddress,
          $0.count,
          Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        )
      }
      if written > 0 {
        outgoing.removeFirst(written)
        blockedSince = nil
      } else if errno == EAGAIN {
        blockedSince = blockedSince ?? .now
        return
      } else if errno != EINTR {
        isClosed = true
      }
    }
  }

  /// Waits until all is sent, at the end of a process that has nothing else to do.
  func drain(within time: Seconds) {
    let end = MonotonicTime.now.after(time)
    flush()
    while !isClosed, !outgoing.isEmpty, .now < end {
      wait(for: POLLOUT, milliseconds: 20)
      flush()
    }
  }

  /// How long the other end has not taken what waits for it.
  func backlog(now: MonotonicTime) -> Seconds {
    blockedSince.map { now.elapsed(since: $0) } ?? .zero
  }

  /// Takes what the other end has sent; what can't be read is left out.
  package func receive<Message: Decodable>(_: Message.Type) -> [Message] {
    fill()
    var messages: [Message] = []
    while let line = lines.next() {
      guard case .complete(let bytes) = line,
        let message = try? JSONText.decode(Message.self, from: bytes, numbers: .all)
      else { continue }
      messages.append(message)
    }
    return messages
  }

  private func fill() {
    unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      while !isClosed {
        let count = unsafe recv(
          descriptor,
          buffer.baseAddress,
          buffer.count,
          Int32(MSG_DONTWAIT)
        )
        if count > 0 {
          unsafe lines.append(buffer.prefix(count))
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
          isClosed = true
        } else if errno == EAGAIN {
          return
        }
      }
    }
  }

  /// Waits until there is something to read, or to write, or the other end is gone.
  @discardableResult
  package func wait(for events: Int32 = POLLIN, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }
}
