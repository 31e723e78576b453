// SPDX-License-Identifier: Apache-2.0
// A client that sends bytes as they are, and reads lines.

import ControlProtocol
import Foundation
import Glibc
import Testing

/// A connection to a rig's socket for lines that no client of ours would send.
final class RawLines {
  private let descriptor: Int32
  private var buffer = LineBuffer()

  init(_ tarmac: RunningTarmac) throws {
    let path = try ControlSocketPath(path: tarmac.folder.appending(path: "tarmac/rig.sock").path)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let code = unsafe path.withAddress { unsafe connect(descriptor, $0, $1) }
    self.descriptor = descriptor
    try #require(code == 0, "cannot connect: \(errno)")
  }

  deinit {
    close(descriptor)
  }

  /// Sends a line and returns its answer; `nil` when the rig has closed the connection.
  func ask(_ line: String) throws -> String? {
    try ask(Array(line.utf8))
  }

  /// Sends the bytes of a line and returns its answer; `nil` when the rig has closed the connection.
  func ask(_ line: [UInt8]) throws -> String? {
    guard send(line) else { return nil }
    while let answer = try self.line() {
      if !answer.contains(#""method":"event""#) { return answer }
    }
    return nil
  }

  /// Sends the bytes of a line; returns whether the rig has taken them.
  @discardableResult
  func send(_ line: [UInt8]) -> Bool {
    var rest = (line + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The next line, an answer or an event; `nil` when the rig has closed the connection.
  func line() throws -> String? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if case .complete(let line) = buffer.next() { return String(decoding: line, as: UTF8.self) }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      try #require(unsafe poll(&polled, 1, 60_000) > 0, "no answer")
      let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      buffer.append(chunk[..<count])
    }
  }

  /// Sends a request and returns its answer, without the events before it; `params` is JSON.
  func ask(_ method: String, _ params: String) throws -> String? {
    try ask(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
  }
}
