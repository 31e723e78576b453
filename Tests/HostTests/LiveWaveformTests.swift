// SPDX-License-Identifier: Apache-2.0
// The waveform of what a player of a running rig plays, for programs and for people.

import ControlProtocol
import Foundation
import JACKTestBench
import SoundFiles
import Testing

@Suite("The waveform of a player", .serialized)
struct LiveWaveformTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1 } }
    sessions:
      deck:
        category: playback
        active: true
        source: { player: steps.wav, channels: 1, play: off }
        sends: [ { to: main } ]
      radio:
        category: playback
        source: { playlist: list.m3u, channels: 1, crossfade_seconds: 1, crossfade_by: loudness }
        sends: [ { to: main } ]
    """

  private static func files(in folder: URL) throws {
    let steps = [Float](repeating: 0.25, count: 96_000) + [Float](repeating: 1, count: 96_000)
    try folder.write(steps, as: "steps.wav")
    // Two seconds of silence before what is heard.
    let late =
      [Float](repeating: 0, count: 96_000)
      + (0..<192_000).map { Float(sin(Double($0) / 9)) / 2 }
    try folder.write(late, as: "late.wav")
    try "late.wav".write(
      to: folder.appending(path: "list.m3u"),
      atomically: true,
      encoding: .utf8
    )
  }

  private static func waveform(
    _ session: String,
    of tarmac: RunningTarmac
  ) throws -> (WaveformStatus, WaveformStatus.Points) {
    var status: WaveformStatus?
    try tarmac.wait("the waveform of \(session)") {
      status = try tarmac.ask(WaveformRequest(session: session))
      return status?.state == .known
    }
    let found = try #require(status)
    return (found, try #require(found.points))
  }

  @Test("is that of its track, and says where the player is in it")
  func tracks() async throws {
    try await RunningTarmac.run(Self.preset, files: Self.files) { tarmac, _ in
      let (deck, steps) = try Self.waveform("deck", of: tarmac)
      #expect(steps.seconds_each == 256.0 / 48_000)
      #expect(
        steps.peaks == Array(repeating: 64, count: 375) + Array(repeating: 255, count: 375)
      )
      #expect(steps.levels == steps.peaks)
      #expect(deck.duration_seconds == 4 && deck.position_seconds == 0 && deck.lead_seconds == 0)
      // Another track has another one.
      _ = try tarmac.command("player", "load", "deck", "\(tarmac.folder.path)/late.wav")
      try tarmac.wait("the track") {
        try tarmac.get("deck.sources.source.file").hasSuffix("late.wav")
      }
      _ = try tarmac.command("player", "seek", "deck", "3")
      let (other, late) = try Self.waveform("deck", of: tarmac)
      #expect(other.track.file.hasSuffix("/late.wav") && other.position_seconds == 3)
      let sound = try #require(late.peaks.firstIndex { $0 > 0 })
      #expect(abs(Double(sound) * late.seconds_each - 2) < 0.02)
      // What is left out before the music is no part of the player's time.
      try tarmac.reload(Self.preset.replacing("play: off", with: "play: on"))
      let (radio, _) = try Self.waveform("radio", of: tarmac)
      #expect(abs(radio.lead_seconds - 2) < 0.02, "\(radio.lead_seconds)")
      #expect(abs(radio.duration_seconds - 4) < 0.05)
    }
  }

  @Test("is drawn in a terminal, and is refused where there is no player")
  func terminal() async throws {
    try await RunningTarmac.run(Self.preset, files: Self.files) { tarmac, _ in
      _ = try tarmac.command("player", "seek", "deck", "2")
      let text = try tarmac.command("player", "waveform", "deck")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines[0].hasSuffix("steps.wav, 0:02 of 0:04"), "\(text)")
      let (low, high) = (
        String(repeating: " ", count: 36), String(repeating: "█", count: 36)
      )
      let unicode = text.contains("█")
      #expect(lines[1] == low + (unicode ? high : high.replacing("█", with: "#")), "\(text)")
      let mark = try #require(lines[5].firstIndex { $0 != " " })
      #expect(lines[5].distance(from: lines[5].startIndex, to: mark) == 36)
      try tarmac.expectRefusal(WaveformRequest(session: "main"), "main")
      try tarmac.expectRefusal(WaveformRequest(session: "deck", source: "none"), "no player 'none'")
    }
  }
}
