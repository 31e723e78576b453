// SPDX-License-Identifier: Apache-2.0
// A deck that was paused stays paused, whatever a reload changes around it.

import ControlTower
import EngineTestBench
import Foundation
import Quantities
import SoundFiles
import Testing

@testable import RigEngine

@Suite("A paused deck")
struct PausedReloadTests {
  private static func preset(_ file: String, deck: String = "trim_db: 0", more: String = "")
    -> String
  {
    """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1 } }
    sessions:
      deck:
        category: playback
        options: [ mixWithOthers ]
        active: true
        \(deck)
        source: { player: \(file), loop: on, channels: 1 }
        sends: [ { to: main } ]
    \(more)
    """
  }

  private let deckID = SessionID("deck")

  @Test(
    "is paused after a reload, too, and plays on when it is told to",
    arguments: [
      ("trim_db: 0", ""), ("trim_db: -3", ""), ("mode: moviePlayback", ""),
      ("trim_db: 0", otherSession),
    ]
  )
  func paused(_ deck: String, _ more: String) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: file) }
    let samples = [Float](repeating: 0.25, count: 48_000)
    try SoundFile.write([samples], to: file.path, rate: SampleRate(hertz: 48_000))
    let bench = try EngineBench(Self.preset(file.path))
    #expect(bench.engine.tower.session(deckID)?.isPaused == false)
    _ = try bench.engine.players.control("deck", source: nil, .pause)
    bench.settle()
    let before = try #require(bench.engine.tower.session(deckID))
    #expect(before.isPaused)
    try await bench.reload(Self.preset(file.path, deck: deck, more: more))
    let after = try #require(bench.engine.tower.session(deckID))
    #expect(after.isPaused)
    #expect(after.why == before.why)
    #expect(bench.engine.live.session("deck")?.players.first??.isPlaying == false)
    _ = try bench.engine.players.control("deck", source: nil, .play)
    bench.settle()
    #expect(bench.engine.tower.session(deckID)?.isPaused == false)
    #expect(bench.engine.live.session("deck")?.players.first??.isPlaying == true)
  }
}
