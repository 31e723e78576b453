// SPDX-License-Identifier: Apache-2.0
// The AudioSession library's example, a program of its own, beside a real rig.

import ControlProtocol
import Foundation
import JACKTestBench
import RuleProofs
import Testing

@Suite("A program written against AudioSession", .serialized)
struct SampleAppTests {
  private static let preset = """
    tarmac: 1
    routes:
      pa: { role: speaker, ports: [ "ears:in_1" ] }
      phones: { role: headphones, ports: [ "cans:in_1" ] }
    sessions:
      music:
        category: ambient
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: currentRoute } ]
      rival:
        category: playback
        source: { jack: [ "source:out_2" ] }
        sends: [ { to: pa } ]
    """

  @Test(
    "sees interruptions, its route, the hint and a refusal, and its session is free when it is killed",
    .proves(
      "ACT-17",
      "RTE-08",
      "SIL-04",
      "INT-01",
      "INT-07",
      "ANC-ACT-05",
      "ANC-INT-01",
      "ANC-NOT-01",
      at: .library
    )
  )
  func life() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 1)
      let cans = try Listener("cans", on: server, inputs: 1)
      defer {
        source.close()
        ears.close()
      }
      try tarmac.wait("the headphones") { cans.connections(of: "cans:in_1") == ["rig:phones"] }
      let sample = try ProgramBesideRig("audio-session-sample", of: tarmac, session: "music")
      defer { sample.kill() }

      sample.type("play")
      #expect(sample.says("playing at 48000.0 Hz"))
      #expect(try tarmac.session("music").state == "active")
      _ = try tarmac.ask(InterruptRingRequest(interrupter: "phone"))
      #expect(sample.says("interruption began"))
      _ = try tarmac.ask(InterruptDeclineRequest(interrupter: "phone"))
      #expect(sample.says("interruption ended, resuming"))
      #expect(sample.says("playing"))

      // The preset's session does as its program says: it mixes from here on.
      _ = try tarmac.ask(
        SetCategoryRequest(session: "music", category: "playback", options: ["mixWithOthers"])
      )
      _ = try tarmac.ask(ActivateRequest(session: "rival"))
      #expect(sample.says("secondary audio hint begin"))
      _ = try tarmac.ask(DeactivateRequest(session: "rival"))
      #expect(sample.says("secondary audio hint end"))

      cans.close()
      #expect(sample.says("route changed (oldDeviceUnavailable) from phones to pa"))
      #expect(sample.says("paused"))
      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "phone"))
      sample.type("play")
      #expect(sample.says("refused: insufficientPriority"))
      _ = try tarmac.ask(InterruptEndRequest(interrupter: "phone"))

      sample.type("play")
      try tarmac.wait("the program to play") { try tarmac.session("music").state == "active" }
      sample.kill()
      try tarmac.wait("its session to be free") {
        let music = try tarmac.session("music")
        return music.state == "inactive" && music.category == "ambient"
      }
    }
  }
}
