// SPDX-License-Identifier: Apache-2.0
// Libraries of other programs: every cue, loop and grid as the file says, by the right clock.

import Foundation
import Quantities
import RigErrors
import Testing
import TrackLibrary

@testable import SoundFiles
@testable import TrackImports

@Suite("The library of another program")
struct LibraryImportTests {
  /// A folder with a collection and music, and a library.
  private struct Place {
    let folder: URL
    var library: TrackLibrary { TrackLibrary(in: folder.appending(path: "library").path) }

    func write(_ text: String, as name: String) throws -> String {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
      return file.path
    }

    func run(
      _ source: String,
      _ change: (inout LibraryImport) -> Void = { _ in }
    ) throws -> LibraryImport.Report {
      var plan = LibraryImport(source)
      plan.music = [folder.appending(path: "music").path]
      change(&plan)
      return try plan.run(into: library)
    }

    func prepared(_ file: String) -> TrackPreparation {
      let library = library
      library.load(file)
      return library.preparation(of: file)
    }
  }

  private static func with(_ body: (Place) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(Place(folder: folder))
  }

  private static let rekordbox = """
    <?xml version="1.0" encoding="UTF-8"?>
    <DJ_PLAYLISTS Version="1.0.0">
      <PRODUCT Name="rekordbox" Version="6.0.0" Company="AlphaTheta"/>
      <COLLECTION Entries="2">
        <TRACK TrackID="7" Name="One &amp; Two" Artist="Somebody" Album="" Genre="House"
          TotalTime="300" AverageBpm="124.00" Tonality="8A"
          Location="file://localhost/C:/Users/dj/Crates/Summer%20%26%20Sun/One.wav">
          <TEMPO Inizio="0.198" Bpm="124.00" Metro="4/4" Battito="1"/>
          <TEMPO Inizio="60.198" Bpm="93.00" Metro="4/4" Battito="1"/>
          <POSITION_MARK Name="Start" Type="0" Start="0.198" Num="0" Red="40" Green="226" Blue="20"/>
          <POSITION_MARK Name="" Type="4" Start="16.500" End="24.242" Num="5"/>
          <POSITION_MARK Name="Memory" Type="0" Start="33.221" Num="-1"/>
          <POSITION_MARK Name="Fade" Type="1" Start="3.0" Num="-1"/>
        </TRACK>
        <TRACK TrackID="8" Name="Gone" Location="file://localhost/C:/gone.mp3"></TRACK>
      </COLLECTION>
      <PLAYLISTS>
        <NODE Type="0" Name="ROOT" Count="1">
          <NODE Name="Nights" Type="0" Count="1">
            <NODE Name="Friday" Type="1" KeyType="0" Entries="2">
              <TRACK Key="7"/><TRACK Key="8"/>
            </NODE>
          </NODE>
        </NODE>
      </PLAYLISTS>
    </DJ_PLAYLISTS>
    """

