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
  /// How far JACK's calculation of a moment may be off from one time to another, in frames; far
  /// less than a cycle.
  private static let clockError = 16
  /// How far two of its calculations may be apart on a clock that is steady.
  ///
  /// A server that is late lets its clock leap, and nobody can say then which frame a moment has.
  private static let steadiness = 4

  @Test(
    "begins at its frame, all in it at one, whatever the cycle",
    arguments: [512, 1_024, 2_048]
  )
  func frame(_ period: Int) async throws {
    try await OSCLiveTests.run(by: .jack) { stage in
      try stage.listener(at: "wall").setPeriod(frames: period)
      try stage.ask(SetRequest(path: "deck.cue", value: "on"))
      try stage.hears(["wall": ["deck"], "cue": ["deck"]])
      let client = try OSCProgram.python("udp", beside: stage.tarmac)
      var (inARow, all) = (0, [String]())
      for round in 0..<200 where inARow < 3 {
        let level = round % 2 == 0 ? -6.0 : 0
        guard let (wall, cue) = try Self.round(level, stage, client) else { continue }
        // A rig that the machine has held up for longer than there was time is late; three correct
        // rounds in a row are no coincidence.
        inARow = abs(wall) <= Self.clockError && cue == wall ? inARow + 1 : 0
        all.append("\(wall), \(cue)")
      }
      #expect(inARow == 3, "at period \(period) off by \(all) frames")
    }
  }

  /// Sends a bundle for 0.2 seconds later, and returns how many frames after its moment each output
  /// changes; `nil` when JACK's clock was not steady meanwhile.
  private static func round(
    _ level: Double,
    _ stage: LiveStage,
    _ client: OSCProgram
  ) throws -> (wall: Int, cue: Int)? {
    let (wall, cue) = (try stage.listener(at: "wall"), try stage.listener(at: "cue"))
    let before = client.lines.count
    var (moment, early, atCue) = (0.0, UInt32(0), Take?.none)
    // The cycle of the moment, and a late one.
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

  /// Seconds between two changes: a frame, less than a cycle, less than a ramp, more than both.
  private static let gaps = [1.0 / 48_000, 0.003, 0.015, 0.1]

  @Test(
    "begins at its frame whatever else of the strip changes: two values, one value twice, a plugin's control"
  )
  func several() async throws {
    // The longer the cycle, the more time a busy machine has to be ready for the moment.
    let period = 4_096
    let osc = "{ port: 0, tcp: on }"
    let amplifier = "graph: [ { plugin: \"\(amplifier)\", id: amp } ]"
    let preset = OSCLiveTests.preset(osc, amplifier)
    try await OSCLiveTests.run(preset: preset, by: .jack) { stage in
      try stage.listener(at: "wall").setPeriod(frames: period)
      try stage.ask(SetRequest(path: "deck.cue", value: "on"))
      let client = try OSCProgram.python("udp", beside: stage.tarmac)
      for gap in Self.gaps {
        for pair in Pair.all {
          let off = try Self.rightRound(stage, client, gap, pair)
          try #require(off.isEmpty, "\(pair.name), \(gap) s apart: \(off)")
        }
      }
    }
  }

  /// Two changes, each of which is heard at one output.
  private struct Pair {
    let name: String
    let first: String
    let second: String
    /// Whether the second one is heard at the cue output alone, or reverses what the first has
    /// begun.
    let isHeardAtCue: Bool

    static let all = [
      Pair(
        name: "fader and trim",
        first: #"["/deck/fader_db", -6.0]"#,
        second: #"["/deck/trim_db", -6.0]"#,
        isHeardAtCue: true
      ),
      Pair(
        name: "the fader twice",
        first: #"["/deck/fader_db", -20.0]"#,
        second: #"["/deck/fader_db", 0.0]"#,
        isHeardAtCue: false
      ),
      Pair(
        name: "fader and a plugin's gain",
        first: #"["/deck/fader_db", -6.0]"#,
        second: #"["/deck/amp/gain", -6.0]"#,
        isHeardAtCue: true
      ),
      Pair(
        name: "a plugin's gain twice",
        first: #"["/deck/amp/gain", -20.0]"#,
        second: #"["/deck/amp/gain", 0.0]"#,
        isHeardAtCue: false
      ),
    ]
  }

  /// Repeats two changes until both are right, which they are not by chance; returns how far they
  /// were off if they never are.
  private static func rightRound(
    _ stage: LiveStage,
    _ client: OSCProgram,
    _ gap: Double,
    _ pair: Pair
  ) throws -> [String] {
    var all: [String] = []
    for _ in 0..<60 {
      // Again and again: what comes late comes after it.
      try stage.tarmac.wait("the levels of before") {
        for path in ["fader_db", "trim_db", "amp/gain"] {
          try client.send("[\"/deck/\(path)\", 0.0]")
        }
        let heard = try stage.listen(tail: 4 * 4_096) {}
        return heard.values.allSatisfy { $0.suffix(2_048).allSatisfy { $0 == heard["wall"]?.last } }
          && heard["wall"]?.last == stage.level(of: "deck")
      }
      guard let off = try round(stage, client, gap, pair) else { continue }
      if abs(off.first) <= clockError && abs(off.second) <= clockError { return [] }
      all.append("\(off.first), \(off.second)")
    }
    return all
  }

  /// Sends two bundles, the first for 0.2 seconds later, and untimed changes that nobody hears
  /// meanwhile; returns how many frames after its moment each begins, or `nil` when JACK's clock
  /// was not steady.
  private static func round(
    _ stage: LiveStage,
    _ client: OSCProgram,
    _ gap: Double,
    _ pair: Pair
  ) throws -> (first: Int, second: Int)? {
    let (wall, cue) = (try stage.listener(at: "wall"), try stage.listener(at: "cue"))
    let before = client.lines.count
    var (moment, early, atCue) = (0.0, UInt32(0), Take?.none)
    let tail = 3 * wall.periodFrames
    let atWall = try wall.record(tail: tail) {
      atCue = try cue.record(tail: tail) {
        // The balance is heard nowhere: both outputs have one channel.
        try client.send(
          """
          {"in": 0.2, "send": [\(pair.first)], "then": [[\(gap), [\(pair.second)]]], \
          "meanwhile": [["/deck/balance", 0.5], ["/deck/balance", -0.5]]}
          """
        )
        try client.wait { $0.count > before }
        let text = client.lines.last?.split(separator: ", ").last?.dropLast()
        moment = try #require(text.flatMap { Double($0) })
        early = wall.frame(at: moment)
        try wall.wait("the moments") { Date().timeIntervalSince1970 > moment + gap }
      }
    }
    let frames = (wall.frame(at: moment), wall.frame(at: moment + gap))
    let drift = Int(Int32(bitPattern: frames.0 &- early))
    guard abs(drift) <= steadiness, let cueTake = atCue,
      let first = atWall.position(of: frames.0),
      let second = (pair.isHeardAtCue ? cueTake : atWall).position(of: frames.1)
    else { return nil }
    let heard = try #require(change(in: atWall.channels[0]), "a change")
    let turn = pair.isHeardAtCue ? change(in: cueTake.channels[0]) : turn(in: atWall.channels[0])
    return (heard - first, try #require(turn, "a second change") - second)
  }

  /// The place of the first sample after the smallest one, where the ramp turns back.
  private static func turn(in samples: [Float]) -> Int? {
    guard let least = samples.map(\.magnitude).min() else { return nil }
    return samples.lastIndex { $0.magnitude == least }.map { $0 + 1 }
  }

  /// The place of the first sample that differs from the first.
  private static func change(in samples: [Float]) -> Int? {
    samples.firstIndex { $0 != samples[0] }
  }

  @Test("of the past is carried out at once, and one in a bundle takes the later moment of both")
  func past() async throws {
    try await OSCLiveTests.run(by: .jack) { stage in
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
