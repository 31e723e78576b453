// SPDX-License-Identifier: Apache-2.0
// Ardour's addresses on a rig.

import ControlTree
import OSC
import Testing

@testable import OSCServer

@Suite("Ardour's addresses")
struct ArdourTests {
  private static func level(_ path: String, _ value: Double = 0) -> NodeDescription {
    NodeDescription(
      path: path,
      kind: .level(-90...12, allowsSilence: true),
      summary: "",
      value: .number(value)
    )
  }

  private static func toggle(_ path: String) -> NodeDescription {
    NodeDescription(path: path, kind: .toggle(), summary: "", value: .toggle(false))
  }

  private static func strip(_ name: String) -> [NodeDescription] {
    [
      level("\(name).fader_db"), level("\(name).trim_db"), toggle("\(name).mute"),
      toggle("\(name).cue"),
      NodeDescription(
        path: "\(name).balance",
        kind: .number(NumberRange(-1...1)),
        summary: "",
        value: .number(0)
      ),
      level("\(name).sends.wall.level_db", -10), level("\(name).sends.cue.level_db"),
      NodeDescription(
        path: "\(name).eq.low_db",
        kind: .number(NumberRange(-24...6, scalePoints: [ScalePoint(label: "kill", value: -24)])),
        summary: "",
        value: .number(0)
      ),
      toggle("\(name).eq.on"), toggle("\(name).foreground"),
      NodeDescription(
        path: "\(name).meters.left.peak_db",
        kind: .meter(unit: "dB"),
        summary: "",
        value: .number(0),
        isReadOnly: true
      ),
    ]
  }

  private static let rig =
    strip("deckA") + strip("deckB") + [
      level("wall.fader_db"), toggle("wall.mute"), toggle("wall.present"),
      toggle("rig.transport.rolling"),
      NodeDescription(
        path: "rig.transport.position_seconds",
        kind: .number(NumberRange(0...1e6)),
        summary: "",
        value: .number(0)
      ),
      NodeDescription(
        path: "rig.server.sample_rate_hz",
        kind: .meter(unit: "Hz"),
        summary: "",
        value: .number(48_000),
        isReadOnly: true
      ),
    ]

  private func send(
    _ address: String,
    _ arguments: OSCArgument...
  ) async throws -> (asked: [String], told: [OSCMessage]) {
    let peer = try await OSCPeer(ListTree(Self.rig))
    peer.visit.take(.message(OSCMessage(address, arguments)))
    let told = try await peer.answers()
    return (await peer.tree.asked, told)
  }

