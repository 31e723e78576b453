// SPDX-License-Identifier: Apache-2.0
// Which sessions may hear a microphone, and what a measurement hears of everything else.

import ControlProtocol
import FoundationEssentials
import JACKTestBench
import RuleProofs
import SeededNumbers
import Testing

@Suite("A live rig's inputs", .serialized)
struct LivePermissionTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
      mic: { role: mic, ports: [ "source:out_1" ] }
    sessions:
      call:
        category: playAndRecord
        active: true
        record_permission: ask
        sources:
          near: { route: mic }
          far: { jack: [ "source:out_2" ] }
        graph:
          nodes: {}
          connections: [ near -> out.1, far -> out.2 ]
        streams: { near: [ 1 ], far: [ 2 ] }
        sends: [ { stream: near, to: main } ]
      memo:
        category: playAndRecord
        options: [ mixWithOthers ]
        record_permission: ask
        source: { route: mic }
        sends: [ { to: main } ]
    """

  @Test(
    "are exact zeros until the user says yes, then exact samples; the answer is kept from run to run",
    .proves("PERM-01", "PERM-02", "PERM-03", at: .live),
    arguments: ["call", "memo"]
  )
  func permission(session: String) async throws {
    try await RunningTarmac.run(LivePermissionTests.preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 1)
      _ = try tarmac.ask(ActivateRequest(session: session))
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:mic") == ["source:out_1"]
          && ears.connections(of: "rig:main") == ["ears:in_1"]
      }
      try tarmac.wait("the question") {
        try tarmac.log("Session '\(session)' asks to record")
      }
      var numbers = SeededNumbers(seed: 32)
      let noise = numbers.samples(10_000)
      #expect(try source.play([noise], heardBy: ears)[0].allSatisfy { $0 == 0 })
      #expect(try tarmac.session(session).state == "active")
      for (answer, isHeard) in [("granted", true), ("denied", false), ("granted", true)] {
        _ = try tarmac.ask(PermissionSetRequest(session: session, permission: answer))
        try ears.wait(frames: 2048)
        let heard = try source.play([noise], heardBy: ears)[0]
        #expect(isHeard ? heard == noise : heard.allSatisfy { $0 == 0 }, "\(answer)")
      }
      tarmac.end()
      let again = try RunningTarmac(
        LivePermissionTests.preset,
        on: server,
        folder: tarmac.folder
      )
      defer { again.end() }
      #expect(try again.session(session).recordPermission == "granted")
      source.close()
      ears.close()
    }
  }

  private static let measuring = """
    tarmac: 1
    routes:
      out: { role: lineOut, ports: [ "ears:in_1" ], fader_db: -9 }
      mic: { role: mic, ports: [ "source:out_1" ] }
    voice_processing: { graph: [ { plugin: "\(amplifier)", set: { gain: -12 } } ] }
    sessions:
      probe:
        category: playAndRecord
        mode: measurement
        active: true
        fader_db: -6
        trim_db: -3
        source: { route: mic }
        graph: [ { plugin: "\(amplifier)", id: amp, set: { gain: -12 } } ]
        sends: [ { to: currentRoute, level_db: -2 } ]
      announcer:
        category: playback
        options: [ duckOthers ]
        active: true
        sends: []
    """

  @Test(
    "reach a measurement bit for bit with levels, volumes, plugins, ducks and switches in place",
    .proves("MEAS-01", "CAT-29", at: .live)
  )
  func measurement() async throws {
    try await RunningTarmac.run(LivePermissionTests.measuring) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:mic") == ["source:out_1"]
          && ears.connections(of: "rig:out") == ["ears:in_1"]
      }
      _ = try tarmac.ask(SetRequest(path: "out.fader_db", value: "-20"))
      try ears.wait(frames: 4096)
      var numbers = SeededNumbers(seed: 33)
      for isSilent in [false, true] {
        _ = try tarmac.ask(SwitchRequest(name: .silent, isOn: isSilent))
        let pattern = numbers.patterns(20_000)
        let heard = try source.play([pattern], heardBy: ears)[0]
        #expect(heard.map(\.bitPattern) == pattern.map(\.bitPattern))
      }
      #expect(try tarmac.session("probe").plugins.allSatisfy { $0.runs == 0 })
      source.close()
      ears.close()
    }
  }
}
