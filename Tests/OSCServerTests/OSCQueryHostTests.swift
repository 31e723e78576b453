// SPDX-License-Identifier: Apache-2.0
// OSCQuery, addressed by host names that are not its own.

import BadInputs
import Patience
import Testing

@testable import OSCServer

@Suite("OSCQuery")
struct OSCQueryHostTests {
  @Test("tells nothing to a page whose name a stranger's name server has pointed at it")
  func rebinding() async throws {
    let server = try await OSCQueryServer(
      name: "rig",
      of: OSCEndpoint(address: "127.0.0.1", port: 9_000),
      oscPort: 9_000,
      port: 0,
      tree: ListTree()
    ) { _ in }
    let port = try #require(server.sentence.firstMatch(of: /:(\d+)\//).flatMap { Int($0.1) })
    try await blocking {
      func get(_ target: String, host: String) throws -> String {
        let client = try RawConnection(port: port)
        client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        return try client.rest()
      }
      for target in ["/", "/?HOST_INFO", "/deckA/fader_db?VALUE"] {
        #expect(try get(target, host: "127.0.0.1:\(port)").hasPrefix("HTTP/1.1 200 "))
        #expect(try get(target, host: "localhost").hasPrefix("HTTP/1.1 200 "))
        let refused = try get(target, host: "evil.test:\(port)")
        #expect(refused.hasPrefix("HTTP/1.1 421 ") && !refused.contains("deckA"))
      }
    }
    await server.close()
  }
}