  @Test("set the strips in their order, with numbers before the value or in the address")
  func strips() async throws {
    #expect(try await send("/strip/fader", .int32(1), .float(0.75)).asked == ["deckA.fader_db 0"])
    #expect(try await send("/strip/fader", .int32(1), .float(2)).asked == ["deckA.fader_db 12"])
    #expect(try await send("/strip/fader/2", .float(0.5)).asked == ["deckB.fader_db -10"])
    #expect(try await send("/strip/gain", .float(2), .float(-6)).asked == ["deckB.fader_db -6"])
    #expect(try await send("/strip/gain", .int32(2), .float(-193)).asked == ["deckB.fader_db -inf"])
    #expect(try await send("/strip/mute", .int32(1), .float(1)).asked == ["deckA.mute on"])
    #expect(try await send("/strip/solo", .int32(2), .float(1)).asked == ["deckB.cue on"])
    #expect(try await send("/strip/trimdB", .int32(1), .float(3)).asked == ["deckA.trim_db 3"])
    #expect(
      try await send("/strip/pan_stereo_position", .int32(1), .float(0.25)).asked
        == ["deckA.balance -0.5"]
    )
    #expect(try await send("/master/mute", .int32(1)).asked == ["wall.mute on"])
    #expect(try await send("/master/fader", .float(0)).asked == ["wall.fader_db -inf"])
    #expect(
      try await send("/strip/send/gain", .int32(1), .int32(2), .float(-3)).asked == [
        "deckA.sends.cue.level_db -3"
      ]
    )
    #expect(
      try await send("/strip/send/fader", .int32(1), .int32(1), .float(0.75)).asked
        == ["deckA.sends.wall.level_db 0"]
    )
    #expect(
      try await send("/strip/plugin/parameter", .int32(2), .int32(1), .int32(1), .float(-12)).asked
        == ["deckB.eq.low_db -12"]
    )
    for (address, arguments) in [
      ("/strip/fader", [OSCArgument.int32(3), .float(1)]), ("/strip/fader", []),
      ("/strip/send/gain", [.int32(1), .int32(3), .float(0)]),
      ("/strip/fader", [.int32(1), .float(.nan)]),
      ("/strip/plugin/parameter", [.int32(1), .int32(2), .int32(1), .float(0)]),
    ] {
      let peer = try await OSCPeer(ListTree(Self.rig))
      peer.visit.take(.message(OSCMessage(address, arguments)))
      #expect(try await peer.answers().map(\.address) == ["/error"])
      #expect(await peer.tree.asked == [])
    }
  }

  @Test("ask for values, names and lists, which are told as Ardour's manual says")
  func lists() async throws {
    #expect(
      try await send("/strip/fader", .int32(1)).told == [
        OSCMessage("/strip/fader", [.int32(1), .float(0.75)])
      ]
    )
    #expect(
      try await send("/strip/name", .int32(2)).told == [
        OSCMessage("/strip/name", [.int32(2), .string("deckB")])
      ]
    )
    #expect(
      try await send("/strip/list").told == [
        OSCMessage(
          "/reply",
          [.string("B"), .string("deckA"), .int32(1), .int32(1), .int32(0), .int32(0), .int32(1)]
        ),
        OSCMessage(
          "/reply",
          [.string("B"), .string("deckB"), .int32(1), .int32(1), .int32(0), .int32(0), .int32(2)]
        ),
        OSCMessage("/reply", [.string("end_route_list"), .int64(48_000), .int64(0), .int32(0)]),
      ]
    )
    #expect(
      try await send("/strip/sends", .int32(1)).told == [
        OSCMessage(
          "/strip/sends",
          [
            .int32(1), .int32(0), .string("wall"), .int32(1), .float(0.5), .int32(1), .int32(0),
            .string("cue"), .int32(2), .float(0.75), .int32(1),
          ]
        )
      ]
    )
    #expect(
      try await send("/strip/plugin/list", .int32(1)).told
        == [OSCMessage("/strip/plugin/list", [.int32(1), .int32(1), .string("eq")])]
    )
    #expect(
      try await send("/strip/plugin/descriptor", .int32(1), .int32(1)).told == [
        OSCMessage(
          "/strip/plugin/descriptor",
          [
            .int32(1), .int32(1), .int32(1), .string("low_db"), .int32(0), .string("float"),
            .float(-24), .float(6), .int32(1), .float(-24), .string("kill"), .float(0),
          ]
        ),
        OSCMessage(
          "/strip/plugin/descriptor",
          [
            .int32(1), .int32(1), .int32(2), .string("on"), .int32(0), .string("toggle"),
            .float(0), .float(1), .int32(0), .float(0),
          ]
        ),
        OSCMessage("/strip/plugin/descriptor_end", [.int32(1), .int32(1)]),
      ]
    )
  }

  @Test("roll the transport by presses and not by their end, and go to a frame")
  func transport() async throws {
    #expect(try await send("/transport_play", .float(1)).asked == ["rig.transport.rolling on"])
    #expect(try await send("/transport_play", .float(0)).asked == [])
    #expect(try await send("/transport_stop").asked == ["rig.transport.rolling off"])
    #expect(try await send("/toggle_roll").asked == ["rig.transport.rolling on"])
    #expect(
      try await send("/locate", .int32(96_000), .int32(1)).asked
        == ["rig.transport.position_seconds 2", "rig.transport.rolling on"]
    )
  }

  @Test("tell a surface what it has asked for, in the form that it has asked for")
  func feedback() async throws {
    let peer = try await OSCPeer(ListTree(Self.rig))
    peer.send("/set_surface", .int32(1), .int32(159), .int32(19), .int32(1))
    try await peer.wait { $0.contains(OSCMessage("/master/fader", [.float(0.75)])) }
    let full = try await peer.answers()
    #expect(full.first == OSCMessage("/strip/name", [.int32(1), .string("deckA")]))
    #expect(full.contains(OSCMessage("/strip/fader", [.int32(1), .float(0.75)])))
    #expect(full.contains(OSCMessage("/strip/mute", [.int32(1), .int32(0)])))
    #expect(full.contains(OSCMessage("/strip/solo", [.int32(1), .int32(0)])))
    #expect(!full.contains { $0.address == "/strip/meter" })
    #expect(!full.contains { $0.arguments.first == .int32(2) }, "the bank has one strip")
    peer.send("/strip/mute", .int32(1), .int32(1))
    try await peer.wait { $0.contains(OSCMessage("/strip/mute", [.int32(1), .int32(1)])) }
    // Numbers in the address, levels in dB, no switches.
    peer.send("/set_surface/0/159/6/0")
    try await peer.wait { $0.contains(OSCMessage("/strip/gain/2", [.float(0)])) }
    // Both kinds of levels, and meters as positions.
    peer.send("/set_surface", .int32(0), .int32(159), .int32(130), .int32(2))
    try await peer.wait { $0.contains(OSCMessage("/strip/meter", [.int32(2), .float(0.94)])) }
    let both = try await peer.answers()
    #expect(both.contains(OSCMessage("/strip/fader", [.int32(1), .float(0.75)])))
    #expect(both.contains(OSCMessage("/strip/gain", [.int32(1), .float(0)])))
    peer.send("/set_surface/0/159/6/0")
    peer.send("/set_surface")
    let told = [Int32(0), 159, 6, 0].map(OSCArgument.int32)
    try await peer.wait { $0.contains(OSCMessage("/set_surface", told)) }
    peer.send("/set_surface", .int32(0), .int32(159), .int32(0), .int32(0))
    _ = try await peer.answers()
    #expect(await peer.tree.subscriptions == 0)
  }
}
