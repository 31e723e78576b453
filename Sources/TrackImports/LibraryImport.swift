// SPDX-License-Identifier: Apache-2.0
// From the library of another program to ours.

package import Quantities
package import RigErrors
internal import RigFiles
internal import SoundFiles
package import TrackLibrary

/// An import: what is read, and where its files are looked for.
package struct LibraryImport: Sendable {
  /// A collection in XML, or a folder or file with tags of Serato.
  package var source: String
  /// Folders in which files are looked for that are not where the collection says.
  package var music: [String] = []
  /// How much later everything is than the collection says.
  package var shift = Seconds.zero
  /// Whether what is known of a track gives way; otherwise only what is missing is taken.
  package var replaces = false
  /// Where its lists go; `nil` for nowhere.
  package var lists: String?

  /// A track that was taken.
  package struct Item: Sendable {
    package let file: String
    package let preparation: TrackPreparation
    /// How much later it is than the other program's clock says.
    package let shift: Seconds
  }

  /// A list that was written.
  package struct List: Sendable {
    package let name: String
    package let file: String
    package let tracks: Int
    package let missing: Int
  }

  /// What has come of it.
  package struct Report: Sendable {
    package let program: ForeignProgram
    package var items: [Item] = []
    /// Where the tracks were that are not on this machine.
    package var missing: [String] = []
    package var lists: [List] = []
  }

  /// How large a collection may be.
  private static let mostBytes = 1 << 30

  /// Plans to import a collection, or the tags of files.
  package init(_ source: String) { self.source = source }

  /// Reads it, and adds what it says to a library.
  ///
  /// > Threading: Worker.
  ///
  /// - Throws: that it can't be read, or is of no program that is known.
  package func run(
    into library: TrackLibrary,
    progress: (String) -> Void = { _ in }
  ) throws(RigError) -> Report {
    guard let collection = try collection() else { return try takeTags(into: library, progress) }
    progress("looking for \(collection.tracks.count) files")
    let search = FileSearch(in: music)
    var report = Report(program: collection.program)
    var files: [String: String] = [:]
    for track in collection.tracks {
      guard let file = search.file(at: track.location) else {
        report.missing.append(track.location)
        continue
      }
      (files[track.key], files[track.location]) = (file, file)
      report.items.append(item(file, track.preparation, of: collection.program))
    }
    try add(report.items, to: library)
    if let lists {
      report.lists = try write(collection.playlists, files, in: lists)
    }
    return report
  }

  /// Reads the collection; `nil` where the source is none, but has tags.
  private func collection() throws(RigError) -> ForeignCollection? {
    let bytes: [UInt8]
    do throws(OpenFile.Problem) {
      bytes = try OpenFile(at: source).bytes(limit: Self.mostBytes)
    } catch {
      switch error {
      case .isNoFile: return nil
      case .missing: throw .data("\(source) is not there.")
      case .tooLarge: throw .data("\(source) is larger than 1 GB.")
      case .system(let code): throw .data("\(source) can't be read: error \(code).")
      }
    }
    let head = String(decoding: bytes.prefix(2_048), as: UTF8.self)
    if head.contains("<DJ_PLAYLISTS") {
      var reader = RekordboxXML()
      try check(XMLDocument.read(bytes, into: &reader))
      return reader.collection
    }
    if head.contains("<NML") {
      var reader = TraktorNML()
      try check(XMLDocument.read(bytes, into: &reader))
      return reader.collection
    }
    guard !head.contains("<?xml") else {
      throw .data("\(source) is neither of rekordbox (DJ_PLAYLISTS) nor of Traktor (NML).")
    }
    return nil
  }

  private func check(_ problem: String?) throws(RigError) {
    guard let problem else { return }
    throw .data("\(source): \(problem).")
  }

  // MARK: Tags

  private func takeTags(
    into library: TrackLibrary,
    _ progress: (String) -> Void
  ) throws(RigError) -> Report {
    var report = Report(program: .serato)
    let tracks = TrackFolder.paths(at: source)
    for (number, file) in tracks.enumerated() {
      progress("\(number + 1)/\(tracks.count)")
      guard let tags = SeratoTags(ofFile: file) else { continue }
      report.items.append(item(file, TrackPreparation(tags), of: .serato))
    }
    guard !report.items.isEmpty else {
      throw .data("\(source) is no collection of rekordbox or Traktor, and has no tags of Serato.")
    }
    try add(report.items, to: library)
    return report
  }

  // MARK: Taking

  private func item(
    _ file: String,
    _ preparation: TrackPreparation,
    of program: ForeignProgram
  ) -> Item {
    let shift = Seconds(shift.value + (MPEGStart(ofFile: file).map(program.shift) ?? 0))
    return Item(file: file, preparation: preparation.shifted(by: shift), shift: shift)
  }

  private func add(_ items: [Item], to library: TrackLibrary) throws(RigError) {
    let tracks = Dictionary(items.map { ($0.file, $0.preparation) }) { $1 }
    let replaces = replaces
    try library.take(tracks) { known, new in replaces ? new : known.completed(by: new) }
  }

  /// A name that any file system takes, of at most 180 bytes.
  private static func fileName(of title: String) -> String {
    var bytes = 0
    let scalars = title.unicodeScalars.drop { $0 == "." }.prefix { scalar in
      bytes += String(scalar).utf8.count
      return bytes <= 180
    }
    let safe = scalars.map { $0 == "/" || $0.value < 0x20 || $0.value == 0x7F ? "_" : $0 }
    return safe.isEmpty ? "list" : String(String.UnicodeScalarView(safe))
  }

  private func write(
    _ lists: [ForeignPlaylist],
    _ files: [String: String],
    in folder: String
  ) throws(RigError) -> [List] {
    var written: [List] = []
    var names: Set<String> = []
    for list in lists {
      let found = list.keys.compactMap { files[$0] }
      guard !found.isEmpty else { continue }
      let title = list.name.joined(separator: " - ")
      var name = Self.fileName(of: title)
      if names.contains(name) { name += " \(written.count + 1)" }
      names.insert(name)
      let text = "#EXTM3U\n" + found.map { $0 + "\n" }.joined()
      try Folder(making: folder).put(Array(text.utf8), at: name + ".m3u8", durably: false)
      written.append(
        List(
          name: title,
          file: "\(folder)/\(name).m3u8",
          tracks: found.count,
          missing: list.keys.count - found.count
        )
      )
    }
    return written
  }
}

extension ForeignProgram {
  /// How much later a file's music is by our clock than by the program's.
  ///
  /// We leave out the silence that an encoder has put before the music, as the file says; these
  /// programs play it. Traktor also plays a first frame that has no sound but says how long the
  /// file is, unless LAME has signed it.
  fileprivate func shift(_ start: MPEGStart) -> Double {
    let silence = start.silence?.value ?? 0
    let playsInfo = self == .traktor && start.hasInfo && !start.isSumRight
    return -silence - (playsInfo ? start.frame.value : 0)
  }
}

extension TrackPreparation {
  /// This, with what another one has where nothing is prepared here.
  fileprivate func completed(by other: TrackPreparation) -> TrackPreparation {
    var both = self
    both.grid = grid ?? other.grid
    if hotCues.isEmpty { both.hotCues = other.hotCues }
    if memoryCues.isEmpty { both.memoryCues = other.memoryCues }
    both.facts = facts.completed(by: other.facts)
    return both
  }
}
