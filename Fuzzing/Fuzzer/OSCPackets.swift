// SPDX-License-Identifier: Apache-2.0
// OSC packets, alone and in streams.

import OSC

/// What OSC senders send, up to the point where a rig would act.
enum OSCPackets {
  private static let addresses = ["/deckA/fader_db", "/deck a%2F/sends/wall/level_db", "/x"]

  /// Reads the bytes as a packet, and as a stream of packets; what is read has to be written and read again as it was.
  @Sendable
  static func take(_ bytes: [UInt8]) {
    if let packet = try? OSCPacket(bytes) { check(packet) }
    var splitter = OSCSplitter()
    for packet in (try? splitter.take(bytes)) ?? [] { _ = try? OSCPacket(packet) }
    if let pattern = OSCPattern(String(decoding: bytes, as: UTF8.self)) { match(pattern) }
  }

  private static func check(_ packet: OSCPacket) {
    let again = try? OSCPacket(packet.bytes)
    precondition(again?.bytes == packet.bytes, "a packet is not what it was written as")
    if case .message(let message) = packet, let pattern = OSCPattern(message.address) {
      match(pattern)
    }
  }

  private static func match(_ pattern: OSCPattern) {
    for address in addresses {
      let isMeant = pattern.matches(address)
      precondition(!isMeant || pattern.matches(beginningOf: address), "what is meant is no part")
    }
  }
}

extension Mutation {
  /// Another packet of the same kind, where the bytes are one: an argument, an address or an element more or less.
  static func osc(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8]? {
    guard let packet = try? OSCPacket(bytes) else { return nil }
    return changed(packet, &dice).bytes
  }

  private static let words = [
    "/deckA/fader_db", "/*", "//x", "/[a-c]", "/{a,b}", "/", "/tarmac/list",
  ]

  private static let arguments: [OSCArgument] = [
    .float(.nan), .float(-.infinity), .int32(.min), .int64(.max), .string(""), .blob([1, 2, 3]),
    .bool(true), .none, .impulse, .array([.double(1e308), .array([])]), .timeTag(.immediately),
    .midi(0), .symbol("x"), .character(0), .color(.max),
  ]

  private static func changed(_ packet: OSCPacket, _ dice: inout Dice) -> OSCPacket {
    switch (packet, dice.roll(4)) {
    case (.message, 0):
      return .bundle(OSCBundle(at: OSCTimeTag(bits: UInt64(dice.roll(3))), [packet]))
    case (.message(var message), let choice):
      if choice == 1, let word = dice.pick(words) { message.address = word }
      if choice == 2, !message.arguments.isEmpty {
        message.arguments.remove(at: dice.roll(message.arguments.count))
      }
      if choice == 3, let argument = dice.pick(arguments) { message.arguments.append(argument) }
      return .message(message)
    case (.bundle(var bundle), let choice):
      guard !bundle.elements.isEmpty else { return .message(OSCMessage("/x")) }
      let index = dice.roll(bundle.elements.count)
      switch choice {
      case 0: return bundle.elements[index]
      case 1: bundle.elements.remove(at: index)
      case 2: bundle.elements.append(bundle.elements[index])
      default: bundle.elements[index] = changed(bundle.elements[index], &dice)
      }
      return .bundle(bundle)
    }
  }
}
