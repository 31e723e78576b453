// SPDX-License-Identifier: Apache-2.0
// Players of lists: joins to the sample, crossfades by their laws, what can't be played.

import Foundation
import Quantities
import SeededNumbers
import Testing

@testable import SoundFiles

@Suite("A player of a list")
struct ListPlayerTests: ListBench {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Cuts a signal into 20 files at odd frames.
  private func cut(
    _ signal: [Float],
    _ ending: String,
    _ format: SoundFileFormat,
    rate: SampleRate = rate48
  ) throws -> [String] {
    var numbers = SeededNumbers(seed: 3)
    let cuts =
      [0]
      + (0..<19).map { _ in Int.random(in: 1..<signal.count / 2, using: &numbers) * 2 - 1 }
      .sorted() + [signal.count]
    return try zip(cuts, cuts.dropFirst()).enumerated().map { index, range in
      try folder.write(
        [Array(signal[range.0..<range.1])],
        "\(index).\(ending)",
        rate: rate,
        as: format
      )
    }
  }

  @Test("joins files without loss or gap: a sine in twenty files is the sine, to the bit")
  func joins() throws {
    let signal = sine(frames: 200_001)
    let whole = try folder.write([signal], "whole.flac", as: .flac24)
    let exact = try SoundFilePlayer(file: whole, rate: rate48, lanes: nil).play()[0]
    for (ending, format, expected) in [
      ("wav", SoundFileFormat.wavFloat, signal), ("flac", .flac24, exact),
    ] {
      let files = try cut(signal, ending, format)
      #expect(try player(queue(files)).play() == [expected])
      // Over and over, into a wider player.
      let round = try player(queue(files, repeats: .all), width: 2).play(frames: 500_000)
      let turns = (0..<500_000).map { expected[$0 % expected.count] }
      #expect(round[0] == turns)
      #expect(round[1] == turns)
    }
  }

  @Test("joins files at another rate as if they were one file")
  func resampled() throws {
    let signal = sine(frames: 150_000, rate: rate44)
    let whole = try folder.write([signal], "whole.wav", rate: rate44)
    let files = try cut(signal, "wav", .wavFloat, rate: rate44)
    let expected = try SoundFilePlayer(file: whole, rate: rate48, lanes: nil).play()
    #expect(try player(queue(files)).play() == expected)
    #expect(expected[0].count == 163_265)
  }

  @Test("joins the tracks of a CUE sheet to the sample")
  func cue() throws {
    let signal = noise(frames: 480_000)
    _ = try folder.write([signal], "cd.flac", as: .flac24)
    let sheet = """
      FILE "cd.flac" WAVE
      TRACK 01 AUDIO
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      INDEX 01 00:01:01
      TRACK 03 AUDIO
      INDEX 01 00:07:74
      """
    let list = try #require(TrackList(folder.file("cd.cue"), Array(sheet.utf8)))
    let queue = TrackQueue(TrackOrder(list.tracks), of: list.path)
    #expect(try player(queue).play() == [signal])
    // A part ends where it says, and its positions begin at its own beginning.
    let order = TrackOrder([list.tracks[1]])
    let second = try player(TrackQueue(order, of: list.path))
    #expect(try second.play() == [Array(signal[48_640..<383_360])])
    #expect(second.duration == Seconds(334_720 / 48_000.0))
  }

  @Test(
    "joins what codecs with losses have made to the sample: padding and delay are not played",
    arguments: [("ogg", SoundFileFormat.vorbis), ("opus", .opus), ("mp3", .mp3)]
  )
  func lossy(_ ending: String, _ format: SoundFileFormat) throws {
    let signal = sine(frames: 200_001)
    let files = try cut(signal, ending, format)
    let played = try player(queue(files)).play()[0]
    // What is heard at a join is what the codec makes of the ends of its files.
    let pieces = try files.map { try SoundFilePlayer(file: $0, rate: rate48, lanes: nil).play()[0] }
    #expect(played == pieces.flatMap(\.self))
    #expect(played.count == signal.count)
    let error = zip(played, signal).map { abs($0 - $1) }.max() ?? 1
    print("FIGURE \(ending): at most \(error) off the signal at the ends of files")
  }

  @Test("joins live as offline, whatever the audio thread takes at once")
  func live() throws {
    let signal = noise(frames: 100_001)
    let files = try cut(signal, "wav", .wavFloat)
    for block in [64, 777, 4_096] {
      let player = try player(queue(files), lanes: FileLanes())
      let ring = try player.makeRing(at: .zero)
      var played: [Float] = []
      while !ring.hasEnded {
        while ring.readable < block, !ring.isFinished {}
        played += ring.take(block)[0]
      }
      #expect(played == signal)
    }
  }

  // MARK: Crossfades

