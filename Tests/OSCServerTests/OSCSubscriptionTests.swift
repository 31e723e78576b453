// SPDX-License-Identifier: Apache-2.0
// The values that senders receive without asking again, and for how long.

import ControlProtocol
import ControlTree
import OSC
import Patience
import Quantities
import Testing

@testable import OSCServer

@Suite("A subscription by OSC")
struct OSCSubscriptionTests {
  @Test("is told everything first, on the values' own addresses, and then what changes")
  func feedback() async throws {
    let peer = try await OSCPeer()
    peer.send("/tarmac/subscribe", .string("/deckA"))
    let full = [
      OSCMessage("/deckA/fader_db", [.float(0)]), OSCMessage("/deckA/fader", [.float(0.75)]),
      OSCMessage("/deckA/mute", [.int32(0)]),
    ]
    try await peer.wait { $0 == full }
    peer.send("/deckA/fader_db", .float(12))
    peer.send("/deckB/fader_db", .float(12))
    let changes = [
      OSCMessage("/deckA/fader_db", [.float(12)]), OSCMessage("/deckA/fader", [.float(1)]),
    ]
    try await peer.wait { $0 == full + changes }
  }

  @Test("is to what is named: the place of a fader, a pattern, or all")
  func patterns() async throws {
    let cases: [(String, [String])] = [
      ("/deckA/fader", ["/deckA/fader"]), ("/*/fader", ["/deckA/fader", "/deckB/fader"]),
      ("//mute", ["/deckA/mute"]), ("/deck[B]/fader_db", ["/deckB/fader_db"]),
    ]
    for (pattern, addresses) in cases {
      let peer = try await OSCPeer()
      peer.send("/tarmac/subscribe", .string(pattern), .float(30))
      try await peer.wait { $0.map(\.address) == addresses }
    }
    let all = try await OSCPeer()
    all.send("/tarmac/subscribe")
    try await all.wait { $0.count == 8 }
  }

  @Test("ends by itself unless it is renewed, and at once when it is told to")
  func expiry() async throws {
    let peer = try await OSCPeer(expiry: Seconds(0.05))
    peer.send("/tarmac/subscribe", .string("/deckA"))
    try await peer.wait { $0.count == 3 }
    // Other tests may block the shared pool.
    try await withTaskExecutorPreference(TaskQueue("waiting")) {
      let end = ContinuousClock.now + .seconds(patience)
      while await peer.tree.subscriptions > 0, ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    #expect(await peer.tree.subscriptions == 0)
    #expect(!peer.visit.isSubscribed)
    let other = try await OSCPeer()
    other.send("/tarmac/subscribe", .string("/deckA"))
    try await other.wait { $0.count == 3 }
    other.send("/tarmac/unsubscribe", .string("/deckA"))
    _ = try await other.answers()
    #expect(await other.tree.subscriptions == 0)
  }

  @Test("goes on when it is renewed, and does not begin anew")
  func renewal() async throws {
    let peer = try await OSCPeer(expiry: Seconds(3_600))
    for _ in 0..<5 { peer.send("/tarmac/subscribe", .string("/deckA/mute")) }
    try await peer.wait { $0.count == 1 }
    #expect(try await peer.answers().count == 1)
    #expect(await peer.tree.subscriptions == 1)
  }

  @Test("can be had sixteen times by a sender, and not more often")
  func bound() async throws {
    let peer = try await OSCPeer()
    for number in 0..<16 {
      peer.send("/tarmac/subscribe", .string("/{deckA,x\(number)}/mute"))
    }
    #expect(try await peer.answers().filter { $0.address == "/error" } == [])
    peer.send("/tarmac/subscribe", .string("/deckB"))
    #expect(try await peer.answers().contains { $0.address == "/error" })
    #expect(await peer.tree.subscriptions == 16)
    peer.send("/tarmac/unsubscribe")
    _ = try await peer.answers()
    #expect(await peer.tree.subscriptions == 0)
  }

  @Test("and what is asked for fit into datagrams that pass any network")
  func sizes() async throws {
    let nodes = (0..<500).flatMap { number in
      ListTree.usual.map { node in
        var node = node
        node.path = "session\(number).\(node.path)"
        return node
      }
    }
    let peer = try await OSCPeer(ListTree(nodes))
    peer.send("/tarmac/subscribe")
    try await peer.wait { $0.count == 500 * 8 }
    peer.send("/tarmac/list")
    try await peer.wait { $0.count == 500 * 8 + 500 * 9 }
    #expect(peer.largest <= 1_400)
  }
}
