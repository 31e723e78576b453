// SPDX-License-Identifier: Apache-2.0
// What patchbays show of a rig's ports.

import ControlProtocol
import Foundation
import JACKTestBench
import Patience
import Testing

@Suite("The names of ports", .serialized)
struct PortNamesTests {
  @Test("stand in JACK's metadata, and go with a rig that is killed")
  func names() async throws {
    try await RunningTarmac.run(Self.preset, shell: FragileRig.shell()) { tarmac, server in
      let reader = try MetadataReader(server: server.name)
      defer { reader.close() }
      let subject = try #require(reader.subject(of: "rig:main_L"))
      func name() -> String? { reader.value("pretty-name", of: subject) }
      try tarmac.wait("the name") { name()?.isEmpty == false }
      kill(tarmac.pid, SIGKILL)
      tarmac.waitUntilExit()
      let end = ContinuousClock.now + .seconds(patience)
      while name() != nil, ContinuousClock.now < end { usleep(2_000) }
      #expect(name() == nil)
    }
  }

  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "system:playback_1", "system:playback_2" ] } }
    """
}
