// SPDX-License-Identifier: Apache-2.0
// `tarmac library`: what is prepared of tracks, for decks of all rigs.

internal import Foundation
internal import Host
internal import Quantities
internal import RigErrors
internal import RigFiles
internal import TrackImports
internal import TrackLibrary

enum LibraryCommand {
  static let command = Command(
    name: "library",
    summary: "Takes cues, loops and beat grids from other programs, and finds tracks.",
    details: """
      The library keeps what is prepared of tracks, by the paths of their files, in
      $XDG_STATE_HOME/tarmac/library: hot cues, memory cues, loops and beat grids. Decks of all rigs
      have them. Nothing is written into the files.
      """,
    examples: [
      Command.Example(
        line: "tarmac library search house --bpm 120-126 --key 8A",
        meaning: "Tracks that mix with this one."
      )
    ],
    subcommands: [importing, searching, exporting]
  )

  private static let importing = Command(
    name: "import",
    summary: "Takes over the library of rekordbox, Traktor or Serato.",
    details: """
      Rekordbox exports its collection as XML (File, Export Collection in xml format); Traktor keeps
      its own in collection.nml. Serato writes into the files: name their folder. A file that is not
      where the collection says is looked for by its name below the folders of --music. Times are by
      the clock of each program: the silence that LAME puts before an MP3 is taken off, as its header
      says. Lists become M3U8 files, which a playlist plays. What is prepared of a track already
      stays, unless --replace is given. The exit code is 1 when files are missing.
      """,
    positionals: [
      Command.Positional(
        name: "FILE",
        summary: "A collection, or a folder of files with tags of Serato.",
        value: .file
      )
    ],
    options: [
      Command.Option(
        name: "music",
        summary:
          "Where files are looked for, several folders with : between (default: that of FILE, and ~/Music).",
        valueName: "FOLDER",
        value: .directory
      ),
      Command.Option(
        name: "shift-ms",
        summary: "Moves all places by so many milliseconds.",
        valueName: "N"
      ),
      Command.Option(name: "replace", summary: "Takes the place of what is prepared already."),
      .json,
    ],
    examples: [
      Command.Example(
        line: "tarmac library import presets/dj.rekordbox.xml --music presets/demo",
        meaning: "The files are in another folder than they were."
      )
    ],
    action: take
  )

  private static let searching = Command(
    name: "search",
    summary: "Finds tracks by words, tempo and key.",
    positionals: [
      Command.Positional(
        name: "WORD",
        summary: "Words of title, artist, album, genre or file; all have to be there.",
        isOptional: true,
        isRepeated: true
      )
    ],
    options: [
      Command.Option(name: "bpm", summary: "Tempo, or from one to another.", valueName: "A-B"),
      Command.Option(name: "key", summary: "The key, such as 8A, 1m or Am.", valueName: "KEY"),
      .json,
    ],
    examples: [
      Command.Example(line: "tarmac library search disco --bpm 118-122", meaning: "By its tempo.")
    ],
    action: search
  )

  private static let exporting = Command(
    name: "export",
    summary: "Writes the library as XML for rekordbox and most converters.",
    positionals: [
      Command.Positional(name: "FILE", summary: "Where the XML goes.", value: .file)
    ],
    examples: [
      Command.Example(line: "tarmac library export tarmac.xml", meaning: "All of it.")
    ],
    action: export
  )

  private static func library() throws(Failure) -> TrackLibrary {
    guard let folder = TrackLibrary.usualFolder else {
      throw Failure("There is no home for a library: set XDG_STATE_HOME.", .unavailable)
    }
    return TrackLibrary(in: folder)
  }

  // MARK: Import

  private struct ImportDocument: Encodable {
    struct Track: Encodable {
      var file: String
      var shift_ms: Double
      var prepared: TrackPreparation
    }
    struct List: Encodable {
      var name: String
      var file: String
      var tracks: Int
      var missing: Int
    }

    var program: String
    var tracks: [Track]
    var missing: [String]
    var lists: [List]
  }

