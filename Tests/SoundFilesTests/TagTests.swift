// SPDX-License-Identifier: Apache-2.0
// What files say of their music, written by libsndfile or byte by byte.

import CSndfile
import Foundation
import Quantities
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
}
