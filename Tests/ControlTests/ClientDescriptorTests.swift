// SPDX-License-Identifier: Apache-2.0
// A client that asks all night must not run out of descriptors.

import ControlClient
import ControlProtocol
import ControlServer
import Foundation
import Patience
import Testing

@Suite("The control client's descriptors", .serialized)
struct ClientDescriptorTests {
  @Test("are given back after each request, answered or refused")
  func givenBack() async throws {
    let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    var commands = CommandTable()
    commands.on(StopRequest.self) { _ throws(ControlError) in Done() }
    let path = try ControlSocketPath(path: folder.appending(path: "s/leak.sock").path)
    let server = UnixSocketServer(path: path, commands: commands)
    try server.start()
    defer { server.stop() }
    let client = try ControlClient(path: path)
    // More requests than the server lets clients be connected at once.
    try await blocking {
      for _ in 0..<300 {
        _ = try client.send(StopRequest(), timeoutSeconds: 60)
        #expect(throws: ControlClientError.self) {
          try client.send(StatusRequest(), timeoutSeconds: 60)
        }
      }
    }
  }
}
