// SPDX-License-Identifier: Apache-2.0
// A client of the control socket that sends bytes as they are, and reads lines.

package import ControlProtocol
internal import Glibc
internal import Patience

/// A connection to a control socket, for bytes that no client of ours would send.
package final class RawClient {
  private let descriptor: Int32
  private var lines = LineBuffer()

  /// An error of the system.
  package struct Failure: Error, CustomStringConvertible {
    /// A sentence.
    package let description: String
  }

  /// Connects.
  package init(_ path: ControlSocketPath) throws {
    // Without this flag, a program that another test starts meanwhile would keep the connection
    // open.
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let code = unsafe path.withAddress { unsafe connect(descriptor, $0, $1) }
    self.descriptor = descriptor
    guard code == 0 else { throw Failure(description: "cannot connect: \(errno)") }
  }

  deinit {
    close(descriptor)
  }

  // MARK: Bytes out

  /// Sends a text.
  package func write(_ text: String) {
    _ = write(Array(text.utf8))
  }

  /// Sends bytes once and returns how many of them were taken.
  package func write(_ bytes: [UInt8], waits: Bool = true) -> Int {
    let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
    return unsafe Glibc.send(descriptor, bytes, bytes.count, flags)
  }

  /// Sends the bytes of a line; returns whether all of them were taken.
  @discardableResult
  package func send(_ line: [UInt8]) -> Bool {
    var rest = (line + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      let count = write(Array(rest))
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Ends the sending direction.
  package func endWriting() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  // MARK: Lines in

  /// The next line, an answer or an event; `nil` when the server has closed the connection.
  package func line(within seconds: Double = patience) throws -> String? {
    let end = ContinuousClock.now + .seconds(seconds)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if case .complete(let line) = lines.next() { return String(decoding: line, as: UTF8.self) }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&polled, 1, 100)
      guard ready > 0 || ContinuousClock.now < end else {
        throw Failure(description: "no answer in time")
      }
      guard ready > 0 else { continue }
      let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      lines.append(chunk[..<count])
    }
  }

  /// Sends the bytes of a line and returns its answer, without the events before it; `nil` when the
  /// server has closed the connection.
  package func ask(_ line: [UInt8]) throws -> String? {
    guard send(line) else { return nil }
    while let answer = try self.line() {
      if !answer.contains(#""method":"event""#) { return answer }
    }
    return nil
  }

  /// Sends a line and returns its answer.
  package func ask(_ line: String) throws -> String? {
    try ask(Array(line.utf8))
  }

  /// Sends a request and returns its answer; `params` is JSON.
  package func ask(_ method: String, _ params: String) throws -> String? {
    try ask(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
  }
}
