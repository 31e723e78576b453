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
  /// How far JACK's reckoning of a moment may be off from one time to another, in frames; far less than a cycle.
  private static let clockError = 16
  /// How far two of its reckonings may be apart on a clock that is steady.
  ///
  /// A server that is late lets its clock leap, and nobody can say then which frame a moment has.
  private static let steadiness = 4

  @Test(
    "begins at its frame, all in it at one, whatever the cycle",
    arguments: [512, 1_024, 2_048]
  )
  func frame(_ period: Int) async throws {
    try await OSCLiveTests.run { stage in
      try stage.ears(at: "wall").setPeriod(frames: period)
      try stage.ask(SetRequest(path: "deck.cue", value: "on"))
      try stage.hears(["wall": ["deck"], "cue": ["deck"]])
      let client = try OSCProgram.python("udp", beside: stage.tarmac)
      var (inARow, all) = (0, [String]())
      for round in 0..<200 where inARow < 3 {
        let level = round % 2 == 0 ? -6.0 : 0
        guard let (wall, cue) = try Self.round(level, stage, client) else { continue }
        // A rig that the machine has held up for longer than there was time is late; three times in a row nothing is right by chance.
        inARow = abs(wall) <= Self.clockError && cue == wall ? inARow + 1 : 0
        all.append("\(wall), \(cue)")
      }
      #expect(inARow == 3, "at period \(period) off by \(all) frames")
    }
  }

  /// Sends a bundle for 0.2 seconds later, and returns how many frames after its moment each output changes; `nil` when JACK's
  /// clock was not steady meanwhile.
  private static func round(
    _ level: Double,
    _ stage: LiveStage,
    _ client: OSCProgram
  ) throws -> (wall: Int, cue: Int)? {
    let (wall, cue) = (try stage.ears(at: "wall"), try stage.ears(at: "cue"))
    let before = client.lines.count
    var (moment, early, atCue) = (0.0, UInt32(0), Take?.none)
    // The cycle of the moment, and one that is late with it.
    let tail = 3 * wall.periodFrames
    let atWall = try wall.record(tail: tail) {
      atCue = try cue.record(tail: tail) {
        try client.send(
          """
          {"in": 0.2, "send": [["/deck/fader_db", \(level)], ["/cue/fader_db", \(level)]]}
          """
        )
        try client.wait { $0.count > before }
        let text = client.lines.last?.split(separator: ", ").last?.dropLast()
        moment = try #require(text.flatMap { Double($0) })
        early = wall.frame(at: moment)
        try wall.wait("the moment") { Date().timeIntervalSince1970 > moment }
      }
    }
    let frame = wall.frame(at: moment)
    let drift = Int(Int32(bitPattern: frame &- early))
    guard abs(drift) <= steadiness, let cueTake = atCue,
      let meant = atWall.position(of: frame), let meantAtCue = cueTake.position(of: frame)
    else { return nil }
    let begun = try #require(change(in: atWall.channels[0]), "a change")
    return (begun - meant, try #require(change(in: cueTake.channels[0])) - meantAtCue)
  }

  /// The place of the first sample that is another one than the first.
  private static func change(in samples: [Float]) -> Int? {
    samples.firstIndex { $0 != samples[0] }
  }

  @Test("of the past is carried out at once, and one in a bundle takes the later moment of both")
  func past() async throws {
    try await OSCLiveTests.run { stage in
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