  @Test("of rekordbox: grids, hot cues, loops, memory cues and lists; its files are found by name")
  func rekordbox() throws {
    try Self.with { place in
      let file = try place.write("", as: "music/Summer & Sun/One.wav")
      _ = try place.write("", as: "music/Winter/One.wav")
      let source = try place.write(Self.rekordbox, as: "rekordbox.xml")
      let lists = place.folder.appending(path: "lists").path
      let report = try place.run(source) { $0.lists = lists }
      #expect(report.program == .rekordbox && report.items.map(\.file) == [file])
      #expect(report.missing == ["/C:/gone.mp3"])
      let track = place.prepared(file)
      #expect(track.facts.title == "One & Two" && track.facts.key == "8A")
      #expect(track.grid?.anchors.map(\.bpm) == [124, 93])
      #expect(track.grid?.anchors.map(\.position.value) == [0.198, 60.198])
      #expect(
        track.hotCues == [
          1: CuePoint(at: Seconds(0.198), name: "Start", colour: "#28e214"),
          6: CuePoint(at: Seconds(16.5), length: Seconds(7.742)),
        ]
      )
      #expect(track.memoryCues == [CuePoint(at: Seconds(33.221), name: "Memory")])
      let list = try #require(report.lists.first)
      #expect(list.name == "Nights - Friday" && list.tracks == 1 && list.missing == 1)
      #expect(try String(contentsOfFile: list.file, encoding: .utf8) == "#EXTM3U\n\(file)\n")
      // What is prepared stays, unless it is to be replaced.
      let library = place.library
      library.load(file)
      library.change(file) { $0.hotCues = [2: CuePoint(at: Seconds(1))] }
      library.settle()
      _ = try place.run(source)
      #expect(place.prepared(file).hotCues.keys.sorted() == [2])
      _ = try place.run(source) { ($0.replaces, $0.shift) = (true, Seconds(0.5)) }
      #expect(place.prepared(file).hotCues[1]?.position == Seconds(0.698))
      #expect(place.prepared(file).grid?.anchors.first?.position == Seconds(0.698))
      // There and back.
      _ = try place.run(source) { $0.replaces = true }
      let found = LibrarySearch().found(in: place.library.all())
      let text = RekordboxExport.document(of: found, version: "1")
      let other = Place(folder: place.folder.appending(path: "other"))
      let again = try other.run(try other.write(text, as: "ours.xml"))
      #expect(again.items.map(\.file) == [file] && again.missing.isEmpty)
      var (back, there) = (other.prepared(file), place.prepared(file))
      (back.facts.program, there.facts.program) = ("", "")
      #expect(back == there)
    }
  }

  @Test("of Traktor: times are in milliseconds, and a grid's marker may be a button")
  func traktor() throws {
    try Self.with { place in
      let file = try place.write("", as: "music/Two.flac")
      let source = try place.write(
        """
        <?xml version="1.0" encoding="UTF-8" standalone="no" ?>
        <NML VERSION="19"><COLLECTION ENTRIES="1">
          <ENTRY TITLE="Two" ARTIST="Somebody">
            <LOCATION DIR="/:Users/:dj/:Music/:" FILE="Two.flac" VOLUME="Macintosh HD"></LOCATION>
            <INFO GENRE="Disco" PLAYTIME_FLOAT="300.5"></INFO>
            <TEMPO BPM="111.999931" BPM_QUALITY="100"></TEMPO>
            <LOUDNESS ANALYZED_DB="-1.5"></LOUDNESS><MUSICAL_KEY VALUE="21"></MUSICAL_KEY>
            <CUE_V2 NAME="AutoGrid" TYPE="4" START="53.484213" LEN="0" HOTCUE="0"></CUE_V2>
            <CUE_V2 NAME="n.n." TYPE="5" START="240053.631351" LEN="17142.867653" HOTCUE="4"></CUE_V2>
            <CUE_V2 NAME="Load" TYPE="3" START="100" LEN="0" HOTCUE="-1"></CUE_V2>
          </ENTRY>
        </COLLECTION><PLAYLISTS><NODE TYPE="FOLDER" NAME="$ROOT"><SUBNODES>
          <NODE TYPE="PLAYLIST" NAME="Set"><PLAYLIST ENTRIES="1" TYPE="LIST"><ENTRY>
            <PRIMARYKEY TYPE="TRACK" KEY="Macintosh HD/:Users/:dj/:Music/:Two.flac"/>
          </ENTRY></PLAYLIST></NODE></SUBNODES></NODE></PLAYLISTS></NML>
        """,
        as: "collection.nml"
      )
      let report = try place.run(source) { $0.lists = place.folder.path }
      #expect(report.program == .traktor && report.missing.isEmpty)
      let track = place.prepared(file)
      let anchor = try #require(track.grid?.anchors.first)
      #expect(abs(anchor.position.value - 0.053484213) < 1e-9 && anchor.bpm == 111.999931)
      #expect(track.hotCues[1]?.name == "AutoGrid" && track.facts.key == "Am")
      #expect(track.hotCues[5]?.position == Seconds(240.053631))
      #expect(track.hotCues[5]?.length == Seconds(17.142868) && track.hotCues[5]?.name == "")
      #expect(track.memoryCues.map(\.name) == ["Load"] && track.facts.gain_db == -1.5)
      #expect(report.lists.map(\.tracks) == [1])
    }
  }

  @Test("of Serato, in the tags of files")
  func serato() throws {
    // A cue at 1.5 s, a loop from 2 to 4 s, and a grid of two markers.
    var entries: [UInt8] = [1, 1]
    func entry(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + [0, 0, 0, 0, UInt8(body.count)] + body
    }
    entries += entry(
      "CUE",
      [0, 2, 0, 0, 5, 0xDC, 0, 0xCC, 0x88, 0, 0, 0] + Array("Drop".utf8) + [0]
    )
    entries += entry(
      "LOOP",
      [0, 0, 0, 0, 7, 0xD0, 0, 0, 0x0F, 0xA0] + [UInt8](repeating: 0, count: 10)
        + Array("Roll".utf8) + [0]
    )
    let text = Data(entries + [0]).base64EncodedString()
    let markers = [1, 1] + Array(text.utf8) + [0]
    func word(_ number: Float) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (24 - 8 * $0)) }
    }
    let grid: [UInt8] =
      [1, 0, 0, 0, 0, 2] + word(0.5) + [0, 0, 0, 16] + word(8.5) + word(126) + [0]
    func object(_ name: String, _ data: [UInt8]) -> [UInt8] {
      Array("GEOB....".utf8) + Array("application/octet-stream\0\0\(name)\0".utf8) + data
    }
    let asID3 = object("Serato Markers2", markers) + object("Serato BeatGrid", grid)
    func comment(_ name: String, _ label: String, _ data: [UInt8]) -> [UInt8] {
      let whole = Array("application/octet-stream\0\0\(label)\0".utf8) + data
      // A line end every 72 characters, and what is missing at the end.
      var text = Data(whole).base64EncodedString().filter { $0 != "=" }
      if text.count > 72 { text.insert("\n", at: text.index(text.startIndex, offsetBy: 72)) }
      return Array("\(name)=\(text)".utf8) + [0x20]
    }
    let asFLAC =
      comment("SERATO_MARKERS_V2", "Serato Markers2", markers)
      + comment("SERATO_BEATGRID", "Serato BeatGrid", grid)
    for bytes in [asID3, asFLAC] {
      let tags = try #require(
        SeratoTags(in: [[0, 1, 2] + bytes + [UInt8](repeating: 0, count: 9)])
      )
      let track = TrackPreparation(tags)
      #expect(track.hotCues[3] == CuePoint(at: Seconds(1.5), name: "Drop", colour: "#cc8800"))
      #expect(track.hotCues[1] == CuePoint(at: Seconds(2), length: Seconds(2), name: "Roll"))
      #expect(track.grid?.anchors.map(\.bpm) == [120, 126])
      #expect(track.grid?.anchors.map(\.position.value) == [0.5, 8.5])
    }
    #expect(SeratoTags(in: [[1, 2, 3]]) == nil)
  }

  @Test("is refused with a sentence where it can't be read")
  func refusals() throws {
    try Self.with { place in
      for (text, words) in [
        ("<?xml version=\"1.0\"?><OTHER/>", "neither of rekordbox"),
        ("<?xml version=\"1.0\"?><DJ_PLAYLISTS><COLLECTION>", "line 1"),
        ("hello", "no tags of Serato"),
      ] {
        let source = try place.write(text, as: "collection.xml")
        let error = #expect(throws: RigError.self) { try place.run(source) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
      }
      #expect(throws: RigError.self) { try place.run("/nowhere/at/all.xml") }
    }
  }

  /// Places of sounds, in seconds, of which a file of clicks is made.
  private static let clicks = [0.5, 1.25, 2.0]

  @Test(
    "has its cues on the sound of an MP3, with and without a header of LAME",
    arguments: [true, false]
  )
  func clock(hasHeader: Bool) throws {
    try Self.with { place in
      let rate = 44_100.0
      var samples = [Float](repeating: 0, count: Int(3 * rate))
      for click in Self.clicks {
        for frame in 0..<400 {
          samples[Int(click * rate) + frame] = 0.8 * sin(Float(frame) * 0.35)
        }
      }
      let wav = place.folder.appending(path: "clicks.wav").path
      try SoundFile.write([samples], to: wav, rate: SampleRate(hertz: rate))
      let mp3 = place.folder.appending(path: "music/clicks.mp3")
      _ = try place.write("", as: "music/keep")
      let encoder = Process()
      encoder.executableURL = URL(filePath: "/usr/bin/env")
      encoder.arguments =
        ["ffmpeg", "-v", "error", "-y", "-i", wav, "-b:a", "192k"]
        + (hasHeader ? [] : ["-write_xing", "0"]) + [mp3.path]
      try encoder.run()
      encoder.waitUntilExit()
      try #require(encoder.terminationStatus == 0)
      // Rekordbox plays the encoder's silence: what is behind it is later by that.
      let silence = 1_105.0 / rate
      let marks = Self.clicks.enumerated().map { index, click in
        #"<POSITION_MARK Type="0" Start="\#(click + silence)" Num="\#(index)"/>"#
      }
      let source = try place.write(
        """
        <?xml version="1.0"?><DJ_PLAYLISTS><COLLECTION><TRACK TrackID="1"
        Location="file://localhost\(mp3.path)">\(marks.joined())</TRACK></COLLECTION></DJ_PLAYLISTS>
        """,
        as: "rekordbox.xml"
      )
      let report = try place.run(source)
      let decoded = try SoundFileReader(path: mp3.path).all()
      let cues = place.prepared(mp3.path).hotCues.sorted { $0.key < $1.key }.map(\.value.position)
      #expect(cues.count == Self.clicks.count)
      for cue in cues {
        let start = Int(cue.value * rate)
        let near = (start - 2_000)..<(start + 2_000)
        let onset = try #require(near.first { abs(decoded[$0]) > 0.15 })
        #expect(abs(Double(onset) / rate - cue.value) < 0.001, "\(cue.value), \(onset)")
      }
      #expect((report.items.first?.shift == .zero) == !hasHeader)
      let start = try #require(MPEGStart(ofFile: mp3.path))
      #expect(start.hasInfo == hasHeader && (start.silence != nil) == hasHeader)
    }
  }
}

extension SoundFileReader {
  /// All samples of a file of one channel.
  fileprivate func all() throws -> [Float] {
    var samples = [Float](repeating: 0, count: frames + 4_096)
    let count = try unsafe samples.withUnsafeMutableBufferPointer { buffer in
      var count = 0
      while true {
        let read = try unsafe read(.init(rebasing: buffer[count...]))
        if read == 0 { return count }
        count += read
      }
    }
    return Array(samples.prefix(count))
  }
}
