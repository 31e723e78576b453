// SPDX-License-Identifier: Apache-2.0
// A night at two decks, played by a MIDI controller and recorded: what was heard is compared with a
// mix that is reckoned from the tracks.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import SoundFiles
import Testing

@Suite("A night at two decks", .serialized)
struct LiveNightTests {
  /// How many tracks are played: `TARMAC_TRACKS=20` plays a whole night.
  private static let count =
    ProcessInfo.processInfo.environment["TARMAC_TRACKS"].flatMap { Int($0) } ?? 4

  @Test("sounds as its tracks, faders and microphone say, sample by sample, in the recording, too")
  func night() async throws {
    let tracks = NightDesk.tracks(Self.count)
    try await NightDesk.run(tracks) { desk in
      try desk.press(.record)
      try desk.waits("main.recording", .toggle(true))
      for number in tracks.indices {
        try Self.play(number, at: desk)
      }
      try desk.press(.stopRecording)
      try desk.waits("main.recording", .toggle(false))
      let file = desk.tarmac.folder.appending(path: "night.wav").path
      let recording = try SoundFile.read(file).channels[0]
      let seconds = Double(desk.heard.map(\.count).reduce(0, +)) / 48_000
      var place = 0
      for (number, part) in desk.heard.enumerated() {
        let found = try #require(
          Self.find(part, in: recording, from: place),
          "part \(number) is not in the recording"
        )
        place = found + part.count
      }
      print(
        """
        FIGURE \(Self.count) tracks, \(recording.count / 48_000) s recorded; \
        \(desk.heard.count) parts, \(seconds) s, off by \(desk.worst) at most
        """
      )
    }
  }

  /// Brings a track in while the one before plays, blends over to it, and plays with it.
  private static func play(_ number: Int, at desk: NightDesk) throws {
    let deck = NightDesk.decks[number % 2]
    if number > 1 {
      try desk.press(.next, deck)
      try desk.waits("\(deck).sources.source.file", ending: NightDesk.file(number))
      desk.load(number, on: deck)
    }
    // Nobody but the DJ hears how it begins.
    try desk.hold(.cue, deck)
    if number > 0 { try desk.listens("the track before, alone") }
    try desk.letGo(.cue, deck)
    try desk.waits("\(deck).sources.source.playing", .toggle(false))
    try desk.press(.pad, deck)
    try desk.waits("\(deck).sources.source.hot_cues.1.set", .toggle(true))
    try desk.press(.play, deck)
    try desk.waits("\(deck).sources.source.playing", .toggle(true))
    // Half-way across, both are heard; then only the new one.
    let side = number % 2 == 0 ? -1.0 : 1
    try desk.crossfade(to: number == 0 ? side : side * 0.25)
    try desk.listens("the blend into \(number)")
    try desk.crossfade(to: side)
    if number > 0 {
      let other = NightDesk.decks[1 - number % 2]
      try desk.press(.play, other)
      try desk.waits("\(other).sources.source.playing", .toggle(false))
    }
    try desk.listens("\(number) alone")
    try desk.press(.loop, deck)
    try desk.waits("\(deck).sources.source.loop_active", .toggle(true))
    try desk.listens("a loop of \(number)")
    try desk.press(.loop, deck)
    try desk.waits("\(deck).sources.source.loop_active", .toggle(false))
    try desk.fader(deck, number % 4 < 2 ? 12_000 : 12_900)
    try desk.hold(.pad, deck)
    try desk.letGo(.pad, deck)
    try desk.listens("\(number) from its hot cue")
    guard number % 2 == 1 else { return }
    try desk.hold(.talk)
    try desk.waits("\(deck).duck_db", near: -12)
    try desk.listens("talk over \(number)")
    try desk.letGo(.talk)
    try desk.waits("\(deck).duck_db", near: 0)
  }

  /// Where a part of the night is in its recording.
  private static func find(_ part: [Float], in recording: [Float], from: Int) -> Int? {
    guard from + part.count <= recording.count else { return nil }
    return (from...recording.count - part.count).first { start in
      part.indices.allSatisfy { abs(recording[start + $0] - part[$0]) < 1e-6 }
    }
  }
}
