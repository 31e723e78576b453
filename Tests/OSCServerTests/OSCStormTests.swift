// SPDX-License-Identifier: Apache-2.0
// Packets by chance, thrown at a sender's visit: none ends it, and none leaves anything behind.

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

  private static func packet(_ numbers: inout SeededNumbers, depth: Int = 0) -> OSCPacket {
    if depth < 3, Int.random(in: 0..<8, using: &numbers) == 0 {
      let count = Int.random(in: 0..<4, using: &numbers)
      let elements = (0..<count).map { _ in packet(&numbers, depth: depth + 1) }
      let tags = [OSCTimeTag.immediately, OSCTimeTag(bits: 0), OSCTimeTag(bits: .max)]
      return .bundle(OSCBundle(at: tags.randomElement(using: &numbers) ?? .immediately, elements))
    }
    let parts = (0...Int.random(in: 0..<3, using: &numbers)).map { _ in word(&numbers) }
    let count = Int.random(in: 0..<5, using: &numbers)
    let arguments = (0..<count).map { _ in argument(&numbers) }
    return .message(OSCMessage("/" + parts.joined(separator: "/"), arguments))
  }

  private static func word(_ numbers: inout SeededNumbers) -> String {
    words.randomElement(using: &numbers) ?? ""
  }

  private static func argument(_ numbers: inout SeededNumbers) -> OSCArgument {
    let floats: [Float] = [0, 1, 0.5, -6, 12, -193, 1e30, .nan, .infinity, -.infinity, -0.0]
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0...2: return .float(floats.randomElement(using: &numbers) ?? 0)
    case 3: return .int32([0, 1, 2, -1, .max, .min].randomElement(using: &numbers) ?? 0)
    case 4...5: return .string(word(&numbers))
    case 6: return .int64([.min, .max].randomElement(using: &numbers) ?? 0)
    case 7: return .bool(Bool.random(using: &numbers))
    case 8:
      return [.none, .impulse, .blob([1, 2]), .array([.int32(1)])].randomElement(using: &numbers)
        ?? .none
    default: return .double(Double(bitPattern: numbers.next()))
    }
  }

  @Test("of 20,000, right and wrong, is taken: the sender is answered afterwards as before")
  func storm() async throws {
    var numbers = SeededNumbers(seed: 20_000)
    let peer = try await OSCPeer()
    var understood = 0
    for round in 0..<20_000 {
      var bytes = Self.packet(&numbers).bytes
      if round % 4 == 0, !bytes.isEmpty {
        bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(
          in: 0...255,
          using: &numbers
        )
      }
      if let packet = try? OSCPacket(bytes) {
        understood += 1
        peer.visit.take(packet)
      }
      // A sender may have so many waiting.
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
