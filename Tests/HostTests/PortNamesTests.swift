// SPDX-License-Identifier: Apache-2.0
// The names and metadata of a rig's ports in patchbays.

import ControlProtocol
import Foundation
import JACKTestBench
import Patience
import Testing

@Suite("The names of ports", .serialized)
struct PortNamesTests {
  @Test("stand in JACK's metadata where they are asked for, and go with a rig that is killed")
  func names() async throws {
    try await RunningTarmac.run(Self.preset("main"), portNames: true) { tarmac, server in
      let reader = try MetadataReader(server: server.name)
      defer { reader.close() }
      try reload("hall", of: tarmac)
      let (first, last) = (reader.subject(of: "rig:hall_1"), reader.subject(of: "rig:hall_32"))
      let subject = try #require(first)
      let end = try #require(last)
      try tarmac.wait("the names") { reader.hasHeard("port-group", of: end) }
      #expect(reader.value("pretty-name", of: subject)?.contains("hall") == true)
      kill(tarmac.pid, SIGKILL)
      tarmac.waitUntilExit()
      let patience = ContinuousClock.now + .seconds(patience)
      while reader.subject(of: "rig:hall_1") != nil, ContinuousClock.now < patience {
        usleep(2_000)
      }
      // jackd has finished with one client before it looks at the next one.
      try Listener(on: server).close()
      #expect(reader.value("pretty-name", of: subject) == nil)
    }
  }

  @Test(
    "are nobody's affair with jackd, as long as nobody asks for them",
    arguments: [false, true]
  )
  func plain(isAskedFor: Bool) async throws {
    try await RunningTarmac.run(Self.preset("main"), portNames: isAskedFor) { tarmac, _ in
      let threads = "/proc/\(tarmac.pid)/task"
      let children = try FileManager.default.contentsOfDirectory(atPath: threads).flatMap {
        thread in
        try String(contentsOfFile: "\(threads)/\(thread)/children", encoding: .utf8).split(
          separator: " "
        )
      }
      #expect(children.count == (isAskedFor ? 1 : 0))
    }
  }

  @Test("of ports that come and go by the hundred hold up neither the rig nor the server")
  func comeAndGo() async throws {
    try await RunningTarmac.run(Self.preset("main"), portNames: true) { tarmac, server in
      for turn in 1...60 { try reload("hall\(turn % 2)", of: tarmac) }
      try Listener(on: server).close()
      #expect(try tarmac.ask(StatusRequest()).server.isConnected)
    }
  }

  private func reload(_ route: String, of tarmac: RunningTarmac) throws {
    let file = tarmac.folder.appending(path: "\(route).yaml")
    try Self.preset(route).write(to: file, atomically: true, encoding: .utf8)
    _ = try tarmac.ask(ReloadRequest(preset: file.path))
  }

  private static func preset(_ route: String) -> String {
    "tarmac: 1\nroutes: { \(route): { role: lineOut, channels: 32 } }\n"
  }
}
