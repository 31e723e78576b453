// SPDX-License-Identifier: Apache-2.0
// A rig that has as many files open as the system lets it.

import ControlClient
import ControlProtocol
import Testing

@Suite("A rig that is short of file descriptors", .serialized)
struct DescriptorShortageTests {
  @Test("says so, still answers whom it knows, and takes everybody again once there is room")
  func shortage() async throws {
    let preset = "tarmac: 1\nroutes: { main: { role: lineOut, channels: 2 } }\n"
    try await RunningTarmac.run(preset, shell: "ulimit -n 128; exec \"$@\"") { tarmac, _ in
      let client = try tarmac.anotherClient()
      let first = try client.connect()
      _ = try first.send(StatusRequest())
      let crowd = try (0..<128).map { _ in try client.connect() }
      try tarmac.wait("the shortage") { try tarmac.log("as many files open as the system lets") }
      try tarmac.wait("others to be sent away") { try tarmac.log("A control client was dropped") }
      _ = try first.send(StatusRequest())
      for other in crowd { other.close() }
      try tarmac.wait("room") { try tarmac.log("There are file descriptors enough again") }
      _ = try tarmac.ask(StatusRequest())
    }
  }
}
