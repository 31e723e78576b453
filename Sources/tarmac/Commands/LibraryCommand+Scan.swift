// SPDX-License-Identifier: Apache-2.0
// `tarmac library scan`.

internal import Quantities
internal import SoundFiles
internal import TrackLibrary

extension LibraryCommand {
  private struct ScanDocument: Encodable {
    struct Track: Encodable {
      var file: String
      var bpm: Double?
      var first_beat_seconds: Double?
      var clarity: Double?
      var kept: Bool
      var problem: String?
    }

    var tracks: [Track]
  }

  static func scan(_ arguments: Arguments) throws(Failure) {
    let library = try library()
    let files = arguments.positionals.map(absolutePath).flatMap(TrackFolder.paths)
    var tracks: [ScanDocument.Track] = []
    for (number, file) in files.enumerated() {
      Terminal.showProgress("\(number + 1)/\(files.count) \(file.split(separator: "/").last ?? "")")
      if let track = listen(to: file, library, again: arguments.has("again")) {
        tracks.append(track)
      }
    }
    Terminal.showProgress("")
    library.settle()
    if let problem = library.takeProblems().first { throw Failure(problem, .io) }
    if arguments.has("json") {
      try writeJSON(ScanDocument(tracks: tracks))
    } else {
      let rows = tracks.map { track in
        let remark = track.problem ?? (track.kept ? "" : "not clear: nothing is kept")
        return [
          Table.Cell(String(track.file.split(separator: "/").last ?? "")),
          Table.Cell(track.bpm.map { fixed($0, digits: 2) } ?? ""),
          Table.Cell(track.first_beat_seconds.map { fixed($0, digits: 3) } ?? ""),
          Table.Cell(remark, .bad),
        ]
      }
      Terminal.write(Table(heading: ["FILE", "BPM", "FIRST BEAT", "REMARK"], rows: rows).text())
    }
    if tracks.contains(where: { $0.problem != nil }) { throw Failure("", .failure) }
  }

  /// Listens to a file, and keeps its beats if they are clear; `nil` for one that has some.
  private static func listen(
    to file: String,
    _ library: TrackLibrary,
    again: Bool
  ) -> ScanDocument.Track? {
    library.load(file)
    do throws(SoundFileError) {
      let hasGrid = library.preparation(of: file).grid != nil
      if !again, hasGrid || BeatScan.saysTempo(file) { return nil }
      guard let beats = try BeatScan.beats(of: file) else {
        return ScanDocument.Track(file: file, kept: false)
      }
      let isClear = beats.clarity >= BeatScan.clear
      if isClear {
        library.change(file) { $0.grid = BeatGrid(from: Seconds(beats.first), bpm: beats.bpm) }
      }
      return ScanDocument.Track(
        file: file,
        bpm: beats.bpm,
        first_beat_seconds: beats.first,
        clarity: beats.clarity,
        kept: isClear
      )
    } catch {
      return ScanDocument.Track(file: file, kept: false, problem: "\(error.description).")
    }
  }
}
