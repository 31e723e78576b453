// SPDX-License-Identifier: Apache-2.0
// Sound that moves to headphones: where in its file it goes on, and how long it is silent
// meanwhile.

import ControlProtocol
import FoundationEssentials
import JACKTestBench
import RuleProofs
import Testing

@Suite("Sound that moves to headphones on a live rig", .serialized)
struct LiveMoveTests {
  private static let preset = """
    tarmac: 1
    routes:
      wall:   { role: speaker, channels: 1 }
      phones: { role: headphones, ports: [ "phones:in_1" ] }
    sessions:
      deck:
        category: playback
        active: true
        source: { player: "count.wav", channels: 1 }
        sends: [ { to: currentRoute } ]
    """

  /// How long it may take to move: the fader's time.
  private static let fade = 960

  @Test(
    "plays on where it is, in one crossfade without a gap, and is not told to stop",
    .proves("RTE-10", at: .live)
  )
  func moves() async throws {
    try await RunningTarmac.run(Self.preset) { folder in
      try folder.write(CountingFile.samples(48_000 * 60), as: "count.wav")
    } _: { tarmac, server in
      // One client listens at both ports of the rig, so that there is one clock.
      let ears = try Listener("ears", on: server, inputs: 2)
      defer { ears.close() }
      try ears.connect("rig:wall", ears.input(1))
      try ears.connect("rig:phones", ears.input(2))
      try tarmac.wait("the speaker") { try ears.capture(frames: 256)[0].allSatisfy { $0 > 0 } }
      var phones: Listener?
      let heard = try ears.capture(tail: 4_800) {
        phones = try Listener("phones", on: server, inputs: 1)
        try tarmac.wait("the headphones") {
          try tarmac.session("deck").currentRoute.outputs == ["phones"]
        }
      }
      defer { phones?.close() }
      let (wall, cans) = (heard[0], heard[1])
      let begin = try #require(cans.firstIndex { $0 > 0 })
      let end = try #require(wall.lastIndex { $0 > 0 })
      #expect(wall[..<begin].allSatisfy { $0 > 0 } && cans[end...].allSatisfy { $0 > 0 })
      #expect(begin <= end + 1 && end - begin <= Self.fade)
      // Each frame of the file is heard at its time, on one output or the other.
      let start = CountingFile.index(of: wall[0])
      let untouched = Array(wall[..<begin] + cans[(begin + Self.fade)...])
      let places = Array(0..<begin) + Array((begin + Self.fade)..<cans.count)
      #expect(
        zip(places, untouched).allSatisfy { CountingFile.index(of: $1) == start + $0 }
      )
      let deck = try tarmac.session("deck")
      #expect(deck.sources[0].isPlaying == true && !deck.conditions.contains("paused"))
    }
  }
}
