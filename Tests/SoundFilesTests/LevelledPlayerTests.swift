// SPDX-License-Identifier: Apache-2.0
// Players that make their tracks equally loud.

import Foundation
import Loudness
import Quantities
import RenderCore
import Testing

@testable import SoundFiles

@Suite("A player that levels its tracks")
struct LevelledPlayerTests {
  private let folder: Folder
  private let cache: LoudnessCache

  init() throws {
    folder = try Folder()
    cache = try #require(LoudnessCache(in: folder.file("cache")))
  }

  private func track(_ name: String, level: Float, seconds: Int = 6, seed: UInt64 = 1) throws
    -> String
  {
    try folder.write([noise(frames: 48_000 * seconds, seed: seed).map { $0 * level }], name)
  }

  private func leveller(_ level: TrackLevel?, scanner: LoudnessScanner? = nil) -> TrackLeveller {
    TrackLeveller(level, cache: cache, scanner: scanner)
  }

  private func player(
    _ paths: [String],
    _ leveller: TrackLeveller,
    width: Int = 1,
    lanes: FileLanes? = nil
  ) throws -> SoundFilePlayer {
    let order = TrackOrder(paths.map { Track($0) }, repeats: .off)
    return try SoundFilePlayer(
      list: TrackQueue(order, of: "the list"),
      filling: width,
      rate: rate48,
      leveller: leveller,
      lanes: lanes
    )
  }

  private func loudness(_ channels: [[Float]]) -> ProgrammeLoudness {
    var meter = ProgrammeMeter(channels: channels.count, hertz: 48_000)
    let frames = channels[0].indices.flatMap { frame in channels.map { $0[frame] } }
    unsafe frames.withUnsafeBufferPointer { unsafe meter.add($0) }
    return meter.reading
  }

  @Test("makes each as loud as is wished, with a gain that does not move while it sounds")
  func tracks() throws {
    let levels: [Float] = [0.02, 0.3, 0.1]
    let paths = try levels.enumerated().map { index, level in
      try track("\(index).wav", level: level, seed: UInt64(index + 1))
    }
    let level = TrackLevel(target: -20, peakLimit: 0)
    let played = try player(paths, leveller(level)).play()[0]
    for (index, gain) in levels.enumerated() {
      let part = Array(played[(index * 288_000)..<((index + 1) * 288_000)])
      #expect(abs((loudness([part]).integrated ?? 0) + 20) < 0.05)
      // One gain for all of it.
      let source = noise(frames: 288_000, seed: UInt64(index + 1)).map { $0 * gain }
      let factor = part[1_000] / source[1_000]
      #expect(zip(part, source).allSatisfy { abs($0 - $1 * factor) < 1e-6 })
    }
  }

  @Test("leaves tracks as they are where nothing is wished, to the bit")
  func off() throws {
    let path = try track("a.wav", level: 0.1)
    let signal = noise(frames: 288_000).map { $0 * 0.1 }
    let off = TrackLevel(target: -20, mode: .off, peakLimit: 0)
    for level in [nil, off] {
      #expect(try player([path], leveller(level)).play() == [signal])
    }
    let cached = folder.file("cache")
    #expect(!FileManager.default.fileExists(atPath: cached))
  }

  @Test("lets no peak be higher than it may be, and makes no silence loud")
  func limits() throws {
    let click = try folder.write(
      [(0..<288_000).map { $0 == 144_000 ? 0.9 : Float(sin(Double($0) / 8)) * 0.01 }],
      "click.wav"
    )
    let played = try player([click], leveller(TrackLevel(target: -10, peakLimit: -1))).play()
    #expect(abs((loudness(played).truePeak ?? 0) + 1) < 0.1)
    let hiss = try track("hiss.wav", level: 0.000_01)
    let quiet = try player([hiss], leveller(TrackLevel(target: -10, peakLimit: -1)))
    #expect(quiet.track.gain == .none)
    #expect(loudness(try quiet.play()).integrated == nil)
  }

