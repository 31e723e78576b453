// SPDX-License-Identifier: Apache-2.0
// Many clients at the same time, each with its own requests.

import BadInputs
import Foundation
import OSC
import RawSocket
import Testing

@Suite("A crowd of clients", .serialized)
struct CrowdTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 2 } }
    surfaces: { osc: { port: 0 } }
    """

  /// Threads that idle queues keep, and those that a plugin or the server may need meanwhile.
  private static let spare = 12

  @Test("is no crowd of threads in the rig, on the socket")
  func socket() async throws {
    try await Self.run { tarmac in
      let clients = try (0..<200).map { _ in try tarmac.rawClient() }
      let request = Array(#"{"jsonrpc":"2.0","id":1,"method":"tree.list"}"#.utf8)
      for _ in 0..<5 { for client in clients { client.send(request) } }
      for client in clients { for _ in 0..<5 { #expect(try client.line() != nil) } }
    }
  }

  @Test("is no crowd of threads in the rig, by OSC")
  func osc() async throws {
    try await Self.run { tarmac in
      let port = try tarmac.oscPort()
      let senders = try (0..<32).map { _ in try RawDatagrams(port: port) }
      let packet = OSCMessage("/rig/route/main/fader_db").bytes
      for _ in 0..<20 { for sender in senders { sender.send(packet) } }
      for sender in senders {
        try tarmac.wait("an answer") { sender.receive(milliseconds: 100) != nil }
      }
    }
  }

  /// Lets clients use a rig, and counts its threads before they have gone idle.
  private static func run(_ crowd: (RunningTarmac) throws -> Void) async throws {
    try await RunningTarmac.runByClock(preset) { tarmac in
      let before = try #require(try processStatus("Threads", of: tarmac.pid))
      try crowd(tarmac)
      let after = try #require(try processStatus("Threads", of: tarmac.pid))
      let cores = ProcessInfo.processInfo.activeProcessorCount
      #expect(after <= before + 2 * cores + spare)
    }
  }
}
