// SPDX-License-Identifier: Apache-2.0
// What the meters of live strips read in front of their faders and behind them.

import ControlProtocol
import ControlTree
import JACKTestBench
import Testing

@Suite("The meters of live strips", .serialized)
struct LivePostMeterTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
    buses: { room: { channels: 1, fader_db: -6, sends: [ { to: main } ] } }
    groups: { band: { members: [ one ] } }
    sessions:
      one:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        trim_db: 6
        fader_db: -20
        source: { jack: [ "source:out_1", "source:out_2" ] }
        sends: [ { to: main, tap: pre }, { to: room, from: [ 1 ], channels: [ 1 ] } ]
    interrupters:
      alarm: { fader_db: -10, source: { jack: [ "source:out_1" ] }, sends: [ { to: main } ] }
    """

  @Test("read the sound behind fader, group, balance and mute, beside that behind the trim")
  func post() async throws {
    try await SteadyRig.run(Self.preset, sources: [0.1, 0.01], outputs: 2) { rig in
      func expect(_ levels: [(String, Double)], _ what: String) throws {
        var read: [Double] = []
        try rig.tarmac.wait("\(what): \(levels), not \(read)") {
          read = try levels.map { path, _ in
            let value = try rig.tarmac.ask(TreeGetRequest(patterns: [path])).first?.value
            return value?.number ?? .nan
          }
          // Silence is where levels fall to, the mean for half a minute.
          return zip(read, levels).allSatisfy { abs(max($0, -100) - max($1.1, -100)) < 0.01 }
        }
      }
      func strip(_ left: Double, _ right: Double) -> [(String, Double)] {
        let pre = [("L", -14.0), ("R", -34.0)]
        return [("L", left), ("R", right)].flatMap { channel, level in
          ["post_peak_db", "post_rms_db"].map { ("one.meters.\(channel).\($0)", level) }
        }
          + pre.flatMap { channel, level in
            ["peak_db", "rms_db"].map { ("one.meters.\(channel).\($0)", level) }
          }
      }
      try expect(strip(-34, -54), "the fader")
      let room = [("room.meters.1.peak_db", -34.0), ("room.meters.1.post_peak_db", -40)]
      try expect(room, "a bus")
      try rig.set("band.fader_db", "-10")
      try expect(strip(-44, -64), "a group")
      try rig.set("one.balance", "-1")
      try expect(strip(-44, -.infinity), "to the left")
      try rig.set("one.balance", "0")
      try rig.set("one.mute", "on")
      try expect(strip(-.infinity, -.infinity), "a mute")
      _ = try rig.tarmac.ask(InterruptBeginRequest(interrupter: "alarm"))
      let alarm = [("alarm.meters.1.peak_db", -20.0), ("alarm.meters.1.post_peak_db", -30)]
      try expect(alarm, "an alarm")
      let outputs = try rig.tarmac.ask(TreeListRequest(patterns: ["main.meters"])).map(\.path)
      #expect(!outputs.contains { $0.contains("post") })
    }
  }
}
