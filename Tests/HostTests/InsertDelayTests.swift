// SPDX-License-Identifier: Apache-2.0
// An inserted session whose plugin delays: the signal that bypasses it is delayed as much, on a
// real server.

import ControlProtocol
import JACKTestBench
import Testing

@Suite("An inserted session that delays", .serialized)
struct InsertDelayTests {
  /// The limiter (swh-lv2) only delays sound as quiet as here.
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "jack_delay:in" ] }
    sessions:
      host:
        category: multiRoute
        options: [ mixWithOthers ]
        inter_session: on
        active: true
        source: { jack: [ "jack_delay:out" ] }
        graph: [ { insert: ahead } ]
        sends: [ { to: main } ]
      ahead:
        category: multiRoute
        options: [ mixWithOthers ]
        inter_session: on
        source: { insert: on, channels: 1 }
        graph:
          nodes: { limit: { plugin: "http://plugin.org.uk/swh-plugins/lookaheadLimiterConst" } }
          connections: [ source -> limit.in_1, limit.out_1 -> out.1 ]
    """

  @Test("is heard at the same moment, whether the signal passes it or goes through it")
  func together() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let meter = try DelayMeter(on: server, folder: tarmac.folder)
      defer { meter.stop() }
      try tarmac.wait("the limiter's latency") {
        try tarmac.session("ahead").plugins[0].latency_frames > 0
      }
      let delay = try tarmac.session("ahead").plugins[0].latency_frames
      let past = try meter.read(tarmac)
      _ = try tarmac.command("session", "activate", "ahead")
      let through = try meter.read(tarmac)
      #expect(try tarmac.session("ahead").state == "active")
      // A cable alone takes one cycle.
      #expect(through == 256 + delay)
      #expect(past == through)
    }
  }
}
