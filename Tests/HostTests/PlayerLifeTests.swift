// SPDX-License-Identifier: Apache-2.0
// An announcement: played once for each activation.

import ControlProtocol
import FoundationEssentials
import JACKTestBench
import Quantities
import SoundFiles
import Testing

@Suite("An announcement on a live rig", .serialized)
struct PlayerLifeTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
    sessions:
      announcement:
        category: playback
        options: [ duckOthers ]
        source: { player: "count.wav", channels: 1 }
        sends: [ { to: main } ]
    """

  @Test("is heard from its beginning each time that its session is activated")
  func again() async throws {
    try await RunningTarmac.run(PlayerLifeTests.preset) { folder in
      try SoundFile.write(
        [CountingFile.samples(12_000)],
        to: folder.appending(path: "count.wav").path,
        rate: SampleRate(hertz: 48_000)
      )
    } _: { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("the connection") { ears.connections(of: "rig:main") == ["ears:in_1"] }
      for round in 0..<2 {
        ears.beginCapture(frames: 36_000)
        _ = try tarmac.ask(ActivateRequest(session: "announcement"))
        let heard = try ears.endCapture()[0]
        let first = try #require(heard.firstIndex { $0 != 0 }, "round \(round)")
        #expect(CountingFile.place(of: heard[first + 6_000]) == 6_000, "round \(round)")
        #expect(CountingFile.place(of: heard[first + 11_999]) == 11_999, "round \(round)")
        #expect(heard[(first + 12_000)...].allSatisfy { $0 == 0 })
        try tarmac.wait("the end") {
          try tarmac.session("announcement").sources[0].isPlaying == false
        }
        _ = try tarmac.ask(DeactivateRequest(session: "announcement"))
      }
      ears.close()
    }
  }
}
