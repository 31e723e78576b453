// SPDX-License-Identifier: Apache-2.0
// Pictures of tracks, written into files by ffmpeg or byte by byte, and beside them.

import Foundation
import SeededNumbers
import Testing

@testable import SoundFiles

@Suite("The picture of a track")
struct ArtworkTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A picture of noise, which no format makes small.
  private func picture(_ name: String, _ size: Int = 300) throws -> [UInt8] {
    let file = folder.file(name)
    let source = "nullsrc=s=\(size)x\(size),geq=random(1)*255:128:128"
    try ffmpeg("-f", "lavfi", "-i", source, "-frames:v", "1", "-update", "1", file)
    return [UInt8](try Data(contentsOf: URL(filePath: file)))
  }

  private func found(in file: String) -> Artwork? { Artwork(of: Track(file)) }

  @Test(
    "is found as it was put into a file",
    arguments: ["mp3", "flac", "m4a", "id3v23", "aif"],
    ["jpg", "png"]
  )
  func files(_ kind: String, _ ending: String) throws {
    let bytes = try picture("it.\(ending)")
    let sound = try folder.write([sine(frames: 48_000)], "plain.wav")
    let file = folder.file("tagged.\(kind == "id3v23" ? "mp3" : kind)")
    let version = ["id3v23": ["-id3v2_version", "3"], "aif": ["-write_id3v2", "1"]][kind] ?? []
    try ffmpeg(
      ["-i", sound, "-i", folder.file("it.\(ending)"), "-map", "0", "-map", "1", "-c:v", "copy"]
        + ["-disposition:v", "attached_pic"] + version + [file]
    )
    let artwork = try #require(found(in: file))
    #expect(artwork.bytes == bytes)
    #expect(artwork.type == (ending == "jpg" ? "image/jpeg" : "image/png"))
  }

  @Test("is found in the comments of Ogg, over many pages; the front cover comes first")
  func comments() throws {
    let cover = try picture("cover.png")
    let back = try picture("back.jpg", 50)
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
    func block(_ kind: Int, _ bytes: [UInt8]) -> String {
      let words = number(kind) + number(9) + Array("image/any".utf8) + number(0)
      return Data(words + [UInt8](repeating: 0, count: 16) + number(bytes.count) + bytes)
        .base64EncodedString()
    }
    let sound = try folder.write([sine(frames: 48_000)], "plain.wav")
    let inner = try Folder()
    for ending in ["ogg", "opus"] {
      // Written as a file of metadata: arguments have no room for it.
      let text =
        ";FFMETADATA1\nMETADATA_BLOCK_PICTURE=\(block(4, back).replacing("=", with: "\\="))\n"
      let first = inner.file("\(ending).txt")
      try text.write(toFile: first, atomically: true, encoding: .utf8)
      let codec = ending == "ogg" ? ["-c:a", "libvorbis"] : ["-c:a", "libopus"]
      let file = inner.file("tagged.\(ending)")
      try ffmpeg(["-i", sound, "-i", first, "-map_metadata", "1"] + codec + [file])
      #expect(found(in: file)?.bytes == back, "\(ending)")
      let both =
        ";FFMETADATA1\nTITLE=One\nMETADATA_BLOCK_PICTURE=\(block(3, cover).replacing("=", with: "\\="))\n"
      try both.write(toFile: first, atomically: true, encoding: .utf8)
      try ffmpeg(["-i", sound, "-i", first, "-map_metadata", "1"] + codec + [file])
      #expect(found(in: file)?.bytes == cover, "\(ending)")
    }
    // Of several in one FLAC file the front cover counts.
    let flac = try folder.write([sine(frames: 480)], "two.flac", as: .flac24)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: flac)))
    func raw(_ kind: Int, _ picture: [UInt8]) -> [UInt8] {
      let data = [UInt8](Data(base64Encoded: block(kind, picture)) ?? Data())
      return [6] + number(data.count)[1...] + data
    }
    let start = 8 + 34
    bytes.insert(contentsOf: raw(4, back) + raw(3, cover), at: start)
    try Data(bytes).write(to: URL(filePath: flac))
    #expect(found(in: flac)?.bytes == cover)
    #expect(try SoundFileReader(path: flac).frames == 480)
  }

  @Test("is that of its folder where the file has none")
  func besides() throws {
    let file = try folder.write([sine(frames: 480)], "a.wav")
    #expect(found(in: file) == nil)
    let bytes = try picture("Album.JPG")
    #expect(found(in: file)?.bytes == bytes)
    // What is called so and is no picture is none, nor is a folder.
    try "secret".write(toFile: folder.file("cover.jpg"), atomically: true, encoding: .utf8)
    #expect(found(in: file) == nil)
    try FileManager.default.removeItem(atPath: folder.file("cover.jpg"))
    try FileManager.default.createDirectory(
      atPath: folder.file("cover.png"),
      withIntermediateDirectories: false
    )
    #expect(found(in: file)?.bytes == bytes)
    #expect(Artwork([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: Artwork.mostBytes)) == nil)
  }

  @Test("is asked of the disk once, and again of a file that was written again")
  func shelf() throws {
    let lanes = FileLanes()
    let file = try folder.write([sine(frames: 48_000)], "a.wav")
    let bytes = try picture("cover.png")
    let player = try SoundFilePlayer(file: file, rate: rate48, lanes: lanes)
    guard case .unknown = player.artwork(of: player.track) else {
      Issue.record("known before anybody has looked")
      return
    }
    func known(_ found: KnownArtwork) -> Artwork?? {
      if case .known(let artwork) = found { .some(artwork) } else { nil }
    }
    #expect(known(player.readArtwork(of: player.track))??.bytes == bytes)
    try FileManager.default.removeItem(atPath: folder.file("cover.png"))
    #expect(known(player.artwork(of: player.track))??.bytes == bytes)
    #expect(known(player.readArtwork(of: player.track))??.bytes == bytes)
    _ = try folder.write([sine(frames: 96_000)], "a.wav")
    let other = try SoundFilePlayer(file: file, rate: rate48, lanes: lanes)
    #expect(known(other.readArtwork(of: other.track)) == .some(nil))
  }

  @Test("of a damaged file is none, or one, and nothing worse")
  func damage() throws {
    let bytes = try picture("it.jpg", 100)
    let sound = try folder.write([sine(frames: 4_800)], "plain.wav")
    let inner = try Folder()
    var numbers = SeededNumbers(seed: 12)
    var count = 0
    for kind in ["mp3", "flac", "m4a"] {
      let file = folder.file("whole.\(kind)")
      try ffmpeg(
        ["-i", sound, "-i", folder.file("it.jpg"), "-map", "0", "-map", "1", "-c:v", "copy"]
          + ["-disposition:v", "attached_pic", file]
      )
      let whole = [UInt8](try Data(contentsOf: URL(filePath: file)))
      for _ in 0..<400 {
        var other = whole
        for _ in 0..<Int.random(in: 1...6, using: &numbers) {
          let place = Int.random(in: 0..<min(other.count, 2_000), using: &numbers)
          other[place] = UInt8.random(in: 0...255, using: &numbers)
        }
        if Bool.random(using: &numbers) {
          other.removeLast(Int.random(in: 0..<other.count, using: &numbers))
        }
        let damaged = inner.file("damaged.\(kind)")
        try Data(other).write(to: URL(filePath: damaged))
        if let artwork = found(in: damaged) {
          #expect(artwork.bytes.count <= Artwork.mostBytes)
          count += artwork.bytes == bytes ? 1 : 0
        }
      }
    }
    #expect(count > 100)
  }
}
