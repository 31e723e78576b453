// SPDX-License-Identifier: Apache-2.0
// The values that users set at an output, heard by a second JACK client.

import ControlProtocol
import JACKTestBench
import RuleProofs
import Testing

@Suite("The values of a live output", .serialized)
struct LiveOutputValueTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ], delay_m: 0 }
      other: { role: usb, ports: [ "ears:in_3" ] }
    sessions:
      music:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        prefers_no_interruptions_from_system_alerts: on
        source: { jack: [ "source:out_1", "source:out_2" ] }
        sends: [ { to: main }, { to: other, from: [ 1 ] } ]
    interrupters:
      alarm: { source: { jack: [ "source:out_3" ] }, sends: [ { to: main } ] }
    """

  @Test("are heard there, to a millionth, and nowhere else")
  func values() async throws {
    try await SteadyRig.run(Self.preset, sources: [0.5, 0.25, 0], outputs: 3) { rig in
      func set(_ values: [(String, String)]) throws {
        for (key, value) in values { try rig.set("main.\(key)", value) }
      }
      try rig.expect([0.5, 0.25, 0.5], "as it is")
      for (values, back, levels) in [
        ([("mono", "on")], [("mono", "off")], [0.375, 0.375]),
        ([("polarity", "on")], [("polarity", "off")], [-0.5, -0.25]),
        ([("balance", "-0.5")], [("balance", "0")], [0.5, 0.125]),
        ([("balance", "1")], [("balance", "0")], [0, 0.25]),
        ([("dim_db", "-20")], [("dim_db", "0")], [0.05, 0.025]),
        ([("night_db", "-40")], [("night_db", "0")], [0.005, 0.0025]),
        (
          [("dim_db", "-20"), ("mono", "on"), ("polarity", "on")],
          [("dim_db", "0"), ("mono", "off"), ("polarity", "off")], [-0.0375, -0.0375]
        ),
      ] as [([(String, String)], [(String, String)], [Float])] {
        try set(values)
        try rig.expect(levels + [0.5], "\(values)")
        try set(back)
        try rig.expect([0.5, 0.25, 0.5], "after \(values)")
      }
      for (key, value) in [
        ("dim_db", "1"), ("night_db", "1"), ("balance", "2"), ("delay_ms", "501"),
      ] {
        let request = SetRequest(path: "main.\(key)", value: value)
        try rig.tarmac.expectRefusal(request, "to", code: .invalidParams)
      }
    }
  }

  @Test(
    "leave an alarm at its own level: turned down, dimmed, at night, muted, to one side",
    .proves("VOL-02", at: .live)
  )
  func alarm() async throws {
    try await SteadyRig.run(Self.preset, sources: [0.5, 0.25, 0.125], outputs: 3) { rig in
      try rig.expect([0.5, 0.25], "the music")
      _ = try rig.tarmac.ask(InterruptBeginRequest(interrupter: "alarm"))
      for (key, value) in [
        ("night_db", "-60"), ("fader_db", "-60"), ("dim_db", "-90"), ("balance", "1"),
        ("mute", "on"), ("mono", "on"),
      ] {
        try rig.set("main.\(key)", value)
        try rig.expect([0.125, 0.125], "the alarm with \(key) \(value)")
      }
    }
  }

  @Test("turn it down at night beside fader and dim, and come back to what they say")
  func night() async throws {
    let preset = Self.preset.replacing("delay_m: 0", with: "fader_db: -20, night_db: -20")
    try await SteadyRig.run(preset, sources: [0.5, 0.25, 0], outputs: 3) { rig in
      try rig.expect([0.005, 0.0025, 0.5], "the preset's night")
      try rig.set("main.dim_db", "-20")
      try rig.expect([0.0005, 0.00025, 0.5], "dimmed as well")
      try rig.set("main.night_db", "0")
      try rig.expect([0.005, 0.0025, 0.5], "the day")
      #expect(try rig.tarmac.get("main.fader_db") == "-20")
      #expect(try rig.tarmac.get("main.dim_db") == "-20")
      try rig.set("main.night_db", "-40")
      try rig.tarmac.reload(preset.replacing("delay_m", with: "mute: off, delay_m"))
      #expect(try rig.tarmac.get("main.night_db") == "-40", "a reload that does not name it")
      try rig.tarmac.reload(preset.replacing("night_db: -20", with: "night_db: 0"))
      try rig.expect([0.005, 0.0025, 0.5], "a reload that says something else")
    }
  }

  @Test("delay it by so many frames, which JACK is told, and no other output")
  func delay() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 3)
      let ears = try Listener("ears", on: server, inputs: 3)
      var impulse = [Float](repeating: 0, count: 48_000)
      impulse[100] = 0.5
      for (delay, frames) in [("0", 0), ("10", 480), ("12.5", 600), ("500", 24_000), ("0", 0)] {
        _ = try tarmac.ask(SetRequest(path: "main.delay_ms", value: delay))
        var places: [Int?] = []
        try tarmac.wait("\(frames) frames, not \(places)") {
          let heard = try source.play([impulse, impulse], heardBy: ears)
          places = heard.map { $0.firstIndex { $0 != 0 } }
          return places == [100 + frames, 100 + frames, 100]
            && heard.allSatisfy { $0.count { $0 != 0 } == 1 }
        }
        try tarmac.wait("JACK to tell \(frames) frames") {
          try LatencyTests.captureLatency(of: "rig:main_L", on: server) == "[ \(frames) \(frames) ]"
        }
      }
      source.close()
      ears.close()
    }
  }
}
