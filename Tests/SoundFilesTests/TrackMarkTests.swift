// SPDX-License-Identifier: Apache-2.0
// Where tracks begin and end in a list, as tags and labels beside their files say.

import Foundation
import Quantities
import Testing

@testable import SoundFiles

@Suite("The marks of a track")
struct TrackMarkTests: ListBench {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Writes so many seconds of one level, and labels beside them.
  private func write(_ name: String, _ level: Float, _ seconds: Double, _ labels: String...) throws
    -> String
  {
    let samples = [Float](repeating: level, count: Int(seconds * 48_000))
    let path = try folder.write([samples], "\(name).wav")
    try labels.joined(separator: "\n").write(
      toFile: LabelFile.path(beside: path),
      atomically: true,
      encoding: .utf8
    )
    return path
  }

  private func play(_ files: [String], _ crossing: Crossing = .gapless) throws -> [Float] {
    try player(queue(files, crossing: crossing)).play()[0]
  }

  @Test("are read from labels as Audacity writes them; what is none is said and left out")
  func labels() {
    let text = """
      0.500000\t14.25\tIntro
      \\\t100.0\t2000.0
      201.5\t201.5\toutro start
      215,25\t215,25\tCue  out
      9\t9\tcrossfade -1.5

      """
    let file = LabelFile([0xEF, 0xBB, 0xBF] + Array(text.utf8), named: "a.labels.txt")
    var marks = TrackMarks()
    (marks.cueIn, marks.introEnd, marks.outroStart) = (0.5, 14.25, 201.5)
    (marks.cueOut, marks.crossfade) = (215.25, -1.5)
    #expect(file.marks == marks && file.remarks.isEmpty)
    let region = LabelFile("1\t2\tcue\r\n3\t4\toutro\r\n".utf8, named: "a.labels.txt").marks
    #expect((region.cueIn, region.cueOut, region.outroStart) == (1, 2, 3))
    for (line, words) in [
      ("1\t2\touttro", "'outtro', which is none of cue, cue in"), ("1 2 cue", "is no label"),
      ("1\t1\tcue", "needs a range"), ("2\t1\tcue", "is no label"), ("-1\t1\tcue", "is no label"),
      ("nan\tnan\tcue in", "is no label"), ("1\t1\tcrossfade", "none of"),
      ("1\t1\tcrossfade long", "none of"), ("1\t1\t\u{1B}[2J", "' [2J'"),
    ] {
      let file = LabelFile("0\t1\tintro\n\(line)".utf8, named: "a.labels.txt")
      #expect(file.marks.introEnd == 1 && file.marks.cueOut == nil, "\(line)")
      #expect(file.remarks.count == 1, "\(line)")
      #expect(file.remarks[0].contains("a.labels.txt:2"), "\(file.remarks)")
      #expect(file.remarks[0].contains(words.trimmingPrefix("' ")), "\(file.remarks)")
    }
    #expect(LabelFile.path(beside: "/a.b/c") == "/a.b/c.labels.txt")
    #expect(LabelFile.path(beside: "/a.b/c.d.flac") == "/a.b/c.d.labels.txt")
    #expect(LabelFile.path(beside: "c.wav") == "c.labels.txt")
  }

  @Test("that can't be where they are set are said and left out")
  func misfits() {
    var marks = TrackMarks()
    (marks.cueIn, marks.cueOut) = (1, 9)
    (marks.introEnd, marks.outroStart, marks.crossfade) = (2, 8, 60)
    #expect(marks.fitting(10).marks == marks && marks.fitting(10).remarks.isEmpty)
    // Programs round up.
    #expect(marks.fitting(8.5).marks.cueOut == 8.5)
    for (change, seconds) in [
      (\TrackMarks.cueIn, 10.0), (\.cueIn, -1), (\.cueIn, .nan), (\.cueOut, 11.5), (\.cueOut, 1),
      (\.introEnd, 0.5), (\.introEnd, 9.5), (\.outroStart, 9.5), (\.crossfade, 61),
    ] {
      var other = marks
      other[keyPath: change] = seconds
      let (fitting, remarks) = other.fitting(10)
      #expect(fitting[keyPath: change] == nil && remarks.count == 1, "\(seconds): \(remarks)")
    }
  }

