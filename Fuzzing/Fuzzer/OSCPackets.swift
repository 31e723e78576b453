// SPDX-License-Identifier: Apache-2.0
// OSC packets, alone and in streams.

import OSC

/// Packets of OSC senders, up to the point where a rig would act.
enum OSCPackets {
  private static let addresses = ["/deckA/fader_db", "/deck a%2F/sends/wall/level_db", "/x"]

  /// Reads the bytes as a packet, and as a stream of packets; a packet that was read has to be the
  /// same after it is written and read again.
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
