// SPDX-License-Identifier: Apache-2.0
// The output for listening that hears the main output beside what is cued: cue mix and split cue.

import EngineTestBench
import RigEngine
import Testing

@Suite("A monitor with the main output")
struct MonitorTests {
  private static func preset(_ keys: String = "", main: String = "main: main") -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, channels: 2 }
      phones: { role: headphones, channels: 2 \(keys) }
      one: { role: usb, channels: 1 }
    solo: { to: phones, \(main) }
    buses:
      fx: { channels: 1, fader_db: -20, sends: [ { to: main } ] }
    sessions:
      deck:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        crossfader: A
        source: { jack: [ "far:out_1", "far:out_2" ] }
        streams: { left: [ 1 ] }
        sends: [ { to: main, stream: left, channels: [ 1 ] } ]
      singer:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: "far:out_3" }
        sends: [ { to: fx }, { to: one } ]
    """
  }

  /// Both sides of an output in units of every input.
  private static func heard(_ bench: EngineBench, _ route: String = "phones") -> [Float] {
    bench.settle()
    return (0..<2).map { bench.heard(route, channel: $0) / EngineBench.input }
  }

  private static func expect(_ bench: EngineBench, _ levels: [Float], _ what: String) {
    let heard = heard(bench)
    for (level, expected) in zip(heard, levels) {
      #expect(abs(level - expected) < 1e-6, "\(what): \(heard), not \(levels)")
    }
    let main = Self.heard(bench, "main")
    #expect(abs(main[0] - 1.1) < 1e-6 && abs(main[1] - 0.1) < 1e-6, "\(what): main")
  }

  @Test("hears the cue, the main output or both, whole or one on each ear")
  func mixes() throws {
    let bench = try EngineBench(Self.preset())
    // The main output is deck on the left and a tenth of the singer on both sides.
    Self.expect(bench, [0, 0], "nobody is cued")
    try bench.set("phones.main_cue", to: "on")
    Self.expect(bench, [1.1, 0.1], "the main output is cued")
    try bench.set("phones.main_cue", to: "off")
    try bench.set("singer.cue", to: "on")
    Self.expect(bench, [1, 1], "a session is cued")
    try bench.set("phones.cue_mix", to: "0")
    Self.expect(bench, [2.1, 1.1], "both")
    try bench.set("phones.cue_mix", to: "0.5")
    Self.expect(bench, [1.6, 0.6], "more of the main output")
    try bench.set("phones.cue_mix", to: "1")
    Self.expect(bench, [1.1, 0.1], "the main output")
    try bench.set("phones.split_cue", to: "on")
    Self.expect(bench, [1, 0.6], "one on each ear")
    try bench.set("phones.swap_cue", to: "on")
    Self.expect(bench, [0.6, 1], "on the other ears")
    try bench.set("phones.balance", to: "1")
    Self.expect(bench, [0, 1], "the balance weighs the ears")
    try bench.set("phones.split_cue", to: "off")
    try bench.set("phones.cue_mix", to: "-1")
    try bench.set("phones.balance", to: "0")
    Self.expect(bench, [1, 1], "the cue alone")
  }

  @Test("hears the main output as it is sent to it: with levels and crossfader, before its fader")
  func main() throws {
    let bench = try EngineBench(Self.preset(", cue_mix: 1"))
    Self.expect(bench, [1.1, 0.1], "as it is")
    try bench.set("main.fader_db", to: "-inf")
    try bench.set("main.mute", to: "on")
    #expect(Self.heard(bench) == [1.1, 0.1], "the output is turned down")
    try bench.set("deck.sends.main.level_db", to: "-inf")
    #expect(Self.heard(bench) == [0.1, 0.1], "a send is turned down")
    try bench.set("deck.sends.main.level_db", to: "0")
    try bench.set("rig.crossfader.position", to: "1")
    #expect(Self.heard(bench) == [0.1, 0.1], "the crossfader")
    try bench.set("fx.mute", to: "on")
    #expect(Self.heard(bench) == [0, 0], "nothing is left")
  }

  @Test("comes and goes with reloads, and keeps what its user has set")
  func reloads() async throws {
    let bench = try EngineBench(Self.preset())
    try bench.set("phones.cue_mix", to: "1")
    try await bench.reload(Self.preset("", main: "tap: afl"))
    Self.expect(bench, [0, 0], "no main output")
    #expect(throws: (any Error).self) { try bench.set("phones.cue_mix", to: "0") }
    try await bench.reload(Self.preset(", split_cue: on"))
    Self.expect(bench, [0, 0.6], "split")
    try bench.set("phones.swap_cue", to: "on")
    try await bench.reload(Self.preset(", split_cue: on, fader_db: -20"))
    Self.expect(bench, [0.06, 0], "swapped, and turned down")
  }
}
