// SPDX-License-Identifier: Apache-2.0
// What files say of their music, written by libsndfile or byte by byte.

import CSndfile
import Foundation
import Quantities
import SeededNumbers
import Testing

@testable import SoundFiles

@Suite("The tags of a sound file")
struct TagTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func tags(_ path: String) throws -> SoundTags {
    try SoundFilePlayer(file: path, rate: rate48, lanes: nil).tags
  }

  /// Writes a second of sound with tags, as libsndfile does it.
  private func write(_ name: String, _ format: SoundFileFormat, _ tags: [Int: String]) throws {
    var info = SF_INFO()
    (info.channels, info.samplerate, info.format) = (1, 48_000, format.code)
    let file = unsafe try #require(sf_open(folder.file(name), Int32(SFM_WRITE), &info))
    for (key, text) in tags {
      let status = unsafe sf_set_string(file, Int32(key), text)
      #expect(status == 0, "\(name)")
    }
    let samples = sine(frames: 48_000)
    let count = unsafe sf_writef_float(file, samples, sf_count_t(samples.count))
    #expect(count == samples.count)
    unsafe sf_close(file)
  }

  @Test(
    "are read from every format that has them",
    arguments: [SoundFileFormat.wav16, .flac24, .vorbis, .opus, .mp3]
  )
  func formats(_ format: SoundFileFormat) throws {
    let texts = [SF_STR_TITLE: "Füße 🎧", SF_STR_ARTIST: "Die Band", SF_STR_ALBUM: "Live"]
    try write("tagged", format, texts)
    let tags = try tags(folder.file("tagged"))
    #expect(tags.title == "Füße 🎧")
    #expect(tags.artist == "Die Band")
    #expect(tags.album == "Live")
    try write("bare", format, [:])
    #expect(try self.tags(folder.file("bare")) == SoundTags())
  }

  @Test("may be of any bytes: Latin-1 is read, and nothing gets to a terminal that moves it")
  func strange() throws {
    func wav(_ title: [UInt8]) throws -> SoundTags {
      var bytes = Array(try Data(contentsOf: URL(filePath: folder.write([sine(frames: 480)]))))
      let text = title + (title.count % 2 == 0 ? [] : [0])
      func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      bytes += Array("LIST".utf8) + number(12 + text.count) + Array("INFOINAM".utf8)
      bytes += number(title.count) + text
      bytes.replaceSubrange(4..<8, with: number(bytes.count - 8))
      try Data(bytes).write(to: URL(filePath: folder.file("made.wav")))
      return try tags(folder.file("made.wav"))
    }
    #expect(try wav(Array("plain".utf8)).title == "plain")
    #expect(try wav([0x46, 0xFC, 0xDF, 0x65]).title == "Füße")
    #expect(try wav(Array("a\u{1B}[2J\nb\u{202E}c ".utf8)).title == "a [2J b c")
    #expect(try wav(Array("\n ".utf8)).title == nil)
    for text in ["a", "ä\u{0301}", "🎧"] {
      let bytes = Array(String(repeating: text, count: 2_000).utf8)
      let title = try #require(SoundTags(title: bytes, artist: nil, album: nil).title)
      #expect((150...200).contains(title.unicodeScalars.count), "\(text)")
    }
  }

  @Test("of an MP4 file say the tempo, the key and the marks, as iTunes and DJ programs write them")
  func boxes() throws {
    func box(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
      let content = parts.joined()
      let size = UInt32(content.count + 8)
      return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) }
        + name.unicodeScalars.map { UInt8($0.value) } + content
    }
    func data(_ kind: UInt8, _ value: [UInt8]) -> [UInt8] {
      box("data", [0, 0, 0, kind, 0, 0, 0, 0], value)
    }
    func own(_ name: String, _ value: String) -> [UInt8] {
      let bare: [UInt8] = [0, 0, 0, 0]
      return box(
        "----",
        box("mean", bare, Array("com.apple.iTunes".utf8)),
        box("name", bare, Array(name.utf8)),
        data(1, Array(value.utf8))
      )
    }
    func tags(_ items: [UInt8]...) throws -> MixTags {
      let meta = box(
        "meta",
        [0, 0, 0, 0],
        box("hdlr", [0]),
        box("ilst", items.joined().map(\.self))
      )
      let file = folder.file("made.m4a")
      let bytes = box("ftyp", Array("M4A ".utf8)) + box("moov", box("udta", meta))
      try Data(bytes).write(to: URL(filePath: file))
      return MixTags(of: try SharedDescriptor(reading: file).file)
    }
    let title = box("\u{A9}nam", data(1, Array("initialkey".utf8)))
    let all = try tags(
      title,
      box("tmpo", data(21, [0, 128])),
      own("initialkey", "8A"),
      own("LIQ_CUE_IN", "1.5"),
      own("liq_cross_duration", "-2")
    )
    #expect(all.bpm == 128 && all.key == "8A")
    #expect(all.marks.cueIn == 1.5 && all.marks.crossfade == -2 && all.marks.cueOut == nil)
    // What is more exact counts; what can't be true does not.
    let exact = try tags(own("BPM", "127.5"), box("tmpo", data(21, [0, 128])), own("KEY", "F#m"))
    #expect(exact.bpm == 127.5 && exact.key == "F#m")
    let strange = try tags(
      box("tmpo", data(21, [0, 3])),
      own("initialkey", "no key at all"),
      own("liq_cue_in", "soon")
    )
    #expect(strange == MixTags())
    #expect(try tags() == MixTags())
    // A box that says that its size comes, and has no room for it.
    let short: [UInt8] = [0, 0, 0, 1] + Array("abcd".utf8)
    let file = folder.file("made.m4a")
    let bytes =
      box("ftyp", Array("M4A ".utf8)) + box("moov", short) + [UInt8](repeating: 0, count: 8)
    try Data(bytes).write(to: URL(filePath: file))
    #expect(MixTags(of: try SharedDescriptor(reading: file).file) == MixTags())
    #expect(MP4Length(try SharedDescriptor(reading: file).file) == nil)
  }

  @Test("of an MP3 may be those of either version of ID3; the second one counts")
  func versions() throws {
    let path = try folder.write([sine(frames: 48_000)], "old.mp3", as: .mp3)
    func field(_ text: String, _ length: Int) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: length - text.utf8.count)
    }
    let tag = field("TAG", 3) + field("Song", 30) + field("Somebody", 30) + field("", 30)
    let bytes = Array(try Data(contentsOf: URL(filePath: path))) + tag + field("", 35)
    try Data(bytes).write(to: URL(filePath: path))
    let tags = try tags(path)
    #expect((tags.title, tags.artist, tags.album) == ("Song", "Somebody", nil))
    let text: [UInt8] =
      [1, 0xFF, 0xFE] + "Größer 🎧".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
    let second = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
    try Data(second + bytes).write(to: URL(filePath: path))
    let both = try self.tags(path)
    #expect((both.title, both.artist, both.album) == ("Größer 🎧", "Somebody", nil))
  }

  @Test("say the tempo and the key: in Vorbis comments, and in ID3 of either text")
  func mix() throws {
    func comment(_ text: String) -> [UInt8] {
      [UInt8(text.utf8.count), 0, 0, 0] + Array(text.utf8)
    }
    func frame(_ name: String, _ text: [UInt8]) -> [UInt8] {
      Array(name.utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
    }
    func found(_ bytes: [UInt8]) -> MixTags { MixTags(in: TagText([bytes])) }
    let vorbis = found(comment("TITLE=Key=x") + comment("bpm=127.98") + comment("INITIALKEY=8A"))
    #expect(vorbis.bpm == 127.98 && vorbis.key == "8A")
    #expect(found(frame("TBPM", [3] + Array("174".utf8))).bpm == 174)
    #expect(found(frame("TKEY", [0] + Array("F#m".utf8) + [0]) + Array("TSSE".utf8)).key == "F#m")
    let wide: [UInt8] = [1, 0xFF, 0xFE, 0x42, 0, 0x62, 0, 0x6D, 0]
    #expect(found(frame("TKEY", wide)).key == "Bbm")
    #expect(found(comment("BPM=0") + comment("key=no key at all")) == MixTags())
    #expect(found(comment("BPM=1e9") + frame("TKEY", [0] + Array("off".utf8))) == MixTags())
    #expect(found(comment("BPM=128,5")).bpm == 128.5)
    #expect(found(comment("key= Db major ")).key == "Db major")
    #expect(found(comment("KEY=12d")).key == "12d" && found(comment("KEY=13A")).key == nil)
    var random = SeededNumbers(seed: 9)
    for _ in 0..<500 {
      let noise = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = found(noise + Array("TKEY".utf8) + noise.prefix(10) + Array("bpm=".utf8))
    }
  }

  @Test("of files that ffmpeg has tagged say tempo and key", arguments: ["flac", "ogg", "mp3"])
  func tagged(_ ending: String) throws {
    let raw = try folder.write([sine(frames: 48_000)], "raw.wav", as: .wav16)
    let path = folder.file("tagged.\(ending)")
    let names = ending == "mp3" ? ("TBPM", "TKEY") : ("bpm", "initialkey")
    try ffmpeg("-i", raw, "-metadata", "\(names.0)=126", "-metadata", "\(names.1)=Am", path)
    let tags = try tags(path)
    #expect(tags.bpm == 126 && tags.key == "Am")
  }
}
