// SPDX-License-Identifier: Apache-2.0
// How much memory a plugin takes that does next to nothing.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("Memory of many plugins", .serialized)
struct PluginMemoryTests {
  /// One session with a chain of so many gains.
  private static func preset(_ plugins: Int) -> String {
    let chain = Array(repeating: "{ plugin: \"\(amplifier)\" }", count: plugins)
    return """
      tarmac: 1
      routes: { main: { role: lineOut, channels: 1 } }
      sessions:
        chain:
          category: playback
          active: true
          source: { jack: [ "nobody:out" ], channels: 1 }
          graph: [ \(chain.joined(separator: ", ")) ]
          sends: [ { to: main } ]
      """
  }

  /// The anonymous memory of a rig with so many plugins, in kilobytes.
  private static func kilobytes(_ plugins: Int) async throws -> Int {
    var kilobytes = 0
    try await RunningTarmac.runByClock(preset(plugins)) { tarmac in
      kilobytes = try #require(try processStatus("RssAnon", of: tarmac.pid))
    }
    return kilobytes
  }

  @Test(
    "is some kilobytes for each of hundreds of trivial ones, all that the rig knows of them included"
  )
  func trivial() async throws {
    let few = try await Self.kilobytes(8)
    let many = try await Self.kilobytes(512)
    // It includes the plugin's own memory, lilv's, and free parts of the heap.
    let each = Double(many - few) / 504
    #expect(each < 16, "kB for each plugin: \(each)")
  }
}
