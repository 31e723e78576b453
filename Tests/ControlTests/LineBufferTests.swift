// SPDX-License-Identifier: Apache-2.0
// Lines out of bytes, in whatever pieces they come.

import ControlProtocol
import Testing

@Suite("Line buffer")
struct LineBufferTests {
  private func lines(_ text: String, pieces: Int) -> [String] {
    var buffer = LineBuffer()
    var found: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      buffer.append(bytes[start..<min(start + pieces, bytes.count)])
      while let line = buffer.next() { found.append(Self.text(line)) }
    }
    if let line = buffer.rest() { found.append(Self.text(line)) }
    return found
  }

  private static func text(_ line: LineBuffer.Line) -> String {
    switch line {
    case .complete(let bytes): String(decoding: bytes, as: UTF8.self)
    case .tooLong: "too long"
    }
  }

  @Test(
    "lines are the same in whatever pieces they come; blank ones are nothing",
    arguments: [1, 2, 3, 100]
  )
  func pieces(_ pieces: Int) {
    #expect(lines("a\n\nbc\r\n \t\r\ndé", pieces: pieces) == ["a", "bc\r", "dé"])
  }

  @Test("a line may be 1 MB long, and not a byte longer", arguments: [1 << 12, 1 << 20, 1 << 22])
  func limit(_ pieces: Int) {
    let longest = String(repeating: "x", count: ControlWire.maximumLineBytes)
    #expect(lines("\(longest)\nb\n", pieces: pieces) == [longest, "b"])
    #expect(lines("\(longest)x\nb\n", pieces: pieces) == ["too long", "b"])
    #expect(lines("\(longest)\(longest)\(longest)\nb", pieces: pieces) == ["too long", "b"])
    #expect(lines("\(longest)xx", pieces: pieces) == ["too long"])
  }
}
