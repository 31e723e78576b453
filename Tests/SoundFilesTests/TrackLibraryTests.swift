// SPDX-License-Identifier: Apache-2.0
// What is prepared of tracks: beats, cues, and what is kept of them on the disk.

import Foundation
import Quantities
import RigErrors
import Testing
import TrackLibrary

@Suite("The library of tracks")
struct TrackLibraryTests {
  private static func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "library-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private static let cue = CuePoint(at: Seconds(12.5), name: "Drop", colour: "#FF8800")

  @Test("counts beats through tempos, there and back")
  func grids() throws {
    let even = BeatGrid(from: Seconds(0.25), bpm: 128)
    #expect(abs(even.position(4, from: Seconds(10)).value - (10 + 4 * 60 / 128)) < 1e-12)
    let grid = try #require(
      BeatGrid([
        .init(at: Seconds(40), bpm: 90), .init(at: Seconds(1), bpm: 120.02),
        .init(at: Seconds(20), bpm: 60),
      ])
    )
    // From one anchor to the next there are whole beats.
    #expect(grid.beats(at: Seconds(20)) == 38 && grid.beats(at: Seconds(40)) == 58)
    for beats in stride(from: -6.5, to: 90, by: 0.75) {
      let place = grid.position(at: beats)
      #expect(abs(grid.beats(at: place) - beats) < 1e-9)
    }
    #expect(abs(grid.position(4, from: Seconds(19)).value - 22) < 1e-9)
    #expect(abs(grid.beats(in: Seconds(3), from: Seconds(19)) - 4) < 1e-9)
    #expect(grid.section(at: Seconds(21)).nearest(to: Seconds(21.6)).value == 22)
    #expect(BeatGrid([.init(at: .zero, bpm: 5)]) == nil)
    let beats = (0..<9).map { Seconds(Double($0) * 0.5 + 1) }
    #expect(BeatGrid(beats: beats)?.anchors.count == 1)
    #expect(BeatGrid(beats: [Seconds(1)]) == nil)
  }

  @Test("keeps what several programs prepare at once, each change by itself")
  func together() throws {
    try Self.withFolder { folder in
      let (one, other) = (TrackLibrary(in: folder), TrackLibrary(in: folder))
      let path = "/music/a.flac"
      one.load(path)
      other.change(path) { $0.grid = BeatGrid(bpm: 124) }
      other.settle()
      for number in 1...8 {
        one.change(path) { $0.hotCues[number] = Self.cue }
        one.load(path)
        #expect(one.preparation(of: path).hotCues.count == number, "a load takes nothing back")
      }
      one.settle()
      other.load(path)
      let both = other.preparation(of: path)
      #expect(both.hotCues.count == 8 && both.grid?.anchors.first?.bpm == 124)
      #expect(both.hotCues[3] == Self.cue && both.hotCues[3]?.colour == "#ff8800")
      #expect(one.takeProblems() + other.takeProblems() == [])
    }
  }

  @Test("sets aside what is damaged, and writes nothing over a newer version")
  func damaged() throws {
    try Self.withFolder { folder in
      let library = TrackLibrary(in: folder)
      library.change("/music/a.flac") { $0.hotCues[1] = Self.cue }
      library.settle()
      let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
      let path = "\(folder)/\(file)"
      try Data("nonsense".utf8).write(to: URL(filePath: path))
      library.change("/music/a.flac") { $0.hotCues[2] = Self.cue }
      library.settle()
      #expect(FileManager.default.fileExists(atPath: path + ".broken"))
      let next = TrackLibrary(in: folder)
      next.load("/music/a.flac")
      #expect(next.preparation(of: "/music/a.flac").hotCues[2] == Self.cue)
    }
  }

  @Test("tries again what could not be written")
  func full() throws {
    try Self.withFolder { folder in
      // A file is where the folder is to be.
      try Data().write(to: URL(filePath: folder))
      let library = TrackLibrary(in: folder)
      library.change("/music/a.flac") { $0.hotCues[1] = Self.cue }
      library.settle()
      #expect(library.takeProblems().count == 1)
      library.load("/music/a.flac")
      #expect(library.preparation(of: "/music/a.flac").hotCues[1] == Self.cue)
      try FileManager.default.removeItem(atPath: folder)
      library.settle()
      let next = TrackLibrary(in: folder)
      next.load("/music/a.flac")
      #expect(next.preparation(of: "/music/a.flac").hotCues[1] == Self.cue)
    }
  }

  @Test(
    "reads keys as programs write them",
    arguments: [
      (["8A", "1m", "Am", "a minor", "A min"], 9, true), (["8B", "1d", "C", "c maj"], 0, false),
      (["11A", "4m", "F#m", "Gbm", "F♯ minor"], 6, true), (["1B", "6d", "B", "Cb"], 11, false),
    ]
  )
  func keys(names: [String], tone: Int, isMinor: Bool) throws {
    for name in names {
      let key = try #require(MusicalKey(name), "\(name)")
      #expect(key.tone == tone && key.isMinor == isMinor, "\(name): \(key)")
    }
    for name in ["", "13A", "0B", "hello", "A#x", "8C"] { #expect(MusicalKey(name) == nil) }
  }

  @Test("finds tracks by words without accents, tempo and key")
  func search() throws {
    func track(_ title: String, _ artist: String, _ bpm: Double, _ key: String) -> TrackPreparation
    {
      var track = TrackPreparation()
      (track.facts.title, track.facts.artist, track.facts.key) = (title, artist, key)
      track.grid = BeatGrid(bpm: bpm)
      return track
    }
    let tracks = [
      "/m/1.mp3": track("Déjà Vu", "Beyoncé", 105, "Gm"),
      "/m/2.mp3": track("Halo", "Beyoncé", 80, "8A"),
      "/m/Remix of Halo.flac": track("", "", 126, "Am"),
      "/m/3.mp3": track("Łódź", "Motörhead ＡＢＢＡ", 140, "C"),
      "/m/4.mp3": track("E\u{301}tude Straße", "Æther Øst", 141, "C"),
    ]
    func names(_ change: (inout LibrarySearch) -> Void) -> [String] {
      var search = LibrarySearch()
      change(&search)
      return search.found(in: tracks).map(\.name)
    }
    #expect(names { $0.words = ["deja", "BEYONCE"] } == ["1.mp3"])
    #expect(names { $0.words = ["lodz", "MOTORHEAD", "abba"] } == ["3.mp3"])
    #expect(names { $0.words = ["étude", "strasse", "aether", "ØST"] } == ["4.mp3"])
    #expect(names { $0.words = ["halo"] } == ["Remix of Halo.flac", "2.mp3"])
    #expect(names { $0.key = MusicalKey("1m") } == ["Remix of Halo.flac", "2.mp3"])
    #expect(names { $0.tempos = LibrarySearch.tempos(in: "100-126") }.count == 2)
    #expect(LibrarySearch.tempos(in: "124") == 123.5...124.5)
    #expect(LibrarySearch.tempos(in: "126-120") == nil)
  }
}