  @Test("leaves what is silent from beginning to end out of a list, and says so")
  func silence() throws {
    let silent = try folder.write([[Float](repeating: 0, count: 96_000)], "silent.wav")
    let loud = try track("loud.wav", level: 0.1)
    let player = try player([loud, silent, loud], leveller(TrackLevel(target: -20, peakLimit: 0)))
    #expect(try player.play()[0].count == 2 * 288_000)
    #expect(
      player.takeNews() == ["\(silent) is silent from its beginning to its end. It is left out."]
    )
  }

  @Test("reckons with a mono file being heard from both sides")
  func widened() throws {
    let path = try track("a.wav", level: 0.1)
    let level = TrackLevel(target: -20, peakLimit: 0)
    let played = try player([path], leveller(level), width: 2).play()
    #expect(abs((loudness(played).integrated ?? 0) + 20) < 0.05)
  }

  @Test("keeps the tracks of an album as they are beside each other")
  func album() throws {
    let paths = try [track("1.wav", level: 0.05), track("2.wav", level: 0.1, seed: 2)]
    let level = TrackLevel(target: -20, mode: .album, peakLimit: 0)
    let played = try player(paths, leveller(level)).play()[0]
    let first = try #require(loudness([Array(played[..<288_000])]).integrated)
    let second = try #require(loudness([Array(played[288_000...])]).integrated)
    #expect(abs(second - first - 6.02) < 0.1)
    #expect(abs(10 * log10((pow(10, first / 10) + pow(10, second / 10)) / 2) + 20) < 0.1)
  }

  @Test(
    "goes by the gains that tags say, whatever keeps them",
    arguments: [
      ("a.flac", "FLAC", ["REPLAYGAIN_TRACK_GAIN=-6.50 dB"]),
      ("a.mp3", "MP3", ["replaygain_track_gain=-6.50 dB"]),
      ("a.ogg", "Vorbis", ["replaygain_track_gain=-6.50 dB", "replaygain_track_peak=0.988"]),
      ("a.opus", "Opus", ["R128_TRACK_GAIN=-384"]),
    ]
  )
  func tags(_ name: String, _ format: String, _ tags: [String]) throws {
    let plain = try track("plain.wav", level: 0.05)
    let path = folder.file(name)
    try ffmpeg(["-i", plain] + tags.flatMap { ["-metadata", $0] } + [path])
    // -18 and 6.5 dB more, or -23 and 1.5.
    let loudness = name == "a.opus" ? -21.5 : -11.5
    let level = TrackLevel(target: -30, peakLimit: 0)
    let gain = leveller(level).treatment(of: Track(path), channels: 1, on: 1).gain
    #expect(abs((gain.loudness ?? 0) - loudness) < 0.01, "\(gain)")
    #expect(abs(gain.decibels - (-30 - loudness)) < 0.01)
    // Nothing had to be measured.
    #expect(!FileManager.default.fileExists(atPath: folder.file("cache")))
  }

  @Test("reads tags in UTF-16, in APE and in MP4, and takes no nonsense for one")
  func strangeTags() {
    func wide(_ text: String) -> [UInt8] {
      text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
    let utf16 = wide("replaygain_track_gain") + [0, 0, 0xFF, 0xFE] + wide("+2.25 dB")
    #expect(LoudnessTags(in: [utf16])?.track?.integrated == -20.25)
    let ape =
      [8, 0, 0, 0, 0, 0, 0, 0] + Array("REPLAYGAIN_ALBUM_GAIN".utf8) + [0] + Array("-3 dB".utf8)
    #expect(LoudnessTags(in: [[], ape])?.album?.integrated == -15)
    #expect(LoudnessTags(in: [[], ape])?.track == nil)
    let mp4 =
      Array("namereplaygain_track_gain".utf8) + [0, 0, 0, 0x18] + Array("data".utf8)
      + [0, 0, 0, 1, 0, 0, 0, 0] + Array("-7.5 dB".utf8)
    #expect(LoudnessTags(in: [mp4])?.track?.integrated == -10.5)
    // The length of the next comment, 56, is the digit 8.
    func comment(_ text: String) -> [UInt8] {
      [UInt8(text.utf8.count), 0, 0, 0] + Array(text.utf8)
    }
    let next = "MUSICBRAINZ_ALBUMID=" + String(repeating: "a", count: 36)
    let opus = comment("R128_TRACK_GAIN=-1280") + comment(next)
    #expect(LoudnessTags(in: [opus])?.track?.integrated == -18)
    for text in [
      "replaygain_track_gain=", "replaygain_track_gain=loud", "replaygain_track_gain=900",
    ] {
      #expect(LoudnessTags(in: [Array(text.utf8)]) == nil, "\(text)")
    }
  }

  @Test("takes another wish over with its next track")
  func changed() throws {
    let paths = try [track("1.wav", level: 0.1), track("2.wav", level: 0.1, seed: 2)]
    let player = try player(paths, leveller(TrackLevel(target: -20, peakLimit: 0)))
    let ring = try player.makeRing(at: .zero)
    player.level = TrackLevel(target: -26, peakLimit: 0)
    var played: [Float] = []
    while !ring.hasEnded {
      player.fill()
      played += ring.take(4_800)[0]
    }
    #expect(abs((loudness([Array(played[..<288_000])]).integrated ?? 0) + 20) < 0.05)
    #expect(abs((loudness([Array(played[288_000...])]).integrated ?? 0) + 26) < 0.05)
  }

  @Test("estimates what it meets for the first time in a rig, and has measured it the next time")
  func live() throws {
    let long = try track("long.wav", level: 0.1, seconds: 90)
    let scanner = LoudnessScanner(keepingIn: cache)
    let level = TrackLevel(target: -20, peakLimit: 0)
    func gain() -> TrackGain {
      leveller(level, scanner: scanner).treatment(of: Track(long), channels: 1, on: 1).gain
    }
    let first = gain()
    let print = try TrackFingerprint(Track(long))
    // The scan beside it ends sooner or later.
    while cache.loudness(of: print) == nil {}
    let known = try #require(cache.loudness(of: print)?.integrated)
    #expect(abs((first.loudness ?? 0) - known) < 0.5)
    #expect(gain().loudness == known)
  }

  @Test("joins tracks where their music is, to 10 ms, and leaves silence out")
  func music() throws {
    let shapes = [(0.5, 4.0, 2.0, 1.0), (1.2, 5.0, 0.8, 0.3), (0.0, 3.0, 0.0, 2.0)]
    let paths = try shapes.enumerated().map { index, shape in
      let signal = SoundFilesTests.music(between: shape.0, shape.1, shape.2, shape.3, seed: index)
      return try folder.write([signal], "\(index).wav")
    }
    // At most a second together, as far as the first one has become quiet.
    for (most, overlaps) in [(1.0, [1.0, 0.8]), (0, [0, 0])] {
      let order = TrackOrder(paths.map { Track($0) }, repeats: .off)
      let crossing = Crossing(time: Seconds(most), curve: .linear, followsMusic: true)
      let player = try SoundFilePlayer(
        list: TrackQueue(order, of: "the list", crossing: crossing),
        filling: 1,
        rate: rate48,
        leveller: leveller(nil),
        lanes: nil
      )
      let ring = try player.makeRing(at: .zero)
      var (starts, frames): ([Int: Int], Int) = ([:], 0)
      while !ring.hasEnded {
        player.fill()
        starts[ring.track.turn] = starts[ring.track.turn] ?? frames
        frames += ring.take(48)[0].count
      }
      let lengths = shapes.map { $0.1 + $0.2 }
      let begins = [
        0, lengths[0] - overlaps[0], lengths[0] + lengths[1] - overlaps[0] - overlaps[1],
      ]
      for (turn, begin) in begins.enumerated() {
        let start = Double(try #require(starts[turn + 1])) / 48_000
        #expect(abs(start - begin) < 0.03, "track \(turn + 1) at \(start), not \(begin)")
      }
      #expect(abs(Double(frames) / 48_000 - begins[2] - lengths[2]) < 0.05)
    }
  }
}
