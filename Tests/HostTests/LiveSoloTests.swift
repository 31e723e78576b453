// SPDX-License-Identifier: Apache-2.0
// Solo on a live rig, heard by a second JACK client.

import ControlProtocol
import JACKTestBench
import Testing

@Suite("Solo on a live rig", .serialized)
struct LiveSoloTests {
  private static func preset(_ solo: String) -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
      phones: { role: headphones, ports: [ "ears:in_2", "ears:in_3" ] }
    \(solo)
    buses:
      fx: { channels: 1, fader_db: -20, sends: [ { to: main } ] }
    sessions:
      one:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        fader_db: -20
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
      two:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_2" ] }
        sends: [ { to: fx } ]
    """
  }

  private static func run(_ preset: String, _ body: (SteadyRig) throws -> Void) async throws {
    try await SteadyRig.run(preset, sources: [0.25, 0.5], outputs: 3, body)
  }

  @Test("is heard before the fader, behind it after a reload, and not a sample of main changes")
  func taps() async throws {
    try await Self.run(Self.preset("solo: { to: phones }")) { rig in
      try rig.expect([0.075, 0, 0], "nobody is soloed")
      let main = try rig.ears.capture(frames: 256)[0][0]
      for (tap, share) in [("pfl", Float(1)), ("afl", 0.1)] {
        try rig.tarmac.reload(Self.preset("solo: { to: phones, tap: \(tap) }"))
        try rig.expect([0.075, 0, 0], "nobody is soloed: \(tap)")
        func expect(_ level: Float, _ what: String, after body: () throws -> Void) throws {
          let heard = try rig.ears.capture(tail: 9_600, around: body)
          #expect(heard[0].allSatisfy { $0 == main }, "\(what): \(tap)")
          try rig.expect([0.075, level, level], "\(what): \(tap)")
        }
        try expect(0.25 * share, "a session") { try rig.set("one.cue", "on") }
        try expect(0.75 * share, "a bus, too") { try rig.set("fx.cue", "on") }
        try expect(0.75 * share + 0.5, "another session") { try rig.set("two.cue", "on") }
        try expect(0, "the end of all") {
          _ = try rig.tarmac.ask(TreeTriggerRequest(path: "rig.solo.clear"))
        }
        for name in ["one", "two", "fx"] { #expect(try rig.tarmac.get("\(name).cue") == "off") }
      }
    }
  }
}
