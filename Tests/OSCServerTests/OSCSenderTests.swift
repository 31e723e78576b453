// SPDX-License-Identifier: Apache-2.0
// What messages mean to the door.

import ControlTree
import OSC
import Quantities
import Testing

@testable import OSCServer

@Suite("A sender of OSC")
struct OSCSenderTests {
  /// Sends one message; returns what was asked of the tree, and the replies to the sender.
  private func send(
    _ address: String,
    _ arguments: OSCArgument...
  ) async throws -> (asked: [String], told: [OSCMessage]) {
    let peer = try await OSCPeer()
    peer.visit.take(.message(OSCMessage(address, arguments)))
    let told = try await peer.answers()
    return (await peer.tree.asked, told)
  }

  @Test("sets a level in dB, by any type of number, and as a place of its fader")
  func levels() async throws {
    for argument in [OSCArgument.float(-6), .int32(-6), .double(-6), .int64(-6), .string("-6 dB")] {
      #expect(try await send("/deckA/fader_db", argument) == (["deckA.fader_db -6"], []))
    }
    #expect(try await send("/deckA/fader", .float(0.75)).asked == ["deckA.fader_db 0"])
    #expect(try await send("/deckA/fader", .int32(0)).asked == ["deckA.fader_db -inf"])
    #expect(try await send("/deckA/fader", .float(1)).asked == ["deckA.fader_db 12"])
    #expect(try await send("/deckA/fader_db", .float(-.infinity)).asked == ["deckA.fader_db -inf"])
  }

  @Test("lets a fader that goes on beyond its range stop at its end")
  func beyond() async throws {
    #expect(try await send("/deckA/fader_db", .float(40)) == (["deckA.fader_db 12"], []))
    #expect(try await send("/deckA/fader_db", .int32(-120)) == (["deckA.fader_db -90"], []))
    #expect(try await send("/deckA/fader", .float(1.5)) == (["deckA.fader_db 12"], []))
    #expect(try await send("/deckA/fader", .float(-0.1)) == (["deckA.fader_db -inf"], []))
    #expect(try await send("/deckB/step", .int32(99)).asked == ["deckB.step 10"])
    let fade = try await send("/deckA/fader_db", .float(99), .float(2)).asked
    #expect(fade == ["deckA.fader_db 12 over 2 linear"])
  }

  @Test("sets a plugin's level as the place of a knob that the plugin says how it goes")
  func knobs() async throws {
    let points = [ControlLaw.Point(0, -80), ControlLaw.Point(0.5, 0), ControlLaw.Point(1, 12)]
    let low = NumberRange(-80...12, unit: "dB", law: .points(points))
    let tree = ListTree([
      NodeDescription(
        path: "deck.iso.low_db",
        kind: .number(low),
        summary: "",
        value: .number(-80)
      ),
      NodeDescription(
        path: "deck.iso.low_hz",
        kind: .number(NumberRange(60...800, unit: "Hz", law: .logarithmic)),
        summary: "",
        value: .number(250)
      ),
    ])
    let peer = try await OSCPeer(tree)
    for message in [
      OSCMessage("/deck/iso/low", []), OSCMessage("/deck/iso/low", [.float(0.5)]),
      OSCMessage("/deck/iso/low", []), OSCMessage("/deck/iso/low", [.float(0)]),
      OSCMessage("/deck/iso/low/step", [.float(0.5)]),
    ] {
      peer.visit.take(.message(message))
    }
    let told = try await peer.answers()
    #expect(told == [0, 0.5].map { OSCMessage("/deck/iso/low", [.float($0)]) })
    #expect(await tree.asked == ["deck.iso.low_db 0", "deck.iso.low_db -80", "deck.iso.low_db 0"])
  }

  @Test("is answered by the door itself without a look at the rig")
  func services() async throws {
    let peer = try await OSCPeer()
    #expect(try await peer.answers() == [])
    #expect(await peer.tree.looks == 0)
  }

  @Test("may use addresses and patterns of some length")
  func longAddresses() async throws {
    let long = "/" + String(repeating: "?*", count: 600)
    for told in [
      try await send(long).told, try await send("/tarmac/list", .string(long)).told,
      try await send("/" + String(repeating: "a", count: 2_000)).told,
    ] {
      #expect(told.map(\.address) == ["/error"])
      #expect(told.first?.arguments.last?.text?.contains("1024 bytes") == true)
    }
  }

