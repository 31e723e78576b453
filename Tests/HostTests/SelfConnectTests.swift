// SPDX-License-Identifier: Apache-2.0
// A JACK server that keeps its clients from connecting their own ports (jackd -a).

import ControlProtocol
import JACKTestBench
import Testing

@Suite("A rig on a server that lets no client connect its own ports", .serialized)
struct SelfConnectTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "system:playback_1" ] } }
    """

  @Test("says so once, names what to do, and does not ask again and again", arguments: ["E", "a"])
  func named(mode: String) async throws {
    let settings = PrivateServer.Settings(selfConnect: mode)
    try await RunningTarmac.run(Self.preset, settings: settings) { tarmac, server in
      try tarmac.wait("the hint") { try tarmac.log("A jackd that was started with -a keeps") }
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      try ears.wait(frames: 96_000)
      #expect(try tarmac.count("A jackd that was started with -a keeps") == 1)
      #expect(try tarmac.count("system:playback_1") == 1)
      // By hand it can be done.
      try ears.connect("rig:main", "system:playback_1")
      try tarmac.wait("the connection") {
        try tarmac.ask(StatusRequest()).routes[0].connections == [["system:playback_1"]]
      }
    }
  }
}
