// SPDX-License-Identifier: Apache-2.0
// Which devices are admitted after a power cut, and when the disk accepts nothing.

import BadInputs
import ControlProtocol
import Foundation
import JACKTestBench
import RawSocket
import Testing

@Suite("A device of the web mixer", .serialized)
struct WebKeepingTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 2 } }
    surfaces: { web: { port: 0 } }
    """

  /// The web door's status for a token.
  private static func status(of token: String, at tarmac: RunningTarmac) throws -> Substring {
    let client = try RawConnection(port: try tarmac.webPort())
    client.send(
      """
      GET /api/tree/main.mute HTTP/1.1\r\nHost: localhost\r\nConnection: close\r
      Authorization: Bearer \(token)\r\n\r\n
      """
    )
    return try client.rest().dropFirst("HTTP/1.1 ".count).prefix(3)
  }

  @Test("that is paired, or shut out, is so after a power cut in the moment after the answer")
  func killed() async throws {
    try await RunningTarmac.run(Self.preset) { first, server in
      var tarmac = first
      defer { tarmac.end() }
      for round in 0..<5 {
        let lost = try tarmac.ask(WebPairRequest(name: "lost", access: "operator")).token
        let kept = try tarmac.ask(WebPairRequest(name: "kept \(round)", access: "viewer")).token
        _ = try tarmac.ask(WebRevokeRequest(name: "lost"))
        tarmac.end(SIGKILL)
        tarmac = try RunningTarmac(Self.preset, on: server, folder: tarmac.folder)
        #expect(try Self.status(of: lost, at: tarmac) == "401")
        #expect(try Self.status(of: kept, at: tarmac) == "200")
      }
    }
  }

  @Test("is not paired on a full disk, and shut out at once, and both are said")
  func fullDisk() async throws {
    try await RunningTarmac.runByClock(
      Self.preset,
      shell: DiskFaults.shell,
      files: { try DiskFaults.prepare(in: $0) }
    ) { tarmac in
      let old = try tarmac.ask(WebPairRequest(name: "phone", access: "operator")).token
      try DiskFaults(in: tarmac.folder).fail(ENOSPC)
      let refused = try tarmac.command("web", "pair", "wall")
      let reason = "'wall' was not paired, because the rig could not keep it. Cannot write"
      #expect(refused.contains(reason))
      #expect(refused.contains("No space left on device") && !refused.contains("token"))
      _ = try tarmac.command("web", "pair", "phone", "--access", "viewer")
      #expect(try tarmac.ask(WebDevicesRequest()).map(\.access) == ["operator"])
      #expect(try Self.status(of: old, at: tarmac) == "200")
      for _ in 0..<2 {
        let said = try tarmac.command("web", "revoke", "phone")
        #expect(said.contains("'phone' is shut out, but only until the rig ends"), "\(said)")
        #expect(said.contains("revoke it again"))
        #expect(try Self.status(of: old, at: tarmac) == "401")
      }
      try DiskFaults(in: tarmac.folder).fail(0)
      #expect(try tarmac.command("web", "revoke", "phone") == "")
      let file = tarmac.folder.appending(path: "state/tarmac/rig/devices.json")
      #expect(try !String(contentsOf: file, encoding: .utf8).contains("phone"))
      #expect(try tarmac.command("web", "revoke", "phone").contains("There is no device 'phone'"))
    }
  }

  @Test("that is shut out while the disk hangs keeps nobody waiting, and is shut out at once")
  func hungDisk() async throws {
    try await RunningTarmac.runByClock(
      Self.preset,
      shell: DiskFaults.shell,
      files: { try DiskFaults.prepare(in: $0) }
    ) { tarmac in
      let old = try tarmac.ask(WebPairRequest(name: "phone", access: "operator")).token
      try DiskFaults(in: tarmac.folder).delay(60_000)
      let revoke = try tarmac.rawClient()
      revoke.write(
        #"{"jsonrpc":"2.0","id":1,"method":"web.revoke","params":{"name":"phone"}}"# + "\n"
      )
      try tarmac.wait("the device to be shut out") {
        try tarmac.ask(WebDevicesRequest()).isEmpty
      }
      #expect(try Self.status(of: old, at: tarmac) == "401")
      #expect(try revoke.line()?.contains("the disk does not answer") == true)
      try DiskFaults(in: tarmac.folder).delay(0)
      #expect(try tarmac.command("web", "revoke", "phone") == "")
    }
  }
}
