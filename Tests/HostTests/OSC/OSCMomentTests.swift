// SPDX-License-Identifier: Apache-2.0
// Bundles with a time tag, sent by python-osc and heard on JACK at their frame.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Quantities
import Testing

@Suite("A bundle by OSC with a time tag", .serialized)
struct OSCMomentTests {
  /// How far JACK's own reckoning of a moment may be off on a busy machine, in frames; far less than a cycle.
  private static let clockError = 24

  @Test("begins at its frame, all in it at one, whatever the cycle", arguments: [128, 512, 2_048])
  func frame(_ period: Int) async throws {
    try await LiveStage.run(OSCLiveTests.preset(), voices: ["deck", "voice", "phone"], outputs: ["wall", "cue"]) {
      stage in
      try stage.hears(["wall": ["deck"]])
      let (wall, cue) = (try stage.ears(at: "wall"), try stage.ears(at: "cue"))
      wall.setPeriod(frames: period)
      try stage.ask(SetRequest(path: "deck.cue", value: "on"))
      try stage.hears(["wall": ["deck"], "cue": ["deck"]])
      let client = try OSCProgram.python("udp", beside: stage.tarmac)
      var level: Float = 0
      for round in 0..<6 {
        level = round % 2 == 0 ? -6 : 0
        let before = client.lines.count
        var heardAtCue: Take?
        let heard = try wall.record(tail: 24_000) {
          heardAtCue = try cue.record(tail: 24_000) {
            try client.send(
              """
              {"in": 0.2, "send": [["/deck/fader_db", \(level)], ["/cue/fader_db", \(level)]]}
              """
            )
            try client.wait { $0.count > before }
          }
        }
        let moment = try #require(client.lines.last?.split(separator: ", ").last?.dropLast())
        let frame = wall.frame(at: try #require(Double(String(moment))))
        let meant = try #require(heard.position(of: frame))
        let begun = try #require(Self.change(in: heard.channels[0]))
        let error = begun - meant
        print("period \(period): begins \(error) frames from its moment")
        #expect(abs(error) <= Self.clockError, "at period \(period)")
        // Both recordings know where they were by JACK's clock.
        let atCue = try #require(heardAtCue)
        let begunAtCue = try #require(Self.change(in: atCue.channels[0]))
        let offset = try #require(atCue.position(of: frame))
        #expect(begunAtCue - offset == error, "one frame for all in a bundle")
      }
      // None was late.
      try stage.hears(["wall": ["deck"]])
    }
  }

  /// The place of the first sample that is another one than the first.
  private static func change(in samples: [Float]) -> Int? {
    samples.firstIndex { $0 != samples[0] }
  }

  @Test("of the past is carried out at once, and one in a bundle takes the later moment of both")
  func past() async throws {
    try await LiveStage.run(OSCLiveTests.preset(), voices: ["deck", "voice", "phone"], outputs: ["wall", "cue"]) {
      stage in
      try stage.hears(["wall": ["deck"]])
      let client = try OSCProgram.python("tcp-1.1", beside: stage.tarmac)
      try client.send(#"{"in": -5, "send": [["/deck/mute", 1]]}"#)
      try stage.hears(["wall": []])
      try client.send(#"{"in": 0.1, "send": [["/deck/mute", 0], ["/deck/mute"]]}"#)
      try client.hears(#"["/deck/mute", 0]"#)
      try stage.hears(["wall": ["deck"]])
      try client.send(#"{"in": 3600, "send": [["/deck/mute", 1]]}"#)
      try client.wait { $0.contains { $0.contains("up to 600") } }
    }
  }
}
