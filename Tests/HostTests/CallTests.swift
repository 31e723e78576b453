// SPDX-License-Identifier: Apache-2.0
// A call, written against AudioSession, on a real rig: what it hears, what is heard of it, and
// which notifications it receives.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import RuleProofs
import Testing

@Suite("A call that is a program", .serialized)
struct CallTests {
  private static let name = "audio-session-call"
  private static let preset = """
    tarmac: 1
    routes:
      pa: { role: speaker, ports: [ "pa:in_1" ] }
      ear: { role: receiver, ports: [ "ear:in_1" ] }
      cans: { role: headphones, ports: [ "cans:in_1" ] }
      mic: { role: mic, ports: [ "world:out_1" ] }
    sessions:
      music:
        category: playback
        active: true
        route_policy: ignore
        source: { jack: [ "world:out_2" ] }
        sends: [ { to: currentRoute } ]
    """

  @Test(
    "hears the input that the tower chooses, is heard, and is told each thing once with its reason",
    .proves(
      "ANC-INT-05",
      "ANC-INT-06",
      "ANC-NOT-01",
      "ANC-PERM-01",
      "ANC-OVR-01",
      "OVR-04",
      "INT-01",
      "INT-11",
      "PERM-02",
      "PERM-04",
      "RTE-08",
      at: .library
    )
  )
  func call() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let world = try Listener("world", on: server, outputs: 2)
      let pa = try Listener("pa", on: server, inputs: 1)
      let ear = try Listener("ear", on: server, inputs: 1)
      let line = try Listener("line", on: server, inputs: 1, outputs: 1)
      defer { for client in [world, pa, ear, line] { client.close() } }
      world.play([0.25, 0.5].map { [Float](repeating: $0, count: 48_000 * 60) })
      line.play([[Float](repeating: 0.125, count: 48_000 * 60)])
      try tarmac.wait("the music") { try pa.capture(frames: 256)[0].allSatisfy { $0 == 0.5 } }

      let call = try ProgramBesideRig(Self.name, of: tarmac)
      #expect(call.says("one channel each way") && call.says("prepared"))
      #expect(
        ear.ports(matching: "rig:\(Self.name)")
          == ["rig:\(Self.name)", "rig:\(Self.name)_capture"]
      )
      try line.connect("line:out_1", "rig:\(Self.name)")
      try line.connect("rig:\(Self.name)_capture", "line:in_1")
      func heard(_ value: Float, by listener: Listener) throws {
        try tarmac.wait("\(value)") {
          try listener.capture(frames: 256)[0].allSatisfy { $0 == value }
        }
      }

      call.type("call")
      try tarmac.wait("the question") { try tarmac.log("'\(Self.name)' asks to record") }
      try heard(0, by: line)
      _ = try tarmac.ask(PermissionSetRequest(session: Self.name, permission: "granted"))
      #expect(call.says("calling"))
      // The buffer duration that it has asked for comes once it is active.
      #expect(
        call.isTold(3)
          == ["route categoryChange, was pa", "active", "route routeConfigurationChange, was ear"]
      )
      try heard(0.25, by: line)
      try heard(0.125, by: ear)
      try heard(0, by: pa)

      call.type("mute")
      #expect(call.isTold(1) == ["input muted"])
      try heard(0, by: line)
      #expect(try tarmac.session(Self.name).conditions.contains("input_muted"))
      call.type("unmute")
      #expect(call.isTold(1) == ["input heard"])
      try heard(0.25, by: line)

      call.type("speaker")
      #expect(call.isTold(1) == ["route override, was ear"])
      try heard(0.125, by: pa)
      let cans = try Listener("cans", on: server, inputs: 1)
      #expect(call.isTold(1) == ["route newDeviceAvailable, was pa"])
      try heard(0.125, by: cans)
      cans.close()
      // The override has gone with the route that it was for.
      #expect(call.isTold(1) == ["route oldDeviceUnavailable, was cans"])

      _ = try tarmac.ask(InterruptRingRequest(interrupter: "phone"))
      _ = try tarmac.ask(InterruptDeclineRequest(interrupter: "phone"))
      _ = try tarmac.ask(InterruptRingRequest(interrupter: "phone"))
      _ = try tarmac.ask(InterruptAcceptRequest(interrupter: "phone"))
      // No ringing is reported for the first one: the call has asked for that.
      #expect(call.isTold(2) == ["interruption began", "inactive by system, default"])
      try heard(0, by: line)
      _ = try tarmac.ask(InterruptEndRequest(interrupter: "phone"))
      #expect(call.isTold(2) == ["interruption ended", "shouldResume"])
      call.type("call")
      #expect(call.says("calling") && call.isTold(1) == ["active"])

      _ = try tarmac.command("set", "ear.fader_db", "-20")
      #expect(call.isTold(1) == ["volume 0.1"])
      _ = try tarmac.ask(ForceRequest(session: Self.name, action: .deactivate))
      #expect(call.isTold(1) == ["inactive by system"])
      call.type("call")
      #expect(call.says("calling") && call.isTold(1) == ["active"])
      call.type("hang up")
      #expect(call.says("hung up") && call.isTold(1) == ["inactive by app"])
      try heard(0.5, by: pa)
      call.kill()
      try tarmac.wait("the end of the session") {
        try tarmac.ask(SessionListRequest()).map(\.name) == ["music"]
      }
      try tarmac.wait("the end of the ports") { ear.ports(matching: "rig:\(Self.name)").isEmpty }
    }
  }
}
