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
    try await RunningTarmac.run(Self.preset, plainPorts: false) { tarmac, server in
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

  @Test("of ports that come and go by the hundred hold up neither the rig nor the server")
  func comeAndGo() async throws {
    try await RunningTarmac.run(Self.preset, plainPorts: false) { tarmac, server in
      let reader = try MetadataReader(server: server.name)
      defer { reader.close() }
      for turn in 1...60 {
        let file = tarmac.folder.appending(path: "\(turn % 2).yaml")
        let preset = "tarmac: 1\nroutes: { hall\(turn % 2): { role: lineOut, channels: 32 } }\n"
        try preset.write(to: file, atomically: true, encoding: .utf8)
        _ = try tarmac.ask(ReloadRequest(preset: file.path))
      }
      let subject = try #require(reader.subject(of: "rig:hall0_32"))
      try tarmac.wait("the last name") {
        reader.value("pretty-name", of: subject)?.contains("32") == true
      }
    }
  }

  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "system:playback_1", "system:playback_2" ] } }
    """
}
