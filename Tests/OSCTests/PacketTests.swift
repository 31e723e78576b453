// SPDX-License-Identifier: Apache-2.0
// Packets as the specification, liblo and python-osc write them, and bytes that are none.

import OSC
import SeededNumbers
import Testing

@Suite("An OSC packet")
struct PacketTests {
  /// Bytes from their hexadecimal digits.
  static func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.filter { $0 != " " && $0 != "\n" })
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
  }

  @Test("of the specification's first example is read and written as it stands there")
  func specificationOne() throws {
    let bytes = Self.bytes(
      "2f6f7363 696c6c61 746f722f 342f6672 65717565 6e637900 2c660000 43dc0000"
    )
    let message = OSCMessage("/oscillator/4/frequency", [.float(440)])
    #expect(try OSCPacket(bytes) == .message(message))
    #expect(message.bytes == bytes)
  }

  @Test("of the specification's second example is read and written as it stands there")
  func specificationTwo() throws {
    let bytes = Self.bytes(
      """
      2f666f6f 00000000 2c696973 66660000 000003e8 ffffffff
      68656c6c 6f000000 3f9df3b6 40b5b22d
      """
    )
    let message = OSCMessage(
      "/foo",
      [.int32(1_000), .int32(-1), .string("hello"), .float(1.234), .float(5.678)]
    )
    #expect(try OSCPacket(bytes) == .message(message))
    #expect(message.bytes == bytes)
  }

  @Test("of python-osc with every type that it has is read and written as it was")
  func pythonTypes() throws {
    let bytes = Self.bytes(
      """
      2f616c6c000000002c69667362686454464e5b695b73665d5d726d00000000013f00000070c3a4780000000000000005
      0102030405000000ffffff00000000003fd55555555555550000000161000000400000001122334401903c64
      """
    )
    let message = OSCMessage(
      "/all",
      [
        .int32(1), .float(0.5), .string("päx"), .blob([1, 2, 3, 4, 5]), .int64(-1 << 40),
        .double(1.0 / 3), .bool(true), .bool(false), .none,
        .array([.int32(1), .array([.string("a"), .float(2)])]), .color(0x1122_3344),
        .midi(0x0190_3c64),
      ]
    )
    #expect(try OSCPacket(bytes) == .message(message))
    #expect(message.bytes == bytes)
  }

  @Test("of python-osc with a bundle in a bundle keeps both moments")
  func pythonBundle() throws {
    let bytes = Self.bytes(
      """
      2362756e646c6500e398e480400000000000000c2f6100002c69000000000001
      000000282362756e646c6500e398e48180000000000000142f622f63000000002c73000068656c6c6f000000
      """
    )
    let inner = OSCBundle(
      at: OSCTimeTag(secondsSince1970: 1_609_459_201.5),
      [.message(OSCMessage("/b/c", [.string("hello")]))]
    )
    let bundle = OSCBundle(
      at: OSCTimeTag(secondsSince1970: 1_609_459_200.25),
      [.message(OSCMessage("/a", [.int32(1)])), .bundle(inner)]
    )
    #expect(try OSCPacket(bytes) == .bundle(bundle))
    #expect(OSCPacket.bundle(bundle).bytes == bytes)
    #expect(bundle.time.secondsSince1970 == 1_609_459_200.25)
  }

  @Test("has the other types, too: symbols, characters, time tags and impulses")
  func otherTypes() throws {
    let message = OSCMessage(
      "/x",
      [.symbol("abc"), .character(0x41), .timeTag(.immediately), .impulse, .array([])]
    )
    #expect(message.typeTags == ",SctI[]")
    #expect(try OSCPacket(message.bytes) == .message(message))
  }

  @Test("without type tags has no arguments, as the oldest senders write it")
  func withoutTags() throws {
    #expect(try OSCPacket(Self.bytes("2f78 0000")) == .message(OSCMessage("/x")))
    #expect(OSCMessage("/x").bytes == Self.bytes("2f780000 2c000000"))
  }

  @Test(
    "that is wrong is refused, with the byte",
    arguments: [
      ("", OSCProblem(.size(0), at: 0)),
      ("2f7800", OSCProblem(.unaligned(3), at: 0)),
      ("2f787878", OSCProblem(.ends(before: "the end of the address"), at: 4)),
      ("78780000", OSCProblem(.address, at: 0)),
      ("2f780001", OSCProblem(.padding, at: 3)),
      ("2fff0000", OSCProblem(.text, at: 0)),
      ("2f780000 69000000 00000001", OSCProblem(.typeTags, at: 4)),
      ("2f780000 2c690000", OSCProblem(.ends(before: "a number"), at: 8)),
      ("2f780000 2c710000", OSCProblem(.unknownType(0x71), at: 5)),
      ("2f780000 2c000000 00000001", OSCProblem(.leftover, at: 8)),
      ("2f780000 2c5b0000", OSCProblem(.bracket, at: 6)),
      ("2f780000 2c5d0000", OSCProblem(.bracket, at: 5)),
      ("2f780000 2c620000 ffffffff", OSCProblem(.negative, at: 8)),
      (
        "2f780000 2c620000 00000009 01020304",
        OSCProblem(.ends(before: "the end of a blob"), at: 16)
      ),
      ("2f780000 2c730000 61616161", OSCProblem(.ends(before: "the end of a text"), at: 12)),
      ("2362756e646c6500 00000000", OSCProblem(.ends(before: "the time tag"), at: 12)),
      (
        "2362756e646c6500 0000000000000001 00000010 2f780000",
        OSCProblem(.ends(before: "an element's end"), at: 24)
      ),
      ("2362756e646c6500 0000000000000001 00000000", OSCProblem(.size(0), at: 16)),
      ("2362756e646c6500 0000000000000001 ffffffff", OSCProblem(.negative, at: 16)),
    ]
  )
  func wrong(_ hex: String, _ problem: OSCProblem) {
    #expect(throws: problem) { try OSCPacket(Self.bytes(hex)) }
    #expect(problem.description.hasPrefix("Byte \(problem.place) of the OSC packet: "))
  }

  @Test("is refused when it is nested deeper, or holds more, than anybody needs")
  func bounds() throws {
    var deep = OSCPacket.message(OSCMessage("/x"))
    for _ in 0..<OSCLimits.bundleDepth { deep = .bundle(OSCBundle([deep])) }
    #expect(try OSCPacket(deep.bytes) == deep)
    #expect(throws: OSCProblem.self) { try OSCPacket(OSCPacket.bundle(OSCBundle([deep])).bytes) }
    var array = OSCArgument.int32(1)
    for _ in 0..<OSCLimits.arrayDepth { array = .array([array]) }
    #expect(try OSCPacket(OSCMessage("/x", [array]).bytes) == .message(OSCMessage("/x", [array])))
    #expect(throws: OSCProblem.self) { try OSCPacket(OSCMessage("/x", [.array([array])]).bytes) }
    let many = Array(repeating: OSCPacket.message(OSCMessage("/x")), count: OSCLimits.elements)
    #expect(throws: OSCProblem.self) { try OSCPacket(OSCPacket.bundle(OSCBundle(many)).bytes) }
    let arguments = Array(repeating: OSCArgument.impulse, count: OSCLimits.arguments + 1)
    #expect(throws: OSCProblem.self) { try OSCPacket(OSCMessage("/x", arguments).bytes) }
    let long = "/" + String(repeating: "x", count: OSCLimits.address)
    #expect(throws: OSCProblem.self) { try OSCPacket(OSCMessage(long).bytes) }
    #expect(throws: OSCProblem.self) {
      try OSCPacket(Array(repeating: 0, count: OSCLimits.bytes + 4))
    }
  }

  @Test("of any bytes is read to what writes the same bytes again, or refused")
  func anyBytes() throws {
    var numbers = SeededNumbers(seed: 12)
    var (read, wrong) = (0, 0)
    for _ in 0..<20_000 {
      let made = MadePackets.packet(&numbers)
      var bytes = made.bytes
      if try OSCPacket(bytes) != made, !made.holdsNaN { wrong += 1 }
      for _ in 0..<Int.random(in: 0...3, using: &numbers) where !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &numbers)] =
          [0, 0x23, 0x2c, 0x2f, 0x5b, 0x5d, 0x7f, 0xff, 4].randomElement(using: &numbers) ?? 0
      }
      guard let packet = try? OSCPacket(bytes) else { continue }
      read += 1
      let again = try OSCPacket(packet.bytes)
      if again.bytes != packet.bytes { wrong += 1 }
    }
    #expect(wrong == 0 && read > 1_000)
  }
}

extension OSCPacket {
  /// Whether it holds a number that does not equal itself.
  var holdsNaN: Bool { self != self }
}

@Suite("An OSC time tag")
struct TimeTagTests {
  @Test("counts from 1900, and is what python-osc sends")
  func epoch() {
    #expect(OSCTimeTag(secondsSince1970: 0).bits == 2_208_988_800 << 32)
    #expect(OSCTimeTag(secondsSince1970: 1_609_459_200.25).bits == 0xe398_e480_4000_0000)
    #expect(OSCTimeTag.immediately.bits == 1)
  }

  @Test("is the nearest one for moments that it has no number for")
  func extremes() {
    #expect(OSCTimeTag(secondsSince1970: -1e12).bits == 0)
    #expect(OSCTimeTag(secondsSince1970: 1e12).bits == .max)
    #expect(OSCTimeTag(secondsSince1970: .nan).bits == 0)
    #expect(OSCTimeTag(secondsSince1970: .infinity).bits == .max)
  }
}
