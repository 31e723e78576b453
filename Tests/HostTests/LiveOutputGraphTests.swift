// SPDX-License-Identifier: Apache-2.0
// Plugins on an output: which sound goes through them and which does not, heard by a second JACK
// client.

import ControlProtocol
import Foundation
import JACKTestBench
import PluginMeasurement
import RuleProofs
import SeededNumbers
import Testing

@Suite("The graph of a live output", .serialized)
struct LiveOutputGraphTests {
  /// Two sessions on `main`, one of them on `booth` as well; an alarm on both.
  private static func preset(
    main: String,
    alarm: String = "",
    sessions: String = "",
    ports: String = "\"ears:in_1\""
  ) -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ \(ports) ], \(main) }
      booth: { role: usb, ports: [ "ears:in_2" ] }
    sessions:
      one:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        prefers_no_interruptions_from_system_alerts: on
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main }, { to: booth } ]
      two:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_2" ] }
        sends: [ { to: main } ]
    \(sessions)
    interrupters:
      alarm: { source: { jack: [ "source:out_3" ] }, sends: [ { to: main }, { to: booth } ]\(alarm) }
    """
  }

  private static func amp(_ gain: String, id: String = "amp") -> String {
    "[ { plugin: \"http://lv2plug.in/plugins/eg-amp\", id: \(id), set: { gain: \(gain) } } ]"
  }

  @Test(
    "acts on all that goes there and on nothing else, and its values are set by their paths",
    .proves("VOL-02", at: .live)
  )
  func acts() async throws {
    let preset = Self.preset(main: "graph: \(Self.amp("-20"))")
    try await SteadyRig.run(preset, sources: [0.25, 0.5, 0.125], outputs: 2) { rig in
      let tarmac = rig.tarmac
      try rig.expect([0.075, 0.25], "both sessions at a tenth")
      try rig.set("main.amp.gain", "0")
      try rig.expect([0.75, 0.25], "the plugin at 0 dB")
      try rig.set("main.amp.gain", "-40")
      try rig.expect([0.0075, 0.25], "the plugin at -40 dB")
      // A reload that changes something else keeps what the user has set; one that names the value
      // does not.
      try tarmac.reload(Self.preset(main: "mute: off, graph: \(Self.amp("-20"))"))
      #expect(try tarmac.get("main.amp.gain") == "-40")
      try tarmac.reload(Self.preset(main: "graph: \(Self.amp("0"))"))
      try rig.expect([0.75, 0.25], "the preset's new value")
      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "alarm"))
      try rig.set("main.amp.gain", "-40")
      try rig.set("main.mute", "on")
      try tarmac.wait("the alarm alone") {
        try rig.ears.capture(frames: 256)[0].allSatisfy { $0 == 0.125 }
      }
    }
  }

  @Test("is exchanged in silence: no step is larger than that of a fade")
  func exchange() async throws {
    let preset = Self.preset(main: "fader_db: 0")
    try await SteadyRig.run(preset, sources: [0.25, 0.5, 0], outputs: 2) { rig in
      try rig.expect([0.75, 0.25], "the sum")
      for (main, level) in [
        ("graph: \(Self.amp("-20"))", Float(0.075)),
        ("graph: \(Self.amp("-20", id: "other"))", 0.075),
        ("limiter: \(Self.amp("-20"))", 0.075),
        ("graph: \(Self.amp("-20")), limiter: \(Self.amp("-20", id: "last"))", 0.0075),
        ("fader_db: 0", 0.75),
      ] {
        let other = Self.preset(main: main)
        let heard = try rig.ears.capture(tail: 9_600) { try rig.tarmac.reload(other) }
        try rig.expect([level, 0.25], main)
        #expect(heard[0].largestStep < 0.75 / 200, "\(main)")
        #expect(heard[1].allSatisfy { $0 == 0.25 }, "the other output: \(main)")
      }
    }
  }

  @Test(
    "holds an alarm at the ceiling of the limiter, and lets it past the graph and all that is down",
    .proves("VOL-02", at: .live)
  )
  func ceiling() async throws {
    let isolator = "[ { plugin: \"urn:tarmac:isolator\", id: eq, set: { mid_db: -26 } } ]"
    let limiter = "[ { plugin: \"urn:tarmac:limiter\", id: ceiling, set: { ceiling_db: -6 } } ]"
    let preset = Self.preset(
      main: "graph: \(isolator), limiter: \(limiter)",
      alarm: ", fader_db: 12",
      ports: "\"ears:in_1\", \"ears:in_3\""
    )
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 3)
      let ears = try Listener("ears", on: server, inputs: 3)
      // 1 kHz: the isolator's middle.
      let tone = (0..<48_000 * 120).map { 0.5 * sinf(Float($0 % 48) / 48 * 2 * .pi) }
      let silence = [Float](repeating: 0, count: tone.count)
      source.play([tone, silence, tone])
      func expect(_ what: String, main: ClosedRange<Float>, booth: ClosedRange<Float>) throws {
        var peaks: [Float] = []
        try tarmac.wait("\(what), not \(peaks)") {
          peaks = try ears.capture(frames: 4_800).map(\.peak)
          return main ~= peaks[0] && booth ~= peaks[1] && peaks[0] == peaks[2]
        }
      }
      try expect("a session behind the isolator", main: 0.02...0.03, booth: 0.499...0.501)
      for (key, value) in [("fader_db", "-60"), ("night_db", "-60"), ("dim_db", "-90")] {
        _ = try tarmac.ask(SetRequest(path: "main.\(key)", value: value))
      }
      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "alarm"))
      let limit = powf(10, -6 / 20)
      try expect("the alarm at the ceiling", main: limit * 0.9...limit, booth: 1.98...2.5)
      #expect(try ears.capture(frames: 48_000)[0].allSatisfy { abs($0) <= limit })
      _ = try tarmac.ask(SetRequest(path: "alarm.fader_db", value: "-12"))
      let level = 0.5 * powf(10, -12 / 20)
      try expect(
        "the alarm at its own level",
        main: level * 0.99...level * 1.01,
        booth: 0.1...0.7
      )
      source.close()
      ears.close()
    }
  }

  @Test(
    "lets a measurement past, bit for bit, and past the fader",
    .proves("MEAS-01", at: .live)
  )
  func measurement() async throws {
    let meter = """
        meter:
          category: playAndRecord
          mode: measurement
          exclusive_outputs: on
          source: { jack: [ "source:out_3" ] }
          sends: [ { to: main } ]
      """
    let graphs = "graph: \(Self.amp("-20")), limiter: \(Self.amp("-20", id: "last"))"
    let values = "fader_db: -60, dim_db: -20, night_db: -60, polarity: on, delay_ms: 100"
    let preset = Self.preset(main: "\(values), \(graphs)", sessions: meter)
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 3)
      let ears = try Listener("ears", on: server, inputs: 2)
      try tarmac.wait("the connections") {
        ears.connections(of: ears.input(1)) == ["rig:main"]
          && ears.connections(of: "rig:meter") == ["source:out_3"]
      }
      _ = try tarmac.ask(ActivateRequest(session: "meter"))
      try tarmac.wait("the measurement") { try tarmac.session("meter").state == "active" }
      try ears.wait(frames: 9_600)
      var numbers = SeededNumbers(seed: 12)
      let patterns = (0..<50_000).map { _ in
        Float(bitPattern: UInt32.random(in: .min ... .max, using: &numbers))
      }
      let silence = [Float](repeating: 0, count: patterns.count)
      let heard = try source.play([silence, silence, patterns], heardBy: ears)
      let isExact = heard[0].map(\.bitPattern) == patterns.map(\.bitPattern)
      #expect(isExact, "a difference of so many samples takes minutes to print")
      source.close()
      ears.close()
    }
  }
}
