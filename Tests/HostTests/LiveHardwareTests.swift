// SPDX-License-Identifier: Apache-2.0
// What programs wish of the server and read from it, while others do the same.

import ControlClient
import ControlProtocol
import JACKTestBench
import RuleProofs
import Testing

@Suite("The hardware of a live rig, as programs know it", .serialized)
struct LiveHardwareTests {
  private static let preset = """
    tarmac: 1
    routes: { wall: { role: speaker, ports: [ [ "wall:in_1", "system:playback_1" ] ] } }
    sessions:
      drums: { category: playback, options: [ mixWithOthers ] }
      bed:
        category: ambient
        active: true
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: currentRoute } ]
    """

  @Test(
    "changes once for wishes that are set together, is told to all, and reads the same whoever asked for it",
    .proves("PREF-01", "PREF-04", "PREF-05", "PREF-06", "PREF-15", "PREF-16", "RTE-16", at: .live)
  )
  func wishes() async throws {
    try await LiveStage.run(Self.preset, voices: ["bed"], outputs: ["wall"]) { stage in
      let drums = try stage.tarmac.anotherClient().connect()
      let bed = try stage.tarmac.anotherClient().connect()
      defer {
        drums.close()
        bed.close()
      }
      _ = try drums.send(ClientOpenRequest(session: "drums", program: "drums"))
      _ = try bed.send(ClientOpenRequest(session: "bed", program: "bed"))
      _ = try bed.send(ClientSetActiveRequest(isActive: true))
      _ = try drums.send(ClientSetActiveRequest(isActive: true))
      var count = 0
      func restarts(with frames: Int, _ body: () throws -> Void) throws {
        try body()
        count += 1
        try stage.tarmac.wait("a cycle of \(frames) frames, told once") {
          ["drums", "bed"].allSatisfy { name in
            stage.diary.told(name).count { $0 == .ioReconfigured } == count
          }
        }
        for program in [drums, bed] {
          let hardware = try program.send(ClientStateRequest()).hardware
          #expect(hardware.ioBufferDuration_seconds == Double(frames) / 48_000)
          #expect(hardware.sampleRate_hz == 48_000)
          // The dummy driver plays a cycle later.
          #expect(hardware.outputLatency_seconds == Double(frames) / 48_000)
        }
        #expect(try stage.listener(at: "wall").periodFrames == frames)
        try stage.hearsOnly(["wall": ["bed"]])
      }
      func wish(_ preferences: ClientSetPreferencesRequest.Preference...) throws {
        _ = try drums.send(ClientSetPreferencesRequest(preferences))
      }
      // The server can't do 3 ms; the nearest value is used, and the wish stays as it was.
      try restarts(with: 128) { try wish(.ioBufferDuration(seconds: 0.003)) }
      let wishes = try drums.send(ClientStateRequest()).preferences
      #expect(wishes.ioBufferDuration_seconds == 0.003)
      // Several wishes at once cause one restart, and the last of a kind counts.
      try restarts(with: 512) {
        try wish(
          .ioBufferDuration(seconds: 0.0014),
          .sampleRate(hertz: 96_000),
          .inputGain(value: 0.5),
          .ioBufferDuration(seconds: 0.0107)
        )
      }
      // There is no further restart when the session deactivates meanwhile.
      try restarts(with: 256) {
        _ = try drums.send(ClientSetActiveRequest(isActive: false))
        try wish(.ioBufferDuration(seconds: 0.0014))
        try wish(.sampleRate(hertz: 44_100), .ioBufferDuration(seconds: 0.0053))
        #expect(try stage.listener(at: "wall").periodFrames == 512)
        _ = try drums.send(ClientSetActiveRequest(isActive: true))
      }
    }
  }
}
