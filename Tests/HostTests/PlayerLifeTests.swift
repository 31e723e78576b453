// SPDX-License-Identifier: Apache-2.0
// An announcement: played once for each activation.

import ControlProtocol
import FoundationEssentials
import JACKTestBench
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
      try folder.write(CountingFile.samples(12_000), as: "count.wav")
    } _: { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("the connection") { ears.connections(of: "rig:main") == ["ears:in_1"] }
      var (round, tries) = (0, 0)
      while round < 2 {
        tries += 1
        try #require(tries < 20, "the disk was too slow each time")
        let heard = try ears.capture(tail: 24_000) {
          _ = try tarmac.ask(ActivateRequest(session: "announcement"))
        }[0]
        try tarmac.wait("the end") {
          try tarmac.session("announcement").sources[0].isPlaying == false
        }
        // One of the limits of docs/promises.md: a session that is turned down stays so until it is
        // deactivated.
        #expect(try tarmac.session("announcement").state == "active")
        let missed = try #require(try tarmac.session("announcement").sources[0].underrun_frames)
        _ = try tarmac.ask(DeactivateRequest(session: "announcement"))
        // A busy machine's lanes may be late; the rig says so, and there are gaps then.
        guard missed == 0 else { continue }
        let first = try #require(heard.firstIndex { $0 != 0 }, "round \(round)")
        #expect(CountingFile.index(of: heard[first + 6_000]) == 6_000, "round \(round)")
        #expect(CountingFile.index(of: heard[first + 11_999]) == 11_999, "round \(round)")
        #expect(heard[(first + 12_000)...].allSatisfy { $0 == 0 })
        round += 1
      }
      ears.close()
    }
  }
}
