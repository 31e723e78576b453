// SPDX-License-Identifier: Apache-2.0
// Buses of a live rig, heard by a second JACK client.

import ControlProtocol
import JACKTestBench
import PluginMeasurement
import RuleProofs
import SeededNumbers
import Testing

@Suite("The buses of a live rig", .serialized)
struct LiveBusTests {
  private static let amp = "http://lv2plug.in/plugins/eg-amp"

  /// Two sessions on `main`, both on `fx` as well, which goes through `room` to `main` and straight
  /// to `booth`.
  private static func preset(
    fx: String = "graph: [ { plugin: \"\(amp)\", id: amp, set: { gain: -20 } } ]",
    two: String = "[ { to: main }, { to: fx, level_db: -inf } ]",
    more: String = ""
  ) -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
      booth: { role: usb, ports: [ "ears:in_2" ] }
    buses:
      room: { channels: 1, sends: [ { to: main } ] }
      fx:
        channels: 1
        \(fx)
        sends: [ { to: room }, { to: booth } ]
    sessions:
      one:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main }, { to: fx } ]
      two:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_2" ] }
        sends: \(two)
    \(more)
    """
  }

  private static func run(
    _ preset: String,
    _ body: (SteadyRig) throws -> Void
  ) async throws {
    try await SteadyRig.run(preset, sources: [0.25, 0.5, 0.125], outputs: 2, body)
  }

  @Test("sum what is sent there, and have a strip, sends and plugins like a session")
  func sums() async throws {
    try await Self.run(Self.preset()) { rig in
      let tarmac = rig.tarmac
      try rig.expect([0.75 + 0.025, 0.025], "one session on the bus")
      try rig.set("two.sends.fx.level_db", "0")
      try rig.expect([0.75 + 0.075, 0.075], "both of them")
      try rig.set("fx.amp.gain", "0")
      try rig.expect([1.5, 0.75], "its plugin at 0 dB")
      try rig.set("fx.fader_db", "-20")
      try rig.expect([0.825, 0.075], "its fader at -20 dB")
      try rig.set("room.mute", "on")
      try rig.expect([0.75, 0.075], "the bus behind it muted")
      try rig.set("fx.sends.booth.level_db", "-inf")
      try rig.expect([0.75, 0], "its send to the booth closed")
      // Buses that stay keep what their user has set, unless the reload changes it.
      try tarmac.reload(Self.preset(more: "interrupters: { phone: { source: { jack: \"x:y\" } } }"))
      #expect(try tarmac.get("fx.fader_db") == "-20" && tarmac.get("fx.amp.gain") == "0")
      try rig.expect([0.75, 0], "the same after a reload")
    }
  }

  @Test("come, change and go with a reload, without a step")
  func reloads() async throws {
    let dry = """
      tarmac: 1
      routes:
        main: { role: lineOut, ports: [ "ears:in_1" ] }
        booth: { role: usb, ports: [ "ears:in_2" ] }
      sessions:
        one:
          category: multiRoute
          options: [ mixWithOthers ]
          active: true
          source: { jack: [ "source:out_1" ] }
          sends: [ { to: main } ]
        two:
          category: multiRoute
          options: [ mixWithOthers ]
          active: true
          source: { jack: [ "source:out_2" ] }
          sends: [ { to: main } ]
      """
    try await Self.run(dry) { rig in
      try rig.expect([0.75, 0], "no bus")
      for (preset, main, booth) in [
        (Self.preset(), Float(0.775), Float(0.025)), (Self.preset(fx: "mute: off"), 1, 0.25),
        (Self.preset(fx: "fader_db: -inf"), 0.75, 0), (Self.preset(), 0.775, 0.025), (dry, 0.75, 0),
      ] {
        let heard = try rig.ears.capture(tail: 9_600) { try rig.tarmac.reload(preset) }
        try rig.expect([main, booth], "a reload")
        for channel in heard {
          #expect(channel.largestStep < 1 / 200)
        }
      }
    }
  }

  @Test(
    "count as the outputs that they lead to: a duck acts there, an exclusive session keeps them off",
    .proves("DUCK-A3", "MEAS-A1", at: .live)
  )
  func outputs() async throws {
    let more = """
        voice:
          category: playback
          options: [ duckOthers ]
          duck: { level_db: -20 }
          source: { jack: [ "nobody:out_1" ] }
          sends: [ { to: booth } ]
        meter:
          category: playback
          mode: measurement
          options: [ mixWithOthers ]
          exclusive_outputs: on
          source: { jack: [ "source:out_3" ] }
          sends: [ { to: booth } ]
      """
    try await Self.run(Self.preset(fx: "fader_db: 0", more: more)) { rig in
      let tarmac = rig.tarmac
      try rig.expect([1, 0.25], "all of it")
      _ = try tarmac.ask(ActivateRequest(session: "voice"))
      let ducked = "what is sent to the booth by the bus is ducked, on all of its ways"
      try rig.expect([0.775, 0.025], ducked)
      _ = try tarmac.ask(DeactivateRequest(session: "voice"))
      try rig.expect([1, 0.25], "the end of the duck")
      _ = try tarmac.ask(ActivateRequest(session: "meter"))
      try rig.expect([0.75, 0.125], "a measurement alone in the booth")
      _ = try tarmac.ask(DeactivateRequest(session: "meter"))
      try rig.expect([1, 0.25], "the end of the measurement")
    }
  }

  @Test("with a reverb is the reverb of all that is sent there, sample by sample")
  func reverb() async throws {
    let graph = "graph: [ { plugin: \"http://plugin.org.uk/swh-plugins/gverb\", id: verb } ]"
    let session = "category: multiRoute, options: [ mixWithOthers ], active: true"
    let preset = """
      tarmac: 1
      routes:
        wet: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
        reference: { role: usb, ports: [ "ears:in_3", "ears:in_4" ] }
      buses:
        fx: { channels: 1, \(graph), sends: [ { to: wet } ] }
      sessions:
        one: { \(session), source: { jack: [ "source:out_1" ] }, sends: [ { to: fx } ] }
        two: { \(session), source: { jack: [ "source:out_2" ] }, sends: [ { to: fx } ] }
        sum: { \(session), source: { jack: [ "source:out_3" ] }, \(graph), sends: [ { to: reference } ] }
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 3)
      let ears = try Listener("ears", on: server, inputs: 4)
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:wet_R") == ["ears:in_2"]
          && ears.connections(of: "rig:reference_R") == ["ears:in_4"]
          && (1...3).allSatisfy { !source.connections(of: "source:out_\($0)").isEmpty }
      }
      var numbers = SeededNumbers(seed: 26)
      let silence = [Float](repeating: 0, count: 44_000)
      let (one, two) = (numbers.samples(4_000) + silence, numbers.samples(4_000) + silence)
      let heard = try source.play([one, two, zip(one, two).map(+)], heardBy: ears)
      let isSame = heard[0] == heard[2] && heard[1] == heard[3]
      #expect(isSame)
      // It goes on long after the sound.
      #expect(heard[0].suffix(4_000).contains { abs($0) > 1e-4 } && heard[0] != heard[1])
      source.close()
      ears.close()
    }
  }
}
