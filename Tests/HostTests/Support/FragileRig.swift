// SPDX-License-Identifier: Apache-2.0
// Two sessions beside one whose plugin crashes on request, in a process of its own.

import ControlProtocol
import Foundation
import JACKTestBench
import Patience
import TestPlugins

/// The rig of the tests of isolation.
enum FragileRig {
  /// The gain of `glass`; neither the plugin's default nor the preset's value.
  static let level: Float = 0.25
  /// An isolated graph's way there and back, in frames: one cycle.
  static let roundTrip = 256

  /// `plain`, which is exact, and `wet` run in the rig, `glass` does not.
  static let preset = """
    tarmac: 1
    routes:
      one:   { role: lineOut, ports: [ "ears:in_1" ] }
      two:   { role: headphones, ports: [ "ears:in_2" ] }
      three: { role: hdmi, ports: [ "ears:in_3" ] }
    sessions:
      plain:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        graph: [ { plugin: "\(amplifier)", set: { gain: 0 } } ]
        sends: [ { to: one } ]
      wet:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_2" ] }
        graph: [ { plugin: "http://plugin.org.uk/swh-plugins/lowpass_iir", set: { cutoff: 2000 } } ]
        sends: [ { to: two } ]
      glass:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        isolation: process
        source: { jack: [ "source:out_3" ] }
        graph:
          nodes:
            fragile: { plugin: "urn:tarmac:fixture:fragile", set: { level: 0.5 } }
            memory: { plugin: "urn:tarmac:fixture:state" }
            params: { plugin: "http://lv2plug.in/plugins/eg-params" }
          connections: [ source -> fragile, fragile -> out ]
        sends: [ { to: three } ]
    """

  /// Runs `body` with the rig, a client that plays and one that listens, all connected.
  static func run(
    _ body: (_ tarmac: RunningTarmac, _ source: Listener, _ ears: Listener) async throws -> Void
  ) async throws {
    try await RunningTarmac.run(preset, shell: shell()) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 3)
      let ears = try Listener("ears", on: server, inputs: 3)
      defer {
        source.close()
        ears.close()
      }
      try tarmac.wait("all connections") {
        (1...3).allSatisfy { ears.connections(of: ears.input($0)).count == 1 }
          && (1...3).allSatisfy { ears.connections(of: source.output($0)).count == 1 }
      }
      _ = try tarmac.ask(SetRequest(path: "glass.fragile.level", value: "\(level)"))
      try tarmac.wait("the isolated graph") { try isUp(tarmac) }
      try await body(tarmac, source, ears)
    }
  }

  /// Whether `glass` runs and is heard.
  static func isUp(_ tarmac: RunningTarmac) throws -> Bool {
    let path = "glass.fragile.level"
    return try tarmac.session("glass").isolation?.state == "running"
      && tarmac.session("glass").plugins[0].runs > 10
      && tarmac.ask(GetRequest(path: path)).map(\.value) == ["\(level)"]
  }

  /// Tries until `attempt` succeeds; before each further try the rig must have reported that
  /// something came late.
  ///
  /// A machine without real-time scheduling may let the graph of `session` come late, and JACK,
  /// itself late, may leave a client out of a cycle.
  static func attempt(
    _ session: String,
    of tarmac: RunningTarmac,
    _ attempt: () throws -> Bool
  ) throws -> Bool {
    func lateness() throws -> Int {
      let status = try tarmac.ask(StatusRequest())
      return try status.server.xruns + (tarmac.session(session).isolation?.lateBlocks ?? 0)
    }
    var before = try lateness()
    let end = ContinuousClock.now + .seconds(patience)
    while ContinuousClock.now < end {
      if try attempt() { return true }
      try tarmac.wait("a late block") { try lateness() > before }
      before = try lateness()
    }
    return false
  }

  /// How bash starts a program that finds the fixture plugins, too.
  static func shell() throws -> String {
    let fixtures = try FixtureBundle.folder(in: RunningTarmac.program.deletingLastPathComponent())
    return "export LV2_PATH='\(fixtures):\(TestPlugins.path)'; exec \"$@\""
  }
}
