// SPDX-License-Identifier: Apache-2.0
// The simulator's lists beside those that are decoded: the same track at the same frame.

import Foundation
import Quantities
import RenderCore
import RigEngine
import RigModel
import SeededNumbers
import SoundFiles
import Testing

@testable import OfflineRendering

@Suite("A list on a clock that counts frames")
struct VirtualTrackTests {
  @Test(
    "is where a player that decodes it is: the same track, the same frame, whatever its files are"
  )
  func stories() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "tarmac-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    var numbers = SeededNumbers(seed: 41)
    let rate = SampleRate(hertz: 48_000)
    var names: [String] = []
    for (index, hertz) in [48_000.0, 44_100, 48_000, 32_000, 44_100, 96_000].enumerated() {
      let count = Int.random(in: 1...60_000, using: &numbers)
      // With some silence at both ends.
      let signal = (0..<count).map { frame in
        (count / 6..<count - count / 4).contains(frame) ? Float(sin(Double(frame) / 9)) / 2 : 0
      }
      try SoundFile.write(
        [signal],
        to: folder.appending(path: "\(index).wav").path,
        rate: SampleRate(hertz: hertz)
      )
      names.append("\(index).wav")
      // Half of them have marks.
      guard index % 2 == 0 else { continue }
      let seconds = Double(count) / hertz
      let times = (0..<4).map { _ in Double.random(in: 0...seconds, using: &numbers) }.sorted()
      let labels = [
        "\(times[0])\t\(times[1])\tintro", "\(times[2])\t\(times[3])\toutro",
        index == 2 ? "0\t0\tcrossfade \(Double.random(in: -0.5...0.5, using: &numbers))" : "",
      ]
      try labels.joined(separator: "\n").write(
        to: folder.appending(path: "\(index).labels.txt"),
        atomically: true,
        encoding: .utf8
      )
    }
    names += ["none.wav"]
    let list = folder.appending(path: "list.m3u").path
    for story in 0..<300 {
      let picks = (0..<Int.random(in: 1...8, using: &numbers)).map { _ in
        names.randomElement(using: &numbers) ?? ""
      }
      guard picks.contains(where: { $0 != "none.wav" }) else { continue }
      try picks.joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)
      var playlist = Playlist()
      playlist.seed = [nil, 7, 8].randomElement(using: &numbers) ?? nil
      playlist.repeats = Playlist.Repetition.allCases.randomElement(using: &numbers) ?? .off
      playlist.crossfade =
        [.zero, Seconds(0.3), Seconds(-0.2)].randomElement(using: &numbers) ?? .zero
      playlist.measure = Playlist.Measure.allCases.randomElement(using: &numbers) ?? .time
      var preset = Player(file: list)
      preset.playlist = playlist
      var virtual = try VirtualTracks(preset, playlist, width: 1, rate: rate)
      let order = playlist.order(of: try TrackList(path: list).tracks)
      let queue = TrackQueue(order, of: list, crossing: playlist.crossing)
      let player = try SoundFilePlayer(
        list: queue,
        filling: 1,
        rate: rate,
        leveller: TrackLeveller(nil, lanes: nil),
        lanes: nil
      )
      let start = Seconds(Double.random(in: 0...player.duration.value, using: &numbers))
      let ring = try player.makeRing(at: start)
      virtual.jump(to: start)
      var isRight = true
      let chunk = UnsafeMutableBufferPointer<Float>.allocate(capacity: 5_000)
      defer { unsafe chunk.deallocate() }
      for _ in 0..<60 {
        player.fill()
        let count = Int.random(in: 1...5_000, using: &numbers)
        let taken = unsafe ring.audio.readInterleaved(.init(rebasing: chunk[..<count]))
        virtual.advance(by: taken)
        let position = player.position(of: ring).value * rate.hertz
        isRight =
          isRight && virtual.track == ring.track.track
          && abs(Double(virtual.position) - position) < 1.001
        if taken < count {
          isRight = isRight && virtual.untilEnd == 0
          break
        }
        isRight = isRight && virtual.untilEnd != 0
      }
      #expect(isRight, "story \(story): \(picks), \(playlist), from \(start)")
    }
  }

  @Test("is to the frame where it ought to be after a hundred thousand crossfades")
  func years() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tarmac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rate = SampleRate(hertz: 48_000)
    let lengths = [100_001, 77_777, 131_072]
    for (index, count) in lengths.enumerated() {
      let file = folder.appending(path: "\(index).wav").path
      try SoundFile.write([[Float](repeating: 0.5, count: count)], to: file, rate: rate)
    }
    var playlist = Playlist()
    playlist.crossfade = Seconds(0.5)
    var player = Player(file: folder.path)
    player.playlist = playlist
    var tracks = try VirtualTracks(player, playlist, width: 1, rate: rate)
    var numbers = SeededNumbers(seed: 9)
    let round = lengths.reduce(0) { $0 + $1 - 24_000 }
    var frame = 0
    while frame < round * 33_334 {
      let step = Int.random(in: 1...400_000, using: &numbers)
      tracks.advance(by: step)
      frame += step
    }
    // Where the round is, and which of its tracks.
    var rest = frame % round
    var index = 0
    while rest >= lengths[index] - 24_000 {
      rest -= lengths[index] - 24_000
      index += 1
    }
    #expect(tracks.track?.name == "\(index).wav")
    #expect(tracks.position == rest)
    #expect(tracks.order.round >= 33_333)
  }
}
