// SPDX-License-Identifier: Apache-2.0
// What sessions wish of the hardware and of the host's processing, on a live server.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import RuleProofs
import Testing

@Suite("Wishes on a live rig", .serialized)
struct LivePreferenceTests {
  @Test(
    "change the server's cycle when their session is active, to the shortest that is wished",
    .proves("PREF-04", "PREF-11", "PREF-14", at: .live)
  )
  func cycle() async throws {
    let preset = """
      tarmac: 1
      routes: { main: { role: lineOut, ports: [ "ears:in_1" ] } }
      sessions:
        relaxed:
          category: ambient
          active: true
          preferred_io_buffer_seconds: 0.0106
          source: { jack: [ "source:out_1" ] }
          sends: [ { to: main } ]
        hurried:
          category: ambient
          preferred_io_buffer_seconds: 0.0027
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      func period() throws -> Int { try tarmac.ask(StatusRequest()).server.period_frames }
      try tarmac.wait("long cycles") { try period() == 512 }
      _ = try tarmac.ask(ActivateRequest(session: "hurried"))
      try tarmac.wait("short cycles") { try period() == 128 && ears.periodFrames == 128 }
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:relaxed") == ["source:out_1"]
          && ears.connections(of: "rig:main") == ["ears:in_1"]
      }
      // Sound that plays goes on.
      source.play([[Float](repeating: 0.5, count: 48_000 * 60)])
      try tarmac.wait("sound") { try ears.capture(frames: 256)[0].last == 0.5 }
      _ = try tarmac.ask(DeactivateRequest(session: "hurried"))
      try tarmac.wait("long cycles again") { try period() == 512 }
      source.close()
      ears.close()
    }
  }

  @Test(
    "for a voice chat put the rig's processing before the graph, and take it away again",
    .proves("MODE-12", at: .live)
  )
  func voice() async throws {
    let preset = """
      tarmac: 1
      routes:
        mic: { role: mic, ports: [ "source:out_1" ] }
        main: { role: lineOut, ports: [ "ears:in_1" ] }
      voice_processing:
        graph: [ { plugin: "http://plugin.org.uk/swh-plugins/amp", set: { gain: -6 } } ]
      sessions:
        call:
          category: playAndRecord
          active: true
          source: { route: mic }
          sends: [ { to: main } ]
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      source.play([[Float](repeating: 1, count: 48_000 * 50)])
      func level() throws -> Float { try ears.capture(frames: 256)[0][255] }
      func call(_ mode: String) throws {
        _ = try tarmac.ask(
          SetCategoryRequest(session: "call", category: "playAndRecord", mode: mode)
        )
      }
      try tarmac.wait("the plain voice") { try level() == 1 }
      #expect(try tarmac.session("call").voiceProcessing.isEmpty)
      try call("voiceChat")
      let processed = LinearGain(Decibels(-6)).factor
      try tarmac.wait("the processed voice") { abs(try level() - processed) < 1e-3 }
      let plugins = try tarmac.session("call").voiceProcessing
      #expect(plugins.map(\.uri) == ["http://plugin.org.uk/swh-plugins/amp"])
      #expect(plugins.map(\.id) == ["source 1: amp"])
      try tarmac.wait("it to be called") {
        try tarmac.session("call").voiceProcessing.allSatisfy { $0.runs > 0 }
      }
      try call("default")
      try tarmac.wait("the plain voice again") { try level() == 1 }
      #expect(try tarmac.session("call").voiceProcessing.isEmpty)
      source.close()
      ears.close()
    }
  }
}
