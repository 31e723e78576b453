// SPDX-License-Identifier: Apache-2.0
// Headphones that hear the main output beside what is cued, heard by a second JACK client.

import ControlProtocol
import JACKTestBench
import Testing

@Suite("Headphones with cue and main", .serialized)
struct LiveMonitorTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
      phones: { role: headphones, ports: [ "ears:in_3", "ears:in_4" ] }
    solo: { to: phones, main: main }
    sessions:
      one:
        role: dj
        crossfader: A
        source: { jack: "source:out_1" }
        sends: [ { to: main, channels: [ 1 ] } ]
      two:
        role: dj
        crossfader: B
        fader_db: -inf
        source: { jack: "source:out_2" }
        sends: [ { to: main, channels: [ 2 ] } ]
    """

  @Test("mix both, split them between the ears, and never mix them up")
  func monitor() async throws {
    try await SteadyRig.run(Self.preset, sources: [0.25, 0.5], outputs: 4) { rig in
      try rig.expect([0.25, 0, 0, 0], "nobody is cued")
      // What is cued never reaches the main output: not a sample of it moves.
      func expect(_ ears: [Float], _ what: String, after path: String, is value: String) throws {
        let heard = try rig.ears.capture(tail: 4_800) { try rig.set(path, value) }
        try rig.expect([0.25, 0] + ears, what)
        #expect(heard[0].allSatisfy { $0 == 0.25 } && heard[1].allSatisfy { $0 == 0 }, "\(what)")
      }
      try expect([0.5, 0.5], "a deck is cued that is turned down", after: "two.cue", is: "on")
      try expect([0.75, 0.5], "the middle", after: "phones.cue_mix", is: "0")
      try expect([0.25, 0], "the main output", after: "phones.cue_mix", is: "1")
      try expect([0.5, 0.125], "split", after: "phones.split_cue", is: "on")
      try expect([0.125, 0.5], "swapped", after: "phones.swap_cue", is: "on")
      try expect([0.125, 0], "the end of the cue", after: "two.cue", is: "off")
      // The cue's ear hears nothing of what happens to the main output.
      let heard = try rig.ears.capture(tail: 9_600) {
        try rig.set("rig.crossfader.position", "0.5")
        try rig.set("main.mute", "on")
      }
      try rig.expect([0, 0, 0.0625, 0], "half of the main output, before its mute")
      #expect(heard[3].allSatisfy { $0 == 0 })
      #expect(heard[0].contains { $0 != 0 }, "it was heard before")
    }
  }
}
