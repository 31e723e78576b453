// SPDX-License-Identifier: Apache-2.0
// `tarmac library`: what is prepared of tracks, for decks of all rigs.

internal import Host
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
    subcommands: [importing, scanning, searching, exporting]
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

  private static let scanning = Command(
    name: "scan",
    summary: "Listens to files, and finds their tempo and beats.",
    details: """
      A track with one tempo is within some thousandths of it. Where a tempo is not clear, as of live
      drummers or of what has no drums, nothing is kept: tap it, or import a grid. A file that has a
      grid in the library, or says its tempo, is left out.
      """,
    positionals: [
      Command.Positional(
        name: "FILE",
        summary: "Sound files or folders.",
        value: .file,
        isRepeated: true
      )
    ],
    options: [
      Command.Option(name: "again", summary: "Listens to files that have a grid or a tempo, too."),
      .json,
    ],
    examples: [
      Command.Example(line: "tarmac library scan presets/demo", meaning: "All of a folder.")
    ],
    action: scan
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

  static func library() throws(Failure) -> TrackLibrary {
    guard let folder = TrackLibrary.usualFolder else {
      throw Failure("There is no home for a library: set XDG_STATE_HOME.", .unavailable)
    }
    return TrackLibrary(in: folder)
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
      throw Failure(error)
    }
  }
}
