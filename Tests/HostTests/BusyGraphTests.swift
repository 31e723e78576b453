// SPDX-License-Identifier: Apache-2.0
// JACK's graph changes all the time; the rig shows it as it is.

import ControlProtocol
import JACKTestBench
import Testing

@Suite("A live rig while other programs connect and disconnect", .serialized)
struct BusyGraphTests {
  private static let preset = """
    tarmac: 1
    routes:
      hall: { role: speaker, channels: [ left, right ] }
    sessions: {}
    """

  @Test("shows what others have connected by hand, and no more once they have undone it")
  func shows() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let restless = RestlessPatchbay("restless", on: server)
      defer { restless.end() }
      try tarmac.wait("no rest") { restless.turns > 2 }
      let patchbay = try Listener("patchbay", on: server, inputs: 1)
      defer { patchbay.close() }
      for _ in 0..<3 {
        try patchbay.connect("rig:hall_right", "patchbay:in_1")
        try tarmac.wait("the connection") {
          try connections(tarmac) == [[], ["patchbay:in_1"]]
        }
        patchbay.disconnect("rig:hall_right", "patchbay:in_1")
        try tarmac.wait("its end") { try connections(tarmac) == [[], []] }
      }
    }
  }

  /// What each channel of the route is connected to.
  private func connections(_ tarmac: RunningTarmac) throws -> [[String]] {
    try tarmac.ask(StatusRequest()).routes[0].connections
  }
}
