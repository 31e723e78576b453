// SPDX-License-Identifier: Apache-2.0
// Lists as programs write them.

import Testing

@testable import SoundFiles

struct TrackListTests {
  private func list(_ name: String, _ text: String) throws -> TrackList {
    try #require(TrackList(name, Array(text.utf8)))
  }

  @Test("M3U: names beside the list, extended tags, marks, other systems' names and line ends")
  func m3u() throws {
    let text = """
      \u{FEFF}#EXTM3U\r
      #EXTINF:12,Nina - Blue\r
      a b.flac\r
      \r
      # a remark
      /music/c.wav
      #EXTINF:-1,Only a title
      sub\\d.mp3
      file:///music/e%20f.ogg
      http://example.org/live
      rtsp://example.org/live
      D:\\music\\g.flac
      """
    let list = try list("/lists/night.m3u8", text)
    #expect(
      list.tracks.map(\.path) == [
        "/lists/a b.flac", "/music/c.wav", "/lists/sub/d.mp3", "/music/e f.ogg",
        "http://example.org/live", "/lists/D:/music/g.flac",
      ]
    )
    #expect(list.tracks[0].artist == "Nina")
    #expect(list.tracks[0].title == "Blue")
    #expect(list.tracks[1].title == nil)
    #expect(list.tracks[2].title == "Only a title")
    #expect(list.remarks.count == 1)
    #expect(list.remarks[0].contains("rtsp://example.org/live"))
  }

  @Test("are found by words of their path, title and artist, whatever their capitals")
  func search() {
    let tracks = [
      Track("/music/One.wav", title: "Blue Train", artist: "Coltrane"), Track("/music/blue.wav"),
      Track("/other/two.wav", title: "Train"),
    ]
    func found(_ words: String, most: Int = 50) -> [String] {
      TrackSearch(words).found(in: tracks, most: most).first.map { tracks[$0].path }
    }
    #expect(found("BLUE") == ["/music/One.wav", "/music/blue.wav"])
    #expect(found(" train  coltrane ") == ["/music/One.wav"])
    #expect(found("music train") == ["/music/One.wav"])
    #expect(found("") == tracks.map(\.path))
    #expect(found("nothing").isEmpty)
    #expect(found("", most: 1) == ["/music/One.wav"])
    #expect(TrackSearch("").found(in: tracks, most: 1).count == 3)
  }

  @Test("M3U in Latin-1 is read as such")
  func latin() throws {
    let list = try #require(
      TrackList("/l/a.m3u", [0x63, 0x61, 0x66, 0xE9, 0x2E, 0x77, 0x61, 0x76])
    )
    #expect(list.tracks.map(\.path) == ["/l/café.wav"])
  }

  @Test("PLS: numbers say the order")
  func pls() throws {
    let text = """
      [playlist]
      File2=two.wav
      Title1=Me - One
      file1 = one.wav
      NumberOfEntries=2
      File10=/ten.wav
      """
    let list = try list("/lists/a.pls", text)
    #expect(list.tracks.map(\.path) == ["/lists/one.wav", "/lists/two.wav", "/ten.wav"])
    #expect(list.tracks[0].artist == "Me")
    #expect(list.tracks[0].title == "One")
  }

  @Test(
    "XSPF: URIs, absolute or not, with title and creator; what is no XML is read as far as it is"
  )
  func xspf() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/">
        <title>Night</title>
        <trackList>
          <track><location>file:///music/a%20b.flac</location><title>Blue &amp; green</title><creator>Nina</creator></track>
          <track><title>Nowhere</title></track>
          <track><location>sub/c%C3%A9.ogg</location><annotation>x</annotation></track>
          <track><location>rtsp://example.org/live</location></track>
        </trackList>
      </playlist>
      """
    let list = try list("/lists/night.xspf", text)
    #expect(list.tracks.map(\.path) == ["/music/a b.flac", "/lists/sub/cé.ogg"])
    #expect(list.tracks[0].title == "Blue & green")
    #expect(list.tracks[0].artist == "Nina")
    #expect(list.tracks[1].title == nil)
    #expect(list.remarks.count == 1)
    let cut = try self.list("/lists/cut.xspf", String(text.prefix(330)))
    #expect(cut.tracks.map(\.path) == ["/music/a b.flac"])
    #expect(cut.remarks.first?.hasPrefix("can't be read to its end: line ") == true)
  }

  @Test("XSPF with entities of its own is read no further, however deep it is")
  func entities() throws {
    let bomb = """
      <?xml version="1.0"?>
      <!DOCTYPE b [<!ENTITY a "file:///etc/passwd"><!ENTITY c "&a;&a;&a;&a;">]>
      <playlist><trackList><track><location>&c;</location></track></trackList></playlist>
      """
    let refused = try list("/lists/bomb.xspf", bomb)
    #expect(refused.tracks.isEmpty)
    #expect(refused.remarks.count == 1)
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(try list("/lists/deep.xspf", deep).tracks.isEmpty)
  }

  @Test(
    "CUE: each track ends where the next one of its file begins; pauses belong to the one before"
  )
  func cue() throws {
    let text = """
      REM COMMENT "a remark"
      PERFORMER "The Band"
      TITLE "The Album"
      FILE "all of it.flac" WAVE
        TRACK 01 AUDIO
          TITLE "First"
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          TITLE "Second"
          PERFORMER "A Guest"
          INDEX 00 03:10:00
          INDEX 01 03:12:37
        TRACK 03 AUDIO
          INDEX 01 120:00:74
      FILE "other.flac" WAVE
        TRACK 04 AUDIO
          INDEX 01 00:02:00
        TRACK 05 MODE1/2352
          INDEX 01 00:05:00
      """
    let list = try list("/cd/a.cue", text)
    let second = (3 * 60 + 12) * 75 + 37
    let third = 120 * 60 * 75 + 74
    #expect(
      list.tracks.map(\.part) == [
        Track.Part(start: 0, end: second), Track.Part(start: second, end: third),
        Track.Part(start: third, end: nil), Track.Part(start: 150, end: 375),
      ]
    )
    #expect(list.tracks.map(\.path).suffix(2) == ["/cd/all of it.flac", "/cd/other.flac"])
    #expect(list.tracks.map(\.artist) == ["The Band", "A Guest", "The Band", "The Band"])
    #expect(list.tracks.map(\.title) == ["First", "Second", nil, nil])
    let bad = try self.list("/cd/a.cue", "FILE a.wav WAVE\nTRACK 01 AUDIO\nINDEX 01 00:99:00\n")
    #expect(bad.tracks.isEmpty)
    #expect(bad.remarks.first?.contains("00:99:00") == true)
    let many = String(repeating: "TRACK 01 AUDIO\nINDEX 01 00:99:00\n", count: 1_000)
    #expect(try self.list("/cd/a.cue", "FILE a.wav WAVE\n\(many)").remarks.count == 10)
  }

  @Test(
    "A folder: the sound files in it and below, in the order that people expect; no hidden ones"
  )
  func folder() throws {
    let folder = try Folder()
    for name in ["10 b.wav", "2 a.wav", "2 A.flac", ".hidden.wav", "cover.jpg", "10 a.wav"] {
      _ = try folder.write([sine(frames: 10)], name)
    }
    let list = try TrackList(path: folder.path)
    let names = list.tracks.map { $0.path.split(separator: "/").last ?? "" }
    #expect(names == ["2 A.flac", "2 a.wav", "10 a.wav", "10 b.wav"])
    #expect(throws: SoundFileError.self) { try TrackList(path: "\(folder.path)/none") }
    #expect(throws: SoundFileError.self) { try TrackList(path: "\(folder.path)/2 a.wav") }
  }
}
