// SPDX-License-Identifier: Apache-2.0
// Random packets for a sender's visit: none ends it, and none leaves anything behind.

import BadInputs
import ControlTree
import OSC
import Quantities
import SeededNumbers
import Testing

@testable import OSCServer

@Suite("A storm of OSC packets")
struct OSCStormTests {
  /// The words that addresses and texts are made of.
  private static let words = [
    "deckA", "deckB", "fader_db", "fader", "mute", "step", "toggle", "permission", "wall", "record",
    "tarmac", "list", "subscribe", "unsubscribe", "ping", "strip", "gain", "send", "plugin", "list",
    "master", "set_surface", "locate", "transport_play", "*", "**", "?", "deck[A-C]", "{deckA,x}",
    "", "%2F", "%", "%zz", "1", "-1", "99999999999", "smooth", "granted", "/deckA", "//mute",
    "error",
  ]

  @Test("of 20,000, right and wrong, is taken: the sender is answered afterwards as before")
  func storm() async throws {
    var numbers = SeededNumbers(seed: 20_000)
    let inputs = OSCInputs(Self.words)
    let peer = try await OSCPeer()
    var understood = 0
    for round in 0..<20_000 {
      if let packet = try? OSCPacket(inputs.bytes(&numbers)) {
        understood += 1
        peer.visit.take(packet)
      }
      // A sender may have so many packets waiting.
      if round % 500 == 0 { _ = try await peer.answers() }
    }
    #expect(understood > 15_000)
    _ = try await peer.answers()
    peer.send("/tarmac/unsubscribe")
    peer.send("/set_surface", .int32(0), .int32(0), .int32(0))
    _ = try await peer.answers()
    #expect(await peer.tree.subscriptions == 0)
    peer.send("/deckA/fader_db", .float(-3))
    peer.send("/deckA/fader_db")
    #expect(try await peer.answers().contains(OSCMessage("/deckA/fader_db", [.float(-3)])))
  }
}
