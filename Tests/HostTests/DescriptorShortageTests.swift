// SPDX-License-Identifier: Apache-2.0
// A rig that has as many files open as the system lets it.

import BadInputs
import ControlClient
import ControlProtocol
import Foundation
import Testing

@Suite("A rig that is short of file descriptors", .serialized)
struct DescriptorShortageTests {
  @Test("says so, still answers whom it knows, and takes everybody again once there is room")
  func shortage() async throws {
    let preset = Self.preset + "surfaces: { web: { port: 0 }, osc: { port: 0, tcp: on } }\n"
    try await RunningTarmac.runByClock(preset, shell: "ulimit -n 128; exec \"$@\"") { tarmac in
      let client = try tarmac.anotherClient()
      let first = try client.connect()
      _ = try first.send(StatusRequest())
      let crowd = try (0..<128).map { _ in try client.connect() }
      try tarmac.wait("the shortage") { try tarmac.log(Self.isShort) }
      try tarmac.wait("others to be sent away") { try tarmac.log("A control client was dropped") }
      _ = try first.send(StatusRequest())
      let (web, osc) = (try tarmac.webPort(), try tarmac.oscPort())
      var visitors: [RawConnection] = []
      try tarmac.wait("the doors to send others away") {
        visitors += [try RawConnection(port: web), try RawConnection(port: osc)]
        return try tarmac.log("Web clients are sent away: the rig is short of file descriptors.")
          && tarmac.log("OSC: clients that have sent no whole packet are sent away")
      }
      visitors = []
      for other in crowd { other.close() }
      try tarmac.wait("room") { try tarmac.log("There are file descriptors enough again") }
      _ = try tarmac.ask(StatusRequest())
      let late = try (0..<8).map { _ in try RawConnection(port: web) }
      for client in late { client.send("GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n") }
      for client in late { #expect(try client.head().hasPrefix("HTTP/1.1 404")) }
    }
  }

  private static let isShort = "as many files open as the system lets"
  private static let preset = "tarmac: 1\nroutes: { main: { role: lineOut, channels: 2 } }\n"

  @Test("opens no door for which there are none, says so, plays on, and opens it once there are")
  func doors() async throws {
    let limit = 128
    let shell = "ulimit -n \(limit); exec \"$@\""
    try await RunningTarmac.runByClock(Self.preset, shell: shell) { tarmac in
      let client = try tarmac.anotherClient()
      let first = try client.connect()
      _ = try first.send(StatusRequest())
      let wanted = Self.preset + "surfaces: { web: { port: 0 } }\n"
      try wanted.write(
        to: tarmac.folder.appending(path: "rig.yaml"),
        atomically: true,
        encoding: .utf8
      )
      var crowd: [ControlConnection] = []
      // A mailbox takes two, a listening socket one, its event queue two more; the preset's file
      // has to be read as well.
      for spare in [4, 3, 2, 1] {
        try tarmac.wait("a rig with room for \(spare) files") {
          // A rig that is short of descriptors admits no client that would take more.
          if try tarmac.log(Self.isShort) { return true }
          if try descriptorCount(of: tarmac.pid) >= limit - spare { return true }
          crowd.append(try client.connect())
          return false
        }
        let before = try tarmac.count("The web mixer can't be served.")
        try tarmac.wait("the refusal of a door with \(spare) files") {
          // The rig itself may need the last one at that moment.
          _ = try? first.send(ReloadRequest())
          return try tarmac.count("The web mixer can't be served.") > before
            || tarmac.log(Self.isShort)
        }
        #expect(try first.send(StatusRequest()).routes.map(\.name) == ["main"])
      }
      for other in crowd { other.close() }
      try tarmac.wait("room") { try descriptorCount(of: tarmac.pid) < limit / 2 }
      _ = try first.send(ReloadRequest())
      let visitor = try RawConnection(port: try tarmac.webPort())
      visitor.send("GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try visitor.head().hasPrefix("HTTP/1.1 404"))
    }
  }
}
