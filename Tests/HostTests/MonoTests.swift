// SPDX-License-Identifier: Apache-2.0
// A mono file in a stereo place.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A mono file in a stereo place", .serialized)
struct MonoTests {
  @Test(
    "is heard in both channels, in a measurement as well",
    arguments: ["default", "measurement"]
  )
  func bothChannels(mode: String) async throws {
    let preset = """
      tarmac: 1
      routes: { main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] } }
      sessions:
        sweep:
          category: playback
          mode: \(mode)
          active: true
          source: { player: "count.wav" }
          sends: [ { to: main } ]
      """
    try await RunningTarmac.run(preset) { folder in
      try folder.write(CountingFile.samples(48_000 * 30), as: "count.wav")
    } _: { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 2)
      try tarmac.wait("the connections and sound") {
        let ports = ["rig:main_L", "rig:main_R"]
        return try zip(1...2, ports).allSatisfy { ears.connections(of: ears.input($0)) == [$1] }
          && ears.capture(frames: 256)[0].allSatisfy { $0 > 0 }
      }
      let heard = try ears.capture(frames: 4800)
      #expect(heard[0] == heard[1])
      #expect(heard[0].allSatisfy { $0 > 0 })
      ears.close()
    }
  }
}
