// SPDX-License-Identifier: Apache-2.0
// A plugin that is installed while the rig runs.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A plugin that was installed since the rig came up", .serialized)
struct NewPluginTests {
  @Test("is there for the next reload, and sounds")
  func reload() async throws {
    func preset(_ graph: String) -> String {
      """
      tarmac: 1
      routes: { main: { role: lineOut, ports: [ "ears:in_1" ] } }
      sessions:
        deck:
          category: playback
          active: true
          source: { player: a.wav, loop: on, channels: 1 }
          graph: [ \(graph) ]
          sends: [ { to: main } ]
      """
    }
    let shell = #"export LV2_PATH="$XDG_RUNTIME_DIR/lv2"; mkdir -p "$LV2_PATH"; exec "$@""#
    try await RunningTarmac.run(preset(""), shell: shell) { folder in
      try folder.write([Float](repeating: 0.25, count: 4_800), as: "a.wav")
    } _: { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      defer { ears.close() }
      func hears(_ level: Float) throws {
        try tarmac.wait("\(level)") {
          try ears.capture(frames: 256)[0].allSatisfy { abs($0 - level) < 1e-4 }
        }
      }
      try hears(0.25)
      let gain = preset(#"{ plugin: "urn:tarmac:isolator:mono", set: { low_db: 6.0206 } }"#)
      #expect(throws: (any Error).self) { try tarmac.reload(gain) }
      let folders = ProcessInfo.processInfo.environment["LV2_PATH"]?.split(separator: ":") ?? []
      let bundle = folders.map { "\($0)/isolator.lv2" }.first(where: FileManager.default.fileExists)
      try FileManager.default.copyItem(
        atPath: try #require(bundle, "make plugins builds it"),
        toPath: tarmac.folder.appending(path: "lv2/isolator.lv2").path
      )
      try tarmac.reload(gain)
      try hears(0.5)
    }
  }
}
