// SPDX-License-Identifier: Apache-2.0
// A server that runs as fast as it can: nothing is lost of playback and recording.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A rig on a server that freewheels", .serialized)
struct FreewheelTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1 } }
    sessions:
      deck:
        category: playback
        active: true
        source: { player: "count.wav", channels: 1, loop: on }
        sends: [ { to: main } ]
    recordings: [ { of: main, file: take.wav } ]
    """

  @Test("plays and records every frame")
  func every() async throws {
    // Long cycles, so that the server is far faster than the disk.
    try await RunningTarmac.run(
      Self.preset,
      settings: PrivateServer.Settings(periodFrames: 4_096)
    ) { folder in
      try folder.write(CountingFile.samples(480_000), as: "count.wav")
    } _: { tarmac, server in
      let hand = try Listener("hand", on: server, inputs: 1)
      defer { hand.close() }
      try tarmac.wait("sound") { try Self.position(tarmac) > 0 }
      // A busy machine may starve a player before; what counts is what is lost from here on.
      let before = try tarmac.ask(StatusRequest())
      #expect(hand.freewheel(true))
      let start = hand.frames
      let late = try tarmac.ask(StatusRequest()).server.xruns
      try tarmac.wait("an hour's tenth of audio") { hand.frames > start + 360 * 48_000 }
      // Lateness is not heard here.
      #expect(try tarmac.ask(StatusRequest()).server.xruns == late)
      let after = try tarmac.ask(StatusRequest())
      #expect(hand.freewheel(false))
      #expect(
        after.sessions[0].sources[0].underrun_frames
          == before.sessions[0].sources[0].underrun_frames
      )
      #expect(after.recordings[0].overrun_frames == before.recordings[0].overrun_frames)
    }
  }

  private static func position(_ tarmac: RunningTarmac) throws -> Int {
    try tarmac.session("deck").sources[0].position_frames ?? 0
  }
}
