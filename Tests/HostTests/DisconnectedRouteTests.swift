// SPDX-License-Identifier: Apache-2.0
// Another program disconnects the rig's ports.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A route that another program disconnects", .serialized)
struct DisconnectedRouteTests {
  private static let preset = """
    tarmac: 1
    routes:
      hall: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
      booth: { role: speaker, ports: [ "ears:in_3" ] }
      patch: { role: usb, channels: 1 }
    sessions:
      music: { category: playback, active: true, source: { jack: [ "source:out_1" ] }, sends: [ { to: hall } ] }
    alerts: { routes: { hall: { unplugged_seconds: 1 }, booth: { silence_seconds: 1 } } }
    """

  static func jack(_ command: String, _ from: String, _ to: String, _ server: PrivateServer)
    throws
  {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/\(command)")
    process.arguments = [from, to]
    process.environment = ProcessInfo.processInfo.environment.merging(server.environment) { $1 }
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("is told as such in the tree, the status and by alerts, until it is connected")
  func disconnected() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 3)
      defer { ears.close() }
      try tarmac.wait("the connections") {
        try ["hall", "booth"].allSatisfy { try tarmac.get("\($0).present") == "on" }
      }
      try tarmac.wait("calm") { try tarmac.get("rig.alerts.unplugged") == "" }
      let ports = ["hall_L": "ears:in_1", "hall_R": "ears:in_2"]
      // One of two channels: the route is there, and the missing port is named.
      try Self.jack("jack_disconnect", "rig:hall_L", "ears:in_1", server)
      try tarmac.wait("the status") {
        try tarmac.command("status").contains("disconnected by another program from ears:in_1")
      }
      #expect(try tarmac.get("hall.present") == "on")
      #expect(try tarmac.get("hall.disconnected") == "ears:in_1")
      try Self.jack("jack_disconnect", "rig:hall_R", "ears:in_2", server)
      try tarmac.wait("the tree") { try tarmac.get("hall.present") == "off" }
      #expect(try tarmac.get("hall.disconnected") == "ears:in_1, ears:in_2")
      for other in ["booth", "patch"] { #expect(try tarmac.get("\(other).present") == "on") }
      try tarmac.wait("the alert") { try tarmac.get("rig.alerts.unplugged") == "hall" }
      try tarmac.waitForLog("Alert: 'hall' has been disconnected by another program for 1 s.")
      // Nobody pulled a plug: sessions keep their route.
      #expect(try tarmac.session("music").currentRoute.outputs == ["hall"])
      for (own, other) in ports { try Self.jack("jack_connect", "rig:\(own)", other, server) }
      try tarmac.wait("the end") { try tarmac.get("rig.alerts.unplugged") == "" }
      #expect(try tarmac.get("hall.present") == "on")
      #expect(try tarmac.get("hall.disconnected") == "")
    }
  }

  @Test("counts as silent")
  func silent() async throws {
    try await RunningTarmac.run(
      Self.preset.replacing("sends: [ { to: hall } ]", with: "sends: [ { to: booth } ]")
    ) {
      tarmac,
      server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 3)
      defer {
        source.close()
        ears.close()
      }
      source.play([[Float](repeating: 0.5, count: 48_000 * 300)])
      try tarmac.wait("the sound") { try ears.capture(frames: 64)[2].allSatisfy { $0 == 0.5 } }
      try tarmac.wait("calm") { try tarmac.get("rig.alerts.silence") == "" }
      try Self.jack("jack_disconnect", "rig:booth", "ears:in_3", server)
      try tarmac.wait("the alert") { try tarmac.get("rig.alerts.silence") == "booth" }
      try Self.jack("jack_connect", "rig:booth", "ears:in_3", server)
      try tarmac.wait("the end") { try tarmac.get("rig.alerts.silence") == "" }
    }
  }
}