  @Test("cut tracks and overlap them to the frame; a list that is not faded is only cut")
  func cuts() throws {
    let files = try [
      write("a", 0.25, 3, "0.5\t0.5\tcue in", "2\t2.75\toutro"),
      write("b", 0.5, 4, "0.25\t0.75\tintro"),
      write("c", 0.75, 2),
    ]
    let gapless = try play(files)
    let parts = [(Float(0.25), 2.25), (0.5, 3.75), (0.75, 2)]
    #expect(
      gapless == parts.flatMap { [Float](repeating: $0, count: Int($1 * 48_000)) }
    )
    // The outro is longer than the intro; the second one has no outro, the third one no intro.
    let faded = try play(files, Crossing(time: Seconds(1), curve: .linear))
    #expect(faded.count == Int((2.25 - 0.5 + 3.75 - 1 + 2) * 48_000))
    func level(at seconds: Double) -> Float { faded[Int(seconds * 48_000)] }
    #expect(level(at: 1.74) == 0.25 && abs(level(at: 2) - 0.375) < 1e-4 && level(at: 2.26) == 0.5)
    #expect(level(at: 4.49) == 0.5 && abs(level(at: 5) - 0.625) < 1e-4 && level(at: 5.51) == 0.75)
    // An intro alone makes a fade shorter; an outro alone makes it as long as itself.
    let short = try play([files[2], files[1]], Crossing(time: Seconds(0.9), curve: .linear))
    #expect(short.count == Int((2 - 0.5 + 3.75) * 48_000))
    let long = try play([files[0], files[2]], Crossing(time: Seconds(0.1), curve: .linear))
    #expect(long.count == Int((2.25 - 0.75 + 2) * 48_000))
  }

  @Test("may say for each track how it goes over into the next: not at all, later, or for longer")
  func own() throws {
    let rest = try write("rest", 0.5, 2)
    for (name, seconds, crossing) in [
      ("joined", 0.0, Crossing(time: Seconds(1))), ("paused", -0.25, Crossing(time: Seconds(1))),
      ("faded", 0.75, .gapless),
    ] {
      let first = try write(name, 0.25, 2, "0\t0\tcrossfade \(seconds)")
      let heard = try play([first, rest], crossing)
      #expect(heard.count == Int((4 - seconds) * 48_000), "\(name)")
      if seconds == 0 { #expect(heard[95_999] == 0.25 && heard[96_000] == 0.5) }
      if seconds < 0 { #expect(heard[96_000] == 0 && heard[107_999] == 0 && heard[108_000] == 0.5) }
    }
  }

  @Test(
    "count in lists only, where tracks were not cut by a CUE sheet, and where music is followed"
  )
  func places() throws {
    let file = try write("a", 0.25, 3, "0.5\t2.5\tcue")
    #expect(try SoundFilePlayer(file: file, rate: rate48, lanes: nil).play()[0].count == 144_000)
    let part = Track(file, part: Track.Part(start: 75, end: 150))
    let cut = TrackQueue(TrackOrder([part]), of: "the sheet")
    #expect(try player(cut).play()[0].count == 48_000)
    // Marks beside the file come before what was measured of it: half a second of silence stays.
    let quiet = [Float](repeating: 0, count: 24_000)
    let path = try folder.write([quiet + sine(frames: 96_000) + quiet], "quiet.wav")
    let music = Crossing(time: Seconds(1), followsMusic: true)
    let short = try play([path], music).count
    #expect(abs(short - 96_000) < 9_600)
    try "0\t0\tcue in".write(
      toFile: LabelFile.path(beside: path),
      atomically: true,
      encoding: .utf8
    )
    #expect(try (12_000...26_000).contains(play([path], music).count - short))
    // What was measured gives way to marks that leave nothing of it.
    try "0\t0.25\tcue".write(
      toFile: LabelFile.path(beside: path),
      atomically: true,
      encoding: .utf8
    )
    #expect(try play([path], music).count == 12_000)
  }

  @Test(
    "are said in tags, too, in the names that Liquidsoap gives them",
    arguments: ["flac", "ogg", "mp3"]
  )
  func tags(_ ending: String) throws {
    let plain = try folder.write([sine(frames: 144_000)], "plain.wav")
    let file = folder.file("tagged.\(ending)")
    let tags = [
      "liq_cue_in=0.5", "liq_cue_out=2.5", "liq_cross_start_next=2.25", "liq_cross_duration=-0.5",
    ]
    try ffmpeg(["-i", plain] + tags.flatMap { ["-metadata", $0] } + [file])
    let found = try SoundFileReader(path: file).tags.mix.marks
    var marks = TrackMarks()
    (marks.cueIn, marks.cueOut, marks.outroStart, marks.crossfade) = (0.5, 2.5, 2.25, -0.5)
    #expect(found == marks)
    #expect(try play([file]).count == 96_000)
    // Labels beside a file count more.
    try "1\t1\tcue in".write(
      toFile: LabelFile.path(beside: file),
      atomically: true,
      encoding: .utf8
    )
    #expect(try play([file]).count == 72_000)
  }
}