  private static func take(_ arguments: Arguments) throws(Failure) {
    let source = absolutePath(arguments.positionals[0])
    var plan = LibraryImport(source)
    let home = ProcessInfo.processInfo.environment["HOME"].map { "\($0)/Music" }
    let own = source.lastIndex(of: "/").map { String(source[..<$0]) }
    let named = arguments.value("music")?.split(separator: ":") ?? []
    let folders = named.map { absolutePath(String($0)) }
    plan.music = folders.isEmpty ? [own, home].compactMap(\.self) : folders
    plan.replaces = arguments.has("replace")
    plan.lists = TrackLibrary.usualFolder.map { "\($0)/lists" }
    if let text = arguments.value("shift-ms") {
      guard let shift = Double(text), abs(shift) <= 10_000 else {
        throw Failure("--shift-ms can't be '\(text)': it takes -10000 to 10000.", .usage)
      }
      plan.shift = Seconds(shift / 1_000)
    }
    let library = try library()
    let report: LibraryImport.Report
    do throws(RigError) {
      report = try plan.run(into: library) { Terminal.showProgress($0) }
      Terminal.showProgress("")
    } catch {
      Terminal.showProgress("")
      throw Failure(error.message, .data)
    }
    if arguments.has("json") {
      try writeJSON(document(of: report))
    } else {
      Terminal.write(text(of: report))
    }
    if !report.missing.isEmpty { throw Failure("", .failure) }
  }

  private static func document(of report: LibraryImport.Report) -> ImportDocument {
    ImportDocument(
      program: report.program.rawValue,
      tracks: report.items.map {
        .init(file: $0.file, shift_ms: $0.shift.value * 1_000, prepared: $0.preparation)
      },
      missing: report.missing,
      lists: report.lists.map {
        .init(name: $0.name, file: $0.file, tracks: $0.tracks, missing: $0.missing)
      }
    )
  }

  private static func text(of report: LibraryImport.Report) -> String {
    let cues = report.items.map { $0.preparation.hotCues.count }.reduce(0, +)
    let memory = report.items.map(\.preparation.memoryCues.count).reduce(0, +)
    let grids = report.items.count { $0.preparation.grid != nil }
    let moved = report.items.count { $0.shift != .zero }
    var lines = [
      "\(report.items.count) tracks of \(report.program.name): \(cues) hot cues, "
        + "\(memory) memory cues, \(grids) grids."
    ]
    if moved > 0 { lines.append("\(moved) MP3 files were moved to the clock of Tarmac.") }
    for list in report.lists {
      let missing = list.missing > 0 ? ", \(list.missing) missing" : ""
      lines.append("List '\(list.name.shown)': \(list.tracks) tracks\(missing), \(list.file)")
    }
    if !report.missing.isEmpty {
      let count = report.missing.count
      lines.append(
        "\(count) file\(count == 1 ? " is" : "s are") not here; name their folder by --music:"
      )
      lines += report.missing.prefix(10).map { "  \($0.shown)" }
      if count > 10 { lines.append("  and \(count - 10) more") }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  // MARK: Search

  private struct SearchDocument: Encodable {
    struct Track: Encodable {
      var file: String
      var bpm: Double?
      var prepared: TrackPreparation
    }

    var tracks: [Track]
  }

  private static func search(_ arguments: Arguments) throws(Failure) {
    var search = LibrarySearch()
    search.words = arguments.positionals.flatMap { $0.split(separator: " ").map(String.init) }
    if let text = arguments.value("bpm") {
      guard let range = LibrarySearch.tempos(in: text) else {
        throw Failure("--bpm can't be '\(text)': it takes a tempo, or two such as 120-126.", .usage)
      }
      search.tempos = range
    }
    if let text = arguments.value("key") {
      guard let key = MusicalKey(text) else {
        throw Failure("--key can't be '\(text)': it takes keys such as 8A, 1m, Am or F#.", .usage)
      }
      search.key = key
    }
    let found = search.found(in: try library().all())
    if arguments.has("json") {
      return try writeJSON(
        SearchDocument(
          tracks: found.map { .init(file: $0.file, bpm: $0.bpm, prepared: $0.preparation) }
        )
      )
    }
    let rows = found.map { track in
      let facts = track.preparation.facts
      return [
        Table.Cell(facts.artist), Table.Cell(facts.title.isEmpty ? track.name : facts.title),
        Table.Cell(track.bpm.map { fixed($0) } ?? ""), Table.Cell(facts.key),
        Table.Cell("\(track.preparation.hotCues.count)"), Table.Cell(track.file),
      ]
    }
    let heading = ["ARTIST", "TITLE", "BPM", "KEY", "CUES", "FILE"]
    Terminal.write(Table(heading: heading, rows: rows).text())
  }

  // MARK: Export

  private static func export(_ arguments: Arguments) throws(Failure) {
    let found = LibrarySearch().found(in: try library().all())
    let text = RekordboxExport.document(of: found, version: tarmacVersion)
    do throws(RigError) {
      try putFile(Array(text.utf8), at: absolutePath(arguments.positionals[0]))
    } catch {
      throw Failure(error.message, .io)
    }
  }
}
