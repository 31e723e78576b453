// SPDX-License-Identifier: Apache-2.0
// One client: what it sent and what it has still to read, both bounded.

import ControlProtocol
import Glibc

/// A client of the server; it has one request in work at a time, so answers come in order.
struct Connection {
  let descriptor: Int32
  private var input = LineBuffer()
  private var output: [UInt8] = []
  private var hasEnded = false
  /// Whether a request is in work.
  private(set) var isBusy = false

  /// How much a client may leave unread.
  static let maximumBacklogBytes = 4 * ControlWire.maximumLineBytes

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// What the connection waits for; nothing is read while a request is in work.
  var interest: Int16 {
    let reads = isBusy || hasEnded ? 0 : POLLIN
    return Int16(output.isEmpty ? reads : reads | POLLOUT)
  }

  /// Whether all is said and done.
  var isFinished: Bool { hasEnded && !isBusy && output.isEmpty }

  /// Whether all answers that there are have been read.
  var isDrained: Bool { !isBusy && output.isEmpty }

  /// Reads what there is.
  mutating func receive(into chunk: UnsafeMutableRawBufferPointer) {
    let count = unsafe recv(descriptor, chunk.baseAddress, chunk.count, Int32(MSG_DONTWAIT))
    if count > 0 {
      unsafe input.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      hasEnded = true
    }
  }

  /// Takes the next request; lines that are too long are answered here.
  mutating func nextRequest() -> [UInt8]? {
    while !isBusy, let line = input.next() ?? (hasEnded ? input.rest() : nil) {
      switch line {
      case .complete(let request):
        isBusy = true
        return request
      case .tooLong:
        send(CommandTable.tooLong)
      }
    }
    return nil
  }

  /// Notes the answer to the request in work.
  mutating func finish(_ answer: [UInt8]?) {
    isBusy = false
    if let answer { send(answer) }
  }

  /// Takes no more requests.
  mutating func end() {
    hasEnded = true
    input = LineBuffer()
  }

  /// Writes as much as the client takes; returns why the client has to go, if it has to.
  mutating func flush() -> Departure? {
    while !output.isEmpty {
      let count = unsafe output.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count > 0 {
        output.removeFirst(count)
      } else if errno == EAGAIN {
        return output.count > Self.maximumBacklogBytes ? .tooSlow : nil
      } else if errno != EINTR {
        return .gone
      }
    }
    return nil
  }

  private mutating func send(_ line: [UInt8]) {
    output += line
    output.append(UInt8(ascii: "\n"))
  }

  /// Why a client has to go.
  enum Departure {
    /// It closed its side.
    case gone
    /// It does not read its answers.
    case tooSlow
  }
}
