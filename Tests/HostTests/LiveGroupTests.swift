// SPDX-License-Identifier: Apache-2.0
// Groups of a live rig, heard by a second JACK client.

import ControlProtocol
import JACKTestBench
import Testing

@Suite("The groups of a live rig", .serialized)
struct LiveGroupTests {
  private static func preset(_ groups: String) -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
      phones: { role: headphones, ports: [ "ears:in_2" ] }
      booth: { role: usb, ports: [ "ears:in_3" ] }
    buses: { room: { channels: 1, sends: [ { to: booth } ] } }
    \(groups)
    sessions:
      one:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main }, { to: phones, tap: pre } ]
      two:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        fader_db: -20
        source: { jack: [ "source:out_2" ] }
        sends: [ { to: main }, { to: room, tap: pre } ]
    """
  }

  private static func run(
    _ preset: String,
    _ body: (RunningTarmac, Listener, ([Float], String) throws -> Void) throws -> Void
  ) async throws {
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 3)
      source.play([0.25, 0.5].map { [Float](repeating: $0, count: 48_000 * 300) })
      try body(tarmac, ears) { levels, what in
        var heard: [Float] = []
        try tarmac.wait("\(what): \(levels), not \(heard)") {
          let take = try ears.capture(frames: 256)
          heard = take.compactMap(\.last)
          return zip(take, levels).allSatisfy { samples, level in
            samples.allSatisfy { abs($0 - level) <= 1e-6 }
          }
        }
      }
      source.close()
      ears.close()
    }
  }

  @Test("turn sessions and buses beside their own faders, and no cue")
  func members() async throws {
    let groups = """
      groups:
        band: { members: [ one, two ] }
        rest: { members: [ two, room ], fader_db: -20 }
      """
    try await Self.run(Self.preset(groups)) { tarmac, _, expect in
      func set(_ path: String, _ value: String) throws {
        _ = try tarmac.ask(SetRequest(path: path, value: value))
      }
      try expect([0.25 + 0.005, 0.25, 0.05], "as the preset has it")
      #expect(try tarmac.get("rest.members") == "two, room")
      let status = try tarmac.ask(StatusRequest())
      #expect(status.groups?.map(\.members) == [["one", "two"], ["two", "room"]])
      #expect(status.buses?.map(\.name) == ["room"])
      try set("band.fader_db", "-20")
      try expect([0.0255, 0.25, 0.05], "a group at -20 dB")
      try set("two.fader_db", "0")
      try expect([0.025 + 0.005, 0.25, 0.05], "a member's own fader beside it")
      try set("rest.mute", "on")
      try expect([0.025, 0.25, 0], "a group muted, with its bus")
      try set("band.mute", "on")
      try expect([0, 0.25, 0], "both of them")
      try set("band.mute", "off")
      try set("rest.mute", "off")
      try expect([0.03, 0.25, 0.05], "neither")
      // As the user has left it, unless the preset says something else now.
      let other = groups.replacing("fader_db: -20", with: "fader_db: 0")
      try tarmac.reload(Self.preset(other))
      #expect(try tarmac.get("band.fader_db") == "-20" && tarmac.get("rest.fader_db") == "0")
      try expect([0.025 + 0.05, 0.25, 0.5], "a reload")
    }
  }

  @Test("get and lose members by a reload without a step")
  func reloads() async throws {
    try await Self.run(Self.preset("")) { tarmac, ears, expect in
      try expect([0.25 + 0.05, 0.25, 0.5], "no group")
      for (members, levels) in [
        ("[ one, room ]", [0.025 + 0.05, 0.25, 0.05]),
        ("[ two ]", [0.25 + 0.005, 0.25, 0.5]),
        ("[ one, two, room ]", [0.03, 0.25, 0.05]), ("", [0.3, 0.25, 0.5]),
      ] as [(String, [Float])] {
        let group = members.isEmpty ? "" : "groups: { all: { fader_db: -20, members: \(members) } }"
        let heard = try ears.capture(tail: 9_600) { try tarmac.reload(Self.preset(group)) }
        try expect(levels, "members \(members)")
        for channel in heard {
          let steps = zip(channel, channel.dropFirst()).map { abs($0 - $1) }
          #expect((steps.max() ?? 1) < 0.5 / 200, "members \(members)")
        }
      }
    }
  }
}
