// SPDX-License-Identifier: Apache-2.0
// The library of a running rig, as other programs search it.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("The library of a rig", .serialized)
struct LiveLibraryTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1" ] } }
    sessions:
      one: { role: dj, source: { player: count.wav, channels: 1 }, sends: [ { to: main } ] }
    """

  @Test("finds what a deck has learned of its track, and loads it")
  func search() async throws {
    let files = { (folder: URL) in
      try folder.write(CountingFile.samples(48_000 * 20), as: "count.wav")
    }
    try await SoundingDecks.run(Self.preset, outputs: 1, files: files) { tarmac, _ in
      func found(
        _ words: String?,
        _ tempo: ClosedRange<Double>? = nil,
        key: String? = nil
      ) throws -> FoundInLibrary {
        try tarmac.ask(
          LibrarySearchRequest(
            words: words,
            bpm_from: tempo?.lowerBound,
            bpm_to: tempo?.upperBound,
            key: key
          )
        )
      }
      let deck = LiveDeck(tarmac: tarmac, session: "one")
      try deck.set("bpm", "124")
      try deck.set("hot_cues.1.seconds", "2")
      try tarmac.wait("the track") { try found("COUNT").tracks.first?.hot_cues == 1 }
      let answer = try found("count", 123...125)
      let track = try #require(answer.tracks.first)
      #expect(answer.count == 1 && track.bpm == 124 && track.file.hasSuffix("/count.wav"))
      #expect(try found("count", 100...110).count == 0)
      #expect(try found("other").count == 0)
      #expect(try found(nil).count == 1)
      #expect(try found("count", key: "8A").count == 0)
      #expect(throws: (any Error).self) { try found(nil, key: "X") }
      let wrong = LibrarySearchRequest(bpm_from: 125, bpm_to: 124)
      #expect(throws: (any Error).self) { try tarmac.ask(wrong) }
      try deck.set("playing", "off")
      try deck.pull("load", ["file": track.file])
      #expect(try deck.get("playing") == "off", "a deck that waits goes on waiting")
      #expect(try deck.number("bpm") == 124)
    }
  }
}
