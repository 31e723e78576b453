// SPDX-License-Identifier: Apache-2.0
// Lines of JSON over a socket between two processes.

import ControlProtocol
import Glibc

/// One end of the way between a rig and an isolated graph.
///
/// > Threading: Control.
final class LineChannel {
  let descriptor: Int32
  private var lines = LineBuffer(maximumBytes: JSONText.maximumBytes)
  /// Whether the other end is gone.
  private(set) var isClosed = false

  /// Takes over a socket.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    close(descriptor)
  }

  /// Sends a message; returns `false` when the other end is gone or has not read for `patience` milliseconds.
  @discardableResult
  func send(_ message: some Encodable, patience: Int32 = 200) -> Bool {
    guard !isClosed, var line = try? JSONText.encode(message, numbers: .all)
    else { return false }
    line.append(UInt8(ascii: "\n"))
    var rest = line[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(
          descriptor,
          $0.baseAddress,
          $0.count,
          Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        )
      }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN, wait(for: POLLOUT, milliseconds: patience) {
        continue
      } else if errno != EINTR {
        isClosed = true
        return false
      }
    }
    return true
  }

  /// Takes what the other end has sent; what can't be read is left out.
  func receive<Message: Decodable>(_: Message.Type) -> [Message] {
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
  func wait(for events: Int32 = POLLIN, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }
}