  @Test("fades tracks into each other by the law of its curve", arguments: Crossing.Curve.allCases)
  func crossfade(_ curve: Crossing.Curve) throws {
    let one = try folder.write([[Float](repeating: 0.5, count: 30_000)], "one.wav")
    let two = try folder.write([[Float](repeating: 0.25, count: 20_000)], "two.wav")
    let crossing = Crossing(time: Seconds(0.1), curve: curve)
    let played = try player(queue([one, two, one], crossing: crossing)).play()[0]
    #expect(played.count == 30_000 + 20_000 + 30_000 - 2 * 4_800)
    var worst = 0.0
    for (frame, sample) in played.enumerated() {
      let first = Double(frame - 25_200)
      let second = Double(frame - 40_400)
      let expected: Double
      switch frame {
      case ..<25_200: expected = 0.5
      case ..<30_000:
        let gains = curve.gains(at: (first + 0.5) / 4_800)
        expected = 0.5 * gains.before + 0.25 * gains.next
      case ..<40_400: expected = 0.25
      case ..<45_200:
        let gains = curve.gains(at: (second + 0.5) / 4_800)
        expected = 0.25 * gains.before + 0.5 * gains.next
      default: expected = 0.5
      }
      worst = max(worst, abs(Double(sample) - expected))
    }
    #expect(worst < 1e-6)
    let (start, end) = (curve.gains(at: 0), curve.gains(at: 1))
    #expect(start.before == 1 && end.next == 1 && abs(end.before) < 1e-12)
    if curve == .power {
      for time in stride(from: 0.0, through: 1, by: 0.01) {
        let gains = curve.gains(at: time)
        #expect(abs(gains.before * gains.before + gains.next * gains.next - 1) < 1e-12)
      }
    }
  }

  @Test("keeps half of a short track free of fades; less than nothing is a pause")
  func overlaps() throws {
    let ones = try folder.write([[Float](repeating: 1, count: 48_000)], "one.wav")
    let short = try folder.write([[Float](repeating: 0.5, count: 100)], "short.wav")
    let crossing = Crossing(time: Seconds(3), curve: .linear)
    let played = try player(queue([ones, short, ones], crossing: crossing)).play()[0]
    #expect(played.count == 48_000 + 48_000 + 100 - 50 - 50)
    let pause = Crossing(time: Seconds(-0.25))
    let apart = try player(queue([ones, ones], crossing: pause)).play()[0]
    #expect(apart.count == 96_000 + 12_000)
    #expect(apart[48_000..<60_000].allSatisfy { $0 == 0 })
    #expect(apart[60_000] == 1)
  }

  // MARK: What can't be played

  @Test("leaves out what can't be played, says so, and ends where nothing can")
  func broken() throws {
    let good = try folder.write([[Float](repeating: 0.5, count: 1_000)], "good.wav")
    let wide = try folder.write(
      [[Float]](repeating: [Float](repeating: 0.5, count: 1_000), count: 6),
      "wide.wav"
    )
    let empty = try folder.write([[]], "empty.wav")
    let text = folder.file("text.wav")
    try "no sound".write(toFile: text, atomically: true, encoding: .utf8)
    let bad = [folder.file("none.wav"), wide, empty, text]
    let player = try player(queue(bad + [good] + bad + [good] + bad))
    #expect(try player.play() == [[Float](repeating: 0.5, count: 2_000)])
    let news = player.takeNews()
    for path in bad { #expect(news.contains { $0.contains(path) }) }
    let nothing = #expect(throws: SoundFileError.self) {
      try self.player(queue(bad, repeats: .all))
    }
    #expect(nothing?.description.hasPrefix("Nothing in the list can be played: ") == true)
    // What could be played once, and is gone then.
    let last = try folder.write([[Float](repeating: 0.25, count: 50_000)], "last.wav")
    let once = try self.player(queue([last] + bad, repeats: .all))
    let ring = try once.makeRing(at: .zero)
    try FileManager.default.removeItem(atPath: last)
    once.fill()
    #expect(ring.take(60_000)[0].count <= 50_000)
    once.fill()
    _ = ring.take(60_000)
    once.fill()
    #expect(ring.hasEnded)
    #expect(once.failure == .nothingPlayable(list: "the list"))
  }

  @Test("gives up a folder of nothing but what can't be played, offline and in its lane")
  func hopelessFolder() throws {
    let path = try folder.write([[Float](repeating: 0.5, count: 60_000)], "0.wav")
    for index in 1...5 {
      try "no sound".write(
        toFile: folder.file("\(index).wav"),
        atomically: true,
        encoding: .utf8
      )
    }
    for lanes in [nil, FileLanes()] {
      let list = try TrackList(path: folder.path)
      let order = TrackOrder(list.tracks, repeats: .all)
      let player = try player(TrackQueue(order, of: folder.path), lanes: lanes)
      let ring = try player.makeRing(at: .zero)
      try "no sound".write(toFile: path, atomically: true, encoding: .utf8)
      var count = 0
      while !ring.hasEnded {
        if lanes == nil { player.fill() }
        count += ring.take(1_000)[0].count
      }
      // In its lane it may have been opened once more, before it was written over.
      #expect(count <= (lanes == nil ? 60_000 : 120_000))
      #expect(player.failure == .nothingPlayable(list: folder.path))
      _ = try folder.write([[Float](repeating: 0.5, count: 60_000)], "0.wav")
    }
  }