  @Test("is let in where sixty-four subscribers of another address are")
  func newcomer() async throws {
    let tree = ListTree()
    let directory = OSCDirectory(tree)
    let room = OSCSharedState(tree: tree, directory: directory, expiry: Seconds(3_600))
    var book = OSCSenderTable(nil, room) { _ in }
    defer { book.close() }
    let line = OSCLine { _ in }
    for number in 0..<OSCSenderTable.mostVisits {
      let visit = book.visit(of: "udp \(number)", on: "192.0.2.1", line: line)
      guard let visit else { throw CancellationError() }
      visit.take(.message(OSCMessage("/tarmac/subscribe", [.string("/deckA")])))
      while !visit.isSubscribed { await Task.yield() }
    }
    let (own, other) = (
      book.visit(of: "udp 65", on: "192.0.2.1", line: line),
      book.visit(of: "udp 66", on: "192.0.2.2", line: line)
    )
    #expect(own == nil)
    #expect(other != nil)
  }

  @Test("sets switches by booleans and by what buttons send, and choices by words and numbers")
  func switches() async throws {
    for argument in [OSCArgument.float(1), .int32(1), .bool(true), .string("on")] {
      #expect(try await send("/deckA/mute", argument).asked == ["deckA.mute on"])
    }
    for argument in [OSCArgument.float(0), .bool(false)] {
      #expect(try await send("/deckA/mute", argument).asked == ["deckA.mute off"])
    }
    #expect(
      try await send("/deckB/permission", .string("denied")).asked == ["deckB.permission denied"]
    )
    #expect(try await send("/deckB/permission", .float(1)).asked == ["deckB.permission denied"])
  }

  @Test("takes steps and toggles, but a value of that name goes before the verb")
  func verbs() async throws {
    #expect(try await send("/deckB/fader_db/step", .float(-1.5)).asked == ["deckB.fader_db -7.5"])
    #expect(try await send("/deckA/fader/step", .float(0.25)).asked == ["deckA.fader_db 12"])
    #expect(try await send("/deckA/mute/toggle").asked == ["deckA.mute on"])
    #expect(try await send("/deckA/mute/toggle", .float(1)).asked == ["deckA.mute on"])
    #expect(try await send("/deckA/mute/toggle", .float(0)).asked == [])
    #expect(try await send("/deckB/step", .float(4)).asked == ["deckB.step 4"])
    #expect(try await send("/deckB/step/step", .int32(2)).asked == ["deckB.step 5"])
  }

  @Test("gives a fade its seconds and its curve")
  func fades() async throws {
    let fades = try await send("/deckA/fader_db", .float(-6), .float(2), .string("smooth"))
    #expect(fades.asked == ["deckA.fader_db -6 over 2 smooth"])
    #expect(
      try await send("/deckA/fader", .float(0.75), .int32(3)).asked == [
        "deckA.fader_db 0 over 3 linear"
      ]
    )
    let wrong = try await send("/deckA/fader_db", .float(-6), .float(2), .string("round"))
    #expect(wrong.asked == [])
    #expect(wrong.told.map(\.address) == ["/error"])
    #expect(try await send("/deckA/fader_db", .float(-6), .float(-2)).asked == [])
  }

  @Test("pulls triggers with texts in their order, by a press and not by its end")
  func triggers() async throws {
    #expect(try await send("/wall/record", .string("a.flac")).asked == ["wall.record! file=a.flac"])
    let two = try await send("/wall/record", .float(1), .string("a.flac"), .string("flac"))
    #expect(two.asked == ["wall.record! file=a.flac format=flac"])
    #expect(try await send("/wall/record").asked == ["wall.record!"])
    #expect(try await send("/wall/record", .impulse).asked == ["wall.record!"])
    #expect(try await send("/wall/record", .float(0)) == ([], []))
    let many = try await send("/wall/record", .string("a"), .string("b"), .string("c"))
    #expect(many.asked == [] && many.told.first?.address == "/error")
  }

  @Test("asks for a value without an argument, and is told it on the same address")
  func queries() async throws {
    #expect(try await send("/deckB/fader_db").told == [OSCMessage("/deckB/fader_db", [.float(-6)])])
    #expect(try await send("/deckA/fader").told == [OSCMessage("/deckA/fader", [.float(0.75)])])
    #expect(try await send("/deckA/mute").told == [OSCMessage("/deckA/mute", [.int32(0)])])
    #expect(try await send("/deckB/step").told == [OSCMessage("/deckB/step", [.int32(3)])])
    let escaped = "/my%20deck%2F%C3%B6/peak_db"
    #expect(try await send(escaped).told.contains(OSCMessage(escaped, [.float(-.infinity)])))
    let all = try await send("/deck?/fader_db").told
    #expect(all.map(\.address) == ["/deckA/fader_db", "/deckB/fader_db"])
  }

  @Test("sets all that a pattern means, and pulls no trigger by asking")
  func patterns() async throws {
    #expect(
      try await send("/deck{A,B}/fader_db", .float(-3)).asked
        == ["deckA.fader_db -3", "deckB.fader_db -3"]
    )
    #expect(try await send("//mute/toggle").asked == ["deckA.mute on"])
    #expect(try await send("/*/*").asked == [])
    let nothing = try await send("/deck[X-Z]/fader_db", .float(-3))
    #expect(nothing.asked == [] && nothing.told.first?.address == "/error")
  }

  @Test(
    "is told why something is refused",
    arguments: [
      ("/deckA/fader_db", OSCArgument.blob([1]), "takes -90 to 12 dB"),
      ("/deckA/fader_db", .string("loud"), "takes -90 to 12 dB"),
      ("/deckA/fader", .float(.nan), "takes a place from 0 to 1"),
      ("/deckA/fader_db", .float(.nan), "can't be"),
      ("/deckA/mute", .float(.nan), "takes on or off"),
      ("/deckB/permission", .float(7), "a number from 0 to 1, not 7"),
      ("/deckA", .float(1), "'/tarmac/list /deckA' lists them"),
      ("/deckX/fader_db", .float(1), "There is no value 'deckX.fader_db'"),
      ("/deckA/[", .float(1), "neither an address nor a pattern"),
      ("/deck%ZZ/x", .float(1), "behind '%' stand two digits"),
      ("/tarmac/subscribe", .float(1), "takes a pattern"),
      ("/tarmac/subscribe", .string("/nowhere"), "means nothing here"),
      ("/tarmac/unsubscribe", .string("/deckA"), "There is no subscription"),
    ]
  )
  func errors(_ address: String, _ argument: OSCArgument, _ words: String) async throws {
    let (asked, told) = try await send(address, argument)
    #expect(asked == [])
    #expect(told.count == 1)
    let error = try #require(told.first)
    #expect(error.address == "/error" && error.arguments.first == .string(address))
    #expect(error.arguments.last?.text?.contains(words) == true, "\(error)")
  }

  @Test("lists what there is, with kinds, ranges, defaults, values and units")
  func lists() async throws {
    let told = try await send("/tarmac/list", .string("/deckA")).told
    #expect(
      told == [
        OSCMessage(
          "/reply",
          [
            .string("/deckA/fader_db"), .string("level"), .float(-90), .float(12), .float(0),
            .float(0), .string("dB"),
          ]
        ),
        OSCMessage(
          "/reply",
          [
            .string("/deckA/fader"), .string("place"), .float(0), .float(1), .float(0.75),
            .float(0.75), .none,
          ]
        ),
        OSCMessage(
          "/reply",
          [
            .string("/deckA/mute"), .string("switch"), .float(0), .float(1), .none, .int32(0),
            .none,
          ]
        ),
      ]
    )
    #expect(try await send("/tarmac/list").told.count == 9)
  }

  @Test("has its messages carried out in their order, bundles among them")
  func order() async throws {
    let peer = try await OSCPeer()
    for step in 0..<200 {
      let message = OSCMessage("/deckB/step", [.int32(Int32(step % 11))])
      peer.visit.take(step % 3 == 0 ? .bundle(OSCBundle([.message(message)])) : .message(message))
    }
    _ = try await peer.answers()
    #expect(await peer.tree.asked == (0..<200).map { "deckB.step \($0 % 11)" })
  }

  @Test("does not answer answers")
  func loops() async throws {
    #expect(try await send("/error", .string("x"), .string("y")) == ([], []))
    #expect(try await send("/reply", .string("x")) == ([], []))
  }
}

private func == (lhs: (asked: [String], told: [OSCMessage]), rhs: ([String], [OSCMessage])) -> Bool
{
  lhs.asked == rhs.0 && lhs.told == rhs.1
}
