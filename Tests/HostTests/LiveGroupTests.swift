// SPDX-License-Identifier: Apache-2.0
// Groups of a live rig, heard by a second JACK client.

import ControlProtocol
import JACKTestBench
import PluginMeasurement
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
    _ body: (SteadyRig) throws -> Void
  ) async throws {
    try await SteadyRig.run(preset, sources: [0.25, 0.5], outputs: 3, body)
  }

  @Test("turn sessions and buses beside their own faders, and no cue")
  func members() async throws {
    let groups = """
      groups:
        band: { members: [ one, two ] }
        rest: { members: [ two, room ], fader_db: -20 }
      """
    try await Self.run(Self.preset(groups)) { rig in
      let tarmac = rig.tarmac
      try rig.expect([0.25 + 0.005, 0.25, 0.05], "as the preset has it")
      #expect(try tarmac.get("rest.members") == "two, room")
      let status = try tarmac.ask(StatusRequest())
      #expect(status.groups?.map(\.members) == [["one", "two"], ["two", "room"]])
      #expect(status.buses?.map(\.name) == ["room"])
      try rig.set("band.fader_db", "-20")
      try rig.expect([0.0255, 0.25, 0.05], "a group at -20 dB")
      try rig.set("two.fader_db", "0")
      try rig.expect([0.025 + 0.005, 0.25, 0.05], "a member's own fader beside it")
      try rig.set("rest.mute", "on")
      try rig.expect([0.025, 0.25, 0], "a group muted, with its bus")
      try rig.set("band.mute", "on")
      try rig.expect([0, 0.25, 0], "both of them")
      try rig.set("band.mute", "off")
      try rig.set("rest.mute", "off")
      try rig.expect([0.03, 0.25, 0.05], "neither")
      // The fader stays as the user has set it, unless the preset has a new value now.
      let other = groups.replacing("fader_db: -20", with: "fader_db: 0")
      try tarmac.reload(Self.preset(other))
      #expect(try tarmac.get("band.fader_db") == "-20" && tarmac.get("rest.fader_db") == "0")
      try rig.expect([0.025 + 0.05, 0.25, 0.5], "a reload")
    }
  }

  @Test("get and lose members by a reload without a step")
  func reloads() async throws {
    try await Self.run(Self.preset("")) { rig in
      try rig.expect([0.25 + 0.05, 0.25, 0.5], "no group")
      for (members, levels) in [
        ("[ one, room ]", [0.025 + 0.05, 0.25, 0.05]),
        ("[ two ]", [0.25 + 0.005, 0.25, 0.5]),
        ("[ one, two, room ]", [0.03, 0.25, 0.05]), ("", [0.3, 0.25, 0.5]),
      ] as [(String, [Float])] {
        let group = members.isEmpty ? "" : "groups: { all: { fader_db: -20, members: \(members) } }"
        let heard = try rig.ears.capture(tail: 9_600) { try rig.tarmac.reload(Self.preset(group)) }
        try rig.expect(levels, "members \(members)")
        for channel in heard {
          #expect(channel.largestStep < 0.5 / 200, "members \(members)")
        }
      }
    }
  }
}