  @Test("goes on when its folder is empty for a while, and begins again with what it has then")
  func emptyFolder() throws {
    let first = try folder.write([[Float](repeating: 0.5, count: 600_000)], "1.wav")
    let list = try TrackList(path: folder.path)
    let player = try player(TrackQueue(TrackOrder(list.tracks), of: folder.path))
    let ring = try player.makeRing(at: Seconds(12))
    try FileManager.default.removeItem(atPath: first)
    while !ring.hasEnded {
      player.fill()
      _ = ring.take(1_000)
    }
    _ = try folder.write([[Float](repeating: 0.25, count: 100_000)], "2.wav")
    guard case .ring(let again) = player.requestRing(.first).outcome else {
      Issue.record("nothing to begin with")
      return
    }
    #expect(again.take(1)[0] == [0.25])
  }

  @Test("says where it is in a track that is joined behind a crossfade")
  func joinedBehindFade() throws {
    let files = try [96_000, 480_000, 96_000].enumerated().map { index, count in
      try folder.write([[Float](repeating: Float(index + 1) / 8, count: count)], "\(index).wav")
    }
    let queue = queue(files, crossing: Crossing(time: Seconds(0.5)))
    let player = try player(queue)
    let ring = try player.makeRing(at: .zero)
    var frame = 0
    var isRight = true
    while frame < 672_000 - 24_000 {
      player.fill()
      if ring.track.track.path == files[1] { queue.crossing = .gapless }
      frame += ring.take(1_000)[0].count
      guard ring.track.track.path == files[2] else { continue }
      let place = Double(frame - (96_000 - 24_000 + 480_000)) / 48_000
      isRight = isRight && abs(player.position(of: ring).value - place) < 1e-6
    }
    #expect(isRight)
    #expect(ring.track.track.path == files[2])
  }

  @Test("plays two thousand random lists to their last frames, and is always where it says")
  func random() throws {
    let rate = SampleRate(hertz: 8_000)
    var numbers = SeededNumbers(seed: 2_000)
    let lengths = [1, 2, 100, 799, 800, 4_095, 4_096, 4_097, 8_000, 20_000, 44_444, 90_001]
    var files: [(path: String, frames: Int, value: Float)] = []
    for (index, length) in lengths.enumerated() {
      let value = Float(index + 1) / 64
      let path = try folder.write(
        [[Float](repeating: value, count: length)],
        "\(index).wav",
        rate: rate
      )
      files.append((path, length, value))
    }
    let nothing = folder.file("none.wav")
    for story in 0..<2_000 {
      let picks = (0..<Int.random(in: 1...8, using: &numbers)).map { _ in
        Int.random(in: -2..<files.count, using: &numbers)
      }
      guard picks.contains(where: { $0 >= 0 }) else { continue }
      let crossing =
        Bool.random(using: &numbers)
        ? Crossing.gapless
        : Crossing(time: Seconds(Double.random(in: -0.5...1, using: &numbers)), curve: .linear)
      let paths = picks.map { $0 < 0 ? nothing : files[$0].path }
      let player = try player(queue(paths, crossing: crossing), rate: rate)
      let ring = try player.makeRing(at: .zero)
      let played = picks.filter { $0 >= 0 }.map { files[$0] }
      // Where each track begins.
      var starts: [Int] = []
      var end = 0
      for (index, track) in played.enumerated() {
        let before = index > 0 ? played[index - 1].frames : 0
        let overlap =
          index > 0 ? crossing.overlap(of: before, .none, and: track.frames, .none, at: rate) : 0
        let pause = index > 0 ? crossing.pause(.none, at: rate) : 0
        starts.append(end - overlap + pause)
        end = (starts.last ?? 0) + track.frames
      }
      var frame = 0
      var isRight = true
      while frame < end {
        player.fill()
        let track = starts.lastIndex { $0 <= frame } ?? 0
        let position = min(frame - starts[track], played[track].frames)
        isRight =
          isRight && ring.track.track.path == played[track].path
          && abs(player.position(of: ring).value * 8_000 - Double(position)) < 0.001
        let samples = ring.take(Int.random(in: 1...5_000, using: &numbers))[0]
        if samples.isEmpty { break }
        for (offset, sample) in samples.enumerated() where crossing == .gapless {
          let track = starts.lastIndex { $0 <= frame + offset } ?? 0
          isRight = isRight && sample == played[track].value
        }
        frame += samples.count
      }
      #expect(frame == end && isRight, "story \(story): \(picks), \(crossing.time)")
      player.fill()
      #expect(ring.hasEnded)
    }
  }
}
