// SPDX-License-Identifier: Apache-2.0
// Packets in streams, however the stream is cut.

import OSC
import SeededNumbers
import Testing

@Suite("Packets in a stream")
struct FramingTests {
  @Test("are found in either framing, which shows by itself, wherever the stream is cut")
  func found() throws {
    var numbers = SeededNumbers(seed: 3)
    for framing in [OSCFraming.length, .slip] {
      for _ in 0..<200 {
        let packets = (0..<5).map { _ in MadePackets.packet(&numbers).bytes }
        let stream = packets.flatMap(framing.frame)
        var splitter = OSCSplitter()
        var found: [[UInt8]] = []
        var rest = stream[...]
        while !rest.isEmpty {
          let part = rest.prefix(Int.random(in: 1...40, using: &numbers))
          found += try splitter.take(part)
          rest = rest.dropFirst(part.count)
        }
        #expect(found == packets)
        #expect(splitter.framing == framing)
      }
    }
  }

  @Test("are escaped as python-osc does it")
  func pythonSlip() throws {
    let packet = PacketTests.bytes("2f780000 2c690000 c0dbdcdd")
    let framed = PacketTests.bytes("c02f7800002c690000dbdcdbdddcddc0")
    #expect(OSCFraming.slip.frame(packet) == framed)
    var splitter = OSCSplitter()
    #expect(try splitter.take(framed) == [packet])
  }

  @Test("end with what is none: a size without sense, a wrong escape, something else")
  func wrong() throws {
    for hex in ["47455420", "7fffffff", "00000000", "00ffffff", "c02fdb00"] {
      var splitter = OSCSplitter()
      #expect(throws: OSCProblem.self, "\(hex)") { try splitter.take(PacketTests.bytes(hex)) }
    }
    var splitter = OSCSplitter()
    #expect(throws: OSCProblem.self) {
      try splitter.take([0xc0] + Array(repeating: UInt8(ascii: "/"), count: OSCLimits.bytes + 1))
    }
  }
}
