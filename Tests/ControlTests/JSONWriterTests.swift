// SPDX-License-Identifier: Apache-2.0
// The quick writer writes what the general one does, byte for byte.

import ControlProtocol
import ControlTree
import StrictJSON
import Testing

@Suite("The quick JSON writer")
struct JSONWriterTests {
  private static let texts: [String] = {
    let scalars = (0..<0x180).compactMap { Unicode.Scalar(UInt32($0)) }
    let odd = [
      "", "deckA.fader_db", "/a/b", "\\\"/", "é😀\u{2028}\u{2029}\u{FEFF}\u{FFFD}", "a\u{0}b",
    ]
    return odd + scalars.map { String(Character($0)) }
  }()

  private static let numbers: [Double] = {
    var numbers: [Double] = [
      0, -0.0, 1, -1, 0.1, -12.5, 1e15, 1e16, 1e17, -1e16, 123_456_789.125, 1e-5, 1e-4,
      .leastNonzeroMagnitude,
      .greatestFiniteMagnitude, .leastNormalMagnitude, 1e300, 1 / 3, 9_007_199_254_740_992,
    ]
    numbers += (1...2_000).map { Double(Float(-90 + Double($0) * 0.0517)) }
    return numbers
  }()

  @Test("writes texts as the general one", arguments: texts)
  func text(_ text: String) throws {
    var writer = JSONWriter()
    writer.write(text)
    #expect(try writer.bytes == JSONText.encode(text))
  }

  @Test("writes numbers as the general one")
  func figures() throws {
    for number in Self.numbers {
      var writer = JSONWriter()
      writer.write(number)
      #expect(try writer.bytes == JSONText.encode(number), "\(number)")
    }
    var writer = JSONWriter()
    for odd in [Double.infinity, -.infinity, .nan] { writer.write(odd) }
    #expect(writer.bytes == Array("nullnullnull".utf8))
  }

  @Test("writes an update of the tree as the general one, whole events included")
  func updates() throws {
    let values: [TreeValue] =
      Self.numbers.map { .number($0) } + Self.texts.map { .text($0) }
      + [.number(-.infinity), .long(.max), .long(.min), .toggle(true), .toggle(false)]
    let entries = values.enumerated().map { TreeEntry(path: "a\"b/é.\($0)", value: $1) }
    for list in [entries, [], [entries[0]]] {
      for isFull in [true, false] {
        let update = TreeUpdate(number: 41, isFull: isFull, values: list)
        let event = HostEvent.values(update)
        #expect(try event.json() == JSONText.encode(event))
        #expect(try JSONText.decode(HostEvent.self, from: event.json()).topic == .value)
      }
    }
  }
}
