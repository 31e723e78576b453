// SPDX-License-Identifier: Apache-2.0
// Standard input and output for MCP: one message in each line, and nothing else.

import ControlProtocol
import Glibc

extension MCPServer {
  /// Serves the client at the standard streams until it closes them.
  package mutating func serveStandardStreams() async {
    var lines = LineBuffer()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(STDIN_FILENO, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      lines.append(chunk[..<count])
      while let line = lines.next() {
        guard await serve(line) else { return }
      }
    }
    if let last = lines.rest() { _ = await serve(last) }
  }

  /// Answers a line; returns whether the client still reads.
  private mutating func serve(_ line: LineBuffer.Line) async -> Bool {
    let answer: [UInt8]?
    switch line {
    case .complete(let bytes): answer = await self.answer(line: bytes)
    case .tooLong: answer = Self.tooLong
    }
    guard let answer else { return true }
    var rest = (answer + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
